#!/usr/bin/env python3
# The script of the page of `ballast report` is the one that its sources make. Where the packages of npm are installed, it
# is made again and compared; elsewhere its digests are. script_test.py ROOT
import hashlib
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
script = root / "src" / "render" / "page" / "report.js"
head, _, body = script.read_bytes().partition(b"\n")
found = re.fullmatch(rb"// .*: (\w{64}); script: (\w{64})", head)
if not found:
    sys.exit(f"{script}: the first line lacks the digests")
sources = b"".join(path.read_bytes() for path in sorted(script.parent.glob("*.ts")))
for what, text, digest in (("sources", sources, found[1]), ("script", body, found[2])):
    if hashlib.sha256(text).hexdigest() != digest.decode():
        sys.exit(f"{script}: the {what} changed since it was made: run scripts/dev/report_script.sh")
if (root / "build" / "report_script" / "pins").exists():
    sys.exit(subprocess.run([root / "scripts" / "dev" / "report_script.sh", "--check"], check=False).returncode)
