"""Numbers of type fnv8E5M3FNU, for which no target has instructions."""
import numpy as np
import pytest

import exact
import kit
from kit import Out, check
from texts import kernel, launch, parameters, spread

pytestmark = pytest.mark.blind("kernels take codes, and give codes")

CODES = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def codes_type(fmt):
    return CODES[32 if fmt is exact.TF32 else fmt.bits]


def stored(fmt, codes):
    """The codes in memory order: the bits of a tf32 are the upper ones of 32."""
    return np.array([c << 13 if fmt is exact.TF32 else c for c in codes], codes_type(fmt))


def conversion(source, target, mode, size=256):
    def pointers(name, fmt):
        return (spread(name, [size], f"ptr<{fmt.name}>") +
                f"    %{name}p = offset %{name}_t, %i : tile<{size}xptr<{fmt.name}>>, tile<{size}xi32> -> "
                f"tile<{size}xptr<{fmt.name}>>\n")

    rounding = "" if mode == "nearest_even" else f" rounding<{mode}>"
    from_type, to_type = f"tile<{size}x{source.name}>", f"tile<{size}x{target.name}>"
    return kernel(parameters(a=source.name, b=target.name), f"""
    %i = iota : tile<{size}xi32>
{pointers("a", source)}{pointers("b", target)}
    %x, %t0 = load_ptr_tko weak %ap : tile<{size}xptr<{source.name}>> -> {from_type}, token
    %y = ftof %x{rounding} : {from_type} -> {to_type}
    %t1 = store_ptr_tko weak %bp, %y : tile<{size}xptr<{target.name}>>, {to_type} -> token""")


def saturated(fmt, number, mode):
    """The code of a number; where the format has none, the result of `cvt` with .satfinite."""
    code = fmt.encode(number, mode)
    if fmt.bits > 8:
        return code
    is_infinite = code is not None and fmt.decode(code).is_inf
    if number.is_nan:
        return fmt.encode(exact.NOT_A_NUMBER)
    if code is not None and not is_infinite:
        return code
    if fmt is exact.E8M0:
        return 0 if number.negative or number.is_zero else 0xFE
    if fmt is exact.E5M3 and number.negative:
        return 0 if number.is_zero else 0xFF
    return fmt.largest | (number.negative << (fmt.bits - 1) if fmt.signed else 0)


def same(fmt, got, expected):
    """All NaN are one."""
    if isinstance(got, kit.Unknown):
        return

    def one(code):
        code = int(code) >> 13 if fmt is exact.TF32 else int(code)
        return "NaN" if fmt.decode(code).is_nan else code

    assert [one(c) for c in got] == [one(c) for c in expected]


def to_other(target, bin_dir, fmt):
    """All codes, in every rounding mode."""
    modes = ["zero", "positive_inf"] if fmt is exact.E8M0 else ["nearest_even"]
    if fmt in (exact.BF16, exact.TF32):
        modes += ["nearest_away", "zero", "negative_inf", "positive_inf"]
    for mode in modes:
        codes = np.arange(256, dtype=np.uint8)
        got = launch(target, bin_dir, conversion(exact.E5M3, fmt, mode), 1, codes,
                     Out(np.zeros(256, codes_type(fmt))))
        same(fmt, got, stored(fmt, [saturated(fmt, exact.E5M3.decode(int(c)), mode) for c in codes]))


def around(fmt, rng):
    """The codes of all numbers of the type, of the midpoints between two, and next to those; and random ones."""
    codes = list(rng.integers(0, 1 << min(fmt.bits, 62), 512))
    largest = exact.E5M3.decode(exact.E5M3.largest)
    for n in range(256):
        number = exact.E5M3.decode(n)
        if number.is_nan:
            continue
        after = exact.E5M3.decode(n + 1) if n < exact.E5M3.largest else largest
        half = exact.Number(False, (number.magnitude + after.magnitude) / 2)
        code = fmt.encode(half, "zero")
        if code is None:
            continue
        codes += [max(code - 1, 0), code, min(code + 1, (1 << fmt.bits) - 1)]
        if fmt.signed:
            codes.append(code | 1 << (fmt.bits - 1))
    codes += [1 << (fmt.bits - 1), (1 << (fmt.bits - 1)) - 1, (1 << fmt.bits) - 1, 0]
    return [int(c) % (1 << fmt.bits) for c in codes]


def from_other(target, bin_dir, rng, fmt):
    codes = around(fmt, rng)
    size = 1 << (len(codes) - 1).bit_length()
    codes += [0] * (size - len(codes))
    got = launch(target, bin_dir, conversion(fmt, exact.E5M3, "nearest_even", size), 1, stored(fmt, codes),
                 Out(np.zeros(size, np.uint8)))
    same(exact.E5M3, got, [saturated(exact.E5M3, fmt.decode(c), "nearest_even") for c in codes])


@pytest.mark.parametrize("fmt", exact.BASE + (exact.TF32,), ids=lambda f: f.name)
def test_others(target, bin_dir, rng, fmt):
    to_other(target, bin_dir, fmt)
    from_other(target, bin_dir, rng, fmt)


@pytest.mark.since(89)
@pytest.mark.parametrize("fmt", (exact.E5M2, exact.E4M3), ids=lambda f: f.name)
def test_signed_bytes(target, bin_dir, rng, fmt):
    to_other(target, bin_dir, fmt)
    from_other(target, bin_dir, rng, fmt)


@pytest.mark.since(100)
def test_powers_of_two(target, bin_dir, rng):
    to_other(target, bin_dir, exact.E8M0)
    from_other(target, bin_dir, rng, exact.E8M0)


def integers(signedness):
    tile = "tile<256xfnv8E5M3FNU>"
    return kernel(parameters(a="fnv8E5M3FNU", b="i32", c="i32", d="fnv8E5M3FNU"), f"""
    %i = iota : tile<256xi32>
{spread("a", [256], "ptr<fnv8E5M3FNU>")}{spread("b", [256], "ptr<i32>")}{spread("c", [256], "ptr<i32>")}
{spread("d", [256], "ptr<fnv8E5M3FNU>")}
    %ap = offset %a_t, %i : tile<256xptr<fnv8E5M3FNU>>, tile<256xi32> -> tile<256xptr<fnv8E5M3FNU>>
    %bp = offset %b_t, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %cp = offset %c_t, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %dp = offset %d_t, %i : tile<256xptr<fnv8E5M3FNU>>, tile<256xi32> -> tile<256xptr<fnv8E5M3FNU>>
    %x, %t0 = load_ptr_tko weak %ap : tile<256xptr<fnv8E5M3FNU>> -> {tile}, token
    %n = ftoi %x {signedness} saturating : {tile} -> tile<256xi32>
    %t1 = store_ptr_tko weak %bp, %n : tile<256xptr<i32>>, tile<256xi32> -> token
    %m, %t2 = load_ptr_tko weak %cp : tile<256xptr<i32>> -> tile<256xi32>, token
    %y = itof %m {signedness} : tile<256xi32> -> {tile}
    %t3 = store_ptr_tko weak %dp, %y : tile<256xptr<fnv8E5M3FNU>>, {tile} -> token""")


@pytest.mark.parametrize("signedness", ["signed", "unsigned"])
def test_integers(target, bin_dir, rng, signedness):
    codes = np.arange(256, dtype=np.uint8)
    numbers = rng.integers(-(1 << 31), 1 << 31, 256).astype(np.int32) >> (np.arange(256) % 31).astype(np.int32)
    whole, rounded = launch(target, bin_dir, integers(signedness), 1, codes, Out(np.zeros(256, np.int32)), numbers,
                            Out(np.zeros(256, np.uint8)))
    decoded = [exact.E5M3.decode(int(c)) for c in codes]
    check(whole, np.array([0 if x.is_nan else int(x.value) for x in decoded], np.int32))
    as_read = [int(n) % (1 << 32) if signedness == "unsigned" else int(n) for n in numbers]
    same(exact.E5M3, rounded, [saturated(exact.E5M3, exact.Number(n < 0, exact.Fraction(abs(n))), "nearest_even")
                               for n in as_read])


def padded(padding):
    """A view whose last elements are beyond the array, and a constant, in a tile of bits."""
    array = "tensor_view<40xfnv8E5M3FNU, strides=[1]>"
    view = f"partition_view<tile=(64), padding_value = {padding}, {array}>"
    out = "tensor_view<64xfnv8E5M3FNU, strides=[1]>"
    to = f"partition_view<tile=(64), {out}>"
    return kernel(parameters(a="fnv8E5M3FNU", b="fnv8E5M3FNU"), f"""
    %zero = constant <i32: 0> : tile<i32>
    %half = constant <fnv8E5M3FNU: 0.5> : tile<64xfnv8E5M3FNU>
    %i = iota : tile<64xi32>
    %at = constant <i32: 3> : tile<64xi32>
    %is_at = cmpi equal %i, %at, signed : tile<64xi32> -> tile<64xi1>
    %av = make_tensor_view %a, shape = [40], strides = [1] : {array}
    %bv = make_tensor_view %b, shape = [64], strides = [1] : {out}
    %ap = make_partition_view %av : {view}
    %bp = make_partition_view %bv : {to}
    %x, %t0 = load_view_tko weak %ap[%zero] : {view}, tile<i32> -> tile<64xfnv8E5M3FNU>, token
    %y = select %is_at, %half, %x : tile<64xi1>, tile<64xfnv8E5M3FNU>
    %t1 = store_view_tko weak %y, %bp[%zero] : tile<64xfnv8E5M3FNU>, {to}, tile<i32> -> token""")


@pytest.mark.parametrize("padding, code", [("zero", 0), ("neg_zero", 0), ("nan", 0xFF), ("pos_inf", 0xFF),
                                           ("neg_inf", 0xFF)])
def test_views(target, bin_dir, rng, padding, code):
    x = rng.integers(0, 256, 40).astype(np.uint8)
    got = launch(target, bin_dir, padded(padding), 1, x, Out(np.zeros(64, np.uint8)))
    expected = np.concatenate([x, np.full(24, code, np.uint8)])
    expected[3] = exact.E5M3.encode(exact.Number(False, exact.Fraction(1, 2)))
    check(got, expected)


def scaled():
    """An MMA of 4-bit floats with a scale for 32 of them."""
    def line(name, size, element):
        return (spread(name, [size], f"ptr<{element}>") +
                f"    %{name}i = iota : tile<{size}xi32>\n"
                f"    %{name}p = offset %{name}_t, %{name}i : tile<{size}xptr<{element}>>, tile<{size}xi32> -> "
                f"tile<{size}xptr<{element}>>\n")

    def loaded(name, size, element):
        return (line(name, size, element) + f"    %{name}l, %{name}k = load_ptr_tko weak %{name}p : "
                f"tile<{size}xptr<{element}>> -> tile<{size}x{element}>, token\n")

    return kernel(parameters(a="i8", b="i8", s="fnv8E5M3FNU", t="fnv8E5M3FNU", c="f32"),
                  loaded("a", 1024, "i8") + loaded("b", 1024, "i8") + loaded("s", 64, "fnv8E5M3FNU") +
                  loaded("t", 64, "fnv8E5M3FNU") + line("c", 1024, "f32") + """
    %au = unpack %al : tile<1024xi8> -> tile<2048xf4E2M1FN>
    %bu = unpack %bl : tile<1024xi8> -> tile<2048xf4E2M1FN>
    %am = reshape %au : tile<2048xf4E2M1FN> -> tile<32x64xf4E2M1FN>
    %bm = reshape %bu : tile<2048xf4E2M1FN> -> tile<64x32xf4E2M1FN>
    %sm = reshape %sl : tile<64xfnv8E5M3FNU> -> tile<32x2xfnv8E5M3FNU>
    %tm = reshape %tl : tile<64xfnv8E5M3FNU> -> tile<2x32xfnv8E5M3FNU>
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %p = mmaf_scaled %am, %bm, %zero, %sm, %tm : tile<32x64xf4E2M1FN>, tile<64x32xf4E2M1FN>, tile<32x32xf32>, tile<32x2xfnv8E5M3FNU>, tile<2x32xfnv8E5M3FNU>
    %r = reshape %p : tile<32x32xf32> -> tile<1024xf32>
    %z = store_ptr_tko weak %cp, %r : tile<1024xptr<f32>>, tile<1024xf32> -> token""")


@pytest.mark.since(100)
def test_scaled_mma(target, bin_dir, rng):
    """Scales whose sums of products f32 holds exactly."""
    a, b = (rng.integers(0, 256, 1024).astype(np.uint8) for _ in range(2))
    codes = np.array([exact.E5M3.encode(exact.Number(False, exact.Fraction(n, 8))) for n in (4, 8, 12, 15, 20, 32)],
                     np.uint8)
    s, t = (codes[rng.integers(0, len(codes), 64)] for _ in range(2))
    got = launch(target, bin_dir, scaled(), 1, a, b, s, t, Out(np.zeros(1024, np.float32)))

    def decoded(fmt, codes):
        return np.array([float(fmt.decode(int(c)).value) for c in codes])

    def nibbles(data):
        return decoded(exact.E2M1, np.stack([data & 15, data >> 4], 1).reshape(-1))

    left = nibbles(a).reshape(32, 64) * np.repeat(decoded(exact.E5M3, s).reshape(32, 2), 32, axis=1)
    right = nibbles(b).reshape(64, 32) * np.repeat(decoded(exact.E5M3, t).reshape(2, 32), 32, axis=0)
    check(got.reshape(32, 32), (left @ right).astype(np.float32))
