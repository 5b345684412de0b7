"""Devices that are not there."""

import types


def get_topology_desc(platform, topology_name=None, target_config=None, topology=None):
    if topology_name == "v5e:3x3":
        raise RuntimeError("INVALID_ARGUMENT: Topology layout is not divisible")
    return types.SimpleNamespace(devices=[types.SimpleNamespace(client=f"{platform} {topology_name or topology}")])
