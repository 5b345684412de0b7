"""Shardings without devices."""


class Sharding:
    """Where an array is."""

    memory_kind = None


class NamedSharding(Sharding):
    """Over a mesh."""


class SingleDeviceSharding(Sharding):
    """On a device."""

    def __init__(self, device):
        self.device = device

    def __repr__(self):
        return str(self.device)


class PartitionSpec:
    """Axes of a mesh."""


class Mesh:
    """A mesh of devices."""


class AbstractMesh:
    """A mesh without devices."""
