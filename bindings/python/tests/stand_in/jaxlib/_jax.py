"""Lists of devices."""

DeviceList = tuple
