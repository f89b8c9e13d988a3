"""cupy.cuda.runtime: the few calls that programs ask of the device."""
from tileiras.emulator import _device
from tileiras.emulator._driver import DriverError as CUDARuntimeError, synchronize as deviceSynchronize
from cupy._missing import missing as _missing

# The codes of cudaDeviceAttr, which are those of the driver API's CUdevice_attribute.
_ATTRIBUTES = {
    "MaxThreadsPerBlock": 1, "MaxBlockDimX": 2, "MaxBlockDimY": 3, "MaxBlockDimZ": 4, "MaxGridDimX": 5, "MaxGridDimY": 6,
    "MaxGridDimZ": 7, "MaxSharedMemoryPerBlock": 8, "TotalConstantMemory": 9, "WarpSize": 10, "MaxPitch": 11,
    "MaxRegistersPerBlock": 12, "ClockRate": 13, "TextureAlignment": 14, "GpuOverlap": 15, "MultiProcessorCount": 16,
    "KernelExecTimeout": 17, "Integrated": 18, "CanMapHostMemory": 19, "ComputeMode": 20, "SurfaceAlignment": 30,
    "ConcurrentKernels": 31, "EccEnabled": 32, "PciBusId": 33, "PciDeviceId": 34, "TccDriver": 35, "MemoryClockRate": 36,
    "GlobalMemoryBusWidth": 37, "L2CacheSize": 38, "MaxThreadsPerMultiProcessor": 39, "AsyncEngineCount": 40,
    "UnifiedAddressing": 41, "PciDomainId": 50, "TexturePitchAlignment": 51, "ComputeCapabilityMajor": 75,
    "ComputeCapabilityMinor": 76, "StreamPrioritiesSupported": 78, "GlobalL1CacheSupported": 79,
    "LocalL1CacheSupported": 80, "MaxSharedMemoryPerMultiprocessor": 81, "MaxRegistersPerMultiprocessor": 82,
    "ManagedMemory": 83, "IsMultiGpuBoard": 84, "MultiGpuBoardGroupID": 85, "HostNativeAtomicSupported": 86,
    "SingleToDoublePrecisionPerfRatio": 87, "PageableMemoryAccess": 88, "ConcurrentManagedAccess": 89,
    "ComputePreemptionSupported": 90, "CanUseHostPointerForRegisteredMem": 91, "CooperativeLaunch": 95,
    "CooperativeMultiDeviceLaunch": 96, "MaxSharedMemoryPerBlockOptin": 97, "CanFlushRemoteWrites": 98,
    "HostRegisterSupported": 99, "PageableMemoryAccessUsesHostPageTables": 100, "DirectManagedMemAccessFromHost": 101,
    "MaxBlocksPerMultiprocessor": 106, "ReservedSharedMemoryPerBlock": 111,
}
globals().update({f"cudaDevAttr{name}": number for name, number in _ATTRIBUTES.items()})


def getDeviceCount():
    """The number of devices, one."""
    return 1


def getDevice():
    """The current device's index."""
    return 0


def setDevice(device):
    """Device 0 is the only one."""
    if device:
        raise ValueError(f"device {device}: the emulator has device 0 only")


def deviceGetAttribute(attrib, device_id):
    """An attribute of the device, by one of this module's `cudaDevAttr…`."""
    setDevice(device_id)
    return _device.attribute(attrib)


def deviceGetPCIBusId(device):
    """The PCI bus id, such as "0000:01:00.0"."""
    numbers = [deviceGetAttribute(_ATTRIBUTES[name], device) for name in ("PciDomainId", "PciBusId", "PciDeviceId")]
    return "%04x:%02x:%02x.0" % tuple(numbers)


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
            "sharedMemPerBlock": _device.attribute("max_shared_memory_per_block"),
            "sharedMemPerBlockOptin": _device.attribute("max_shared_memory_per_block_optin"),
            "sharedMemPerMultiprocessor": _device.attribute("max_shared_memory_per_multiprocessor"),
            "regsPerBlock": _device.attribute("max_registers_per_block"),
            "regsPerMultiprocessor": _device.attribute("max_registers_per_multiprocessor"),
            "maxThreadsPerMultiProcessor": _device.attribute("max_threads_per_multi_processor"),
            "clockRate": _device.attribute("clock_rate"),
            "memoryClockRate": _device.attribute(_ATTRIBUTES["MemoryClockRate"]),
            "memoryBusWidth": _device.attribute(_ATTRIBUTES["GlobalMemoryBusWidth"]),
            "concurrentKernels": _device.attribute(_ATTRIBUTES["ConcurrentKernels"])}


__getattr__ = _missing("cupy.cuda.runtime")
