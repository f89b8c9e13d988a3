"""Atomic RMWs on tiles of views: every mode and type, tiles that extend beyond the array, many blocks at one tile."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, I64, Int, Out, check

U32, U64 = np.dtype(np.uint32), np.dtype(np.uint64)
OPERATIONS = {"add": np.add, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and, "or": np.bitwise_or,
              "xor": np.bitwise_xor}
MODES = {op: [I32, I64, U32, U64] for op in OPERATIONS} | {"add": [I32, I64, U32, U64, F16, F32, F64]}


def updating(op):
    update = getattr(ct.TiledView, f"atomic_store_{op}")

    @ct.kernel
    def kernel(X, V, TM: Int, TN: Int):
        at = (ct.bid(0), ct.bid(1))
        update(X.tiled_view((TM, TN)), at, ct.load(V, at, (TM, TN)))
    return kernel


def check_mode(target, rng, op, dtype):
    """The last tiles extend beyond the array along both dimensions."""
    shape = (21, 43)
    x, v = (rng.integers(0 if dtype.kind == "u" else -99, 99, shape).astype(dtype) for _ in range(2))
    if dtype.kind == "u":
        x[0], v[1] = ~x[0], ~v[1]  # the sign matters
    check(target.launch(updating(op), (2, 2), Out(x.copy()), v, 16, 32), OPERATIONS[op](x, v).astype(dtype))


@pytest.mark.parametrize(("op", "dtype"), [(op, t) for op, types in MODES.items() for t in types], ids=str)
def test_modes(target, rng, op, dtype):
    check_mode(target, rng, op, dtype)


@pytest.mark.since(90)  # cuTile refuses it before sm_90, where the compiler adds by compare-and-swap (atomics-run.mlir)
def test_bf16(target, rng):
    check_mode(target, rng, "add", BF16)


@ct.kernel
def add_rows(X, Y, T: Int):
    Y.tiled_view((T,)).atomic_store_add((0,), ct.load(X, (ct.bid(0), 0), (1, T)).reshape((T,)))


def check_add_rows(target, rng, dtype, size):
    """Small integers, whose sums are exact in any order; where a tile is small, several threads hold an element."""
    x = rng.integers(-3, 4, (4, size)).astype(dtype)
    got = target.launch(add_rows, 4, x, Out(np.zeros(size, dtype)), size)
    check(got, x.astype(F64).sum(axis=0).astype(dtype))


@pytest.mark.parametrize("dtype", [I32, F16, F32, F64], ids=str)
@pytest.mark.parametrize("size", [1, 64, 1024])
def test_blocks_at_one_tile(target, rng, dtype, size):
    check_add_rows(target, rng, dtype, size)


@pytest.mark.since(90)
@pytest.mark.parametrize("size", [1, 64, 1024])
def test_blocks_at_one_tile_bf16(target, rng, size):
    check_add_rows(target, rng, BF16, size)


@ct.kernel
def overlapping(V, Y, T: Int, STEP: Int):
    Y.tiled_view((T,), traversal_steps=(STEP,)).atomic_store_add((ct.bid(0),), ct.load(V, (ct.bid(0),), (T,)))


def test_overlapping_tiles(target, rng):
    """Tiles that overlap add up."""
    v = rng.integers(-9, 9, 3 * 64).astype(F32)
    expected = np.zeros(120, F32)
    for block in range(3):
        part = v[64 * block:64 * block + 64][:len(expected) - 24 * block]
        expected[24 * block:24 * block + len(part)] += part
    check(target.launch(overlapping, 3, v, Out(np.zeros(120, F32)), 64, 24), expected)


@ct.kernel
def split_k(A, B, C, TM: Int, TN: Int, TK: Int):
    """Split K: each block has a slice of K."""
    k = ct.bid(0)
    c = ct.mma(ct.load(A, (0, k), (TM, TK)), ct.load(B, (k, 0), (TK, TN)), ct.zeros((TM, TN), dtype=ct.float32))
    C.tiled_view((TM, TN)).atomic_store_add((0, 0), c)


def test_split_k(target, rng):
    a, b = rng.integers(-3, 4, (64, 128)).astype(F16), rng.integers(-3, 4, (128, 64)).astype(F16)
    got = target.launch(split_k, 4, a, b, Out(np.zeros((64, 64), F32)), 64, 64, 32)
    check(got, a.astype(F32) @ b.astype(F32))
