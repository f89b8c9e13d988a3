"""The matrix product of Triton's tutorial, with the blocks that suit large matrices on sm_90."""
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, M, N, K, am, ak, bk, bn, cm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, G: tl.constexpr,
            IMPRECISE: tl.constexpr):
    pid = tl.program_id(0)
    rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    group = pid // (G * columns)
    height = min(rows - group * G, G)
    m = group * G + (pid % (G * columns)) % height
    n = (pid % (G * columns)) // height
    r, s, k = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN), tl.arange(0, BK)
    at = a + r[:, None] * am + k[None, :] * ak
    bt = b + k[:, None] * bk + s[None, :] * bn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(at), tl.load(bt), acc, max_num_imprecise_acc=IMPRECISE)
        at += BK * ak
        bt += BK * bk
    tl.store(c + r[:, None] * cm + s[None, :], acc.to(c.dtype.element_ty))


def matmul(a, b, c, fast=False):
    """C = A B. MMAs of f8 accumulate in f32 unless `fast`, which is Triton's default on sm_90."""
    (m, k), n = a.shape, b.shape[1]
    wide = a.element_size() == 1
    grid = (triton.cdiv(m, 128) * triton.cdiv(n, 256),)
    product[grid](a, b, c, m, n, k, a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0), BM=128, BN=256,
                  BK=128 if wide else 64, G=8, IMPRECISE=None if fast or not wide else 0,
                  num_warps=8, num_stages=3)
