"""Circular buffers with mbarriers, as PTX initialises them, and shared memory."""
from loopmodel import cubin


def test_stages_of_which_each_is_made_ready_at_once():
    ptx = "\n".join(f"mbarrier.init.shared.b64 \t[global_smem_k+{at}], %r1;" for at in (96, 120, 104, 128, 112, 136))
    assert cubin.deepest_ring(ptx) == 3


def test_sides_that_are_made_ready_one_after_the_other():
    rings = [1] * 2 + [8] * 2 + [1] * 5 + [4] * 5
    ptx = "\n".join(f"@%p4 mbarrier.init.shared.b64 [%r{k}], {count};" for k, count in enumerate(rings))
    assert cubin.deepest_ring(ptx) == 5


def test_no_ring():
    assert cubin.deepest_ring("mbarrier.init.shared.b64 [%r1], 1;") == 1


def test_shared_memory_is_counted_without_the_part_of_the_system():
    marked = {".nv.shared.reserved.0": b""}
    assert cubin.own_shared(1040, marked) == 16
    assert cubin.own_shared(0, marked) == 0
    assert cubin.own_shared(48, {}) == 48
