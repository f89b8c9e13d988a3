"""y = alpha x + y on vectors whose length no tile divides: the smallest useful program.

    python examples/saxpy.py        or with options: python -m tileiras.emulate [options] examples/saxpy.py

Each block computes one tile of TILE elements. The last tile extends beyond the vectors: elements loaded there are
undefined, and a store leaves them out, so the kernel needs no mask."""
from tileiras import emulator  # before cuda.tile, for which it replaces the GPU by the emulator
import cuda.tile as ct
import numpy as np

TILE = 256


@ct.kernel
def saxpy(alpha, x, y, tile: ct.Constant[int]):
    block = ct.bid(0)
    scaled = alpha * ct.load(x, (block,), (tile,))
    ct.store(y, (block,), scaled + ct.load(y, (block,), (tile,)))


def main():
    rng = np.random.default_rng(1)
    x, y = (rng.standard_normal(1000, np.float32) for _ in range(2))
    on_device = emulator.array(x), emulator.array(y)
    blocks = ct.cdiv(x.size, TILE)
    ct.launch(emulator.current_stream(), (blocks,), saxpy, (2.5, *on_device, TILE))

    result = on_device[1].numpy()
    np.testing.assert_allclose(result, np.float32(2.5) * x + y, rtol=1e-6, atol=1e-6)
    print(f"{result.size} elements by {blocks} blocks, as NumPy has them")


if __name__ == "__main__":
    main()
