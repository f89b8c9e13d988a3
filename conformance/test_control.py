"""Loops with carried values, loops that end early, branches."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F32, I32, Out, check


def vector_in_out(target, kernel, x, *scalars):
    return target.launch(kernel, x.size // 64, x, Out(np.zeros_like(x)), *scalars)


@ct.kernel
def fibonacci(X, Y, n):
    a, b = ct.load(X, (ct.bid(0),), (64,)), ct.full((64,), 1, dtype=ct.int32)
    for i in range(n):
        a, b = b, a + b + i
    ct.store(Y, (ct.bid(0),), a)


@pytest.mark.parametrize("n", [0, 1, 9])
def test_for_carries_two_values(target, rng, n):
    x = rng.integers(0, 100, 128)
    a, b = x, np.ones_like(x)
    for i in range(n):
        a, b = b, a + b + i
    check(vector_in_out(target, fibonacci, x, np.int32(n)), a)


@ct.kernel
def stepped(X, Y, lower, upper):
    x = ct.load(X, (ct.bid(0),), (64,))
    for i in range(lower, upper, 3):
        x = x * 2 + i
    ct.store(Y, (ct.bid(0),), x)


def test_for_with_bounds_and_step(target, rng):
    x = rng.integers(0, 100, 64)
    expected = x
    for i in range(-2, 12, 3):
        expected = expected * 2 + i
    check(vector_in_out(target, stepped, x, np.int32(-2), np.int32(12)), expected)


@ct.kernel
def nested(X, Y, n):
    x = ct.load(X, (ct.bid(0),), (64,))
    for i in range(n):
        for j in range(i):
            if (i + j) % 2 == 0:
                x = x + i * j
            else:
                x = x - j
    ct.store(Y, (ct.bid(0),), x)


def test_nested_for_with_branch(target, rng):
    x = rng.integers(0, 100, 64)
    delta = sum(i * j if (i + j) % 2 == 0 else -j for i in range(7) for j in range(i))
    check(vector_in_out(target, nested, x, np.int32(7)), (x + delta).astype(I32))


@ct.kernel
def collatz(X, Y, n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    ct.store(Y, (ct.bid(0),), ct.load(X, (ct.bid(0),), (64,)) + steps)


def test_while(target, rng):
    x = rng.integers(0, 100, 64)
    check(vector_in_out(target, collatz, x, np.int32(27)), x + 111)


@ct.kernel
def until_large(X, Y, n):
    x = ct.load(X, (ct.bid(0),), (64,))
    i = 0
    while i < n:
        x = x + 1
        if ct.max(x, 0) > 100:
            break
        x = x * 2
        i += 1
    ct.store(Y, (ct.bid(0),), x)


@pytest.mark.parametrize("n", [2, 50])
def test_while_with_break(target, rng, n):
    x = rng.integers(0, 10, 128)
    expected = []
    for block in np.split(x, 2):
        i = 0
        while i < n:
            block = block + 1
            if block.max() > 100:
                break
            block = block * 2
            i += 1
        expected.append(block)
    check(vector_in_out(target, until_large, x, np.int32(n)), np.concatenate(expected).astype(I32))


@ct.kernel
def skipping(X, Y, n):
    x = ct.load(X, (ct.bid(0),), (64,))
    for i in range(n):
        if i % 3 == 0:
            continue
        x = x + i
    ct.store(Y, (ct.bid(0),), x)


def test_continue(target, rng):
    x = rng.integers(0, 10, 64)
    check(vector_in_out(target, skipping, x, np.int32(10)), x + sum(i for i in range(10) if i % 3))


@ct.kernel
def early(X, Y, n):
    if ct.bid(0) >= n:
        return
    ct.store(Y, (ct.bid(0),), ct.load(X, (ct.bid(0),), (64,)) + 1.0)


def test_early_return(target, rng):
    x = rng.normal(F32, 192)
    expected = np.where(np.arange(192) < 128, x.astype(float) + 1, 0)
    check(vector_in_out(target, early, x, np.int32(2)), expected)


@ct.kernel
def branches(X, Y, n):
    x = ct.load(X, (ct.bid(0),), (64,))
    y = x * 2
    if ct.bid(0) == n:
        x, y = y, x
    elif ct.bid(0) > n:
        y = -y
    ct.store(Y, (ct.bid(0),), x - y)


def test_if_with_results(target, rng):
    x = rng.integers(0, 1000, 192)
    expected = np.concatenate([-x[:64], x[64:128], 3 * x[128:]])
    check(vector_in_out(target, branches, x, np.int32(1)), expected)
