"""Atomic operations, and the old values that they return: to every thread that holds an element, also if several do."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, I64, Int, Out, check

SIZES = (1, 8, 64, 1024)  # less than a warp, less than a CTA, more


@ct.kernel
def take_numbers(Counters, Old, T: Int):
    i = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(Old, i, ct.atomic_add(Counters, i // 2, 1))


@pytest.mark.parametrize("size", SIZES)
def test_every_number_is_given_once(target, size):
    arrays = Out(np.zeros(size, I32)), Out(np.full(2 * size, -1, I32))
    for counters, old in target.launch_each(take_numbers, 2, *arrays, size):
        check(counters, np.full(size, 2, I32))
        check(np.sort(old.reshape(size, 2)), np.tile(np.array([0, 1], I32), (size, 1)))  # one of each pair was first


@ct.kernel
def spread(Counters, Y, M: Int, N: Int):
    old = ct.atomic_add(Counters, ct.arange(M, dtype=ct.int32), 1)
    ct.store(Y, (0, 0), ct.reshape(old, (M, 1)) * ct.full((M, N), 1, dtype=ct.int32))


@pytest.mark.parametrize("shape", [(1, 1024), (8, 256), (64, 32)], ids=str)
def test_all_holders_see_the_old_value(target, rng, shape):
    """Where a row is distributed over lanes and warps, all of them hold its counter."""
    x = rng.integers(0, 100, shape[0]).astype(I32)
    counters, y = target.launch(spread, 1, Out(x.copy()), Out(np.zeros(shape, I32)), *shape)
    check(counters, x + 1)
    check(y, np.repeat(x[:, None], shape[1], axis=1))


@ct.kernel
def replace(X, Old, Expected, Value, T: Int):
    """Half of the indices are outside of X: no operation is performed there."""
    i = ct.arange(T, dtype=ct.int32)
    old = ct.atomic_cas(X, i, ct.gather(Expected, i), ct.gather(Value, i))
    ct.scatter(Old, i, old)


@pytest.mark.parametrize("dtype", [I32, I64, F32, F64], ids=str)
@pytest.mark.parametrize("size", SIZES[1:])
def test_compare_and_swap(target, rng, size, dtype):
    x = rng.integers(0, 2, size // 2).astype(dtype)
    expected, value = rng.integers(0, 2, size).astype(dtype), rng.integers(5, 9, size).astype(dtype)
    got, old = target.launch(replace, 1, Out(x.copy()), Out(np.zeros(size, dtype)), expected, value, size)
    half = size // 2
    check(got, np.where(x == expected[:half], value[:half], x))
    check(old, np.concatenate([x, expected[half:]]))


@ct.kernel
def add_up(X, Y, T: Int):
    ct.atomic_add(Y, ct.zeros((T,), dtype=ct.int32), ct.load(X, (ct.bid(0),), (T,)))


@pytest.mark.parametrize("dtype", [F16, F32, F64], ids=str)
def test_sums(target, rng, dtype):
    x = rng.integers(-4, 5, 256).astype(dtype)  # exact in any order
    check(target.launch(add_up, 2, x, Out(np.zeros(1, dtype)), 128), x.sum(keepdims=True))


@pytest.mark.since(90)
def test_sums_bf16(target, rng):
    x = rng.integers(0, 2, 256).astype(BF16)
    check(target.launch(add_up, 2, x, Out(np.zeros(1, BF16)), 128), x.astype(F32).sum(keepdims=True).astype(BF16))


@ct.kernel
def critical_section(Lock, Y):
    """All blocks add to one element, one after another. All threads of a block must agree on who holds the lock."""
    while ct.atomic_cas(Lock, 0, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) != 0:
        pass
    ct.scatter(Y, 0, ct.gather(Y, 0) + ct.bid(0) + 1)
    ct.atomic_xchg(Lock, 0, 0, memory_order=ct.MemoryOrder.RELEASE)


def test_lock(target):
    lock, y = target.launch(critical_section, 4, Out(np.zeros(1, I32)), Out(np.zeros(1, I32)))
    check(lock, np.zeros(1, I32))
    check(y, np.array([10], I32))
