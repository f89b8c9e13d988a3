"""exp2.py X.npy Y.npy: 16,384 numbers, and their powers of two as f32, without subnormal ones."""
import math
import struct
import sys

TINY, HUGE = 2.0 ** -126, 2.0 ** 128
ENDS = [0.0, -0.0, 1e-38, -1e-38, -1e-9, 127, 127.99999, 128, 129, 1e30, math.inf, -math.inf, math.nan, -125.99999, -126,
        -126.00001, -126.5, -127, -127.00001, -149, -150, -1e30]


def rounded(x):
    """Rounded to f32, by 24 bits; the numbers here are normal in it, except for two."""
    if not math.isfinite(x) or abs(x) < TINY:
        return x
    exponent = math.frexp(x)[1] - 24
    return math.ldexp(round(math.ldexp(x, -exponent)), exponent)


def power(x):
    if math.isnan(x):
        return x
    y = rounded(2.0 ** x) if -1000 < x < 1000 else 0 if x < 0 else math.inf
    return 0 if y < TINY else math.inf if y >= HUGE else y


def write_npy(path, numbers):
    header = str({"descr": "<f4", "fortran_order": False, "shape": (len(numbers),)}).ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}f", *numbers))


near = [rounded(-2 + 4 * i / 4095) for i in range(4096)]
wide = [rounded(-130 + 260 * i / 8191) for i in range(8192)]
# Each of the ends is in each register of some thread.
numbers = near + wide + [rounded(ENDS[i // 8 % len(ENDS)]) for i in range(4096)]
write_npy(sys.argv[1], numbers)
write_npy(sys.argv[2], [power(x) for x in numbers])
