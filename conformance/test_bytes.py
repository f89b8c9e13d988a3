"""pack_to_bytes and unpack_from_bytes: the bytes of a tile in memory order."""
import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, F64, I32, I64, Int, Out, check, tile_type

TYPES = [np.dtype(np.int16), I32, I64, F16, BF16, F32, F64]


@ct.kernel
def pack(X, Y, N: Int):
    ct.store(Y, (0,), ct.pack_to_bytes(ct.load(X, (0,), (N,))))


def unpacker(dtype):
    element = tile_type(dtype)

    @ct.kernel
    def unpack(X, Y, N: Int):
        ct.store(Y, (0,), ct.unpack_from_bytes(ct.load(X, (0,), (N,)), element))

    return unpack


@pytest.mark.parametrize("n", [2, 64])
@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_pack(target, rng, dtype, n):
    x = rng.integers(0, 256, n * dtype.itemsize).astype(np.uint8).view(dtype)
    check(target.launch(pack, 1, x, Out(np.zeros(x.nbytes, np.uint8)), n), x.view(np.uint8))


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_unpack(target, rng, dtype):
    x = rng.integers(0, 256, 32 * dtype.itemsize).astype(np.uint8)
    got = target.launch(unpacker(dtype), 1, x, Out(np.zeros(32, dtype)), x.size)
    check(got.view(np.uint8), x)
