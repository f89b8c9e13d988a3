"""The clock: medians between the GPU's events, over several sets of inputs that together exceed the second-level cache,
while earlier work keeps the GPU busy so that the host's launches are not on the critical path."""
import ctypes
import math
import statistics
import struct
from ctypes import byref, c_float, c_size_t, c_uint, c_uint64, c_void_p

DTYPES = {"f32": "float32", "f16": "float16", "bf16": "bfloat16", "f8e4m3": "float8_e4m3fn", "i8": "int8", "i32": "int32"}
MAX_SETS = 8


def make(torch, argument, device):
    """An argument as a tensor; scalars as numbers."""
    what, kind, *rest = argument
    if what == "scalar":
        return rest[0]
    shape = rest[0]
    dtype = getattr(torch, DTYPES[kind])
    if what == "indices":
        return torch.randint(0, rest[1], shape, dtype=dtype, device=device)
    if what == "zeros":  # overwritten by the kernel; no such value may remain
        return torch.full(shape, 0x7f, dtype=torch.int8, device=device) if kind == "i8" else \
            torch.full(shape, 77.0, device=device).to(dtype) if kind == "f8e4m3" else \
            torch.full(shape, 7777, dtype=dtype, device=device)
    if kind == "i8":
        return torch.randint(-8, 8, shape, dtype=dtype, device=device)
    return torch.randn(shape, device=device).to(dtype)


def sets_of(torch, problem, device, cache_bytes):
    """Equal sets of arguments, as many as twice the cache needs, but at most MAX_SETS."""
    first = [make(torch, a, device) for a in problem.arguments]
    size = sum(a.nbytes for a in first if hasattr(a, "nbytes"))
    count = max(1, min(MAX_SETS, math.ceil(2 * cache_bytes / size)))
    return [first] + [[a.clone() if hasattr(a, "clone") else a for a in first] for _ in range(count - 1)]


def parameters(driver, problem, arguments):
    """The parameters as cuTile passes them."""
    result = []
    for given, argument in zip(problem.arguments, arguments):
        if given[0] == "scalar":
            result.append(struct.pack(given[1], argument))
        else:
            result += driver.array_parameters(argument.data_ptr(), list(argument.shape))
    return result


def error_of(torch, problem, arguments, expected):
    """The largest relative error of a result, by the norm of the whole."""
    worst = 0.0
    for number, right in zip(problem.result, expected):
        got, right = arguments[number].float(), right.float()
        error = ((got - right).norm() / right.norm()).item()
        worst = error if math.isnan(error) else max(worst, error)
    return worst


class Clock:
    """Times launches with the driver's events on the default stream."""

    def __init__(self, gpu, count, busy_bytes):
        self.gpu, self.count, self.busy_bytes = gpu, max(count, 3), busy_bytes
        self.busy = gpu.allocate(self.busy_bytes)
        self.events = [(c_void_p(), c_void_p()) for _ in range(self.count)]
        for pair in self.events:
            for event in pair:
                gpu.call("cuEventCreate", byref(event), 0)

    def keep_busy(self, times):
        for _ in range(times):
            self.gpu.call("cuMemsetD32Async", c_uint64(self.busy), c_uint(0), c_size_t(self.busy_bytes // 4), None)

    def measure(self, launches, longest=0.15):
        """The microseconds of each run, cycling through a list of launches."""
        # Warm up, and estimate the time of a run.
        for launch in launches[:3]:
            launch()
        self.gpu.synchronize()
        first = self.run(launches, 3, busy=2)
        count = max(3, min(self.count, int(longest * 1e6 / max(statistics.median(first), 1))))
        return self.run(launches, count, busy=6)

    def run(self, launches, count, busy):
        self.keep_busy(busy)
        for n in range(count):
            start, end = self.events[n]
            self.gpu.call("cuEventRecord", start, None)
            launches[n % len(launches)]()
            self.gpu.call("cuEventRecord", end, None)
        self.gpu.synchronize()
        times, milliseconds = [], c_float()
        for start, end in self.events[:count]:
            self.gpu.call("cuEventElapsedTime", byref(milliseconds), start, end)
            times.append(1000 * milliseconds.value)
        return times
