"""Kernels that are timed next to the anchors, in the form of an anchors' file (bench/anchor-counters): the same matrix
products with other tiles and types, so that each problem has tiles to choose from, and two that move memory by
indices."""
import os

import cuda.tile as ct
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature, export_kernel)

Int = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO
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
def matmul_tf32(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.astype(ct.load(A, (m, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
        b = ct.astype(ct.load(B, (k, n), (TK, TN), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), acc)


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
    "i8": (matmul_nt, i8, i32, ((64, 128, 128), (128, 64, 128), (128, 256, 128))),
    "tf32": (matmul_tf32, f32, f32, ((64, 128, 32), (128, 64, 32), (128, 256, 32))),
}
for form, (kernel, operand, result, tiles) in TILES.items():
    for tile in tiles:
        anchor(f"matmul_{form}_" + "x".join(map(str, tile)), kernel, *matrices(operand, result), *tile)
anchor("rope_f16", rope, array(f16, 2), array(f32, 2), array(f32, 2), array(f16, 2), 16)
anchor("gather_f16", gather, array(f16, 2), array(ct.int32), array(f16, 2), 4, 1024)
