"""torch.cuda over the emulated driver. A missing function raises an error with its name when it is used.

Every name keeps its kind: a class stays a class that can be named in types, used in isinstance and derived from,
because torch's own modules and programs do that without ever making an object of it."""
import functools
import inspect
import sys
import threading
import types

import torch

from tileiras.emulator import _device, _streams
from tileiras.emulator._driver import ensure_context, synchronize as _synchronize

_thread = threading.local()


class Stream:
    """A queue of work in order; tensors' own operations run at once in any case. `cuda_stream` is the driver's
    handle."""

    def __init__(self, device=None, priority=0, **keywords):
        self.cuda_stream = _streams.new_stream(self)

    device = property(lambda self: torch.device("cuda", 0))
    device_index = property(lambda self: 0)
    stream_id = property(lambda self: self.cuda_stream)
    native_handle = property(lambda self: self.cuda_stream)
    device_type = property(lambda self: 1)  # c10::DeviceType::CUDA
    priority = property(lambda self: 0)

    @staticmethod
    def priority_range():
        """All streams have the same priority."""
        return 0, 0

    def is_capturing(self):
        """No graphs are ever captured on a stream."""
        return False

    def __eq__(self, other):
        return isinstance(other, Stream) and other.cuda_stream == self.cuda_stream

    def __hash__(self):
        return hash(self.cuda_stream)

    def __repr__(self):
        return f"<torch.cuda.Stream device=cuda:0 cuda_stream={self.cuda_stream:#x}>"

    def __enter__(self):
        _thread.stack = [*getattr(_thread, "stack", []), current_stream()]
        set_stream(self)
        return self

    def __exit__(self, *error):
        set_stream(_thread.stack.pop())

    def query(self):
        """Whether all work on it has run; it runs as it is queued."""
        return True

    def synchronize(self):
        """Waits for the work on the stream."""
        _streams.synchronize_stream(self.cuda_stream)

    def record_event(self, event=None):
        """Records an event on the stream."""
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        """Makes later work wait for an event."""
        event.wait(self)

    def wait_stream(self, stream):
        """Makes later work wait for the work on another stream."""
        self.wait_event(stream.record_event())


class ExternalStream(Stream):
    """A stream that another library made."""

    def __init__(self, stream_ptr, device=None, **keywords):
        self.cuda_stream = stream_ptr


class Event:
    """A point in a stream, with its time."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        self.cuda_event = _streams.new_event(self)

    def record(self, stream=None):
        """Records the event on a stream, the current one by default."""
        _streams.record(self.cuda_event, (stream or current_stream()).cuda_stream)

    def wait(self, stream=None):
        """Makes later work on a stream wait for the event."""
        _streams.wait((stream or current_stream()).cuda_stream, self.cuda_event)

    def query(self):
        """Whether the event has happened; it happens as it is recorded."""
        return True

    def synchronize(self):
        """Waits for it."""
        _streams.synchronize_event(self.cuda_event)

    def elapsed_time(self, end_event):
        """Milliseconds to another event, as the emulator took them."""
        return _streams.milliseconds(self.cuda_event, end_event.cuda_event)


class StreamContext:
    """A context in which the stream is the current one; None has no effect."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.stream.__enter__()
        return self.stream

    def __exit__(self, *error):
        if self.stream is not None:
            self.stream.__exit__(*error)


class device:
    """The context of torch.cuda.device(0), in which the one device stays current."""

    def __init__(self, device=None):
        self.idx = _index(device)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class device_of(device):
    """The context of a tensor's device."""

    def __init__(self, obj):
        super().__init__()


def _index(device):
    index = device.index if isinstance(device, torch.device) else device
    if isinstance(index, str):
        index = torch.device(index).index
    if index not in (None, 0, -1):
        raise RuntimeError(f"cuda:{index}: the emulator has cuda:0 only")
    return 0


_default_stream = ExternalStream(0)


def current_stream(device=None):
    """The stream that this thread uses."""
    ensure_context()
    _index(device)
    return getattr(_thread, "current", _default_stream)


def default_stream(device=None):
    """The default stream, whose handle is 0."""
    return _default_stream


def set_stream(stream):
    """Makes a stream this thread's current one."""
    if stream is not None:
        _thread.current = stream


def stream(stream):
    """A context in which that stream is the current one."""
    return StreamContext(stream)


def synchronize(device=None):
    """Waits for all work, which the emulator has already run."""
    _index(device)
    _synchronize()


def get_device_capability(device=None):
    """The compute capability, such as (9, 0)."""
    _index(device)
    return _device.capability()


def get_device_name(device=None):
    """The emulated driver's name of the device."""
    return _device.name()


def get_device_properties(device=None):
    """The properties that the emulated driver knows."""
    _index(device)
    major, minor = _device.capability()
    number = _device.attribute
    return types.SimpleNamespace(
        name=_device.name(), major=major, minor=minor, total_memory=_device.memory()[1],
        multi_processor_count=number("multi_processor_count"), warp_size=number("warp_size"),
        clock_rate=number("clock_rate"), L2_cache_size=number("l2_cache_size"),
        max_threads_per_multi_processor=number("max_threads_per_multi_processor"),
        max_threads_per_block=number("max_threads_per_block"),
        regs_per_multiprocessor=number("max_registers_per_multiprocessor"),
        shared_memory_per_block=number("max_shared_memory_per_block"),
        shared_memory_per_block_optin=number("max_shared_memory_per_block_optin"),
        shared_memory_per_multiprocessor=number("max_shared_memory_per_multiprocessor"))


def mem_get_info(device=None):
    """(bytes that are free, bytes in all)"""
    return _device.memory()


def set_device(device):
    """Has no effect: the one device is always current."""
    _index(device)


def get_arch_list():
    """The architectures that torch's kernels are built for: the CPU, here."""
    return []


def _nothing(*arguments, **keywords):
    """Has no effect."""


def _constant(value):
    return lambda *arguments, **keywords: value


_CONSTANTS = {
    "is_available": True, "is_initialized": True, "device_count": 1, "current_device": 0, "_is_compiled": True,
    "is_current_stream_capturing": False, "is_bf16_supported": True, "is_tf32_supported": True,
    "memory_allocated": 0, "max_memory_allocated": 0, "memory_reserved": 0, "max_memory_reserved": 0,
}
_NOTHING = ("init", "_lazy_init", "_lazy_call", "empty_cache", "ipc_collect", "reset_peak_memory_stats",
            "reset_max_memory_allocated", "reset_accumulated_memory_stats", "reset_max_memory_cached",
            "set_sync_debug_mode")
_OURS = (Stream, ExternalStream, Event, StreamContext, device, device_of, current_stream, default_stream, set_stream, stream, synchronize,
         get_device_capability, get_device_name, get_device_properties, mem_get_info, set_device, get_arch_list)


def _refusal(name):
    def refuse(*arguments, **keywords):
        raise NotImplementedError(f"torch.cuda.{name} isn't there under tileiras.emulate: tensors of the device are computed "
                                  "with on the CPU, and only cuTile's kernels are emulated")
    return refuse


def in_place_of(original, act):
    """A function with another body and the documentation of the one that it replaces."""
    def run(*arguments, **keywords):
        return act(*arguments, **keywords)
    return functools.update_wrapper(run, original)


def _replacements():
    for each in _OURS:
        each.__module__ = "torch.cuda"
    ours = {each.__name__: each for each in _OURS}
    ours.update({name: _constant(value) for name, value in _CONSTANTS.items()})
    ours.update(dict.fromkeys(_NOTHING, _nothing))
    generator = torch.default_generator  # all random numbers are the host's
    seeds = {"manual_seed": generator.manual_seed, "manual_seed_all": generator.manual_seed, "seed": generator.seed,
             "seed_all": generator.seed, "initial_seed": generator.initial_seed}
    states = {"get_rng_state": lambda device=None: generator.get_state(),
              "set_rng_state": lambda state, device=None: generator.set_state(state)}
    return {**ours, **seeds, **states}


def _is_of_cuda(value):
    return getattr(value, "__module__", None) is not None and f"{value.__module__}.".startswith("torch.cuda.")


def _refuse_others(replacements):
    """Functions of torch.cuda are replaced by refusals; classes that only a GPU has, such as those of its submodules,
    are kept and refuse to make objects."""
    for name, value in list(vars(torch.cuda).items()):
        if name in replacements or name.startswith("_") or not _is_of_cuda(value):
            continue
        if inspect.isfunction(value):
            replacements[name] = _refusal(name)
        elif isinstance(value, type) and value.__module__ != "torch.cuda":
            value.__new__ = staticmethod(_refusal(name))


def install():
    """Replaces functions of torch.cuda, there and in its submodules, by these and the others by refusals."""
    replacements = _replacements()
    _refuse_others(replacements)
    by_original = {}  # keyed by id; both objects are kept, or another one might get that id
    for name, value in replacements.items():
        original = getattr(torch.cuda, name, None)
        if inspect.isfunction(original):
            value = in_place_of(original, value)
        by_original[id(original)] = original, value
        setattr(torch.cuda, name, value)
    for name, module in list(sys.modules.items()):
        if name.startswith("torch.cuda."):
            for own, value in list(vars(module).items()):
                if inspect.isfunction(value) or isinstance(value, type):
                    setattr(module, own, by_original.get(id(value), (value, value))[1])
