"""Products and normalisations as exact as a GPU's.

A GPU multiplies matrices of 16-bit floats exactly and sums in 32 bits and more; torch's kernels for the CPU lose more, up
to sums in 16 bits. So these functions get tensors of the device widened, and their result is rounded once. Where the
program allows TF32, operands in float32 are rounded to it, as a GPU's are.
"""
import torch

_F = torch.nn.functional
_Tensor = torch.Tensor

_PRODUCTS = {torch.matmul, torch.mm, torch.bmm, torch.mv, torch.dot, torch.addmm, torch.baddbmm, torch.einsum, _F.linear,
             _Tensor.matmul, _Tensor.mm, _Tensor.bmm, _Tensor.mv, _Tensor.dot, _Tensor.addmm, _Tensor.baddbmm,
             _Tensor.__matmul__, _Tensor.__rmatmul__}
_NORMALISATIONS = {torch.layer_norm, torch.group_norm, torch.rms_norm, _F.layer_norm, _F.group_norm, _F.rms_norm}
_NARROW = (torch.float16, torch.bfloat16)
_TF32_DROPPED = 13  # bits of the mantissa that float32 has and TF32 hasn't


def _to_tf32(tensor):
    """To nearest, ties to even; what isn't finite stays. Gradients pass as if nothing had happened."""
    bits = tensor.detach().contiguous().view(torch.int32)
    half = (1 << (_TF32_DROPPED - 1)) - 1 + (bits >> _TF32_DROPPED & 1)
    rounded = (bits + half & -(1 << _TF32_DROPPED)).view(torch.float32)
    rounded = torch.where(torch.isfinite(tensor.detach()), rounded, tensor.detach())
    return tensor + (rounded - tensor).detach() if tensor.requires_grad else rounded


def _allows_tf32():
    return torch.get_float32_matmul_precision() != "highest"


def _widen_operand(value):
    if isinstance(value, (tuple, list)):
        return type(value)(map(_widen_operand, value)) if type(value) in (tuple, list) else value
    if not isinstance(value, _Tensor):
        return value
    if value.dtype in _NARROW:
        return value.double()
    return _to_tf32(value).double() if value.dtype == torch.float32 else value


def _widen(value):
    return value.float() if isinstance(value, _Tensor) and value.dtype in _NARROW else value


def widened(function, tensors):
    """`function` on widened operands where that is more like a GPU's, else itself. `tensors` are its arguments."""
    dtypes = {each.dtype for each in tensors}
    if function in _NORMALISATIONS and dtypes & set(_NARROW):
        widen = _widen
    elif function in _PRODUCTS and len(dtypes) == 1 and (
            dtypes <= set(_NARROW) or dtypes == {torch.float32} and _allows_tf32()):
        widen = _widen_operand
    else:
        return function

    def run(*arguments, **keywords):
        if keywords.get("out") is not None:
            return function(*arguments, **keywords)
        result = function(*map(widen, arguments), **{name: widen(value) for name, value in keywords.items()})
        return result.to(tensors[0].dtype)
    return run
