"""Replaces CuPy in programs that run under `python -m tileiras.emulate`: arrays of the emulated GPU, on NumPy.

It has the parts that programs around cuTile kernels use: arrays, NumPy's functions on them, random numbers (the
distributions are CuPy's, the sequences NumPy's), streams, events and the device. A missing function raises an error
with its name."""
import builtins as _builtins
import functools as _functools

import numpy as _np

from tileiras.emulator._array import (Array as _Array, Capsule as _Capsule, share as _share,
                                      share_by_interface as _share_by_interface)
from cupy._missing import missing as _missing
from cupy._ndarray import forward as _forward, ndarray, to_device as _to_device, to_host as _to_host

__version__ = "13.0.0+tileiras"

# ---------------------------------------------------------------- NumPy's functions

# Functions that CuPy has too, with the same meaning.
_FUNCTIONS = """
    abs absolute acos acosh add all allclose amax amin angle any append arange arccos arccosh arcsin arcsinh arctan arctan2
    arctanh argmax argmin argpartition argsort argwhere around array_equal array_split asin asinh atan atan2 atanh
    atleast_1d atleast_2d atleast_3d average bartlett bincount bitwise_and bitwise_count bitwise_invert bitwise_left_shift
    bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman block broadcast_arrays broadcast_to cbrt ceil choose
    clip column_stack compress concat concatenate conj conjugate convolve copysign corrcoef correlate cos cosh
    count_nonzero cov cross cumprod cumsum deg2rad degrees delete diag diag_indices diag_indices_from diagflat diagonal
    diff digitize divide divmod dot dsplit dstack ediff1d einsum empty empty_like equal exp exp2 expand_dims expm1 extract
    eye fabs fill_diagonal fix flatnonzero flip fliplr flipud float_power floor floor_divide fmax fmin fmod frexp full
    full_like gcd gradient greater greater_equal hamming hanning heaviside histogram histogram2d hsplit hstack hypot i0
    identity imag in1d indices inner interp intersect1d invert isclose iscomplex isfinite isin isinf isnan isneginf
    isposinf isreal ix_ kaiser kron lcm ldexp left_shift less less_equal lexsort linspace log log10 log1p log2 logaddexp
    logaddexp2 logical_and logical_not logical_or logical_xor logspace matmul matrix_transpose max maximum mean median
    meshgrid min minimum mod modf moveaxis multiply nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax
    nanmean nanmedian nanmin nanprod nanstd nansum nanvar negative nextafter nonzero not_equal ones ones_like outer
    packbits pad partition percentile permute_dims place polyadd polyfit polymul polysub polyval positive pow power prod
    ptp put putmask quantile rad2deg radians ravel ravel_multi_index real real_if_close reciprocal remainder repeat reshape
    resize right_shift rint roll rollaxis roots rot90 round row_stack searchsorted select setdiff1d setxor1d sign signbit
    sin sinc sinh sort sort_complex split sqrt square squeeze stack std subtract sum swapaxes take take_along_axis tan tanh
    tensordot tile trace transpose trapezoid trapz tri tril tril_indices tril_indices_from trim_zeros triu triu_indices
    triu_indices_from true_divide trunc union1d unique unpackbits unravel_index unwrap vander var vdot vsplit vstack where
    zeros zeros_like
"""
# Functions that neither accept nor return arrays, types, and constants.
_SAME = """
    bool bool_ byte cdouble complex128 complex64 csingle double dtype e euler_gamma finfo float16 float32 float64 floating
    generic half iinfo inexact inf int16 int32 int64 int8 int_ intc integer intp isscalar longlong nan newaxis number pi
    can_cast promote_types short signedinteger single ubyte uint uint16 uint32 uint64 uint8 uintc uintp ulonglong
    unsignedinteger ushort broadcast_shapes AxisError ComplexWarning base_repr binary_repr complexfloating errstate
    format_float_positional format_float_scientific get_printoptions geterr index_exp issubdtype iterable min_scalar_type
    mintypecode ndindex printoptions s_ set_printoptions seterr typename
"""
# Functions that query arrays, or print them.
_ASKING = "array2string array_repr array_str common_type iscomplexobj isfortran isrealobj"
# Functions that read arrays, or make them from Python's numbers.
_READING = "fromfile fromiter fromstring genfromtxt loadtxt"
# Objects that are indexed.
_INDEXED = "c_ mgrid ogrid r_"
# Functions that write arrays.
_WRITING = "save savetxt savez savez_compressed"

for _name in _FUNCTIONS.split():
    if hasattr(_np, _name):  # in1d and others were removed from later versions
        globals()[_name] = _forward(getattr(_np, _name))
for _name in _SAME.split():
    if hasattr(_np, _name):
        globals()[_name] = getattr(_np, _name)


def _asking(function):
    @_functools.wraps(function)
    def ask(*arguments, **keywords):
        return function(*map(_to_host, arguments), **keywords)
    return ask


def _reading(function):
    @_functools.wraps(function)
    def read(*arguments, **keywords):
        return _to_device(function(*arguments, **keywords))
    return read


def _writing(function):
    @_functools.wraps(function)
    def write(file, *arguments, **keywords):
        return function(file, *map(asnumpy, arguments), **{key: asnumpy(value) if isinstance(value, _Array) else value
                                                           for key, value in keywords.items()})
    return write


class _Indexed:
    """numpy.r_ and the like."""

    def __init__(self, maker):
        self._maker = maker

    def __getitem__(self, index):
        return _to_device(self._maker[_to_host(index)])


for _names, _make in ((_ASKING, _asking), (_READING, _reading), (_WRITING, _writing), (_INDEXED, _Indexed)):
    for _name in _names.split():
        globals()[_name] = _make(getattr(_np, _name))


def ndim(a):
    """The number of an array's dimensions."""
    return _np.ndim(_to_host(a))


def shape(a):
    """An array's extents."""
    return _np.shape(_to_host(a))


def size(a, axis=None):
    """The number of an array's elements, or its extent along an axis."""
    return _np.size(_to_host(a), axis)


def result_type(*arrays_and_dtypes):
    """As numpy.result_type."""
    return _np.result_type(*map(_to_host, arrays_and_dtypes))


def shares_memory(a, b):
    """Have two arrays an element in common?"""
    return _np.shares_memory(_to_host(a), _to_host(b))


def may_share_memory(a, b):
    """Do the ranges of two arrays' addresses overlap?"""
    return _np.may_share_memory(_to_host(a), _to_host(b))


# ---------------------------------------------------------------- between host and device


def _data(value):
    """Anything that arrays are made from, as NumPy takes it."""
    if isinstance(value, _Array):
        return value.numpy()
    if hasattr(value, "__cuda_array_interface__"):
        return _share_by_interface(value)
    if type(value) in (tuple, list):
        return type(value)(_data(each) for each in value)
    if not isinstance(value, _np.ndarray) and hasattr(value, "__dlpack__"):
        raise TypeError(f"the stand-in for CuPy of tileiras.emulate takes no {type(value).__module__}.{type(value).__name__}: "
                        "use cupy.from_dlpack() for an array of the device, or bring it to a NumPy array first")
    return value


def array(obj, dtype=None, copy=True, order="K", subok=False, ndmin=0):
    """A device array with the values of `obj`: of NumPy, CuPy, or Python."""
    if not copy:
        return asarray(obj, dtype, order)
    return _to_device(_np.array(_data(obj), dtype=dtype, order=order, ndmin=ndmin))


def asarray(a, dtype=None, order="K"):
    """`a` itself where it is a device array of that type, or shares memory with another library's, else a copy."""
    if isinstance(a, ndarray) and dtype in (None, a.dtype) and order in ("K", "A", None):
        return a
    return _to_device(_np.asarray(_data(a), dtype=dtype, order=order))


def from_dlpack(array, *, device=None, copy=None):
    """An array of the same memory as one of another library on the device."""
    shared = _to_device(_share(array))
    return shared.copy() if copy else shared


def fromDlpack(dltensor):
    """A device array of the same memory as a capsule."""
    return from_dlpack(_Capsule(dltensor))


def require(a, dtype=None, requirements=None):
    """As numpy.require."""
    return _to_device(_np.require(_data(a), dtype, requirements))


def asanyarray(a, dtype=None, order="K"):
    """As asarray."""
    return asarray(a, dtype, order)


def ascontiguousarray(a, dtype=None):
    """`a` itself where it is contiguous and of that type, else a copy that is."""
    if isinstance(a, ndarray) and a.flags.c_contiguous and dtype in (None, a.dtype):
        return a
    return _to_device(_np.ascontiguousarray(_data(a), dtype))


def asfortranarray(a, dtype=None):
    """Like ascontiguousarray, with the first axis as the fastest."""
    if isinstance(a, ndarray) and a.flags.f_contiguous and dtype in (None, a.dtype):
        return a
    return _to_device(_np.asfortranarray(_data(a), dtype))


def copy(a, order="K"):
    """A copy of an array of the device."""
    return _to_device(_np.array(_data(a), order=order))


def frombuffer(*arguments, **keywords):
    """As numpy.frombuffer, copied to the device."""
    return _to_device(_np.frombuffer(*arguments, **keywords).copy())


class _Archive:
    """numpy.load of several arrays, each of which is copied to the device when it is accessed."""

    def __init__(self, archive):
        self._archive = archive

    def __getattr__(self, name):
        return getattr(self._archive, name)

    def __getitem__(self, name):
        return _to_device(self._archive[name])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._archive.close()


def load(*arguments, **keywords):
    """As numpy.load, copied to the device."""
    found = _np.load(*arguments, **keywords)
    return _to_device(found) if isinstance(found, _np.ndarray) else _Archive(found)


def asnumpy(a, stream=None, order="C", out=None, *, blocking=True):
    """A NumPy array with the values of a device array, or of anything that NumPy accepts."""
    if isinstance(a, ndarray):
        return a.get(order=order, out=out)
    if out is None:
        return _np.asarray(_data(a), order=order)
    out[...] = a
    return out


def copyto(dst, src, casting="same_kind", where=None):
    """As numpy.copyto, onto an array of the device."""
    _np.copyto(dst.numpy(), _to_host(src), casting, **({} if where is None else {"where": _to_host(where)}))


def get_array_module(*args):
    """This module where one of the arguments is a device array, else NumPy."""
    import cupy
    return cupy if _builtins.any(isinstance(each, ndarray) for each in args) else _np


def is_available():
    """There is a device."""
    return True


from cupy import cuda, fft, linalg, random, testing  # they use the functions above


def get_default_memory_pool():
    """The device's memory."""
    return cuda.MemoryPool()


def get_default_pinned_memory_pool():
    """The host's memory."""
    return cuda.PinnedMemoryPool()


def show_config():
    """Prints that this is the replacement, and its version of NumPy."""
    print(f"CuPy {__version__}: the stand-in of tileiras.emulate on NumPy {_np.__version__}, {cuda.Device(0)}")


__getattr__ = _missing("cupy")
