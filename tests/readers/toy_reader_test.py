"""The reader of examples/toy_reader.cpp reads what its grammar says.

    toy_reader_test.py TOY_READER
"""

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "parcels.py"
    path.write_bytes(subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout)
    spec = importlib.util.spec_from_file_location("parcels", path)
    parcels = importlib.util.module_from_spec(spec)
    sys.modules["parcels"] = parcels
    spec.loader.exec_module(parcels)
    assert parcels.check(b"") is None
    assert parcels.check(b"parcel 7: to Lisbon [1,2,30]\nparcel 9: to Bonn\n") is None
    refused = parcels.check(b"parcel 7: to Lisbon\nparcel 9: to Bonn [1,]\n")
    assert (refused.line, refused.column, refused.expected) == (2, 22, ["digit"]), refused.message()
    print("the toy reader reads parcels")
