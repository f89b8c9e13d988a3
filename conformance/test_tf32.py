"""MMAs of f32 arrays that are rounded to tf32: TMA rounds as it copies where the GPU has it (tensor maps of the type),
threads elsewhere. The contiguous dimension of an operand decides how matrix units read it."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import F32, F64, ZERO, Int, Out, check
from ranges import TF32, Range, rounded
from test_tensor_maps import PROVIDERS, with_tensor_maps


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int, TA: Int, TB: Int):
    """TA, TB: the array holds the operand transposed."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=0 if TA else 1, shape=(TK, TM) if TA else (TM, TK))):
        if TA:
            a = ct.transpose(ct.astype(ct.load(A, (k, m), (TK, TM), padding_mode=ZERO), ct.tfloat32))
        else:
            a = ct.astype(ct.load(A, (m, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
        if TB:
            b = ct.transpose(ct.astype(ct.load(B, (n, k), (TN, TK), padding_mode=ZERO), ct.tfloat32))
        else:
            b = ct.astype(ct.load(B, (k, n), (TK, TN), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), acc)


def launch(target, a, b, tiles, transposed=(False, False)):
    (m, k), n, (tm, tn, tk) = a.shape, b.shape[1], tiles
    arrays = [np.ascontiguousarray(x.T) if t else x for x, t in zip((a, b), transposed)]
    return target.launch(matmul, (-(-m // tm), -(-n // tn)), *arrays, Out(np.zeros((m, n), F32)), tm, tn, tk,
                         *map(int, transposed))


def exact(a, b):
    return Range(rounded(a, TF32), F32).mma(rounded(b, TF32))


ORDERS = pytest.mark.parametrize("transposed", [(False, False), (True, False), (False, True), (True, True)], ids=str)


# Sizes that the tiles don't divide, with strides that the launcher announces (multiples of 16); one row of 64 of a
# warpgroup and two, from one instruction along K to eight.
@ORDERS
@pytest.mark.parametrize("tiles", [(64, 64, 16), (64, 128, 32), (128, 64, 32), (128, 128, 32), (64, 64, 64), (128, 128, 8)],
                         ids=lambda s: "x".join(map(str, s)))
@pytest.mark.operands(7)  # bf16's; f32 operands lose what tf32 lacks anyway
def test_tiles(target, rng, tiles, transposed):
    tm, tn, tk = tiles
    k = 3 * tk + 16
    a, b = rng.normal(F32, (tm + 16, k)), rng.normal(F32, (k, tn - 16))
    check(launch(target, a, b, tiles, transposed), exact(a, b))


@ORDERS
@pytest.mark.parametrize("tiles", [(128, 256, 32), (256, 128, 32), (64, 256, 16)], ids=lambda s: "x".join(map(str, s)))
@pytest.mark.operands(7)  # as above
def test_two_warpgroups(target, rng, tiles, transposed):
    tm, tn, tk = tiles
    a, b = rng.normal(F32, (tm - 16, 3 * tk)), rng.normal(F32, (3 * tk, tn - 16))
    check(launch(target, a, b, tiles, transposed), exact(a, b))


@pytest.mark.parametrize("provider", PROVIDERS)
@ORDERS
@pytest.mark.operands(7)  # as above
def test_providers_of_maps(target, rng, tmp_path, provider, transposed):
    target = with_tensor_maps(target, provider, tmp_path)
    a, b = rng.normal(F32, (72, 304)), rng.normal(F32, (304, 80))
    check(launch(target, a, b, (64, 64, 32), transposed), exact(a, b))
    assert target.compiler.used == (target.number >= 90)


@pytest.mark.parametrize("transposed", [(False, False), (True, True)], ids=str)
@pytest.mark.operands(7)  # as above
def test_without_a_warp_for_copies(target, rng, tmp_path, transposed):
    """The warps that compute also start the copies, and read the registers of each slice between them."""
    target = with_tensor_maps(target, "parameter", tmp_path)
    target.compiler.compiler.target = [*target.compiler.compiler.target, "--pipeline-strategy=unspecialize"]
    a, b = rng.normal(F32, (64, 304)), rng.normal(F32, (304, 64))
    check(launch(target, a, b, (64, 64, 32), transposed), exact(a, b))


@pytest.mark.parametrize("iterations", [1, 2])
@pytest.mark.blind("few products")
def test_few_iterations(target, rng, iterations):
    a, b = rng.normal(F32, (128, 32 * iterations)), rng.normal(F32, (32 * iterations, 128))
    check(launch(target, a, b, (128, 128, 32)), exact(a, b))


@pytest.mark.parametrize("width", [66, 67])
@pytest.mark.operands(7)  # as above
def test_rows_that_are_not_aligned(target, rng, width):
    """The copies don't round: threads do."""
    a, b = rng.normal(F32, (64, width)), rng.normal(F32, (width, width))
    check(launch(target, a, b, (64, 64, 32)), exact(a, b))


@ORDERS
@pytest.mark.blind("factors are powers of two, and corners")
def test_corners(target, rng, transposed):
    """The largest f32 becomes an infinity when it is rounded to the nearest; halfway between two numbers of tf32 the
    even one is meant; a NaN stays one."""
    a = np.zeros((64, 48), F32)
    a[:, 0], a[1, 3], a[2, 17], a[3, 40], a[5, 47] = 1, np.inf, np.nan, np.finfo(F32).max, -np.inf
    tie = 2.0**-11
    a[10:14, 1] = 1 + tie, 1 + 3 * tie, 1 + tie + 2.0**-20, -(1 + tie)
    a[20:22, 2] = 2.0**-140, 2.0**-149
    b = (2.0 ** rng.integers(0, 3, (48, 64))).astype(F32)
    with np.errstate(invalid="ignore"):
        expected = rounded(a, TF32).astype(F64) @ b.astype(F64)
    # Tensor cores flush terms that are too small next to 1, and add 1.
    check(launch(target, a, b, (64, 64, 16), transposed), rounded(expected, F32))


of_two_ctas = ct.kernel(num_ctas=ct.ByTarget(sm_90=2, default=1))(matmul._pyfunc)


@pytest.mark.parametrize("transposed", [(False, False), (False, True)], ids=str)
@pytest.mark.operands(7)  # as above
def test_clusters_of_two(target, rng, transposed):
    """Each CTA has half of a tile; operands that both need are loaded once, by multicast."""
    tiles = (128, 128, 32)
    a, b = rng.normal(F32, (240, 144)), rng.normal(F32, (144, 240))
    arrays = [np.ascontiguousarray(x.T) if t else x for x, t in zip((a, b), transposed)]
    got = target.launch(of_two_ctas, (2, 2), *arrays, Out(np.zeros((240, 240), F32)), *tiles, *map(int, transposed))
    check(got, exact(a, b))


@ct.kernel
def persistent(A, B, Bias, C, TM: Int, TN: Int, TK: Int):
    """The accumulator is combined with values per row and column; the next tile's copies begin meanwhile."""
    rows, columns = ct.num_tiles(C, axis=0, shape=(TM, TN)), ct.num_tiles(C, axis=1, shape=(TM, TN))
    for t in range(ct.bid(0), rows * columns, ct.num_blocks(0)):
        m, n = t // columns, t % columns
        acc = ct.zeros((TM, TN), dtype=ct.float32)
        for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
            a = ct.astype(ct.load(A, (m, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
            b = ct.astype(ct.load(B, (k, n), (TK, TN), padding_mode=ZERO), ct.tfloat32)
            acc = ct.mma(a, b, acc)
        bias = ct.load(Bias, (n,), (TN,), padding_mode=ZERO)
        ct.store(C, (m, n), ct.maximum(acc, 0) * 2 + ct.reshape(bias, (1, TN)))


@pytest.mark.blind("small integers are exact in any type")
def test_persistent_with_epilogue(target, rng):
    a, b = (rng.integers(-3, 4, shape).astype(F32) for shape in ((176, 80), (80, 176)))
    bias = rng.integers(-3, 4, (176,)).astype(F32)
    got = target.launch(persistent, 2, a, b, bias, Out(np.zeros((176, 176), F32)), 64, 64, 16)
    check(got, np.maximum(a.astype(F64) @ b.astype(F64), 0) * 2 + bias[None, :])
