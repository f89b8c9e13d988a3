"""Which tensors are the device's, and which the host's.

All lie in host memory. A tensor is the host's if torch made it there on the program's word: its storage is marked, and so
are those of what is computed from nothing but such tensors. Everything else is the device's. That way round, what torch's
own code makes out of sight, such as gradients, counts as the device's.
"""
import torch

_MARK = "_tileiras_is_host"
DEVICE = torch.device("cuda", 0)
HOST = torch.device("cpu")


def _storage(tensor):
    """None for those that have none, such as sparse ones. A storage keeps its Python object, and so a mark, while it lives."""
    try:
        return tensor.untyped_storage()
    except (NotImplementedError, RuntimeError):
        return None


def mark_host(tensor):
    """From now on this tensor and all views of it are the host's."""
    storage = _storage(tensor)
    if storage is not None:
        setattr(storage, _MARK, True)


def is_host(tensor):
    """Is it the host's?"""
    return tensor.device.type == "cpu" and getattr(_storage(tensor), _MARK, False)


def device_of(tensor):
    """The device that the program sees."""
    actual = tensor.device
    return DEVICE if actual.type == "cpu" and not is_host(tensor) else actual


def shares_storage(one, other):
    """Do two tensors lie in the same storage?"""
    return _storage(one) is not None and _storage(one) is _storage(other)
