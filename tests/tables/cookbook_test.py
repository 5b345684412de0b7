"""The queries of docs/cookbook.md give the results that the document shows: cookbook_test.py BALLAST ROOT [--duckdb]

A query begins with comments that name its dumps; a table with its result follows. BALLAST_UPDATE_GOLDEN=1 rewrites the
results. With --duckdb the queries also run in DuckDB, on CSV and on NDJSON.
"""
import os
import pathlib
import re
import shutil
import sqlite3
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import databases

COMMAND, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
DOCUMENT = ROOT / "docs" / "cookbook.md"
QUERY = re.compile(r"```sql\n(?P<query>-- .*?)```\n\n?(?P<result>(?:\|[^\n]*\n)*)", re.S)
DUMPS = re.compile(r"-- (?:(?P<schema>\w+): )?(?P<paths>tests/golden/.*)")


def dumps_of(query):
    """The paths of the dumps, by schema."""
    found = {m["schema"] or "main": tuple(m["paths"].split()) for m in DUMPS.finditer(query)}
    assert "main" in found, query
    return found


def table_of(names, rows):
    def cell(value):
        return "" if value is None else f"{value:.1f}" if isinstance(value, float) else str(value)

    lines = [names, *rows]
    texts = ["| " + " | ".join(cell(x) for x in line) + " |\n" for line in lines]
    return "".join([texts[0], "|" + "---|" * len(names) + "\n", *texts[1:]])


class Cookbook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast_cookbook_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.exports = {}
        cls.text = DOCUMENT.read_text(encoding="utf-8")
        cls.queries = [m["query"] for m in QUERY.finditer(cls.text)]

    @classmethod
    def export(cls, form, paths):
        """The database or folder with these dumps."""
        key = form, paths
        if key not in cls.exports:
            to = cls.folder / f"{len(cls.exports)}.{'sqlite' if form == 'sqlite' else 'tables'}"
            done = databases.export(COMMAND, form, to, *paths, folder=ROOT)
            assert done.returncode in (0, 1), done.stderr
            cls.exports[key] = to
        return cls.exports[key]

    def in_sqlite(self, query):
        dumps = dumps_of(query)
        database = sqlite3.connect(self.export("sqlite", dumps.pop("main")))
        for schema, paths in dumps.items():
            database.execute(f"ATTACH ? AS {schema}", (str(self.export("sqlite", paths)),))
        done = database.execute(query)
        return [column[0] for column in done.description], done.fetchall()

    def in_duckdb(self, query, form):
        folders = {schema: self.export(form, paths) for schema, paths in dumps_of(query).items()}
        done = databases.duckdb_of(folders).execute(query)
        return [column[0] for column in done.description], done.fetchall()

    def test_there_are_fifteen_questions(self):
        questions = re.split(r"^## ", self.text, flags=re.M)[1:]
        self.assertGreaterEqual(len(questions), 15)
        for question in questions:
            self.assertRegex(question, r"(?m)^    \$ ballast ", question.splitlines()[0])
            self.assertEqual(len(QUERY.findall(question)), 1, question.splitlines()[0])

    def test_sqlite_gives_the_results(self):
        def with_result(match):
            result = table_of(*self.in_sqlite(match["query"]))
            self.assertGreater(result.count("\n"), 2, match["query"])
            return f"```sql\n{match['query']}```\n\n{result}"

        expected = QUERY.sub(with_result, self.text)
        if os.environ.get("BALLAST_UPDATE_GOLDEN"):
            DOCUMENT.write_text(expected, encoding="utf-8")
        else:
            self.assertEqual(self.text, expected)

    @unittest.skipUnless("--duckdb" in sys.argv, "without --duckdb")
    def test_duckdb_gives_the_same_results(self):
        for form in ("csv", "ndjson"):
            for query in self.queries:
                with self.subTest(form=form, query=query):
                    self.assertEqual(table_of(*self.in_duckdb(query, form)), table_of(*self.in_sqlite(query)))

    @unittest.skipUnless("--duckdb" in sys.argv, "without --duckdb")
    def test_duckdb_copies_to_parquet(self):
        folder = self.export("csv", ("tests/golden/train",))
        database = databases.duckdb_of({"main": folder})
        to = self.folder / "values.parquet"
        database.execute(f"""COPY (FROM "values") TO '{to}'""")
        self.assertEqual(database.execute(f"SELECT count(*), sum(size) FROM '{to}'").fetchall(),
                         database.execute('SELECT count(*), sum(size) FROM "values"').fetchall())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
