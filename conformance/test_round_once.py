"""Conversions to narrow floats give the exact number rounded once, whatever sequence a target uses: at the numbers
halfway between two of the narrow type, and the next wide ones above and below."""
import numpy as np
import pytest

import exact
from exact import Fraction, Number
from kit import Out
from test_rare_casts import elementwise
from test_unsigned_floats import codes_type, conversion, same, saturated, stored
from texts import launch

pytestmark = pytest.mark.blind("kernels take codes, and give codes")


def magnitudes(fmt):
    """Numbers of a format, all of them for narrow formats, paired with the next ones; up to 2^66 and down to 2^-30."""
    step = max(1, fmt.largest // 500)
    numbers = [fmt.decode(code) for code in range(1, fmt.largest, step)]
    return [n.magnitude for n in numbers if Fraction(2) ** -30 < n.magnitude < Fraction(2) ** 66]


def spacing(fmt, magnitude):
    code = fmt.encode(Number(False, magnitude))
    return fmt.decode(code + 1).magnitude - magnitude


def near_ties(wide, fmt):
    """Codes of a wide format."""
    codes = []
    for magnitude in magnitudes(fmt):
        tie = wide.encode(Number(False, magnitude + spacing(fmt, magnitude) / 2))
        codes += [tie - 1, tie, tie + 1]
    return codes + [code | 1 << (wide.bits - 1) for code in codes]


def padded(codes, size=None):
    size = size or 1 << (len(codes) - 1).bit_length()
    return codes + [codes[0]] * (size - len(codes))


def check_floats(target, bin_dir, wide, fmt, mode):
    codes = padded(near_ties(wide, fmt))
    got = launch(target, bin_dir, conversion(wide, fmt, mode, len(codes)), 1, stored(wide, codes),
                 Out(np.zeros(len(codes), codes_type(fmt))))
    same(fmt, got, stored(fmt, [saturated(fmt, wide.decode(c), mode) for c in codes]))


WIDE = (exact.F64, exact.F32)


@pytest.mark.parametrize("mode", ["nearest_even", "zero"])
@pytest.mark.parametrize("fmt", (exact.F16, exact.BF16), ids=lambda f: f.name)
@pytest.mark.parametrize("wide", WIDE, ids=lambda f: f.name)
def test_16_bits(target, bin_dir, wide, fmt, mode):
    check_floats(target, bin_dir, wide, fmt, mode)


@pytest.mark.parametrize("mode", ["nearest_even", "zero", "nearest_away"])
@pytest.mark.parametrize("wide", WIDE, ids=lambda f: f.name)
def test_tf32(target, bin_dir, wide, mode):
    check_floats(target, bin_dir, wide, exact.TF32, mode)


@pytest.mark.parametrize("mode", ["nearest_even", "zero", "negative_inf", "positive_inf"])
def test_f32(target, bin_dir, mode):
    check_floats(target, bin_dir, exact.F64, exact.F32, mode)


@pytest.mark.since(89)
@pytest.mark.parametrize("fmt", (exact.E4M3, exact.E5M2), ids=lambda f: f.name)
@pytest.mark.parametrize("wide", WIDE + (exact.BF16, exact.F16), ids=lambda f: f.name)
def test_8_bits(target, bin_dir, wide, fmt):
    check_floats(target, bin_dir, wide, fmt, "nearest_even")


@pytest.mark.parametrize("wide", WIDE + (exact.BF16, exact.F16), ids=lambda f: f.name)
def test_unsigned_8_bits(target, bin_dir, wide):
    check_floats(target, bin_dir, wide, exact.E5M3, "nearest_even")


@pytest.mark.since(100)
@pytest.mark.parametrize("mode", ["zero", "positive_inf"])
@pytest.mark.parametrize("wide", WIDE, ids=lambda f: f.name)
def test_powers_of_two(target, bin_dir, wide, mode):
    """Powers of two, and the adjacent numbers, which are the closest non-powers."""
    ones = [wide.encode(Number(False, Fraction(2) ** n)) for n in range(-126, 128)]
    codes = padded([code + d for code in ones for d in (-1, 0, 1)])
    got = launch(target, bin_dir, conversion(wide, exact.E8M0, mode, len(codes)), 1, stored(wide, codes),
                 Out(np.zeros(len(codes), np.uint8)))
    same(exact.E8M0, got, [saturated(exact.E8M0, wide.decode(c), mode) for c in codes])


@pytest.mark.since(100)
@pytest.mark.parametrize("wide", WIDE, ids=lambda f: f.name)
def test_4_bits(target, bin_dir, wide):
    """These types have no addresses; f32 has all of their numbers."""
    codes = padded(near_ties(wide, exact.E2M1), 64)
    text = elementwise([wide.name], "f32", f"""ftof %n : tile<64xf4E2M1FN> -> tile<64xf32>""", 64).replace(
        "    %r =", f"    %n = ftof %v0 : tile<64x{wide.name}> -> tile<64xf4E2M1FN>\n    %r =")
    got = launch(target, bin_dir, text, 1, stored(wide, codes), Out(np.zeros(64, np.uint32)))
    narrow = [exact.E2M1.decode(saturated(exact.E2M1, wide.decode(c), "nearest_even")) for c in codes]
    same(exact.F32, got, [exact.F32.encode(n) for n in narrow])


# ---------------------------------------------------------------- integers


def integers_near_ties(width, signed, fmt):
    """Integers of every size, with one more bit than the format has, and next to these; and the largest ones. Those
    that are too large for a type of 8 bits have no unique result (ConversionFolds.cpp)."""
    top = width - signed
    numbers = {0, 1, (1 << top) - 1, (1 << top) - 2}
    for size in range(1, top):
        for digits in {1 << fmt.mantissa, (1 << fmt.mantissa) + 1, (2 << fmt.mantissa) - 1}:
            tie = (2 * digits + 1) << size >> fmt.precision
            numbers |= {tie - 1, tie, tie + 1}
    numbers = {n for n in numbers if n >= 0} | {-n for n in numbers | {1 << top} if signed and fmt.signed}
    most = fmt.decode(fmt.largest).value if fmt.bits <= 8 else 1 << top
    return sorted(n for n in numbers if -most <= n <= min(most, (1 << top) - 1))


def check_integers(target, bin_dir, width, signed, fmt):
    numbers = padded(integers_near_ties(width, signed, fmt))
    size, sign = len(numbers), "signed" if signed else "unsigned"
    text = elementwise([f"i{width}"], fmt.name,
                       f"itof %v0 {sign} : tile<{size}xi{width}> -> tile<{size}x{fmt.name}>", size)
    given = np.array(numbers, f"{'i' if signed else 'u'}{width // 8}").view(f"i{width // 8}")
    got = launch(target, bin_dir, text, 1, given, Out(np.zeros(size, codes_type(fmt))))
    same(fmt, got, stored(fmt, [saturated(fmt, Number(n < 0, Fraction(abs(n))), "nearest_even") for n in numbers]))


KINDS = [(8, True), (16, False), (32, True), (32, False), (64, True), (64, False)]


@pytest.mark.parametrize("fmt", (exact.F16, exact.BF16, exact.F32, exact.F64, exact.TF32, exact.E5M3), ids=lambda f: f.name)
@pytest.mark.parametrize("width,signed", KINDS)
def test_integers(target, bin_dir, width, signed, fmt):
    check_integers(target, bin_dir, width, signed, fmt)


@pytest.mark.since(89)
@pytest.mark.parametrize("fmt", (exact.E4M3, exact.E5M2), ids=lambda f: f.name)
@pytest.mark.parametrize("width,signed", KINDS)
def test_integers_to_8_bits(target, bin_dir, width, signed, fmt):
    check_integers(target, bin_dir, width, signed, fmt)
