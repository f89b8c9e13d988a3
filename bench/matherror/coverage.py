"""The operands for which a function is measured.

A unary function of f32 is measured by blocks of 2^23 operands, those of one sign and exponent: operands with a stride
of STEP, which is odd so that all low bits occur, and all of the subnormal ones. A dense sweep also covers all of the blocks in
which the function is interesting; with a step of 1 it is all 2^32. Everything else is sampled: half of the samples are
random bit patterns, the others usual operands, some of them where results are hard: near 1, near multiples of pi/2,
where a power is near the smallest or largest numbers."""
import itertools

import numpy as np

CHUNK = 1 << 23
SIZES = {"f32": np.float32, "f64": np.float64}
SPECIAL = [0.0, 1.0, 2.0, 3.0, 0.5, 1.5, np.inf, np.nan, 100.0, 1e-30, 1e30]


def blocks(function, step, dense):
    """(first pattern, offset, step) of the 512 blocks. Every exponent has another offset."""
    low, high = function.dense
    for sign, exponent in itertools.product((0, 1), range(256)):
        inside = dense and low <= exponent - 127 <= high and not (sign and function.one_sign)
        stride = 1 if inside or exponent == 0 else step
        yield sign << 31 | exponent << 23, exponent * 7 % stride, stride


def swept(function, step, dense):
    """Arrays of at most CHUNK operands, which form the sweep."""
    waiting, count = [], 0
    for first, offset, stride in blocks(function, step, dense):
        block = np.arange(first + offset, first + CHUNK, stride, dtype=np.uint32)
        if count + len(block) > CHUNK:
            yield np.concatenate(waiting).view(np.float32)
            waiting, count = [], 0
        waiting.append(block)
        count += len(block)
    yield np.concatenate(waiting).view(np.float32)


def describe(function, step, dense):
    if step == 1:
        return "all"
    low, high = function.dense
    where = f"all from 2^{low} to 2^{high + 1}{' above 0' * function.one_sign}, " if dense else ""
    return f"{where}all subnormal, each {step}th of the others"


# ---- samples


def patterns(rng, kind, count):
    size = SIZES[kind]().itemsize
    return rng.integers(0, 256, count * size, dtype=np.uint8).view(SIZES[kind])


def usual(rng, kind, size, count):
    """Numbers of both signs, up to `size`, uniform and log-uniform; near 1; near multiples of pi/2."""
    quarter = count // 4
    even = rng.uniform(-size, size, quarter)
    small = size * np.exp2(-rng.uniform(0, 60, quarter)) * rng.choice([-1, 1], quarter)
    near_one = 1 + np.exp2(-rng.uniform(1, 52, quarter)) * rng.choice([-1, 1], quarter)
    turns = np.rint(np.exp2(rng.uniform(0, 30, count - 3 * quarter))) * (np.pi / 2) * rng.choice([-1, 1], count - 3 * quarter)
    return np.concatenate([even, small, near_one, turns]).astype(SIZES[kind])


def specials(kind):
    tiny, huge = np.finfo(SIZES[kind]).smallest_subnormal, np.finfo(SIZES[kind]).max
    normal = np.finfo(SIZES[kind]).tiny
    values = np.array([*SPECIAL, tiny, normal, np.nextafter(normal, SIZES[kind](0)), huge], SIZES[kind])
    return np.concatenate([values, -values])


def second(rng, function, kind, x):
    """Second operands for given first ones."""
    y = rng.permutation(usual(rng, kind, function.usual[1], len(x))).astype(np.float64)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        if function.name == "fpowf":  # results from below the smallest to above the largest number
            limit = 1.2 * np.finfo(SIZES[kind]).maxexp
            reach = rng.uniform(-limit, limit, len(x)) / np.log2(np.abs(wide))
            whole = np.rint(reach)
            y = np.where(np.arange(len(x)) % 3 == 0, y, np.where(wide < 0, whole, reach))
        else:  # magnitudes that are near each other
            near = wide * np.exp2(rng.uniform(-30, 30, len(x)))
            y = np.where(np.arange(len(x)) % 3 == 0, y, near)
        return y.astype(SIZES[kind])


def sampled(function, kind, count, seed=0):
    """Arrays of the operands, one for each, of at most CHUNK samples."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([patterns(rng, kind, count // 2), usual(rng, kind, function.usual[0], count - count // 2)])
    edges = specials(kind)
    if function.operands == 1:
        operands = [np.concatenate([edges, x])]
    else:
        y = np.concatenate([patterns(rng, kind, count // 4), second(rng, function, kind, x[count // 4:])])
        operands = [np.concatenate([np.repeat(edges, len(edges)), x]), np.concatenate([np.tile(edges, len(edges)), y])]
    for first in range(0, len(operands[0]), CHUNK):
        yield [o[first:first + CHUNK] for o in operands]
