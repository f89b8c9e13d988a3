"""NVIDIA's driver by ctypes: the few calls that tests and measurements make, and how cuTile passes arguments.

This needs Python only; the path of a driver may be the path of the emulated one (build/lib/emulated)."""
import ctypes
import struct
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p

from . import cubin

# CUdevice_attribute
MULTIPROCESSORS, MAJOR, MINOR, L2_BYTES = 16, 75, 76, 38
# CUfunction_attribute
MAX_THREADS, SHARED_BYTES, LOCAL_BYTES, REGISTERS, MAX_DYNAMIC_SHARED = 0, 1, 3, 4, 8
# CUlaunchAttributeID
CLUSTER_DIMENSION = 4
# CUjit_option
ERROR_LOG, ERROR_LOG_BYTES = 5, 6
L2_PROMOTION_128 = 2

SPARE_PARAMETERS = 16  # hidden parameters that a kernel may have in addition


class DriverError(RuntimeError):
    """A call failed; `name` is the error, such as CUDA_ERROR_ILLEGAL_ADDRESS."""

    def __init__(self, call, name, log=""):
        super().__init__(f"{call}: {name}" + (f": {log}" if log else ""))
        self.name = name


class LaunchAttribute(ctypes.Structure):
    _fields_ = [("id", c_int), ("pad", c_int), ("value", c_uint * 16)]


class LaunchConfig(ctypes.Structure):
    _fields_ = [("grid", c_uint * 3), ("block", c_uint * 3), ("shared", c_uint), ("stream", c_void_p),
                ("attributes", ctypes.POINTER(LaunchAttribute)), ("count", c_uint)]


class Driver:
    """The initialised library."""

    def __init__(self, path="libcuda.so.1"):
        self.library = ctypes.CDLL(path)
        self.call("cuInit", 0)

    def call(self, function, *arguments, log=None):
        code = getattr(self.library, function)(*arguments)
        if code:
            name = c_char_p()
            self.library.cuGetErrorName(code, byref(name))
            said = log.value.decode(errors="replace").strip() if log else ""
            raise DriverError(function, (name.value or b"%d" % code).decode(), said)


class Gpu:
    """A GPU and its primary context, which is made current."""

    def __init__(self, path="libcuda.so.1", ordinal=0):
        self.driver = Driver(path)
        self.call = self.driver.call
        self.device, self.context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(self.device), ordinal)
        self.call("cuDevicePrimaryCtxRetain", byref(self.context), self.device)
        self.call("cuCtxSetCurrent", self.context)

    @property
    def name(self):
        text = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", text, 255, self.device)
        return text.value.decode()

    @property
    def driver_version(self):
        version = c_int()
        self.call("cuDriverGetVersion", byref(version))
        return version.value

    def attribute(self, number):
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), number, self.device)
        return value.value

    @property
    def arch(self):
        return f"sm_{self.attribute(MAJOR)}{self.attribute(MINOR)}"

    def allocate(self, size):
        address = c_uint64()
        self.call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 1)))
        return address.value

    def free(self, address):
        self.call("cuMemFree_v2", c_uint64(address))

    def upload(self, address, data):
        """Copies data, which is bytes or has a writable buffer."""
        size = memoryview(data).nbytes
        source = data if isinstance(data, bytes) else (ctypes.c_char * size).from_buffer(data)
        self.call("cuMemcpyHtoD_v2", c_uint64(address), source, c_size_t(size))

    def download(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, c_uint64(address), c_size_t(size))
        return data.raw

    def load(self, image):
        """Loads a cubin or PTX."""
        log = ctypes.create_string_buffer(4096)
        options = (c_int * 2)(ERROR_LOG, ERROR_LOG_BYTES)
        values = (c_void_p * 2)(ctypes.addressof(log), 4095)
        module = c_void_p()
        self.call("cuModuleLoadDataEx", byref(module), image + b"\0", 2, options, values, log=log)
        return Module(self, module, image)

    def synchronize(self):
        self.call("cuCtxSynchronize")


class Module:
    def __init__(self, gpu, handle, image):
        self.gpu, self.handle, self.image = gpu, handle, image

    def function(self, name):
        handle = c_void_p()
        self.gpu.call("cuModuleGetFunction", byref(handle), self.handle, name.encode())
        return Function(self, name, handle)

    def variable(self, name):
        """The contents of a variable of global memory; None if there is none."""
        address, size = c_uint64(), c_size_t()
        try:
            self.gpu.call("cuModuleGetGlobal_v2", byref(address), byref(size), self.handle, name.encode())
        except DriverError as error:
            if error.name == "CUDA_ERROR_NOT_FOUND":
                return None
            raise
        return self.gpu.download(address.value, size.value)

    def unload(self):
        self.gpu.call("cuModuleUnload", self.handle)


class Function:
    def __init__(self, module, name, handle):
        self.module, self.gpu, self.name, self.handle = module, module.gpu, name, handle

    def attribute(self, number):
        value = c_int()
        self.gpu.call("cuFuncGetAttribute", byref(value), number, self.handle)
        return value.value

    @property
    def block(self):
        """The block that the kernel requires, as all kernels of Tile IR do, else one thread. (MAX_THREADS is the limit by registers.)"""
        return cubin.required_block(self.module.image, self.name) or (1, 1, 1)

    def parameter_sizes(self):
        sizes, offset, size = [], c_size_t(), c_size_t()
        while True:
            try:
                self.gpu.call("cuFuncGetParamInfo", self.handle, c_size_t(len(sizes)), byref(offset), byref(size))
            except DriverError:
                return sizes
            sizes.append(size.value)

    def prepare(self, grid, parameters, block=None, cluster=None, shared=0):
        """A launch that can be called. `parameters` has bytes for each parameter, at least as long as it."""
        block = self.block if block is None else block
        if shared:
            self.gpu.call("cuFuncSetAttribute", self.handle, MAX_DYNAMIC_SHARED, shared)
        # Tensor maps require addresses that 64 divides; zeros follow each value.
        values = [*parameters, *[bytes(128)] * SPARE_PARAMETERS]
        held = [ctypes.create_string_buffer(len(value) + 128) for value in values]
        addresses = [ctypes.addressof(buffer) + -ctypes.addressof(buffer) % 64 for buffer in held]
        for address, value in zip(addresses, values):
            ctypes.memmove(address, value, len(value))
        pointers = (c_void_p * len(addresses))(*addresses)
        config = LaunchConfig((c_uint * 3)(*grid), (c_uint * 3)(*block), shared, None, None, 0)
        if cluster:
            attribute = LaunchAttribute(CLUSTER_DIMENSION, 0, (c_uint * 16)(*cluster))
            config.attributes, config.count = ctypes.pointer(attribute), 1
        return Launch(self, config, pointers, held)

    def encode_maps(self, parameters):
        """The tensor maps that a kernel takes after its parameters (docs/Guides/Tools.md, "Tensor maps"), as bytes."""
        note = self.module.variable(f"__tileiras_tensor_maps_{self.name}")
        if note is None:
            return []
        words = iter(struct.unpack(f"<{len(note) // 8}Q", note))
        value = lambda kind, number: int.from_bytes(parameters[number][:4], "little") if kind else number
        assert next(words) == 1, "a version of the note that isn't known"
        maps = []
        for _ in range(next(words)):
            parameter, base, element, swizzle, fill, rank = (next(words) for _ in range(6))
            assert parameter == len(parameters) + len(maps)
            dims = [(value(next(words), next(words)), value(next(words), next(words)), next(words)) for _ in range(rank)]
            extents, strides, box = zip(*dims)
            maps.append(self.encode_map(parameters[base][:8], element, extents, strides, box, swizzle, fill))
        return maps

    def encode_map(self, base, element, extents, strides, box, swizzle, fill):
        rank, size = len(extents), ELEMENT_BYTES[element]
        buffer = ctypes.create_string_buffer(192)
        aligned = ctypes.addressof(buffer) + -ctypes.addressof(buffer) % 64
        self.gpu.call("cuTensorMapEncodeTiled", c_void_p(aligned), element, rank, c_void_p(int.from_bytes(base, "little")),
                      (c_uint64 * rank)(*extents), (c_uint64 * rank)(*(s * size for s in strides[1:])),
                      (c_uint * rank)(*box), (c_uint * rank)(*[1] * rank), 0, swizzle, L2_PROMOTION_128, fill)
        return ctypes.string_at(aligned, 128)

    def encode_im2col(self, base, element, extents, strides, lower, upper, channels, pixels, steps, swizzle, fill):
        """A tensor map for im2col mode. The strides are in bytes, of dimensions 1 and up; the corners are of dimensions between
        the first and the last."""
        rank = len(extents)
        buffer = ctypes.create_string_buffer(192)
        aligned = ctypes.addressof(buffer) + -ctypes.addressof(buffer) % 64
        self.gpu.call("cuTensorMapEncodeIm2col", c_void_p(aligned), element, rank, c_void_p(int.from_bytes(base, "little")),
                      (c_uint64 * rank)(*extents), (c_uint64 * (rank - 1))(*strides), (c_int * (rank - 2))(*lower),
                      (c_int * (rank - 2))(*upper), channels, pixels, (c_uint * rank)(*steps), 0, swizzle, L2_PROMOTION_128, fill)
        return ctypes.string_at(aligned, 128)


class Launch:
    """A launch that can be repeated."""

    def __init__(self, function, config, pointers, held):
        self.gpu, self.handle, self.config, self.pointers, self.held = function.gpu, function.handle, config, pointers, held

    def __call__(self):
        self.gpu.call("cuLaunchKernelEx", byref(self.config), self.handle, self.pointers, None)

    def plain(self):
        """Launches by cuLaunchKernel, which has no attributes."""
        config = self.config
        self.gpu.call("cuLaunchKernel", self.handle, *map(c_uint, (*config.grid, *config.block, config.shared)), None,
                      self.pointers, None)


# CUtensorMapDataType: u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32.ftz, tf32, tf32.ftz
ELEMENT_BYTES = (1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4)


def array_parameters(address, shape, strides=None):
    """An array as cuTile passes it: its address, sizes, and strides in elements, each as eight bytes."""
    if strides is None:
        strides = [1] * len(shape)
        for axis in range(len(shape) - 2, -1, -1):
            strides[axis] = strides[axis + 1] * shape[axis + 1]
    return [struct.pack("<q", value) for value in (address, *shape, *strides)]


class Events:
    """Two points in time on the GPU."""

    def __init__(self, gpu):
        self.gpu, self.start, self.end = gpu, c_void_p(), c_void_p()
        for event in (self.start, self.end):
            gpu.call("cuEventCreate", byref(event), 0)

    def microseconds(self, launch):
        """The time of the work that `launch` puts on the default stream."""
        self.gpu.call("cuEventRecord", self.start, None)
        launch()
        self.gpu.call("cuEventRecord", self.end, None)
        self.gpu.call("cuEventSynchronize", self.end)
        milliseconds = c_float()
        self.gpu.call("cuEventElapsedTime", byref(milliseconds), self.start, self.end)
        return 1000 * milliseconds.value
