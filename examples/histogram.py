"""A histogram: blocks that write to the same addresses, by atomic operations.

    python examples/histogram.py        or with options: python -m tileiras.emulate [options] examples/histogram.py

Each block loops over its tiles, so that a few blocks do for any length. The tiles' elements are indices into the
histogram; adding at all of them at once is one operation, which may contain equal indices. With a load, an addition and
a store, counts would be lost, and the emulator would report the race and both of its lines."""
from tileiras import emulator  # before cuda.tile, for which it replaces the GPU by the emulator
import cuda.tile as ct
import numpy as np

TILE, BINS, BLOCKS = 128, 16, 4


@ct.kernel
def histogram(samples, counts, tile: ct.Constant[int]):
    for t in range(ct.bid(0), ct.num_tiles(samples, axis=0, shape=(tile,)), ct.num_blocks(0)):
        index = t * tile + ct.arange(tile, dtype=ct.int32)
        sample = ct.gather(samples, index, padding_value=-1)  # beyond the samples: no bin
        ct.atomic_add(counts, sample, 1)                      # nor is anything added outside of the bins


def main():
    samples = np.random.default_rng(3).integers(0, BINS, 2000).astype(np.int32)
    counts = emulator.zeros(BINS, np.int32)
    ct.launch(emulator.current_stream(), (BLOCKS,), histogram, (emulator.array(samples), counts, TILE))

    assert (counts.numpy() == np.bincount(samples, minlength=BINS)).all(), counts
    print(f"{samples.size} samples in {BINS} bins: {counts}")


if __name__ == "__main__":
    main()
