"""Operands of single instructions: random bits, ordinary numbers, corners."""
import functools
import itertools

import numpy as np

RANDOM = np.random.default_rng(5)


def f32(count=1 << 16):
    """Random bits, ordinary numbers, arguments of trigonometry, and corners."""
    bits = RANDOM.integers(0, 1 << 32, count // 2, dtype=np.uint32).view(np.float32)
    ordinary = RANDOM.standard_normal(count // 4).astype(np.float32)
    around = (RANDOM.uniform(-100, 100, count // 4)).astype(np.float32)
    values = np.concatenate([bits, ordinary, around])
    corners = np.array([0, -0.0, 1, -1, 0.5, 2, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1.1754944e-38, -1.1754942e-38, 3.4028235e38,
                        126, 127, 128, -126, -127, -149, -150, 127.99999, 65504, 65520, 448, 464, 57344, 61440, 2147483647,
                        -2147483648, 4294967295, 0.49999997, 1.5, 2.5, -0.5, -1.5], np.float32)
    values[:corners.size] = corners
    return values


def f64(count=1 << 14):
    bits = RANDOM.integers(0, 1 << 64, count // 2, dtype=np.uint64).view(np.float64)
    with np.errstate(invalid="ignore"):
        return np.concatenate([bits, RANDOM.standard_normal(count // 4), f32(count // 4).astype(np.float64)])


def all16():
    return np.arange(1 << 16, dtype=np.uint16)


def pairs16():
    """Pairs of halves; the lower one has each of its values."""
    return (all16().astype(np.uint32) | RANDOM.permutation(all16()).astype(np.uint32) << 16)


def words(count=1 << 16):
    values = RANDOM.integers(0, 1 << 32, count, dtype=np.uint32)
    values[::3] >>= 16
    values[:6] = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80000001]
    return values


def longs(count=1 << 14):
    values = RANDOM.integers(0, 1 << 64, count, dtype=np.uint64)
    values[::3] >>= np.uint64(40)
    return values


# The number of bits of exponent and mantissa of a float.
LAYOUTS = {"f16": (5, 10, np.uint16), "bf16": (8, 7, np.uint16), "f32": (8, 23, np.uint32), "f64": (11, 52, np.uint64)}


def shared(make):
    """Calls return one of three arrays in rotation, so that launches share operands, and the operands of one instruction differ."""
    @functools.cache
    def three(*key):
        return itertools.cycle([make(*key) for _ in range(3)])
    return functools.wraps(make)(lambda *key: next(three(*key)))


@shared
def hard_floats(kind, count=4096):
    """Bits of floats of all kinds alike: NaNs quiet and signalling, infinities, zeros, subnormals, the largest, near 1, any."""
    exponent, mantissa, word = LAYOUTS[kind]
    top = ((1 << exponent) - 1) << mantissa
    bias = (top >> 1) & top
    low = RANDOM.integers(0, 1 << mantissa, count, dtype=np.uint64)
    any_ = RANDOM.integers(0, top, count, dtype=np.uint64)
    quiet = 1 << (mantissa - 1)
    choices = [top | quiet | low, top | np.maximum(low & (quiet - 1), 1), np.full(count, top), np.zeros(count), low,
               top - 1 - (low >> (mantissa // 2)), bias | (low & 3), bias + (low << 2), any_, any_]
    bits = np.choose(RANDOM.integers(0, len(choices), count), [np.asarray(c, np.uint64) for c in choices])
    return (bits | RANDOM.integers(0, 2, count, dtype=np.uint64) << np.uint64(exponent + mantissa)).astype(word)


@shared
def hard_integers(size, count=4096):
    """Words of `size` bytes: corners, shift amounts, any."""
    bits = 8 * size
    corners = np.array([0, 1, 2, (1 << bits) - 1, (1 << bits) - 2, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << (bits - 1)) + 1,
                        bits - 1, bits, bits + 1, 31, 255, 0x12345678 & ((1 << bits) - 1)], np.uint64)
    any_ = RANDOM.integers(0, 1 << bits, count, dtype=np.uint64) >> RANDOM.integers(0, bits, count, dtype=np.uint64)
    return np.where(RANDOM.random(count) < 0.6, RANDOM.choice(corners, count), any_).astype(f"u{size}")
