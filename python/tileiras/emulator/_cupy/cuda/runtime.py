"""cupy.cuda.runtime: the few calls that programs ask of the device."""
from tileiras.emulator import _device
from tileiras.emulator._driver import DriverError as CUDARuntimeError, synchronize as deviceSynchronize
from cupy._missing import missing as _missing


def getDeviceCount():
    """One."""
    return 1


def getDevice():
    """The current device's number."""
    return 0


def setDevice(device):
    """Device 0 is the only one."""
    if device:
        raise ValueError(f"device {device}: the emulator has device 0 only")


def driverGetVersion():
    """The CUDA version whose driver API is emulated: 13000 for 13.0."""
    return _device.driver_version()


runtimeGetVersion = driverGetVersion


def memGetInfo():
    """(bytes that are free, bytes in all)"""
    return _device.memory()


def getDeviceProperties(device):
    """A dictionary, with names as bytes, of cudaDeviceProp's fields that the emulated driver knows."""
    setDevice(device)
    major, minor = _device.capability()
    return {"name": _device.name().encode(), "major": major, "minor": minor, "totalGlobalMem": _device.memory()[1],
            "multiProcessorCount": _device.attribute("multi_processor_count"),
            "warpSize": _device.attribute("warp_size"), "l2CacheSize": _device.attribute("l2_cache_size"),
            "maxThreadsPerBlock": _device.attribute("max_threads_per_block"),
            "sharedMemPerBlock": _device.attribute("max_shared_memory_per_block")}


__getattr__ = _missing("cupy.cuda.runtime")
