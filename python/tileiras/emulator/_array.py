"""Device arrays over NumPy views of managed memory."""
from __future__ import annotations

import ctypes
import math
import numbers
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

try:
    import ml_dtypes  # gives NumPy bfloat16 and the narrow floats, by name too
except ImportError:
    ml_dtypes = None

from tileiras.emulator._driver import Memory

_DL_CPU, _DL_CUDA = 1, 2
_DL_UINT = 1
# DLPack's codes for types that NumPy can't export (dlpack.h, DLDataTypeCode).
_DL_CODES = {"bfloat16": 4, "float8_e3m4": 7, "float8_e4m3": 8, "float8_e4m3b11fnuz": 9, "float8_e4m3fn": 10,
             "float8_e4m3fnuz": 11, "float8_e5m2": 12, "float8_e5m2fnuz": 13, "float8_e8m0fnu": 14}


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16)]


_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _method(name: str) -> Any:
    """A method of NumPy's arrays; a result that is an array is a device array."""
    def method(self, *arguments, **keywords):
        result = getattr(self._view, name)(*map(_to_numpy, arguments),
                                           **{key: _to_numpy(value) for key, value in keywords.items()})
        return self._own(result) if isinstance(result, np.ndarray) else result

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"As numpy.ndarray.{name}."
    return method


class Array(np.lib.mixins.NDArrayOperatorsMixin):
    """An array in the emulated device's memory. Make one with `array`, `zeros` and their like.

    Kernels accept it through DLPack or `__cuda_array_interface__`. Arithmetic, NumPy's functions and printing work as on
    a NumPy array, on the host; ufuncs return device arrays. Slices are views.

    Attributes:
        shape (tuple of int): extents.
        strides (tuple of int): in bytes, as in NumPy.
        dtype (numpy.dtype): element type; ml_dtypes' types too.
    """

    __slots__ = ("_view", "__weakref__")
    __array_priority__ = 100

    def __init__(self, view: npt.NDArray[Any]) -> None:
        """For internal use: `view` is a NumPy array in managed memory."""
        self._view = view

    @classmethod
    def _own(cls, view):
        """An array of this class: in the same memory where that is the device's, else a copy."""
        if _is_on_device(view):
            return cls(view)
        order = np.argsort([-stride for stride in view.strides], kind="stable")  # the order of the axes, which the copy keeps
        return cls(_copy(view.transpose(order)).transpose(np.argsort(order)))

    # ------------------------------------------------------------ what it is like

    shape = property(lambda self: self._view.shape)
    strides = property(lambda self: self._view.strides)
    dtype = property(lambda self: self._view.dtype)
    ndim = property(lambda self: self._view.ndim)
    size = property(lambda self: self._view.size, doc="number of elements")
    nbytes = property(lambda self: self._view.nbytes, doc="bytes of all elements")
    itemsize = property(lambda self: self._view.itemsize, doc="bytes of an element")
    T = property(lambda self: self._own(self._view.T), doc="the transpose, a view")

    def __len__(self) -> int:
        return len(self._view)

    def __repr__(self) -> str:
        return repr(self._view)

    def __str__(self) -> str:
        return str(self._view)

    def __format__(self, spec: str) -> str:
        return format(self._view, spec)

    def __bool__(self) -> bool:
        return bool(self._view)

    def __int__(self) -> int:
        return int(self._view)

    def __float__(self) -> float:
        return float(self._view)

    def __complex__(self) -> complex:
        return complex(self._view)

    def __index__(self) -> int:
        return self._view.__index__()

    # ------------------------------------------------------------ contents

    def numpy(self) -> npt.NDArray[Any]:
        """The same memory as a NumPy array, without a copy. Later writes of kernels are seen in it."""
        return self._view

    def item(self, *index: int) -> Any:
        """One element as a Python number, as numpy.ndarray.item."""
        return self._view.item(*index)

    def copy(self) -> Array:
        """A C-ordered copy in separate memory."""
        return type(self)(_copy(self._view))

    def astype(self, dtype: npt.DTypeLike) -> Array:
        """A copy with another element type."""
        return self._own(self._view.astype(np.dtype(dtype)))

    def reshape(self, *shape: int | Sequence[int]) -> Array:
        """A view of another shape where the strides allow one, else a copy."""
        return self._own(self._view.reshape(*shape))

    def fill(self, value: Any) -> None:
        """Sets every element."""
        self._view.fill(value)

    def __getitem__(self, index: Any) -> Any:
        found = self._view[_to_numpy(index)]
        return self._own(found) if isinstance(found, np.ndarray) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        self._view[_to_numpy(index)] = _to_numpy(value)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    # ------------------------------------------------------------ NumPy's methods

    all, any, argmax, argmin = _method("all"), _method("any"), _method("argmax"), _method("argmin")
    clip, cumprod, cumsum, dot = _method("clip"), _method("cumprod"), _method("cumsum"), _method("dot")
    flatten, max, mean, min = _method("flatten"), _method("max"), _method("mean"), _method("min")
    nonzero, prod, ravel, repeat = _method("nonzero"), _method("prod"), _method("ravel"), _method("repeat")
    round, squeeze, std, sum = _method("round"), _method("squeeze"), _method("std"), _method("sum")
    swapaxes, take, tobytes, tolist = _method("swapaxes"), _method("take"), _method("tobytes"), _method("tolist")
    transpose, var = _method("transpose"), _method("var")

    # ------------------------------------------------------------ NumPy's protocols

    def __array__(self, dtype: npt.DTypeLike = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False and dtype is not None and np.dtype(dtype) != self.dtype:
            raise ValueError(f"a view of {self.dtype} can't be {np.dtype(dtype)} without a copy")
        converted = self._view if dtype is None else self._view.astype(dtype, copy=False)
        return converted.copy() if copy else converted

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **arguments):
        if out is not None:
            arguments["out"] = tuple(_to_numpy(each) for each in out)
        result = getattr(ufunc, method)(*(_to_numpy(each) for each in inputs), **arguments)
        if out is not None:
            return out[0] if len(out) == 1 else out
        results = result if isinstance(result, tuple) else (result,)
        owned = tuple(self._own(each) if isinstance(each, np.ndarray) else each for each in results)
        return owned if isinstance(result, tuple) else owned[0]

    # ------------------------------------------------------------ other libraries' protocols

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3 of Numba's protocol. The 8-bit floats have no name in it: an AttributeError, as if it weren't there."""
        if self.dtype.kind == "V" and self.dtype.name != "bfloat16":
            raise AttributeError(f"__cuda_array_interface__ has no name for {self.dtype}")
        return {"version": 3, "shape": self.shape, "typestr": self.dtype.str, "strides": self.strides,
                "data": (self._view.__array_interface__["data"][0], not self._view.flags.writeable), "stream": None}

    def __dlpack_device__(self) -> tuple[int, int]:
        """The device as DLPack names it: (kDLCUDA, 0)."""
        return _DL_CUDA, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """A capsule of the same memory, on CUDA device 0.

        `stream` is ignored: work has run when its launch returns. Capsules are of DLPack's first form, which consumers
        of later ones accept.

        Raises:
            BufferError: a copy, another device, or an element type that DLPack has no code for."""
        if copy or dl_device not in (None, (_DL_CUDA, 0)):
            raise BufferError("arrays of the emulator are exported as they are")
        code = _DL_CODES.get(self.dtype.name)
        if code is None and self.dtype.kind not in "biufc":
            raise BufferError(f"DLPack has no code for {self.dtype}")
        exported = self._view if code is None else self._view.view(f"u{self.itemsize}")
        capsule = exported.__dlpack__()
        tensor = _DLTensor.from_address(_capsule_pointer(capsule, b"dltensor"))
        tensor.device_type, tensor.device_id = _DL_CUDA, 0
        if code is not None:
            tensor.code = code
        return capsule


def _to_numpy(value):
    if isinstance(value, Array):
        return value._view
    if isinstance(value, tuple):
        return tuple(_to_numpy(each) for each in value)
    return value


class _Shared:
    """Device memory of another library's array, which this object keeps alive: NumPy keeps it as the base of views."""

    def __init__(self, owner, interface):
        self._owner = owner
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False), "version": 3}


def _is_on_device(view):
    """Is this NumPy array a view of the device's memory?"""
    while isinstance(view, np.ndarray):
        view = view.base
    return isinstance(view, (Memory, _Shared))


def to_host_capsule(exporter):
    """DLPack's capsule of another library's device array, relabelled as the host's, and the tensor in it.

    Raises:
        BufferError: it is on another device."""
    device = tuple(map(int, exporter.__dlpack_device__()))
    if device != (_DL_CUDA, 0):
        raise BufferError(f"expected an array of the device, {(_DL_CUDA, 0)} in DLPack, got one of {device}")
    capsule = exporter.__dlpack__()
    tensor = _DLTensor.from_address(_capsule_pointer(capsule, b"dltensor"))
    tensor.device_type, tensor.device_id = _DL_CPU, 0
    return capsule, tensor


class Capsule:
    """Exports a capsule of DLPack: for the device, or for `device`."""

    def __init__(self, capsule, device=(_DL_CUDA, 0)):
        self._capsule, self._device = capsule, device

    def __dlpack__(self, **keywords):
        return self._capsule

    def __dlpack_device__(self):
        return self._device


def share(exporter):
    """A NumPy array of the same memory as another library's device array, by DLPack.

    Raises:
        BufferError: it is on another device."""
    capsule, tensor = to_host_capsule(exporter)
    name = next((name for name, code in _DL_CODES.items() if code == tensor.code), None)
    if name:  # NumPy has no name for it
        tensor.code = _DL_UINT
    view = np.from_dlpack(Capsule(capsule, (_DL_CPU, 0)))
    shared = np.asarray(_Shared(view, view.__array_interface__))
    return shared.view(name) if name else shared


def share_by_interface(exporter):
    """The same by `__cuda_array_interface__`."""
    return np.asarray(_Shared(exporter, exporter.__cuda_array_interface__))


def _allocate(shape, dtype):
    """A NumPy array of unspecified contents in the device's memory."""
    memory = Memory(math.prod(map(int, shape)) * dtype.itemsize)
    return np.asarray(memory).view(dtype).reshape(shape)


def _copy(view):
    """A C-ordered copy in the device's memory."""
    made = _allocate(view.shape, view.dtype)
    made[...] = view
    return made


# ---------------------------------------------------------------- making arrays


def empty(shape: int | Sequence[int], dtype: npt.DTypeLike = np.float64) -> Array:
    """An array of unspecified contents.

    Args:
        shape (int or tuple of int): extents.
        dtype: anything that numpy.dtype accepts; names of ml_dtypes' types too.

    Raises:
        DriverError: the device is out of memory.
    """
    shape = (shape,) if isinstance(shape, numbers.Integral) else tuple(shape)
    return Array(_allocate(shape, np.dtype(dtype)))


def array(data: Any, dtype: npt.DTypeLike = None) -> Array:
    """A copy of NumPy data, or of anything that numpy.asarray accepts, in C order on the device."""
    return Array(_copy(np.asarray(_to_numpy(data), dtype=dtype)))


def asarray(data: Any, dtype: npt.DTypeLike = None) -> Array:
    """`data` itself when it is a device array of that type, else a copy on the device."""
    if isinstance(data, Array) and dtype in (None, data.dtype):
        return data
    return array(data, dtype)


def asnumpy(data: Any) -> npt.NDArray[Any]:
    """A NumPy copy of a device array."""
    return np.array(_to_numpy(data))


def full(shape: int | Sequence[int], value: Any, dtype: npt.DTypeLike = None) -> Array:
    """An array with `value` everywhere; the type is the value's by default."""
    made = empty(shape, np.asarray(value).dtype if dtype is None else dtype)
    made.fill(value)
    return made


def zeros(shape: int | Sequence[int], dtype: npt.DTypeLike = np.float64) -> Array:
    """An array of zeros."""
    return full(shape, 0, dtype)


def ones(shape: int | Sequence[int], dtype: npt.DTypeLike = np.float64) -> Array:
    """An array of ones."""
    return full(shape, 1, dtype)


def empty_like(data: Any, dtype: npt.DTypeLike = None) -> Array:
    """An array of the shape of `data`, and by default of its type."""
    data = np.asarray(data)
    return empty(data.shape, data.dtype if dtype is None else dtype)


def full_like(data: Any, value: Any, dtype: npt.DTypeLike = None) -> Array:
    """An array like `data` with `value` everywhere."""
    made = empty_like(data, dtype)
    made.fill(value)
    return made


def zeros_like(data: Any, dtype: npt.DTypeLike = None) -> Array:
    """An array like `data` of zeros."""
    return full_like(data, 0, dtype)


def ones_like(data: Any, dtype: npt.DTypeLike = None) -> Array:
    """An array like `data` of ones."""
    return full_like(data, 1, dtype)
