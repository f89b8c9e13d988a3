"""The loops over K that kernels of several tests share."""
import cuda.tile as ct
from kit import ZERO


def mainloop(A, B, m, n, TM, TN, TK):
    """Tile (m, n) of A B, accumulated in f32."""
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ZERO)
        acc = ct.mma(a, b, acc)
    return acc


def mainloop_transposed(A, Bt, m, n, TM, TN, TK, dtype):
    """Tile (m, n) of A B, accumulated in `dtype`, where the array holds B transposed."""
    acc = ct.zeros((TM, TN), dtype=dtype)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ZERO)
        b = ct.load(Bt, (n, k), (TN, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(b), acc)
    return acc
