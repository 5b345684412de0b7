"""Compiles random programs ahead of time, many in one process; XLA_FLAGS says where the dumps go.

usage: python3 compile_programs.py PLATFORM SOURCES SEED [SEED]…            SOURCES: a folder for the programs' text
       python3 compile_programs.py PLATFORM SOURCES SEED --without FILE     a reduction: FILE has a JSON list of lists of statements

The module of seed 7 is called jit_p7; that of reduction 2, jit_p7_2. One line is printed for each program.
"""
import json
import os
import pathlib
import sys
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import drawing  # noqa: E402
from harness import tell_analysis  # noqa: E402

OPTIONS = {"cuda": {"xla_gpu_autotune_level": 0}}  # nothing can be run
OFFLOADED = ("jax.memory.Space.Host", "jax.memory.Space.Device")


def devices_of(platform):
    if platform == "cpu":
        return jax.devices()
    from jax.experimental import topologies
    if platform == "tpu":
        name = os.environ.get("TPU_TOPOLOGY", "v5e:2x4")
        return topologies.get_topology_desc(platform="tpu", topology_name=name).devices
    config = (HERE.parent / "h100.txtpb").read_text()
    return topologies.get_topology_desc(platform="cuda", target_config=config, topology="1x1x1").devices


def compile_program(program, platform, devices, mesh, folder):
    (folder / (program.name + ".py")).write_text(program.source())
    space = dict(drawing.environment(), mesh=mesh)
    exec(compile(program.source(), program.name + ".py", "exec"), space)
    arguments = []
    for _, shape, element, split in program.arguments:
        place = NamedSharding(mesh, PartitionSpec(*split)) if mesh is not None else SingleDeviceSharding(devices[0])
        arguments.append(jax.ShapeDtypeStruct(shape, getattr(jnp, element), sharding=place))
    options = {"compiler_options": OPTIONS[platform]} if platform in OPTIONS else {}
    compiled = jax.jit(space[program.name], donate_argnums=tuple(program.donated)).lower(*arguments).compile(**options)
    tell_analysis("jit_" + program.name, compiled)


def main():
    platform, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    deletions = None
    words = sys.argv[3:]
    if "--without" in words:
        deletions = json.loads(pathlib.Path(words[2]).read_text())
        words = words[:1]
    jax.config.update("jax_enable_x64", True)
    warnings.simplefilter("ignore")
    devices = devices_of(platform)
    for seed in map(int, words):
        # Half of the seeds are programs for several devices.
        mesh = Mesh(np.array(devices[:8]).reshape(2, 4), ("data", "model")) if seed % 2 and len(devices) >= 8 else None
        places = OFFLOADED if platform != "cpu" and hasattr(jax, "memory") else ()
        program = drawing.draw_program(seed, mesh, ("data", "model"), places)
        variants = [program]
        if deletions is not None:
            variants = [program.without(set(d)) for d in deletions]
            for i, v in enumerate(variants):
                v.name += "_%d" % i
        for v in variants:
            print("begins %s %d" % (v.name, len(v.statements)), flush=True)
            try:
                compile_program(v, platform, devices, mesh, folder)
                print("compiled %s" % v.name, flush=True)
            except Exception as error:  # whatever a release throws at what it lacks
                print("skipped %s: %s: %s" % (v.name, type(error).__name__, (str(error).splitlines() or [""])[0][:160]), flush=True)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
