"""Moving the elements of a tile: broadcast, reshape, permute, cat, extract, insert. Nothing is computed."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, I32, Out, check


def shape_kernel(function, before, after):
    """A kernel that makes one tile of shape `after` out of one of shape `before`."""
    first, last = (0,) * len(before), (0,) * len(after)

    @ct.kernel
    def rearrange(X, Y):
        ct.store(Y, last, function(ct.load(X, first, before)))

    return rearrange


def rearranged(target, function, x, after):
    return target.launch(shape_kernel(function, x.shape, after), 1, x, Out(np.zeros(after, x.dtype)))


@pytest.mark.parametrize("before,after", [((1, 16), (8, 16)), ((8, 1), (8, 16)), ((1, 4, 1), (8, 4, 16)),
                                          ((32,), (4, 32))], ids=str)
def test_broadcast(target, rng, before, after):
    x = rng.normal(F32, before)

    def broadcast(t):
        return ct.broadcast_to(t, after)

    check(rearranged(target, broadcast, x, after), np.broadcast_to(x, after))


@pytest.mark.parametrize("before,after", [((8, 16), (128,)), ((128,), (4, 32)), ((4, 8, 16), (32, 16)),
                                          ((16, 8), (2, 4, 16)), ((2, 64), (64, 2))], ids=str)
def test_reshape(target, rng, before, after):
    x = rng.normal(F16, before)

    def reshape(t):
        return ct.reshape(t, after)

    check(rearranged(target, reshape, x, after), x.reshape(after))


@pytest.mark.parametrize("axes", [(1, 0), (0, 2, 1), (2, 0, 1), (2, 1, 0), (1, 0, 2)], ids=str)
def test_permute(target, rng, axes):
    x = rng.normal(F32, (8, 32) if len(axes) == 2 else (4, 8, 16))

    def permute(t):
        return ct.permute(t, axes)

    check(rearranged(target, permute, x, tuple(x.shape[a] for a in axes)), x.transpose(axes))


@ct.kernel
def outer(X, Y, Z):
    ct.store(Z, (0, 0), ct.load(X, (0,), (16,))[:, None] * ct.load(Y, (0,), (32,))[None, :])


def test_implicit_broadcast(target, rng):
    x, y = rng.normal(F32, 16), rng.normal(F32, 32)
    check(target.launch(outer, 1, x, y, Out(np.zeros((16, 32), F32))), np.outer(x.astype(float), y))


@ct.kernel
def cut_and_join(X, Y):
    x = ct.load(X, (0, 0), (8, 32))
    left, right = ct.extract(x, (0, 0), (8, 16)), ct.extract(x, (0, 1), (8, 16))
    ct.store(Y, (0, 0), ct.cat((right, left), 1))


def test_extract_and_cat(target, rng):
    x = rng.normal(F32, (8, 32))
    check(target.launch(cut_and_join, 1, x, Out(np.zeros_like(x))), np.roll(x, 16, axis=1))


@ct.kernel
def counting(Y, start, step):
    ct.store(Y, (ct.bid(0),), ct.arange(64, dtype=ct.int32, start=start, step=step))


def test_arange(target):
    got = target.launch(counting, 1, Out(np.zeros(64, I32)), np.int32(-5), np.int32(3))
    check(got, np.arange(-5, 187, 3, dtype=I32))


@ct.kernel
def table(X, Y):
    ct.store(Y, (0, 0), ct.load(X, (0, 0), (16, 8)) + ct.astile((3, 1, 4, 1, 5, 9, 2, 6), dtype=ct.int32))


def test_constant_tile(target, rng):
    x = rng.integers(0, 100, (16, 8))
    check(target.launch(table, 1, x, Out(np.zeros_like(x))), x + np.array([3, 1, 4, 1, 5, 9, 2, 6], I32))
