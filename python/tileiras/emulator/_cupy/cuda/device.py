"""cupy.cuda.device: the device, by its names there."""
from cupy._missing import missing as _missing
from cupy.cuda import Device, get_device_id  # noqa: F401


def get_compute_capability():
    """The architecture, such as "90"."""
    return Device().compute_capability


__getattr__ = _missing("cupy.cuda.device")
