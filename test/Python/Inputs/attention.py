"""softmax(Q K' scale) V for one head, online over the keys: a program for tileiras-explore."""
import cuda.tile as ct
import numpy as np
from tileiras import emulator

TM, TN, D = 64, 64, 64


@ct.kernel
def attention(Q, K, V, O, scale, tm: ct.Constant[int], tn: ct.Constant[int], d: ct.Constant[int]):
    m = ct.bid(0)
    q = ct.load(Q, (m, 0), (tm, d))
    top = ct.full((tm, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((tm, 1), dtype=ct.float32)
    acc = ct.zeros((tm, d), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=0, shape=(tn, d))):
        k = ct.load(K, (0, j), (d, tn), order=(1, 0))
        s = ct.mma(q, k, ct.zeros((tm, tn), dtype=ct.float32)) * scale
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p = ct.exp(s - new)
        shrink = ct.exp(top - new)
        total = total * shrink + ct.sum(p, axis=1, keepdims=True)
        v = ct.load(V, (j, 0), (tn, d))
        acc = ct.mma(ct.astype(p, V.dtype), v, acc * shrink)
        top = new
    ct.store(O, (m, 0), ct.astype(acc / total, O.dtype))


def main():
    rng = np.random.default_rng(1)
    q, k, v = (rng.standard_normal((256, D)).astype(np.float16) for _ in range(3))
    o = emulator.zeros((256, D), np.float32)
    ct.launch(emulator.current_stream(), (256 // TM,), attention,
              (*map(emulator.array, (q, k, v)), o, D**-0.5, TM, TN, D))
    p = np.exp(q.astype(np.float32) @ k.T.astype(np.float32) * D**-0.5)
    np.testing.assert_allclose(o.numpy(), p @ v.astype(np.float32) / p.sum(1, keepdims=True), rtol=1e-2, atol=1e-2)


main()
