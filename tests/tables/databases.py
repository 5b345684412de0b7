"""Exports of `ballast export`, loaded with readers that are not ours: the sqlite3 and csv modules of Python, and DuckDB."""
import csv
import json
import pathlib
import sqlite3
import subprocess


def export(command, form, to, *paths, options=()):
    """Runs the export and returns its output."""
    done = subprocess.run([command, "export", "--to", form, *(["-o", str(to)] if to else []), *options, *map(str, paths)],
                          capture_output=True, text=True, timeout=300)
    return done


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


def duckdb_of(folders, form):
    """A DuckDB database with a view of each file. The first folder is the main schema, others are given by name."""
    import duckdb

    database = duckdb.connect()
    database.execute("SET preserve_insertion_order = true")
    for schema, folder in folders.items():
        if schema != "main":
            database.execute(f"CREATE SCHEMA {schema}")
        for path in sorted(pathlib.Path(folder).glob(f"*.{form}")):
            read = f"read_csv('{path}', header = true, sample_size = -1)" if form == "csv" else \
                f"read_json('{path}', format = 'newline_delimited', sample_size = -1, maximum_object_size = 268435456)"
            database.execute(f'CREATE VIEW {schema}."{path.stem}" AS SELECT * FROM {read}')
    return database
