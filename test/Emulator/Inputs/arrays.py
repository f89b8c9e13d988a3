"""Writes the .npy files of a test: arrays.py CASE PREFIX. Needs no NumPy."""
import struct
import sys


def save(name, fmt, values, shape=None):
    descr = {"f": "<f4", "i": "<i4", "e": "<f2", "q": "<i8", "d": "<f8"}[fmt]
    header = str({"descr": descr, "fortran_order": False,
                  "shape": shape or (len(values),)})
    header = header.ljust(118 - len("\n")) + "\n"
    with open(f"{sys.argv[2]}.{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + struct.pack(f"<{len(values)}{fmt}", *values))


def vector():
    a = [i * 0.5 for i in range(250)]
    b = [1.0 / (1 << (i % 8)) for i in range(250)]
    save("a", "f", a)
    save("b", "f", b)
    save("sum", "f", [x + y for x, y in zip(a, b)])
    save("wrong", "f", [x + y + (i == 100) for i, (x, y) in enumerate(zip(a, b))])
    save("total", "f", [sum(a[:128])])


def matrix():
    a = [(i * 7) % 13 - 6 for i in range(16 * 24)]
    b = [(i * 5) % 11 - 5 for i in range(16 * 24)]
    save("a", "f", a, (16, 24))
    save("b", "f", b, (16, 24))
    save("sum", "f", [x + y for x, y in zip(a, b)], (16, 24))


def tile():
    save("a", "f", [i * 1.25 for i in range(16)])
    save("double", "f", [i * 2.5 for i in range(16)])


def block_scales():
    """Writes the first element of each lane's accumulator for MMAs of 32 and 64 ones, MMA by MMA."""
    sums = [32 * 8 * 4, 64 * 2 * 4, 64 * 4 * 4, 16 * (1 + 2 + 3 + 4) * 1.5]
    save("sums", "f", [value for value in sums for lane in range(32)])


def integers():
    values = [37 * i - 1000 + (i % 5 << 28) for i in range(128)]
    save("values", "i", values)
    total = (sum(values) + 2**31) % 2**32 - 2**31
    conjunction, disjunction, parity = -1, 0, 0
    for value in values:
        conjunction, disjunction, parity = conjunction & value, disjunction | value, parity ^ value
    unsigned = [value % 2**32 for value in values]
    save("reduced", "i", [total, max(values), min(values), conjunction, disjunction, parity,
                          (max(unsigned) + 2**31) % 2**32 - 2**31, min(unsigned)])


def halves_and_floats():
    """2048 numbers, and their doubles: of f16 all, of f32 those before 1904, of f64 all."""
    values = [i % 509 * 0.5 - 100 for i in range(2048)]
    double = [2 * value for value in values]
    for name, fmt in (("half", "e"), ("float", "f"), ("double", "d")):
        save(name, fmt, values)
    save("halves", "e", double)
    save("floats", "f", double[:1904] + [0.0] * 144)
    save("doubles", "d", double)


def extremes():
    """Bits of the largest and the smallest number: of numbers, with a NaN among them, of zeros, of infinities."""
    values = [(i * 37 % 128 - 64) * 0.75 for i in range(128)]
    nan, infinity = float("nan"), float("inf")
    with_nan = values[:77] + [nan] + values[78:]
    zeros = [-0.0] * 100 + [0.0] + [-0.0] * 27
    save("values", "f", values + with_nan + zeros + [infinity] * 64 + [-infinity] * 64)
    numbers = [value for value in with_nan if value == value]
    reduced = [max(values), min(values), max(values), min(values),
               max(numbers), min(numbers), nan, nan, 0.0, -0.0, 0.0, -0.0,
               infinity, -infinity, infinity, -infinity]
    save("reduced", "i", [0x7fffffff if value != value else struct.unpack("<i", struct.pack("<f", value))[0]
                          for value in reduced])


def wide_integers():
    """That f64 does not tell apart."""
    save("even", "q", [5, 2**53])
    save("odd", "q", [5, 2**53 + 1])


globals()[sys.argv[1]]()
