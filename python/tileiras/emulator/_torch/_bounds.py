"""Storages of tensors that the emulated driver knows, so that kernels may use them, and no other memory.

A storage is registered when a tensor in it is passed to a kernel or its address is queried, until it dies: it has a
finalizer."""
import ctypes
import weakref

from tileiras.emulator._driver import call, ensure_context
from tileiras.emulator._setup import prepare
from tileiras.emulator._torch._sides import is_host

_CUDA = 2  # DLPack's kDLCUDA

_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

_registered = {}  # address of a storage: its finalizer, and the bytes that were registered


def _unregister(address):
    _registered.pop(address, None)
    prepare().cuMemHostUnregister(ctypes.c_void_p(address))


def _forget_overlapping(address, size):
    """Removes the registration of an address: a storage that was resized has freed its memory."""
    for other, (finalizer, bytes_there) in list(_registered.items()):
        if other < address + size and address < other + bytes_there:
            finalizer()


def _is_known(address):
    """Whether the memory is the driver's own, such as an array of tileiras.emulator."""
    kind = ctypes.c_uint()
    return not prepare().cuPointerGetAttribute(ctypes.byref(kind), 2, ctypes.c_uint64(address))  # MEMORY_TYPE


def register(tensor):
    """Lets kernels use the tensor's storage."""
    storage = tensor.untyped_storage()
    address, size = storage.data_ptr(), storage.nbytes()
    if not size or _registered.get(address, (None, None))[1] == size:
        return
    ensure_context()
    _forget_overlapping(address, size)
    if _is_known(address):
        return
    call("cuMemHostRegister_v2", ctypes.c_void_p(address), ctypes.c_size_t(size), 0)
    _registered[address] = weakref.finalize(storage, _unregister, address), size


def exporting(to_dlpack):
    """torch._C._to_dlpack, with capsules that name the device for device tensors."""
    def export(tensor, *arguments, **keywords):
        capsule = to_dlpack(tensor, *arguments, **keywords)
        if not is_host(tensor):
            register(tensor)
            device = _capsule_pointer(capsule, b"dltensor") + ctypes.sizeof(ctypes.c_void_p)
            ctypes.c_int32.from_address(device).value = _CUDA
        return capsule
    return export
