"""cupy.ndarray: a device array that differs from tileiras.emulator's where CuPy differs from NumPy.

Every result is an array, of no dimension where NumPy gives a scalar. NumPy's arrays don't mix with CuPy's, and are
converted explicitly only. Operations without a numeric result give no warning.
"""
import numpy as np

from tileiras.emulator._array import Array


class ndarray(Array):
    """An array of the emulated GPU with CuPy's attributes and methods."""

    __slots__ = ()
    __module__ = "cupy"

    def __init__(self, view):
        if not isinstance(view, np.ndarray):
            raise TypeError("the stand-in for CuPy makes arrays by cupy.empty, cupy.zeros and the like, not by cupy.ndarray")
        super().__init__(view)

    # ------------------------------------------------------------ to and from the host

    def get(self, stream=None, order="C", out=None, blocking=True):
        """A NumPy array of the same values."""
        if out is None:
            return np.array(self._view, order=order)
        out[...] = self._view
        return out

    def set(self, arr, stream=None):
        """Copies the values of a NumPy array of this shape and type."""
        if arr.shape != self.shape or arr.dtype != self.dtype:
            raise ValueError(f"set: an array of shape {arr.shape} and {arr.dtype} for one of {self.shape} and {self.dtype}")
        self._view[...] = arr

    def __array__(self, dtype=None, copy=None):
        raise TypeError("an array of CuPy doesn't become NumPy's by itself: use .get() or cupy.asnumpy()")

    def __array_function__(self, function, types, arguments, keywords):
        import cupy
        module = cupy
        for part in function.__module__.split(".")[1:]:
            module = getattr(module, part, None)
        found = getattr(module, function.__name__, None)
        return NotImplemented if found is None else found(*arguments, **keywords)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **keywords):
        inputs = [to_host(each) for each in inputs]
        if out is not None:
            keywords["out"] = tuple(to_host(each) for each in out)
        with np.errstate(all="ignore"):
            result = getattr(ufunc, method)(*inputs, **keywords)
        return to_device(result) if out is None else out[0] if len(out) == 1 else out

    def toDlpack(self):
        """DLPack's capsule of the same memory."""
        return self.__dlpack__()

    # ------------------------------------------------------------ elements

    def __getitem__(self, index):
        index = to_host(index)
        found = self._view[index]
        if not isinstance(found, np.ndarray):  # the same element as a view of no dimension
            found = self._view[(*index, ...) if isinstance(index, tuple) else (index, ...)]
        return to_device(found)

    def __setitem__(self, index, value):
        self._view[to_host(index)] = to_host(value)

    __hash__ = None

    # ------------------------------------------------------------ what it is like

    flags = property(lambda self: self._view.flags)
    real = property(lambda self: to_device(self._view.real))
    imag = property(lambda self: to_device(self._view.imag))

    @property
    def data(self):
        """Its memory: `data.ptr` is the address."""
        import cupy
        return cupy.cuda.MemoryPointer(self)

    @property
    def device(self):
        """The one device."""
        import cupy
        return cupy.cuda.Device(0)

    def reshape(self, *shape, order="C"):
        """A view of another shape where the strides allow one, else a copy."""
        return to_device(self._view.reshape(*shape, order=order))

    def astype(self, dtype, order="K", casting=None, subok=None, copy=True):
        """The same values in another type; the array itself where nothing changes and no copy is required."""
        if not copy and self.dtype == np.dtype(dtype):
            return self
        with np.errstate(all="ignore"):
            return to_device(self._view.astype(dtype, order=order))

    def copy(self, order="C"):
        """A copy in separate memory."""
        return to_device(self._view.copy(order=order))


def to_host(value):
    """The NumPy array to compute with for `value`. A NumPy array is refused, as by CuPy."""
    if isinstance(value, Array):
        return value.numpy()
    if isinstance(value, np.ndarray):
        raise TypeError("an array of NumPy among CuPy's: use cupy.asarray() to bring it to the device")
    if type(value) in (tuple, list):
        return type(value)(to_host(each) for each in value)
    return value


def to_device(value):
    """A result of NumPy as CuPy gives it: arrays of the device, also where NumPy has a scalar."""
    if isinstance(value, (np.ndarray, np.generic)):
        return ndarray._own(np.asarray(value))
    if isinstance(value, bool):
        return ndarray._own(np.asarray(value))
    if isinstance(value, tuple):
        converted = [to_device(each) for each in value]
        return type(value)(*converted) if hasattr(value, "_fields") else tuple(converted)
    if isinstance(value, list):
        return [to_device(each) for each in value]
    return value


def forward(function):
    """A function of NumPy for CuPy's arrays."""
    def forwarded(*arguments, **keywords):
        out = keywords.get("out")
        host = [to_host(each) for each in arguments]
        with np.errstate(all="ignore"):
            result = function(*host, **{name: to_host(value) for name, value in keywords.items()})
        return to_device(result) if out is None else out

    forwarded.__name__ = forwarded.__qualname__ = function.__name__
    forwarded.__doc__ = f"As numpy.{function.__name__}, for arrays of the device."
    return forwarded


def _method(name):
    def method(view, *arguments, **keywords):
        return getattr(view, name)(*arguments, **keywords)

    method.__name__ = name
    return forward(method)


for _name in ("all any argmax argmin argpartition argsort choose clip compress conj conjugate cumprod cumsum diagonal dot "
              "flatten max mean min nonzero partition prod put ravel repeat round searchsorted sort squeeze std sum "
              "swapaxes take trace transpose var view").split():
    setattr(ndarray, _name, _method(_name))
for _name in "tobytes tofile tolist".split():
    setattr(ndarray, _name, lambda self, *arguments, _name=_name: getattr(self._view, _name)(*arguments))
