"""XLA's own parser and printer of HLO text, as jaxlib has them.

A failed check ends the process, so texts are read in forked children.
"""
import json
import os
import re
import resource
import signal
import sys
import tempfile

SECONDS = 20
MEMORY = 10 << 30


def _hlo():
    try:
        from jaxlib import _hlo
        return _hlo
    except ImportError:
        from jaxlib import xla_client
        return xla_client._xla


def version():
    from jaxlib import version as v
    return v.__version__


def reprint(text):
    """What XLA prints of a module text as dumps print it; raises where its parser refuses it."""
    hlo = _hlo()
    return hlo.hlo_module_from_text(text).to_string(hlo.HloPrintOptions())


def _answers(work, items, start, pipe, errors):
    os.dup2(errors.fileno(), 2)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with os.fdopen(pipe, "w") as out:
        for item in items[start:]:
            signal.alarm(SECONDS)
            out.write(json.dumps(work(item)) + "\n")
            out.flush()


def each(work, items):
    """Yields work(item), or None where that ended the process."""
    start = 0
    while start < len(items):
        reader, writer = os.pipe()
        sys.stdout.flush()
        with tempfile.TemporaryFile() as errors:
            child = os.fork()
            if child == 0:
                code = 3
                try:
                    os.close(reader)
                    _answers(work, items, start, writer, errors)
                    code = 0
                finally:
                    os._exit(code)
            os.close(writer)
            with os.fdopen(reader) as answers:
                for line in answers:
                    if not line.endswith("\n"):
                        break
                    start += 1
                    yield json.loads(line)
            os.waitpid(child, 0)
        if start < len(items):
            start += 1
            yield None


def root_line(printed):
    """The root of the entry computation."""
    entry = printed.find("\nENTRY ")
    found = re.search(r"\n  ROOT (.*?)(?=\n  %|\n\})", printed[max(entry, 0):], re.S)
    return found.group(1) if found else None
