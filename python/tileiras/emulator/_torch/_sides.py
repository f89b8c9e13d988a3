"""Which tensors are the device's, and which the host's.

All are in host memory. A tensor is the host's if torch made it there explicitly: its storage is marked, and so are the
storages of results computed only from such tensors. Everything else is the device's. With that rule, tensors that
torch's own code makes internally, such as gradients, count as the device's."""
import torch

_MARK = "_tileiras_is_host"
DEVICE = torch.device("cuda", 0)
HOST = torch.device("cpu")


def _storage(tensor):
    """The storage of a tensor, or None for those that have none, such as sparse ones. A storage keeps its Python
    object, and so a mark, while it lives."""
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
    """Whether a tensor is the host's."""
    return tensor.device.type == "cpu" and getattr(_storage(tensor), _MARK, False)


def device_of(tensor):
    """The device that the program sees."""
    actual = tensor.device
    return DEVICE if actual.type == "cpu" and not is_host(tensor) else actual


def shares_storage(one, other):
    """Whether two tensors share a storage."""
    return _storage(one) is not None and _storage(one) is _storage(other)
