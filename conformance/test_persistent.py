"""Persistent kernels: each block computes one tile of the result after the other, a loop within a loop. On sm_90 a
producer warp loads the tiles of the inner loop, and works on the next tile of the result while this one is stored."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F16, F32, SCHEDULES, Int, Out, check
from mainloop import mainloop
from ranges import Range


@ct.kernel
def by_for(A, B, C, TM: Int, TN: Int, TK: Int):
    rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
    for tile in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = tile // columns, tile % columns
        ct.store(C, (m, n), mainloop(A, B, m, n, TM, TN, TK))


@ct.kernel
def by_while(A, B, C, TM: Int, TN: Int, TK: Int):
    rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
    tile = ct.bid(0)
    while tile < rows * columns:
        m, n = tile // columns, tile % columns
        ct.store(C, (m, n), mainloop(A, B, m, n, TM, TN, TK))
        tile = tile + ct.num_blocks(0)


@ct.kernel
def two_loops(A, B, C, TM: Int, TN: Int, TK: Int):
    """Each tile of the result is that of A B + A B, by two loops that share a circular buffer."""
    rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
    for tile in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = tile // columns, tile % columns
        first = mainloop(A, B, m, n, TM, TN, TK)
        second = mainloop(A, B, m, n, TM, TN, TK)
        ct.store(C, (m, n), first + second)


def launch(target, kernel, rng, blocks, sizes, tiles, factor=1):
    m, n, k = sizes
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = target.launch(kernel, blocks, a, b, Out(np.zeros((m, n), F32)), *tiles)
    check(got, Range(a, F32).mma(b) if factor == 1 else Range(a, F32).mma(b) + Range(a, F32).mma(b))


# Fewer tiles than blocks, as many, more; trip counts that are no multiple of the number of stages, one iteration, a
# remainder of one.
@pytest.mark.parametrize("kernel", [by_for, by_while], ids=lambda kernel: kernel._pyfunc.__name__)
@pytest.mark.parametrize("blocks, sizes", [(3, (64, 64, 160)), (2, (128, 64, 96)), (2, (192, 128, 224)),
                                           (1, (136, 72, 40)), (2, (192, 64, 32)), (2, (128, 128, 264))], ids=str)
def test_matmul(target, rng, kernel, blocks, sizes):
    launch(target, kernel, rng, blocks, sizes, (64, 64, 32))


def test_two_warpgroups(target, rng):
    launch(target, by_for, rng, 1, (136, 520, 72), (128, 256, 32))


@pytest.mark.since(90)
@pytest.mark.parametrize("kernel", [by_for, by_while], ids=lambda kernel: kernel._pyfunc.__name__)
def test_accumulators_in_slices(target, rng, kernel):
    """On sm_90 a third loop, over slices of the accumulator, is between the two."""
    launch(target, kernel, rng, 2, (264, 520, 72), (256, 256, 32))


@pytest.mark.since(90)
def test_two_loops_of_slices(target, rng):
    launch(target, two_loops, rng, 1, (256, 264, 40), (256, 256, 32), factor=2)


def test_two_loops(target, rng):
    launch(target, two_loops, rng, 2, (128, 136, 104), (64, 64, 32), factor=2)


# Lists of arrays are passed to a kernel by a table in memory, which the emulated driver makes.
LIST = """
    import cuda.tile as ct
    import numpy as np
    from tileiras import emulator

    @ct.kernel
    def matmuls(As, Bs, Cs, TM: ct.Constant[int], TN: ct.Constant[int], TK: ct.Constant[int]):
        tile, base = ct.bid(0), 0
        for g in range(len(As)):
            A, B, C = As[g], Bs[g], Cs[g]
            rows, columns = ct.cdiv(C.shape[0], TM), ct.cdiv(C.shape[1], TN)
            while CONDITION:
                m, n = (tile - base) // columns, (tile - base) % columns
                acc = ct.zeros((TM, TN), dtype=ct.float32)
                for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
                    a = ct.load(A, (m, k), (TM, TK), padding_mode=ct.PaddingMode.ZERO)
                    b = ct.load(B, (k, n), (TK, TN), padding_mode=ct.PaddingMode.ZERO)
                    acc = ct.mma(a, b, acc)
                ct.store(C, (m, n), acc)
                tile = tile + ct.num_blocks(0)
            base = base + rows * columns

    rng = np.random.default_rng(0)
    small = lambda *shape: rng.integers(-3, 4, shape).astype(np.float16)
    sizes = [(128, 64, 224), (64, 136, 32), (72, 64, 80), (192, 128, 96)]
    a, b = [small(m, k) for m, n, k in sizes], [small(k, n) for m, n, k in sizes]
    c = [emulator.zeros((m, n), np.float32) for m, n, k in sizes]
    ct.launch(emulator.current_stream(), (BLOCKS,), matmuls,
              ([emulator.array(x) for x in a], [emulator.array(x) for x in b], c, 64, 64, 32))
    for x, y, z in zip(a, b, c):
        assert (x.astype(np.float32) @ y.astype(np.float32) == z.numpy()).all()
    print("all", len(c))
"""


def run_list(emulate, blocks, condition, schedule, arch):
    text = LIST.replace("BLOCKS", str(blocks)).replace("CONDITION", condition)
    done = emulate(text, "--schedule", schedule, "--arch", arch)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "all 4\n"


@pytest.mark.parametrize("schedule", ["inorder", "adversarial"])
@pytest.mark.parametrize("blocks", [1, 3, 16])
def test_list_of_matmuls(emulate, blocks, schedule):
    run_list(emulate, blocks, "tile < base + rows * columns", schedule, "sm_90")


# The counter has two conditions, as libraries write it.
@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100", "sm_120"])
def test_list_with_two_conditions(emulate, arch):
    for schedule in SCHEDULES:
        run_list(emulate, 3, "tile >= base and tile < base + rows * columns", schedule, arch)
