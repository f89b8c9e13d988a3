"""Kernels whose arrays end anywhere, for record-anchors and anchor-counters: signatures promise the alignment of rows,
and nothing about sizes. Tiles of rows are the next powers of two of 1000, 1001 and 4095."""
import os

import cuda.tile as ct
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature, ScalarConstraint,
                                   export_kernel)

Int = ct.Constant[int]
FAMILIES = ("sm_80", "sm_90", "sm_100", "sm_120")
ANCHORS = {}


def array(dtype, ndim=1):
    """Rows begin at multiples of 16 bytes."""
    multiple = 16 // (dtype.bitwidth // 8)
    return ArrayConstraint(dtype, ndim, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                           may_alias_internally=False, stride_constant=(None,) * (ndim - 1) + (1,),
                           stride_divisible_by=(multiple,) * (ndim - 1) + (1,), base_addr_divisible_by=16)


def anchor(name, kernel, *parameters):
    signature = [ConstantConstraint(p) if isinstance(p, int) else p for p in parameters]
    ANCHORS[name] = (kernel, signature, FAMILIES)


def export(name, arch, folder):
    kernel, signature, _ = ANCHORS[name]
    path = os.path.join(folder, f"{name}.{arch}.bc")
    export_kernel(kernel, [KernelSignature(signature, CallingConvention.cutile_python_v1(), symbol=name)], path, gpu_code=arch,
                  output_format="tileir_bytecode", bytecode_version="13.3")
    return path


def mainloop(A, B, m, n, TM: Int, TN: Int, TK: Int):
    """Tile (m, n) of A B, as in README's kernel."""
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, b, acc)
    return acc


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    ct.store(C, (m, n), ct.astype(mainloop(A, B, m, n, TM, TN, TK), C.dtype))


@ct.kernel
def matmul_persistent(A, B, C, TM: Int, TN: Int, TK: Int):
    across = ct.cdiv(C.shape[1], TN)
    for tile in range(ct.bid(0), ct.cdiv(C.shape[0], TM) * across, ct.num_blocks(0)):
        m, n = tile // across, tile % across
        ct.store(C, (m, n), ct.astype(mainloop(A, B, m, n, TM, TN, TK), C.dtype))


@ct.kernel
def softmax(X, Y, T: Int):
    x = ct.load(X, (ct.bid(0), 0), (1, T), padding_mode=ct.PaddingMode.NEG_INF)
    e = ct.exp(x - ct.max(x, axis=1, keepdims=True))
    ct.store(Y, (ct.bid(0), 0), e / ct.sum(e, axis=1, keepdims=True))


@ct.kernel
def scale(X, Y, factor, T: Int):
    ct.store(Y, (ct.bid(0),), ct.load(X, (ct.bid(0),), (T,)) * ct.astype(factor, X.dtype))


@ct.kernel
def transpose(X, Y, TM: Int, TN: Int):
    ct.store(Y, (ct.bid(1), ct.bid(0)), ct.transpose(ct.load(X, (ct.bid(0), ct.bid(1)), (TM, TN))))


half, single, byte = ct.float16, ct.float32, ct.int8
anchor("row_ends_matmul_f16_64x64x32", matmul, array(half, 2), array(half, 2), array(single, 2), 64, 64, 32)
anchor("row_ends_matmul_f16_128x128x64", matmul, array(half, 2), array(half, 2), array(half, 2), 128, 128, 64)
anchor("row_ends_matmul_persistent_f16_128x128x64", matmul_persistent, array(half, 2), array(half, 2), array(half, 2), 128, 128, 64)
anchor("row_ends_softmax_f32_1001", softmax, array(single, 2), array(single, 2), 1024)
anchor("row_ends_softmax_f16_4095", softmax, array(half, 2), array(half, 2), 4096)
anchor("row_ends_scale_f16", scale, array(half), array(half), ScalarConstraint(single), 2048)
anchor("row_ends_scale_i8", scale, array(byte), array(byte), ScalarConstraint(ct.int32), 4096)
anchor("row_ends_transpose_f16", transpose, array(half, 2), array(half, 2), 64, 64)
