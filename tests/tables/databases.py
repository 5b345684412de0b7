"""Exports of `ballast export`, loaded with readers that are not ours: the sqlite3 and csv modules of Python, and DuckDB."""
import csv
import json
import pathlib
import sqlite3
import subprocess


def export(command, form, to, *paths, options=(), folder=None):
    """Runs the export, in a folder if one is given."""
    return subprocess.run([command, "export", "--to", form, *(["-o", str(to)] if to else []), *options, *map(str, paths)],
                          capture_output=True, text=True, timeout=300, cwd=folder)


def sqlite_rows(path):
    """All rows of a database, as dictionaries by table."""
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}" ORDER BY rowid')] for name in names}


def csv_rows(folder):
    """All rows of the CSV files of a folder; cells are texts."""
    result = {}
    for path in pathlib.Path(folder).glob("*.csv"):
        with open(path, newline="", encoding="utf-8") as file:
            result[path.stem] = list(csv.DictReader(file))
    return result


def json_rows(folder):
    """All rows of the NDJSON files of a folder; null cells are omitted."""
    return {path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for path in pathlib.Path(folder).glob("*.ndjson")}


def duckdb_of(folders):
    """A DuckDB database with the tables of each folder. Those of `main` are in the main schema."""
    import duckdb

    database = duckdb.connect()
    for schema, folder in folders.items():
        if schema != "main":
            database.execute(f"CREATE SCHEMA {schema}")
        database.execute(f"SET schema = '{schema}'")
        database.execute(f"SET file_search_path = '{folder}'")
        database.execute((pathlib.Path(folder) / "load.sql").read_text(encoding="utf-8"))
    database.execute("SET schema = 'main'")
    return database
