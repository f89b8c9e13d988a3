"""cupy.cuda over the emulated driver: the device, streams, events and memory."""
import threading as _threading

from tileiras.emulator import _device, _streams
from tileiras.emulator._driver import synchronize as _synchronize
from cupy._missing import missing as _missing
from cupy.cuda import runtime

_thread = _threading.local()


def is_available():
    """There is a device."""
    return True


class Device:
    """The emulated GPU, device 0."""

    def __init__(self, device=None):
        self.id = 0 if device is None else int(device)
        if self.id:
            raise ValueError(f"device {self.id}: the emulator has device 0 only")

    def __int__(self):
        return self.id

    def __eq__(self, other):
        return isinstance(other, Device) and other.id == self.id

    def __hash__(self):
        return hash(self.id)

    def __repr__(self):
        return f"<CUDA Device {self.id}>"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def use(self):
        """Has no effect: the device is always in use."""

    def synchronize(self):
        """Waits for all work, which the emulator has already run."""
        _synchronize()

    attributes = property(lambda self: {name: _device.attribute(number) for name, number in runtime._ATTRIBUTES.items()},
                          doc="numbers by the names of cudaDeviceAttr, such as MultiProcessorCount")
    compute_capability = property(lambda self: "%d%d" % _device.capability(), doc="such as '90'")
    pci_bus_id = property(lambda self: runtime.deviceGetPCIBusId(self.id), doc="such as '0000:01:00.0'")
    mem_info = property(lambda self: _device.memory(), doc="bytes that are free, bytes in all")


def get_device_id():
    """The current device's index."""
    return 0


class Stream:
    """A queue of work in order. `ptr` is the driver's handle, 0 for the default stream."""

    null = None  # the default stream, below

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=None):
        self.ptr = 0 if null or ptds else _streams.new_stream(self, int(non_blocking))

    def __eq__(self, other):
        return isinstance(other, Stream) and other.ptr == self.ptr

    def __hash__(self):
        return hash(self.ptr)

    def __repr__(self):
        return f"<Stream {self.ptr:#x}>"

    def __enter__(self):
        _thread.stack = [*getattr(_thread, "stack", []), get_current_stream()]
        return self.use()

    def __exit__(self, *error):
        _thread.stack.pop().use()

    def use(self):
        """Makes this the current stream."""
        _thread.current = self
        return self

    done = property(lambda self: True, doc="has everything on it run? It has, when it was put there.")

    def synchronize(self):
        """Waits for the work on the stream."""
        _streams.synchronize_stream(self.ptr)

    def record(self, event=None):
        """Records an event on the stream."""
        event = event or Event()
        _streams.record(event.ptr, self.ptr)
        return event

    def wait_event(self, event):
        """Makes later work wait for an event."""
        _streams.wait(self.ptr, event.ptr)


class ExternalStream(Stream):
    """A stream that another library made."""

    def __init__(self, ptr, device_id=-1):
        self.ptr = ptr


Stream.null = Stream(null=True)


def get_current_stream(device_id=None):
    """The stream that this thread uses; the default one unless another was chosen."""
    return getattr(_thread, "current", Stream.null)


class Event:
    """A point in a stream, with its time."""

    def __init__(self, block=False, disable_timing=False, interprocess=False):
        self.ptr = _streams.new_event(self, int(block) | int(disable_timing) << 1)

    done = property(lambda self: True, doc="has it happened? It has, when it was recorded.")

    def record(self, stream=None):
        """Records the event on a stream, the current one by default."""
        _streams.record(self.ptr, (stream or get_current_stream()).ptr)

    def synchronize(self):
        """Waits for the event."""
        _streams.synchronize_event(self.ptr)


def get_elapsed_time(start_event, end_event):
    """Milliseconds between two events, as the emulator took them."""
    return _streams.milliseconds(start_event.ptr, end_event.ptr)


class MemoryPointer:
    """The memory of an array: `ptr` is its address."""

    def __init__(self, array):
        self._array = array
        self.ptr = array.numpy().ctypes.data
        self.device_id = 0

    device = property(lambda self: Device(0))


class MemoryPool:
    """A pool of device memory that keeps no freed blocks."""

    def used_bytes(self):
        """Bytes in use."""
        free, total = _device.memory()
        return total - free

    total_bytes = used_bytes

    def free_bytes(self):
        """Bytes that are kept for later: none."""
        return 0

    def free_all_blocks(self, stream=None):
        """Frees kept blocks, of which there are none."""


class PinnedMemoryPool:
    """A pool of host memory that keeps no freed blocks."""

    def n_free_blocks(self):
        """Blocks that are kept for later: none."""
        return 0

    def free_all_blocks(self):
        """Frees kept blocks, of which there are none."""


from cupy.cuda import device, nvtx, profiler, stream  # they use the classes above
from cupy.cuda.profiler import profile  # noqa: E402

__getattr__ = _missing("cupy.cuda")
