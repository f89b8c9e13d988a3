"""Kernels that are timed next to the anchors, in the form of an anchors' file (bench/anchor-counters): the same matrix
products with other tiles and types, and attention with other tiles, so that each problem has tiles to choose from, and two
that move memory by indices."""
import math
import os

import cuda.tile as ct
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature, ScalarConstraint,
                                   export_kernel)

Int, Flag = ct.Constant[int], ct.Constant[bool]
ZERO = ct.PaddingMode.ZERO
LOG2E = math.log2(math.e)
ANCHORS = {}


def array(dtype, ndim=1):
    return ArrayConstraint(dtype=dtype, ndim=ndim, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                           may_alias_internally=False, stride_constant=(None,) * (ndim - 1) + (1,),
                           stride_divisible_by=(16,) * (ndim - 1) + (1,), shape_divisible_by=16, base_addr_divisible_by=16)


def anchor(name, kernel, *parameters):
    signature = [ConstantConstraint(p) if isinstance(p, int) else p for p in parameters]
    ANCHORS[name] = kernel, signature, ("sm_80", "sm_90", "sm_100", "sm_120")


def export(name, arch, folder):
    kernel, signature, _ = ANCHORS[name]
    path = os.path.join(folder, f"{name}.{arch}.bc")
    convention = CallingConvention.cutile_python_v1()
    export_kernel(kernel, [KernelSignature(parameters=signature, calling_convention=convention, symbol=name)], path,
                  gpu_code=arch, output_format="tileir_bytecode", bytecode_version="13.3")
    return path


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


@ct.kernel
def matmul_nt(A, Bt, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(Bt, (n, k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


@ct.kernel
def matmul_nt_fast(A, Bt, C, TM: Int, TN: Int, TK: Int):
    """MMAs of f8 accumulate in the precision of the tensor cores."""
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(Bt, (n, k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc, use_fast_acc=True)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


@ct.kernel
def matmul_tf32(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.astype(ct.load(A, (m, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
        b = ct.astype(ct.load(B, (k, n), (TK, TN), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), acc)


@ct.kernel
def attention(Q, K, V, O, scale, TM: Int, TN: Int, D: Int, CAUSAL: Flag):
    """softmax(Q K' scale) V, online over the keys; the arrays have (heads, length, D)."""
    m, h = ct.bid(0), ct.bid(1)
    by = scale * LOG2E
    q = ct.reshape(ct.load(Q, (h, m, 0), (1, TM, D)), (TM, D))
    row = ct.expand_dims(m * TM + ct.arange(TM, dtype=ct.int32), 1)
    top = ct.full((TM, 1), -math.inf, dtype=ct.float32)
    total, acc = ct.zeros((TM, 1), dtype=ct.float32), ct.zeros((TM, D), dtype=ct.float32)
    tiles = ct.cdiv((m + 1) * TM, TN) if CAUSAL else ct.cdiv(K.shape[1], TN)
    unmasked = m * TM // TN if CAUSAL else tiles
    for j in range(tiles):
        k = ct.reshape(ct.load(K, (h, 0, j), (1, D, TN), order=(0, 2, 1)), (D, TN))
        s = ct.mma(q, k, ct.zeros((TM, TN), dtype=ct.float32))
        if j >= unmasked:
            column = ct.expand_dims(j * TN + ct.arange(TN, dtype=ct.int32), 0)
            s = ct.where(row >= column, s, -math.inf)
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True) * by)
        p = ct.exp2(s * by - new, flush_to_zero=True)
        correction = ct.exp2(top - new, flush_to_zero=True)
        total = total * correction + ct.sum(p, axis=1, keepdims=True)
        v = ct.reshape(ct.load(V, (h, j, 0), (1, TN, D)), (TN, D))
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * correction)
        top = new
    ct.store(O, (h, m, 0), ct.reshape(ct.astype(acc / total, O.dtype), (1, TM, D)))


@ct.kernel
def rope(X, Cos, Sin, Y, T: Int):
    """Rotary embedding of rows of 128: each half is rotated against the other."""
    r = ct.bid(0)
    a = ct.astype(ct.load(X, (r, 0), (T, 64)), ct.float32)
    b = ct.astype(ct.load(X, (r, 1), (T, 64)), ct.float32)
    c, s = ct.load(Cos, (r, 0), (T, 64)), ct.load(Sin, (r, 0), (T, 64))
    ct.store(Y, (r, 0), ct.astype(a * c - b * s, Y.dtype))
    ct.store(Y, (r, 1), ct.astype(b * c + a * s, Y.dtype))


@ct.kernel
def gather(Table, Indices, Y, T: Int, D: Int):
    """T rows, selected by indices, of a table with D columns."""
    i = ct.bid(0)
    row = ct.expand_dims(ct.load(Indices, (i,), (T,)), 1)
    column = ct.expand_dims(ct.arange(D, dtype=ct.int32), 0)
    ct.store(Y, (i, 0), ct.gather(Table, (row, column)))


def matrices(dtype, out):
    return array(dtype, 2), array(dtype, 2), array(out, 2)


f16, bf16, f32, e4m3 = ct.float16, ct.bfloat16, ct.float32, ct.float8_e4m3fn
i8, i32 = ct.int8, ct.int32
# A tile for few blocks, the tiles whose accumulators four and eight warps hold, and those that tuners of public
# libraries try.
TILES = {
    "f16": (matmul, f16, f16, ((64, 128, 64), (128, 64, 64), (256, 128, 64))),
    "bf16": (matmul, bf16, bf16, ((64, 128, 64), (128, 64, 64), (128, 128, 64), (128, 256, 64), (256, 128, 64))),
    "nt_f16": (matmul_nt, f16, f16, ((64, 128, 64), (128, 64, 64), (128, 128, 64), (128, 256, 64))),
    "e4m3": (matmul_nt, e4m3, bf16, ((64, 128, 128), (128, 64, 128), (128, 256, 128))),
    "e4m3_fast": (matmul_nt_fast, e4m3, bf16, ((64, 128, 128), (128, 128, 128), (128, 256, 128))),
    "i8": (matmul_nt, i8, i32, ((64, 128, 128), (128, 64, 128), (128, 256, 128))),
    "tf32": (matmul_tf32, f32, f32, ((64, 128, 32), (128, 64, 32), (128, 256, 32))),
}
for form, (kernel, operand, result, tiles) in TILES.items():
    for tile in tiles:
        anchor(f"matmul_{form}_" + "x".join(map(str, tile)), kernel, *matrices(operand, result), *tile)
for width in (64, 128):
    for causal in (False, True):
        for rows, columns in (64, 64), (64, 128), (128, 64), (256, 128):
            anchor(f"attention_f16_d{width}{'_causal' * causal}_{rows}x{columns}", attention, *[array(f16, 3)] * 4,
                   ScalarConstraint(f32), rows, columns, width, causal)
anchor("rope_f16", rope, array(f16, 2), array(f32, 2), array(f32, 2), array(f16, 2), 16)
anchor("gather_f16", gather, array(f16, 2), array(ct.int32), array(f16, 2), 4, 1024)
