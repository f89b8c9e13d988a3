"""Relaxed and acquiring loads of memory that another block writes meanwhile: all threads of a block get the same
value."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import I32, Int, Out, check

RELAXED, ACQUIRE, RELEASE = ct.MemoryOrder.RELAXED, ct.MemoryOrder.ACQUIRE, ct.MemoryOrder.RELEASE
DEVICE = ct.MemoryScope.DEVICE


@ct.kernel
def watch(Counters, Digests, N: Int, M: Int, T: Int, ACQUIRING: ct.Constant[bool]):
    """The first block increments all counters, for a long time; the others load a row of M N times, each thread its
    elements of M x T, and sum the values that they saw. (cuTile reads the same row once for the whole loop.)"""
    if ct.bid(0) == 0:
        for i in range(4 * N):
            ct.store(Counters, (i % 4, 0), ct.full((1, M), i, dtype=ct.int32), memory_order=RELAXED,
                     memory_scope=DEVICE)
    else:
        digest = ct.zeros((1, M, T), dtype=ct.int32)
        for i in range(N):
            if ACQUIRING:
                seen = ct.load(Counters, (i % 4, 0), (1, M), memory_order=ACQUIRE, memory_scope=DEVICE)
            else:
                seen = ct.load(Counters, (i % 4, 0), (1, M), memory_order=RELAXED, memory_scope=DEVICE)
            digest += ct.reshape(seen, (1, M, 1)) * (i + 1)
        ct.store(Digests, (ct.bid(0) - 1, 0, 0), digest)


@pytest.mark.parametrize("acquiring", [False, True], ids=["relaxed", "acquire"])
@pytest.mark.parametrize("counters", [1, 8, pytest.param(64, marks=pytest.mark.sweep)])
def test_threads_see_the_same(target, counters, acquiring):
    """Elements that all threads hold, several warps, or several lanes."""
    readers, rounds, threads = 3, 1000, 4096 // counters
    digests = np.full((readers, counters, threads), -1, I32)
    for _, digests in target.launch_each(watch, 1 + readers, Out(np.zeros((4, counters), I32)), Out(digests), rounds,
                                         counters, threads, acquiring):
        check(digests, np.repeat(digests[:, :, :1], threads, axis=2))


@ct.kernel
def pass_message(Flag, X, Sums, T: Int, PATIENCE: Int):
    """Message passing: the first block writes X, then raises a flag; the others poll it PATIENCE times, and if they
    have seen it, sum X together."""
    if ct.bid(0) == 0:
        ct.store(X, (0,), ct.arange(T, dtype=ct.int32))
        ct.store(Flag, (0,), ct.full((1,), 1, dtype=ct.int32), memory_order=RELEASE, memory_scope=DEVICE)
    else:
        looks, seen = 0, 0
        while (looks < PATIENCE) & (seen == 0):
            seen = ct.reshape(ct.load(Flag, (0,), (1,), memory_order=ACQUIRE, memory_scope=DEVICE), ())
            looks += 1
        if seen != 0:
            ct.store(Sums, (ct.bid(0) - 1,), ct.reshape(ct.sum(ct.load(X, (0,), (T,))), (1,)))


@pytest.mark.emulator("whether a block comes first is the schedule's")
def test_threads_leave_a_loop_together(target):
    readers, size = 3, 256
    runs = target.launch_each(pass_message, 1 + readers, Out(np.zeros(1, I32)), Out(np.zeros(size, I32)),
                              Out(np.full(readers, -1, I32)), size, 1000)
    total = size * (size - 1) // 2
    for _, x, sums in runs:
        check(x, np.arange(size, dtype=I32))
        check(sums, np.where(sums == -1, -1, total).astype(I32))
    check(runs[0][2], np.full(readers, total, I32))  # in order, the first block has ended when the others look
