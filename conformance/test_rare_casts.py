"""Conversions and powers that only programs of the dialect's text can contain, or only at the limits of types.

Mistakes that random programs (grow/) have found are among them."""
import numpy as np
import pytest

from kit import F64, Out, check
from ranges import Range
from texts import kernel, launch, parameters, spread

SIZE = 256


def elementwise(sources, result, operation, size=SIZE):
    """A kernel that applies an operation to arrays `x0`, `x1`, … of these elements."""
    text, types = f"    %i = iota : tile<{size}xi32>\n", {f"x{n}": e for n, e in enumerate(sources)} | {"y": result}
    for name, element in types.items():
        text += spread(name, [size], f"ptr<{element}>")
        text += (f"    %{name}p = offset %{name}_t, %i : tile<{size}xptr<{element}>>, tile<{size}xi32> -> "
                 f"tile<{size}xptr<{element}>>\n")
    for n, element in enumerate(sources):
        text += (f"    %v{n}, %l{n} = load_ptr_tko weak %x{n}p : tile<{size}xptr<{element}>> -> "
                 f"tile<{size}x{element}>, token\n")
    text += f"    %r = {operation}\n"
    text += f"    %s = store_ptr_tko weak %yp, %r : tile<{size}xptr<{result}>>, tile<{size}x{result}> -> token"
    return kernel(parameters(**types), text)


def nearest_tf32(integer):
    """Numbers of 11 significant bits, ties to even."""
    size, excess = abs(integer), max(0, abs(integer).bit_length() - 11)
    quotient, rest = size >> excess, size & ((1 << excess) - 1)
    half = 1 << excess >> 1
    quotient += rest > half or (excess > 0 and rest == half and quotient & 1)
    return float((quotient << excess) * (-1 if integer < 0 else 1))


def near_ties(width, signed):
    """Integers about halfway between two tf32, which f32 may round to exactly halfway."""
    top = width - signed
    ties = [(0b10000000001 << 1 | 1) << shift for shift in range(top - 12 + 1)]
    ties += [(0b11111111111 << 1 | 1) << shift for shift in range(top - 12 + 1)]
    numbers = {t + d for t in ties for d in (-2, -1, 0, 1, 2)} | {0, 1, (1 << top) - 1}
    numbers = sorted(n for n in numbers if n < 1 << top)
    return numbers + [-n for n in numbers] + [-(1 << top)] if signed else numbers


@pytest.mark.parametrize("width, signed", [(8, True), (16, False), (32, True), (32, False), (64, True), (64, False)])
@pytest.mark.blind("kernels give codes")
def test_integers_to_tf32(target, bin_dir, width, signed):
    numbers = near_ties(width, signed) if width > 16 else list(range(256))
    dtype = np.dtype(f"{'i' if signed else 'u'}{width // 8}")
    if dtype == np.int8:
        numbers = [n - 128 for n in numbers]
    numbers = np.array(numbers + [0] * (-len(numbers) % 1024), dtype)
    sign = "signed" if signed else "unsigned"
    size = numbers.size
    text = elementwise([f"i{width}"], "tf32", f"itof %v0 {sign} : tile<{size}xi{width}> -> tile<{size}xtf32>", size)
    got = launch(target, bin_dir, text, 1, numbers.view(f"i{width // 8}"), Out(np.zeros(size, np.uint32)))
    expected = np.array([nearest_tf32(int(n)) for n in numbers], np.float32).view(np.uint32)
    check(got, expected)


@pytest.mark.since(89)
@pytest.mark.parametrize("result", ["f8E5M2", "!cuda_tile.fnv8E5M3FNU", "i8"])
@pytest.mark.blind("kernels give codes")
def test_bits_of_one_number(target, bin_dir, result):
    """Bits of a tile without dimensions."""
    text = kernel(parameters(x="f8E4M3FN", y=result), f"""
    %v, %l = load_ptr_tko weak %x : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %r = bitcast %v : tile<f8E4M3FN> -> tile<{result}>
    %s = store_ptr_tko weak %y, %r : tile<ptr<{result}>>, tile<{result}> -> token""")
    got = launch(target, bin_dir, text, 1, np.full(1, 0x5A, np.uint8), Out(np.zeros(1, np.uint8)))
    check(got, np.full(1, 0x5A, np.uint8))


def test_integer_powers(target, bin_dir):
    """Integer powers of f64, far beyond what it can hold, too."""
    bases = np.array([1e200, -1e200, 1e-200, -1e-200, 0.5, -0.5, 2.0, 1.0, -1.0, 0.0, np.inf, 1.0000001], F64)
    exponents = np.array([0, 1, 2, 3, -1, -2, -3, 7, 1000, -1000, 32767, -32768, -32767], np.int16)
    x, n = (a.ravel() for a in np.meshgrid(bases, exponents))
    size = 256
    x, n = np.resize(x, size), np.resize(n, size)
    text = elementwise(["f64", "i16"], "f64", f"fpowi %v0, %v1 : tile<{size}xf64>, tile<{size}xi16>")
    got = launch(target, bin_dir, text, 1, x, n, Out(np.zeros(size, F64)))
    with np.errstate(all="ignore"):
        check(got, Range(np.power(x, n.astype(F64)), F64).within(8))


@pytest.mark.parametrize("y, x", [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (-0.0, -0.0), (1.0, 0.0)])
def test_angle_of_constants(target, bin_dir, y, x):
    """The power of two zeros is a number, also where the compiler computes it."""
    text = elementwise([], "f32", f"""atan2 %cy, %cx : tile<{SIZE}xf32>""").replace("    %r =", f"""\
    %cy = constant <f32: {y}> : tile<{SIZE}xf32>
    %cx = constant <f32: {x}> : tile<{SIZE}xf32>
    %r =""")
    got = launch(target, bin_dir, text, 1, Out(np.zeros(SIZE, np.float32)))
    expected = np.full(SIZE, np.arctan2(y, x), np.float32)
    check(got, Range(expected, np.float32).within(2))
    check(np.signbit(got), np.signbit(expected))
