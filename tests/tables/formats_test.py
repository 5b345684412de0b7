"""The forms of the tables hold the same rows, and writing them follows the rules of all commands:
formats_test.py BALLAST GOLDEN"""
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import databases

COMMAND, GOLDEN = sys.argv[1], pathlib.Path(sys.argv[2])
INPUTS = [GOLDEN / "modules", GOLDEN / "train", GOLDEN / "dumps"]


def as_text(value):
    return "" if value is None else str(value)


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast_tables_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for form in ("csv", "ndjson"):
            done = databases.export(COMMAND, form, cls.folder / form, *INPUTS)
            assert done.returncode == 0, done.stderr
        done = databases.export(COMMAND, "sqlite", cls.folder / "all.sqlite", *INPUTS)
        assert done.returncode == 0, done.stderr
        cls.sqlite = databases.sqlite_rows(cls.folder / "all.sqlite")

    def test_sqlite_and_ndjson_have_the_same_rows(self):
        rows = databases.json_rows(self.folder / "ndjson")
        self.assertEqual(rows.keys(), self.sqlite.keys())
        for table, of in self.sqlite.items():
            wanted = [{name: cell for name, cell in row.items() if cell is not None} for row in of]
            self.assertEqual(rows[table], wanted, table)
            self.assertTrue(of, f"no rows in {table}")

    def test_csv_has_the_same_rows(self):
        rows = databases.csv_rows(self.folder / "csv")
        self.assertEqual(rows.keys(), self.sqlite.keys())
        booleans = {"true": "1", "false": "0"}
        for table, of in self.sqlite.items():
            types = {row["name"]: row["type"] for row in self.columns(table)}
            self.assertEqual(len(rows[table]), len(of), table)
            for row, wanted in zip(rows[table], of):
                self.assertEqual(row.keys(), wanted.keys())
                for name, cell in row.items():
                    text = booleans.get(cell, cell) if types[name] == "BOOLEAN" else cell
                    self.assertEqual(text, as_text(wanted[name]), f"{table}.{name}")

    def columns(self, table):
        database = sqlite3.connect(self.folder / "all.sqlite")
        database.row_factory = sqlite3.Row
        return database.execute(f'PRAGMA table_info("{table}")').fetchall()

    def test_the_stream_has_all_rows(self):
        done = databases.export(COMMAND, "ndjson", None, *INPUTS)
        self.assertEqual(done.returncode, 0)
        found = {}
        for line in done.stdout.splitlines():
            row = json.loads(line)
            table, file = row.pop("table"), row.pop("file")
            found.setdefault(table, []).append(row)
            if table == "modules":
                self.assertEqual(row["path"], file)
        self.assertEqual(found, databases.json_rows(self.folder / "ndjson"))

    def test_json_has_the_same_stream(self):
        done = subprocess.run([COMMAND, "json", "--lines", GOLDEN / "train"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, databases.export(COMMAND, "ndjson", None, GOLDEN / "train").stdout)
        to = self.folder / "stream"
        subprocess.run([COMMAND, "json", "--lines", "-o", to, GOLDEN / "train"], timeout=60, check=True)
        self.assertEqual(to.read_text(), done.stdout)

    def test_the_number_of_threads_changes_nothing(self):
        for jobs in ("1", "3"):
            to = self.folder / f"jobs{jobs}"
            databases.export(COMMAND, "csv", to, *INPUTS, options=["--jobs", jobs])
            for path in (self.folder / "csv").iterdir():
                self.assertEqual((to / path.name).read_bytes(), path.read_bytes(), path.name)

    def test_a_thread_that_writes_changes_nothing(self):
        dump = self.folder / "one-buffer-assignment.txt"
        with dump.open("w") as to:
            subprocess.run([COMMAND, "generate", "--size", "2M"], stdout=to, timeout=60, check=True)
        found = []
        for jobs in ("1", "2"):
            to = self.folder / f"one{jobs}.sqlite"
            self.assertEqual(databases.export(COMMAND, "sqlite", to, dump, options=["--jobs", jobs]).returncode, 0)
            found.append(list(sqlite3.connect(to).iterdump()))
        self.assertGreater(len(found[0]), 1000)
        self.assertEqual(*found)

    def test_the_database_is_whole(self):
        database = sqlite3.connect(self.folder / "all.sqlite")
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        for kind, least in (("index", 8), ("view", 5)):
            names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = ?", (kind,))]
            self.assertGreaterEqual(len(names), least)
            for name in names if kind == "view" else []:
                database.execute(f"SELECT * FROM {name}").fetchall()

    def test_keys_join(self):
        database = sqlite3.connect(self.folder / "all.sqlite")
        for table in self.sqlite:
            lost = database.execute(
                f'SELECT count(*) FROM "{table}" WHERE module NOT IN (SELECT module FROM modules)').fetchone()
            self.assertEqual(lost, (0,), table)
        for table in ("positions", "uses", "holders"):
            lost = database.execute(f"""SELECT count(*) FROM {table} AS t WHERE value IS NOT NULL
                AND EXISTS (SELECT * FROM "values" WHERE module = t.module)
                AND NOT EXISTS (SELECT * FROM "values" AS v WHERE v.module = t.module AND v.value = t.value)
                """).fetchone()
            self.assertEqual(lost, (0,), table)

    def test_only_wanted_tables_are_written(self):
        to = self.folder / "some"
        done = databases.export(COMMAND, "csv", to, GOLDEN / "train", options=["--tables", "holders,spaces"])
        self.assertEqual(done.returncode, 0)
        self.assertEqual(sorted(p.name for p in to.iterdir()), ["holders.csv", "load.sql", "modules.csv", "spaces.csv"])
        done = databases.export(COMMAND, "sqlite", self.folder / "some.sqlite", GOLDEN / "train",
                                options=["--tables", "holders"])
        database = sqlite3.connect(self.folder / "some.sqlite")
        views = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'view'")}
        self.assertEqual(views, {"peak_by_source", "peak_by_scope"})

    def test_bad_files_have_rows_and_do_not_stop_the_others(self):
        inputs = self.folder / "inputs"
        inputs.mkdir()
        shutil.copy(GOLDEN / "dumps" / "d17.txt", inputs / "good.txt")
        (inputs / "refused.txt").write_text("BufferAssignment:\nallocation x\n")
        done = databases.export(COMMAND, "sqlite", self.folder / "bad.sqlite", inputs)
        self.assertEqual(done.returncode, 1)
        self.assertIn("refused", done.stderr)
        rows = databases.sqlite_rows(self.folder / "bad.sqlite")
        self.assertEqual([row["refused"] for row in rows["modules"]], [0, 1])
        self.assertEqual([row["finding"] for row in rows["findings"] if row["module"] == 2], ["allocation"])
        self.assertEqual({row["module"] for row in rows["values"]}, {1})

    def test_a_failed_write_is_reported(self):
        for form in ("sqlite", "ndjson"):
            done = databases.export(COMMAND, form, self.folder / "not there" / f"all.{form}", GOLDEN / "train")
            self.assertEqual(done.returncode, 2)
            self.assertIn("No such file or directory", done.stderr)
        self.assertFalse((self.folder / "not there").exists())

    def test_no_input_is_overwritten(self):
        inputs = self.folder / "own"
        inputs.mkdir()
        dump = inputs / "values.csv"
        shutil.copy(GOLDEN / "dumps" / "d17.txt", dump)
        for form, to in (("csv", inputs), ("sqlite", dump), ("ndjson", dump)):
            done = databases.export(COMMAND, form, to, dump)
            self.assertEqual(done.returncode, 2, form)
            self.assertIn("the input is also the output", done.stderr)
        self.assertEqual(dump.read_bytes(), (GOLDEN / "dumps" / "d17.txt").read_bytes())

    def test_a_database_needs_a_file(self):
        for to in (None, "/dev/null"):
            done = databases.export(COMMAND, "sqlite", to, GOLDEN / "train")
            self.assertEqual(done.returncode, 2)
            self.assertIn("file", done.stderr)

    def test_csv_without_a_folder_is_the_table_of_values(self):
        to = self.folder / "one.csv"
        done = databases.export(COMMAND, "csv", to, GOLDEN / "train" / "after")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(to.read_text().startswith("space,class,allocation"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
