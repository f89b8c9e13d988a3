"""Streams and events of the emulated driver, on which the replacements of CuPy and torch are built."""
import ctypes
import weakref

from tileiras.emulator._driver import call, ensure_context
from tileiras.emulator._setup import prepare


def _handle(name, *arguments):
    ensure_context()
    handle = ctypes.c_void_p()
    call(name, ctypes.byref(handle), *arguments)
    return handle.value


def _destroy(name, handle):
    getattr(prepare(), name)(ctypes.c_void_p(handle))


def new_stream(owner, flags=0):
    """The handle of a new stream, which is destroyed when `owner` dies."""
    handle = _handle("cuStreamCreate", flags)
    weakref.finalize(owner, _destroy, "cuStreamDestroy_v2", handle)
    return handle


def new_event(owner, flags=0):
    """The handle of a new event, which is destroyed when `owner` dies."""
    handle = _handle("cuEventCreate", flags)
    weakref.finalize(owner, _destroy, "cuEventDestroy_v2", handle)
    return handle


def synchronize_stream(stream):
    """Waits for a stream's handle. Raises DriverError when a kernel made a mistake."""
    ensure_context()
    call("cuStreamSynchronize", ctypes.c_void_p(stream))


def record(event, stream):
    """Both are handles."""
    ensure_context()
    call("cuEventRecord", ctypes.c_void_p(event), ctypes.c_void_p(stream))


def wait(stream, event):
    """Later work on the stream waits for the event."""
    ensure_context()
    call("cuStreamWaitEvent", ctypes.c_void_p(stream), ctypes.c_void_p(event), 0)


def synchronize_event(event):
    """Waits for an event's handle."""
    call("cuEventSynchronize", ctypes.c_void_p(event))


def milliseconds(start, end):
    """The time between two recorded events, as the emulator took it, not a GPU."""
    elapsed = ctypes.c_float()
    call("cuEventElapsedTime_v2", ctypes.byref(elapsed), ctypes.c_void_p(start), ctypes.c_void_p(end))
    return elapsed.value
