"""The hint num_ctas: advice, which changes how a kernel runs and never what it computes."""
import numpy as np

import cuda.tile as ct
from kit import F32, Out, check

TILE, TILES = 32, 24


@ct.kernel(num_ctas=ct.ByTarget(sm_90=2, sm_100=4, sm_120=2, default=1))
def persistent(X, Y, ids, tiles: ct.Constant[int]):
    """Each block takes the tiles that are its own number apart, as many as there are blocks."""
    for i in range(ct.bid(0), tiles, ct.num_blocks(0)):
        ct.store(Y, (i,), ct.load(X, (i,), (TILE,)) * 2)
        ct.store(ids, (i,), ct.full((1,), ct.bid(0) * 100 + ct.num_blocks(0), dtype=ct.int32))


def test_persistent_kernel_with_a_cluster_hint(target, rng):
    x = rng.normal(F32, (TILE * TILES,))
    blocks = 4
    y, ids = target.launch(persistent, blocks, x, Out(np.zeros_like(x)), Out(np.zeros(TILES, np.int32)), TILES)
    check(y, x.astype(np.float64) * 2)
    check(ids, np.arange(TILES, dtype=np.int32) % blocks * 100 + blocks)
