#!/usr/bin/env bash
# Loads the tables of `ballast export` into the newest DuckDB, from PyPI, and compares the queries of docs/cookbook.md with
# SQLite.
#     scripts/nightly/duckdb.sh [COMMAND]
set -euo pipefail
cd "$(dirname "$0")/../.."

environment=${XDG_CACHE_HOME:-$HOME/.cache}/ballast/duckdb
[[ -x $environment/bin/python ]] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --upgrade duckdb
"$environment/bin/python" tests/tables/cookbook_test.py "${1:-$PWD/build/release/src/ballast}" "$PWD" --duckdb
