"""The properties of the emulated device."""
import ctypes

from tileiras.emulator._driver import call, ensure_context

# Codes of CUdevice_attribute, in the driver API's documentation.
ATTRIBUTES = {"max_threads_per_block": 1, "max_shared_memory_per_block": 8, "warp_size": 10,
              "max_registers_per_block": 12, "clock_rate": 13, "multi_processor_count": 16, "l2_cache_size": 38,
              "max_threads_per_multi_processor": 39, "compute_capability_major": 75, "compute_capability_minor": 76,
              "max_shared_memory_per_multiprocessor": 81, "max_registers_per_multiprocessor": 82,
              "max_shared_memory_per_block_optin": 97}


def attribute(name):
    """One of ATTRIBUTES, by its name or by any code of CUdevice_attribute."""
    ensure_context()
    value = ctypes.c_int()
    call("cuDeviceGetAttribute", ctypes.byref(value), ATTRIBUTES.get(name, name), 0)
    return value.value


def capability():
    """The compute capability, such as (9, 0)."""
    return attribute("compute_capability_major"), attribute("compute_capability_minor")


def name():
    """The device's name."""
    ensure_context()
    text = ctypes.create_string_buffer(256)
    call("cuDeviceGetName", text, len(text), 0)
    return text.value.decode()


def memory():
    """(bytes that are free, bytes in all)"""
    ensure_context()
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value


def driver_version():
    """The driver's version: 13000 for CUDA 13.0."""
    ensure_context()
    version = ctypes.c_int()
    call("cuDriverGetVersion", ctypes.byref(version))
    return version.value
