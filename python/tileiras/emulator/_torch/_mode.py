"""Every function of torch passes through this mode."""
import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree

from tileiras.emulator import _array
from tileiras.emulator._torch import _bounds
from tileiras.emulator._torch._precision import widened
from tileiras.emulator._torch._sides import DEVICE, HOST, device_of, is_host, mark_host, shares_storage

_Tensor = torch.Tensor
_from_dlpack = torch.from_dlpack
_DLPACK_HOST, _DLPACK_DEVICE = (1, 0), (2, 0)


def _device_in(value):
    """The device that a value names, or None."""
    if isinstance(value, torch.device):
        return value
    if isinstance(value, str) and value.split(":")[0] in ("cuda", "cpu"):
        return torch.device(value)
    return None


def _check(device):
    if device.type == "cuda" and device.index not in (None, 0):
        raise RuntimeError(f"{device}: the emulator has cuda:0 only")
    return device


def _to_host(value):
    """The argument to pass to torch instead of one that names the device."""
    device = _device_in(value)
    return value if device is None or device.type != "cuda" else HOST


def _move(tensor, device, function, arguments, keywords):
    """`function`, a conversion of `tensor` without its device arguments, that moves between host and device."""
    moved = function(tensor, *arguments, **keywords)
    goes_to_host = device.type == "cpu"
    if goes_to_host != is_host(tensor) and shares_storage(moved, tensor):
        moved = moved.clone()
    if goes_to_host:
        mark_host(moved)
    return moved


def _target_of(tensor, arguments, keywords):
    """The device that Tensor.to(device, dtype), (dtype) or (other) names, and the arguments without it."""
    first = arguments[0] if arguments else keywords.get("device")
    if isinstance(first, _Tensor):
        return device_of(first), (first.dtype, *arguments[1:])
    if isinstance(first, int) and not isinstance(first, bool):
        return _check(torch.device("cuda", first)), arguments[1:]
    named = _device_in(first)
    if named is None and first is not None:
        return device_of(tensor), arguments
    return device_of(tensor) if named is None else _check(named), arguments[1:]


def _to(tensor, *arguments, **keywords):
    """Tensor.to in all its forms."""
    device, arguments = _target_of(tensor, arguments, keywords)
    keywords = {name: value for name, value in keywords.items() if name not in ("non_blocking", "device")}
    if device.type not in ("cpu", "cuda"):
        return _Tensor.to(tensor, device, *arguments, **keywords)
    return _move(tensor, device, _convert, arguments, keywords)


def _convert(tensor, dtype=None, non_blocking=False, copy=False, *, memory_format=torch.preserve_format):
    return _Tensor.to(tensor, dtype or tensor.dtype, copy=copy, memory_format=memory_format)


def _cuda(tensor, device=None, non_blocking=False, memory_format=torch.preserve_format):
    _check(_device_in(device) or torch.device("cuda", device or 0))
    return _move(tensor, DEVICE, lambda each: each, (), {})


def _cpu(tensor, memory_format=torch.preserve_format):
    return _move(tensor, HOST, lambda each: each, (), {})


def _as_tensor(data, dtype=None, device=None, **keywords):
    """torch.as_tensor and torch.asarray: the same memory, unless that belongs to the other device."""
    if isinstance(data, _array.Array):
        data = from_dlpack(data)
    if isinstance(data, _Tensor):
        moved = _to(data, device) if device is not None else data
        return torch.asarray(moved, dtype=dtype, **keywords)
    host = torch.asarray(data, dtype=dtype, **keywords)
    mark_host(host)
    return host if device is None else _to(host, device)


def from_dlpack(ext_tensor, **keywords):
    """torch.from_dlpack: a device tensor for another library's device array."""
    if isinstance(ext_tensor, _Tensor):
        return ext_tensor
    if not hasattr(ext_tensor, "__dlpack_device__"):
        return _from_dlpack(ext_tensor, **keywords)
    if tuple(map(int, ext_tensor.__dlpack_device__())) != _DLPACK_DEVICE:
        made = _from_dlpack(ext_tensor, **keywords)
        mark_host(made)
        return made
    return _from_dlpack(_array.to_host_capsule(ext_tensor)[0])


def _data_ptr(tensor):
    if not is_host(tensor):
        _bounds.register(tensor)
    return _Tensor.data_ptr(tensor)


def _interface(tensor):
    """Tensor.__cuda_array_interface__"""
    if is_host(tensor):
        raise AttributeError("a tensor of the host has no __cuda_array_interface__: use .cuda()")
    if tensor.dtype == torch.bfloat16 or tensor.dtype.itemsize == 1 and tensor.is_floating_point():
        raise AttributeError(f"__cuda_array_interface__ has no name for {tensor.dtype}: use DLPack")
    _bounds.register(tensor)
    return tensor.numpy().__array_interface__


def _get_device(tensor):
    return -1 if is_host(tensor) else 0


_SPECIAL = {
    # These only name devices.
    torch.device: torch.device,
    torch._C._nn._parse_to: torch._C._nn._parse_to,
    torch.as_tensor: _as_tensor,
    torch.asarray: _as_tensor,
    _Tensor.to: _to,
    _Tensor.cuda: _cuda,
    _Tensor.cpu: _cpu,
    _Tensor.data_ptr: _data_ptr,
    _Tensor.get_device: _get_device,
    _Tensor.__cuda_array_interface__.__get__: _interface,
    _Tensor.__dlpack_device__: lambda tensor: _DLPACK_HOST if is_host(tensor) else _DLPACK_DEVICE,
    _Tensor.pin_memory: lambda tensor, device=None: tensor,
    _Tensor.is_pinned: lambda tensor, device=None: is_host(tensor),
    _Tensor.record_stream: lambda tensor, stream: None,
    _Tensor.device.__get__: device_of,
    _Tensor.is_cuda.__get__: lambda tensor: device_of(tensor).type == "cuda",
    _Tensor.is_cpu.__get__: lambda tensor: device_of(tensor).type == "cpu",
}
class DeviceMode(TorchFunctionMode):
    """Maps the device to the host's memory, and keeps track of which tensors are whose."""

    default = HOST

    def set_default_device(self, device):
        """As torch.set_default_device."""
        self.default = HOST if device is None else _check(torch.device(device))

    def get_default_device(self):
        """As torch.get_default_device."""
        return self.default

    def __torch_function__(self, function, types, arguments=(), keywords=None):
        keywords = keywords or {}
        special = _SPECIAL.get(function)
        if special is not None:
            return special(*arguments, **keywords)
        named = self._named_device(arguments, keywords)
        given = [each for each in _pytree.tree_leaves((arguments, keywords)) if isinstance(each, _Tensor)]
        if named is not None and named.type == "cuda":
            arguments = tuple(map(_to_host, arguments))
            keywords = {**keywords, "device": HOST} if keywords.get("device") is not None else keywords
        keywords = {name: value for name, value in keywords.items() if name != "pin_memory"}
        run = function if all(map(is_host, given)) else widened(function, given)
        result = run(*arguments, **keywords)
        self._keep_side(result, named, given)
        return result

    def _named_device(self, arguments, keywords):
        """The device that a call names, or None."""
        device = keywords.get("device")
        if isinstance(device, int) and not isinstance(device, bool):
            return _check(torch.device("cuda", device))
        for each in (device, *arguments):
            found = _device_in(each)
            if found is not None:
                return _check(found)
        return None

    def _keep_side(self, result, named, given):
        """Marks results that are the host's. A result that shares memory with an argument has the argument's owner."""
        if named is None and not given:
            named = self.default
        if named.type != "cpu" if named is not None else not all(map(is_host, given)):
            return
        for each in _pytree.tree_leaves(result):
            if (isinstance(each, _Tensor) and each.device.type == "cpu" and
                    not any(shares_storage(each, other) for other in given)):
                mark_host(each)
