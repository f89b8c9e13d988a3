"""Remainders and powers whose numbers are as small, or exponents as large, as the type allows."""
import numpy as np
import pytest

from kit import BF16, F16, F32, F64, Out, check
from ranges import Range
from texts import kernel, launch, parameters, spread

pytestmark = pytest.mark.blind("kernels take codes of the type, the extreme ones too")

NAMES = {F16: "f16", BF16: "bf16", F32: "f32", F64: "f64"}
SIZE = 512


def binary(element, operation):
    def pointers(name):
        return (spread(name, [SIZE], f"ptr<{element}>") +
                f"    %{name}p = offset %{name}_t, %i : tile<{SIZE}xptr<{element}>>, tile<{SIZE}xi32> -> "
                f"tile<{SIZE}xptr<{element}>>\n")

    tile = f"tile<{SIZE}x{element}>"
    return kernel(parameters(a=element, b=element, c=element), f"""
    %i = iota : tile<{SIZE}xi32>
{pointers("a")}{pointers("b")}{pointers("c")}
    %x, %t0 = load_ptr_tko weak %ap : tile<{SIZE}xptr<{element}>> -> {tile}, token
    %y, %t1 = load_ptr_tko weak %bp : tile<{SIZE}xptr<{element}>> -> {tile}, token
    %z = {operation} %x, %y : {tile}
    %t2 = store_ptr_tko weak %cp, %z : tile<{SIZE}xptr<{element}>>, {tile} -> token""")


def near_zero(rng, dtype):
    """Numbers of all sizes, one half of them subnormal or little larger."""
    bits = np.dtype(f"u{dtype.itemsize}")
    codes = rng.integers(0, 1 << min(8 * dtype.itemsize, 62), SIZE).astype(bits)
    mantissa = {F16: 10, BF16: 7, F32: 23, F64: 52}[dtype]
    sign = bits.type(1) << bits.type(8 * dtype.itemsize - 1)
    codes[::2] &= sign | bits.type((4 << mantissa) - 1)
    return codes.view(dtype)


@pytest.mark.parametrize("dtype", NAMES, ids=lambda d: NAMES[d])
def test_remainder(target, bin_dir, rng, dtype):
    """The remainder is a number of the type, whatever its operands are; in f64, where there are no more bits, NumPy's
    is exact, too."""
    x, y = near_zero(rng, dtype), near_zero(rng, dtype)
    x[0], y[0] = np.finfo(np.float32).tiny if dtype in (F32, BF16) else 1, np.finfo(F64).smallest_subnormal
    got = launch(target, bin_dir, binary(NAMES[dtype], "remf"), 1, x, y, Out(np.zeros_like(x)))
    with np.errstate(invalid="ignore"):
        check(got, np.fmod(x.astype(F64), y.astype(F64)).astype(dtype))


def test_power(target, bin_dir, rng):
    """Powers of f64, with exponents up to the largest one. 1 and the numbers next to it are among the bases."""
    x, y = near_zero(rng, F64), near_zero(rng, F64)
    x[1::4] = 1 + rng.integers(-4, 5, SIZE // 4) * 2.0**-52
    x[2::8] = -np.abs(x[2::8])
    y[1::2] = np.ldexp(rng.integers(-9, 10, SIZE // 2), rng.integers(0, 1000, SIZE // 2).astype(np.int32))
    x[:8] = [2.0**-1022, 2.0**-1022, -1, -1, 1, 0.5, np.inf, 0]
    y[:8] = [np.finfo(F64).max, -np.finfo(F64).max, np.inf, 2.0**53 + 2, -np.inf, np.inf, -2.0**70, -np.inf]
    got = launch(target, bin_dir, binary("f64", "fpowf"), 1, x, y, Out(np.zeros_like(x)))
    with np.errstate(all="ignore"):
        exact = np.power(x, y)
    rounded = np.isfinite(exact) & (exact != 0)
    check(got[rounded], Range(exact[rounded], F64).within(16))  # OpenCL's bound
    check(got[~rounded], exact[~rounded])
