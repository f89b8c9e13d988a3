"""cuTile Python's first example, on a machine without a GPU:

    python -m tileiras.emulate examples/vector_add.py

The program is the one from cuTile Python's README (NVIDIA, Apache-2.0), but for where the arrays come from: the lines
that said `cupy` say `emulator`, and random numbers are NumPy's."""
import cuda.tile as ct
import numpy as np
from tileiras import emulator

TILE_SIZE = 16


# cuTile kernel for adding two dense vectors. It runs in parallel on the GPU.
@ct.kernel
def vector_add_kernel(a, b, result):
    block_id = ct.bid(0)
    a_tile = ct.load(a, index=(block_id,), shape=(TILE_SIZE,))
    b_tile = ct.load(b, index=(block_id,), shape=(TILE_SIZE,))
    result_tile = a_tile + b_tile
    ct.store(result, index=(block_id,), tile=result_tile)


# Generate input arrays
rng = np.random.default_rng()
a = emulator.array(rng.random(128))
b = emulator.array(rng.random(128))
expected = emulator.asnumpy(a) + emulator.asnumpy(b)

# Allocate an output array and launch the kernel
result = emulator.zeros_like(a)
grid = (ct.cdiv(a.shape[0], TILE_SIZE), 1, 1)
ct.launch(emulator.current_stream(), grid, vector_add_kernel, (a, b, result))

# Verify the results
result_np = emulator.asnumpy(result)
np.testing.assert_array_almost_equal(result_np, expected)
print(f"{result.size} sums, all right; the first: {result[:4]}")
