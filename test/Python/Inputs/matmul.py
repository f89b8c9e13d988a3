"""C = A B, with a launch: a program for tileiras-explore."""
import cuda.tile as ct
import numpy as np
from tileiras import emulator

TM, TN, TK = 128, 128, 64


@ct.kernel
def matmul(A, B, C, tm: ct.Constant[int], tn: ct.Constant[int], tk: ct.Constant[int]):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((tm, tn), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(tm, tk))):
        a = ct.load(A, (m, k), (tm, tk), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (k, n), (tk, tn), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


def main():
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal((256, 256)).astype(np.float16) for _ in range(2))
    c = emulator.zeros((256, 256), np.float32)
    ct.launch(emulator.current_stream(), (256 // TM, 256 // TN), matmul,
              (emulator.array(a), emulator.array(b), c, TM, TN, TK))
    np.testing.assert_allclose(c.numpy(), a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-2)


main()
