#!/usr/bin/env python3
"""Empty stand-ins for the NVIDIA libraries that torch links, so that it loads on a machine without them.

usage: stub_cuda.py VENV          (the CPU is all that is used; saves some gigabytes a release)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LIBRARIES = re.compile("lib(cublas|cublasLt|cuda|cudart|cudnn|cufft|cufile|cupti|curand|cusolver|cusparse|cusparseLt|"
                       "nccl|nvToolsExt|nvrtc|nvshmem_host|nvJitLink)[.]so")
SYMBOLS = re.compile("__cuda|cu[a-zA-Z]|nccl|nvtx|nvrtc|nvshmem")


def output_of(*command):
    return subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          universal_newlines=True).stdout


def needed_libraries(file):
    return {n for n in re.findall(r"NEEDED.*\[(.*)\]", output_of("readelf", "-d", file)) if LIBRARIES.match(n)}


def versions_in(file):
    """The library that each version of a symbol comes from."""
    library, versions = None, {}
    for line in output_of("readelf", "-VW", file).splitlines():
        from_file = re.search(r"File: (\S+)", line)
        library = from_file.group(1) if from_file else library
        version = re.search(r"Name: (\S+)  Flags", line)
        if version and library and LIBRARIES.match(library):
            versions[version.group(1)] = library
    return versions


def undefined_symbols(file):
    """Pairs of name and version; the version is empty where there is none."""
    for line in output_of("nm", "-D", "--undefined-only", file).splitlines():
        name, _, version = line.split()[-1].partition("@")
        yield name, version.lstrip("@")


def source_of(symbols):
    """Functions that report an error, but for the registrations that run when the library is loaded."""
    return "".join("long %s(void){return %d;}\n" % (s, 0 if s.startswith("__") else 100) for s in symbols)


def link(path, symbols_of_version, other_symbols):
    with tempfile.TemporaryDirectory() as folder:
        source, script = pathlib.Path(folder, "stub.c"), pathlib.Path(folder, "stub.map")
        names = [s for symbols in symbols_of_version.values() for s in symbols]
        source.write_text(source_of(names + other_symbols))
        groups = ["%s { global: %s };\n" % (version, " ".join(s + ";" for s in symbols) or "nothing_%d;" % number)
                  for number, (version, symbols) in enumerate(symbols_of_version.items())]
        script.write_text("".join(groups))
        command = ["gcc", "-shared", "-fPIC", "-w", "-o", str(path), "-Wl,-soname," + path.name, str(source)]
        subprocess.run(command + (["-Wl,--version-script=" + str(script)] if groups else []), check=True)


def main():
    folder = next(pathlib.Path(sys.argv[1]).glob("lib/python*/site-packages/torch/lib"))
    files = [f for f in folder.glob("*.so*") if not LIBRARIES.search(f.name)]
    libraries, versions, symbols, others = set(), {}, {}, set()
    for file in files:
        libraries |= needed_libraries(file)
        versions.update(versions_in(file))
        for name, version in undefined_symbols(file):
            if version:
                symbols.setdefault(version, set()).add(name)
            elif SYMBOLS.match(name):
                others.add(name)
    for library in sorted(libraries):
        path = folder / library
        if path.exists():
            continue
        own = {v: sorted(symbols.get(v, ())) for v, where in versions.items() if where == library}
        link(path, own, sorted(others))
        others = set()  # the first library has all that have no version
        print(library, *own)


main()
