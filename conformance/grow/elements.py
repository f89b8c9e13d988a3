"""Random elements of arrays and constants: the bits, and the facts that hold for them."""
import numpy as np

from .facts import FORMATS, Floats, Ints, is_int, signed_range, storage_bits
from exact import Number, Fraction, INF, NAN

# The magnitudes of a flavour's elements. `any` are all bits of the type, corner cases often.
WHOLE = 8        # whole numbers from -8 to 8, without -0: their sums and products are exact
FLAVOURS = {"int": ("small", "any", "positive"), "float": ("whole", "normal", "any", "positive")}


def flavours_of(element):
    if element in ("f8E8M0FNU", "fnv8E5M3FNU"):
        return ("positive",)
    if element in ("i1",):
        return ("any",)
    return FLAVOURS["int" if is_int(element) else "float"]


def draw_codes(element, flavour, count, generator):
    """The bits of `count` elements, as integers."""
    draw = draw_integers if is_int(element) else draw_floats
    return draw(element, flavour, count, generator)


def facts_of(element, flavour):
    """The facts that hold for all elements of a flavour."""
    if element == "i1":
        return signed_range("i1")
    if is_int(element):
        return {"small": Ints(-WHOLE, WHOLE), "positive": Ints(1, 16), "any": signed_range(element)}[flavour]
    if flavour == "whole":
        limit = 4 if element == "f4E2M1FN" else WHOLE
        return Floats(-limit, limit, nan=False, unit=0, negative_zero=False)
    if flavour == "normal":
        return Floats(-2, 2, nan=False, unit=-FORMATS[element].mantissa - 8, negative_zero=False)
    if flavour == "positive":
        return Floats(0.25, 4, nan=False, unit=-FORMATS[element].mantissa - 2, negative_zero=False)
    return Floats(nan=element != "f4E2M1FN")


def draw_integers(element, flavour, count, generator):
    bits = storage_bits(element)
    if element == "i1":
        return [int(x) for x in generator.integers(0, 2, count)]
    if flavour == "small":
        return [int(x) % (1 << bits) for x in generator.integers(-WHOLE, WHOLE + 1, count)]
    if flavour == "positive":
        return [int(x) for x in generator.integers(1, 17, count)]
    top = 1 << (bits - 1)
    corners = [0, 1, 2, top - 1, top, 2 * top - 1, bits - 1, bits, top | 1]
    drawn = np.frombuffer(generator.bytes(8 * count), np.uint64)
    chosen = generator.integers(0, 4 * len(corners), count)
    return [corners[c] if c < len(corners) else int(x) % (2 * top) >> int(c) % bits
            for x, c in zip(drawn, chosen, strict=True)]


def encode(element, number):
    """The bits of a number that the format holds."""
    fraction = Fraction(number)
    return FORMATS[element].encode(Number(fraction < 0, abs(fraction)))


def stored(element, code):
    """The bits in memory: a tf32 occupies the upper bits of 32."""
    return code << 13 if element == "tf32" else code


def draw_floats(element, flavour, count, generator):
    fmt = FORMATS[element]
    if flavour == "whole":
        limit = 4 if element == "f4E2M1FN" else WHOLE
        table = {n: stored(element, encode(element, n)) for n in range(-limit, limit + 1)}
        return [table[int(n)] for n in generator.integers(-limit, limit + 1, count)]
    if element == "f8E8M0FNU":
        return [int(n) for n in generator.integers(125, 130, count)]
    mantissa = 1 << fmt.mantissa
    fractions = generator.integers(0, mantissa, count)
    if flavour == "positive":
        exponents = generator.integers(max(fmt.bias - 2, 1), fmt.bias + 2, count)
        return [stored(element, int(e) * mantissa + int(f)) for e, f in zip(exponents, fractions, strict=True)]
    if flavour == "normal":
        exponents = generator.integers(max(fmt.bias - 8, 1), fmt.bias + 1, count)
        signs = generator.integers(0, 2, count)
        return [stored(element, (int(s) << (fmt.bits - 1)) + int(e) * mantissa + int(f))
                for s, e, f in zip(signs, exponents, fractions, strict=True)]
    corners = corner_codes(fmt)
    drawn = np.frombuffer(generator.bytes(8 * count), np.uint64)
    chosen = generator.integers(0, 3 * len(corners), count)
    return [stored(element, corners[c] if c < len(corners) else int(x) % (1 << fmt.bits))
            for x, c in zip(drawn, chosen, strict=True)]


def corner_codes(fmt):
    """Zeros, subnormal and normal numbers at the ends of the format, one, infinities and NaNs."""
    sign, one = 1 << (fmt.bits - 1), fmt.bias << fmt.mantissa
    magnitudes = [0, 1, (1 << fmt.mantissa) - 1, 1 << fmt.mantissa, one, one + 1, fmt.largest]
    codes = [s | m for m in magnitudes for s in (0, sign)]
    for special in (INF, NAN):
        code = fmt.encode(Number(False, special))
        codes += [] if code is None else [code, sign | code]
    return codes
