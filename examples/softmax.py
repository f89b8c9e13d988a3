"""Softmax of the rows of a matrix: a block computes a row, and reductions run across its threads.

    python examples/softmax.py        or with options: python -m tileiras.emulate [options] examples/softmax.py

The row is padded with minus infinity to a power of two, as tiles have to be. That changes neither the largest element
nor the sum, because exp(-inf) is 0. Try `--schedule adversarial`, which runs warps in the order that is most likely to
show a missing barrier, or `--report DIR`, which writes the costs of each line."""
from tileiras import emulator  # before cuda.tile, for which it replaces the GPU by the emulator
import cuda.tile as ct
import numpy as np

ROWS, COLUMNS = 6, 200


@ct.kernel
def softmax(x, y, width: ct.Constant[int]):
    row = ct.bid(0)
    values = ct.load(x, (row, 0), (1, width), padding_mode=ct.PaddingMode.NEG_INF)
    powers = ct.exp(values - ct.max(values, axis=1, keepdims=True))
    ct.store(y, (row, 0), powers / ct.sum(powers, axis=1, keepdims=True))


def main():
    x = np.random.default_rng(2).standard_normal((ROWS, COLUMNS), np.float32)
    result = emulator.zeros_like(emulator.array(x))
    width = 1 << (COLUMNS - 1).bit_length()
    ct.launch(emulator.current_stream(), (ROWS,), softmax, (emulator.array(x), result, width))

    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(result.numpy(), powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)
    print(f"{ROWS} rows of {COLUMNS} in tiles of {width}; their sums: {result.numpy().sum(axis=1).round(6)}")


if __name__ == "__main__":
    main()
