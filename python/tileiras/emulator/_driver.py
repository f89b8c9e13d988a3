"""The few calls of the driver API that arrays need."""
import ctypes
import threading
import weakref

from tileiras.emulator._setup import prepare

_MEM_ATTACH_GLOBAL = 1


class DriverError(RuntimeError):
    """A call of the driver API failed.

    Attributes:
        code (int): the CUresult.
    """

    def __init__(self, call: str, code: int) -> None:
        self.code = code
        text = ctypes.c_char_p()
        prepare().cuGetErrorString(code, ctypes.byref(text))
        super().__init__(f"{call}: {(text.value or b'error %d' % code).decode()}")


def call(name, *arguments):
    """Calls an entry point with ctypes arguments. Raises DriverError unless it returns CUDA_SUCCESS."""
    code = getattr(prepare(), name)(*arguments)
    if code:
        raise DriverError(name, code)


_thread = threading.local()


def ensure_context():
    """Makes the device's primary context current in this thread, if none is."""
    if getattr(_thread, "ready", False):
        return
    call("cuInit", 0)
    current = ctypes.c_void_p()
    call("cuCtxGetCurrent", ctypes.byref(current))
    if not current:
        call("cuDevicePrimaryCtxRetain", ctypes.byref(current), 0)
        call("cuCtxSetCurrent", current)
    _thread.ready = True


def _free(address):
    prepare().cuMemFree_v2(ctypes.c_uint64(address))


class Memory:
    """Bytes that host and device both see, at the same address, until this object dies.

    Args:
        size (int): in bytes.

    Raises:
        DriverError: out of memory.
    """

    def __init__(self, size):
        ensure_context()
        address = ctypes.c_uint64()
        call("cuMemAllocManaged", ctypes.byref(address), ctypes.c_size_t(max(size, 1)), _MEM_ATTACH_GLOBAL)
        weakref.finalize(self, _free, address.value)
        # NumPy makes a view of this, and keeps it alive as the view's base.
        self.__array_interface__ = {"version": 3, "shape": (size,), "typestr": "|u1", "data": (address.value, False)}


def current_stream() -> int:
    """The default stream, as an integer handle: `ct.launch(current_stream(), …)`."""
    ensure_context()
    return 0


def synchronize() -> None:
    """Waits for all launched work, which the emulator has already run.

    Raises:
        DriverError: a kernel made a mistake, which has been reported on standard error."""
    ensure_context()
    call("cuCtxSynchronize")
