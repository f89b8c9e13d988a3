"""Element-wise kernels over long arrays: the first thing that every compiler must get right, with ragged ends."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, FLOATS, INTEGERS, Int, Out, check
from ranges import Range


@ct.kernel
def vector_add(A, B, C, T: Int):
    i = ct.bid(0)
    ct.store(C, (i,), ct.load(A, (i,), (T,)) + ct.load(B, (i,), (T,)))


@pytest.mark.parametrize("n", [1, 1000, 1024])
def test_vector_add(target, rng, n):
    a, b = rng.normal(F32, n), rng.normal(F32, n)
    check(target.launch(vector_add, -(-n // 256), a, b, Out(np.zeros_like(a)), 256), a.astype(float) + b)


@pytest.mark.sweep
@pytest.mark.parametrize("version", ["13.1", "13.2", "13.3", "13.4"])
def test_bytecode_version(target, rng, version):
    a, b = rng.normal(F32, 300), rng.normal(F32, 300)
    got = target.launch(vector_add, 3, a, b, Out(np.zeros_like(a)), 128, version=version)
    check(got, a.astype(float) + b)


@pytest.mark.sweep
@pytest.mark.parametrize("tile", [1, 2, 16, 32, 64, 128, 512, 2048])
def test_vector_add_tile(target, rng, tile):
    a, b = rng.normal(F32, 1111), rng.normal(F32, 1111)
    blocks = min(-(-1111 // tile), 16)
    got = target.launch(vector_add, blocks, a, b, Out(np.zeros_like(a)), tile)
    check(got[:blocks * tile], (a.astype(float) + b)[:blocks * tile])
    check(got[blocks * tile:], np.zeros_like(a)[blocks * tile:])  # beyond the blocks that ran


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", FLOATS + INTEGERS, ids=str)
def test_vector_add_type(target, rng, dtype):
    a, b = rng.any(dtype, 300), rng.any(dtype, 300)
    with np.errstate(all="ignore"):
        exact = a + b if dtype.kind in "iu" else a.astype(float) + b.astype(float)
    check(target.launch(vector_add, 3, a, b, Out(np.zeros_like(a)), 128), exact)


@ct.kernel
def axpy(X, Y, alpha, T: Int):
    i = ct.bid(0)
    ct.store(Y, (i,), ct.astype(alpha, X.dtype) * ct.load(X, (i,), (T,)) + ct.load(Y, (i,), (T,)))


def test_axpy_f16(target, rng):
    x, y = rng.normal(F16, 777), rng.normal(F16, 777)
    check(target.launch(axpy, 4, x, Out(y), np.float32(0.75), 256), 0.75 * Range(x, F16) + y)


@ct.kernel
def grid_stride(X, Y, n, T: Int):
    for i in range(ct.bid(0), n, ct.num_blocks(0)):
        ct.store(Y, (i,), ct.load(X, (i,), (T,)) * 2)


def test_grid_stride(target, rng):
    x = rng.normal(F32, 900)
    check(target.launch(grid_stride, 3, x, Out(np.zeros_like(x)), np.int32(8), 128), x.astype(float) * 2)


@ct.kernel
def every_block(Y):
    x, y, z = ct.bid(0), ct.bid(1), ct.bid(2)
    ct.store(Y, (z, y, x), ct.full((1, 1, 1), (z * ct.num_blocks(1) + y) * ct.num_blocks(0) + x, dtype=ct.int32))


def test_grid_of_three_dimensions(target):
    got = target.launch(every_block, (4, 3, 2), Out(np.full((2, 3, 4), -1, np.int32)))
    check(got, np.arange(24, dtype=np.int32).reshape(2, 3, 4))
