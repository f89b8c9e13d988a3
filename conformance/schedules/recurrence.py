"""Linear attention in chunks: a state that passes from chunk to chunk, with five MMAs of tf32 in an iteration."""
import numpy as np

import cuda.tile as ct
from kit import F32, F64, Int, Out, check
from schedules.corpus import hinted, variant


@ct.function
def dot(a, b, acc):
    """The product of f32 tiles, in tf32."""
    return ct.mma(ct.astype(a, ct.tfloat32), ct.astype(b, ct.tfloat32), acc)


@ct.kernel
def chunks_kernel(Q, K, W, V, Decay, O, State, C: Int, D: Int, E: Int):
    """The gated delta rule over chunks of C tokens, for E columns of the values."""
    head, column = ct.bid(0), ct.bid(1)
    state = ct.zeros((D, E), dtype=ct.float32)
    row = ct.arange(C, dtype=ct.int32)
    for i in range(ct.cdiv(Q.shape[1], C)):
        q = ct.reshape(ct.load(Q, (head, i, 0), (1, C, D)), (C, D))
        k = ct.reshape(ct.load(K, (head, i, 0), (1, C, D)), (C, D))
        w = ct.reshape(ct.load(W, (head, i, 0), (1, C, D)), (C, D))
        v = ct.reshape(ct.load(V, (head, i, column), (1, C, E)), (C, E))
        v = v - dot(w, state, ct.zeros((C, E), dtype=ct.float32))
        scores = dot(q, ct.transpose(k), ct.zeros((C, C), dtype=ct.float32))
        scores = ct.where(row[:, None] >= row[None, :], scores, 0.0)
        out = dot(scores, v, dot(q, state, ct.zeros((C, E), dtype=ct.float32)))
        ct.store(O, (head, i, column), ct.reshape(out, (1, C, E)))
        decay = ct.reshape(ct.load(Decay, (head, i), (1, 1)), (1, 1))
        state = dot(ct.transpose(k), v, state * decay)
    ct.store(State, (head, 0, column), ct.reshape(state, (1, D, E)))


def sparse(rng, shape, share):
    """Ones and minus ones at some places."""
    return (rng.integers(-1, 2, shape) * (rng.integers(0, share, shape) == 0)).astype(F32)


@variant(23, tiles=(64, 64, 64), occupancy=1)
@variant(23, tiles=(64, 128, 64), occupancy=2)
@variant(23, tiles=(64, 128, 128), occupancy=1)
def chunked_linear(target, rng, tiles, **hints):
    """Numbers are whole, and such as tf32 has."""
    c, d, e = tiles
    n = 3 * c
    q, k, w = (sparse(rng, (1, n, d), 6) for _ in range(3))
    v, decay = sparse(rng, (1, n, e), 2), np.ones((1, 16), F32)
    got, state = target.launch(hinted(chunks_kernel, hints), (1, 1), q, k, w, v, decay, Out(np.zeros((1, n, e), F32)),
                               Out(np.zeros((1, d, e), F32)), *tiles)
    exact, outputs = np.zeros((d, e)), []
    for first in range(0, n, c):
        qc, kc, wc, vc = (x[0, first:first + c].astype(F64) for x in (q, k, w, v))
        assert np.abs(exact).max() < 2048, "tf32 has the state"
        vc = vc - wc @ exact
        outputs.append(qc @ exact + np.tril(qc @ kc.T) @ vc)
        exact = exact + kc.T @ vc
        assert np.abs(vc).max() < 2048, "tf32 has the values"
    check(got[0], np.concatenate(outputs))
    check(state[0], exact)
