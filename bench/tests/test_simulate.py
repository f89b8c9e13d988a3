"""Cycles of loops whose steady state can be told by hand, and pairs of loops whose order is known from publications."""
import math

import pytest

from listing import loop
from loopmodel import loops, machines, sass, simulate, waste

PRODUCT = ("HMMA.16816.F32 R4, R8, R12, R4", dict(stall=8))
WGMMA = ("HGMMA.64x128x16.F32 R24, gdesc[UR12].tnspB, R24, gsb0", dict(stall=1))
COPY = ("LDGSTS.E.BYPASS.128 [R1], [R2.64]", {})
COMMIT = ("LDGDEPBAR", dict(write=0))


def only(*lines):
    found, = loops.innermost_loops(sass.parse(loop(*lines))["kernel"])
    return found


def run(machine, *lines, warps=4, ctas=1, ring=1):
    return simulate.simulate(only(*lines), machine, warps, ctas, ring)


def wait_copies(left):
    return f"DEPBAR.LE SB0, 0x{left:x}", {}


def wait_products(left):
    return f"WARPGROUP.DEPBAR.LE gsb0, 0x{left:x}", {}


def test_stall_counts_add_up():
    result = run(machines.SM_80, ("MOV R1, R2", dict(stall=4)), ("LDS R2, [R3]", dict(stall=2)))
    assert result.cycles == pytest.approx(4 + 2 + 5)
    assert result.bound == 0


def test_products_one_behind_the_other_reach_the_bound():
    result = run(machines.SM_80, *[PRODUCT] * 16)
    assert result.bound == pytest.approx(128)
    assert result.cycles == pytest.approx(128 + 5)


def test_a_second_cta_hides_what_one_exposes():
    step = [PRODUCT] * 4 + [("LDS R1, [R2]", dict(write=0)), ("MOV R3, R1", dict(wait=1))]
    assert run(machines.SM_80, *step, ctas=2).share > run(machines.SM_80, *step).share


def test_a_scoreboard_waits_for_the_latency():
    result = run(machines.SM_80, ("LDS R1, [R2]", dict(write=3)), ("MOV R3, R1", dict(wait=0b1000)), warps=1)
    assert result.cycles == pytest.approx(machines.SM_80.shared_latency + 1 + 5)
    assert result.causes["shared memory"] == pytest.approx(machines.SM_80.shared_latency - 1)


def test_schedulers_share_the_shared_memory():
    """Eight wavefronts of each of four warps are 32 cycles."""
    loads = [("LDS.128 R4, [R8]", {})] * 2
    assert run(machines.SM_80, *loads, warps=4).cycles == pytest.approx(32, abs=1)


def test_a_deeper_ring_waits_less():
    step = lambda left: [wait_copies(left), ("BAR.SYNC.DEFER_BLOCKING 0x0", {}), COPY, COMMIT] + [PRODUCT] * 8
    shallow, deep = run(machines.SM_80, *step(0)), run(machines.SM_80, *step(4))
    assert deep.cycles < shallow.cycles
    assert shallow.causes["copies in flight"] > 3 * deep.causes.get("copies in flight", 0)


def test_a_wait_for_the_products_of_the_step_before_hides_the_rest_of_the_step():
    step = lambda left: [WGMMA, wait_products(left)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    assert run(machines.SM_90, *step(1)).share > 0.95
    assert run(machines.SM_90, *step(0)).share < 0.65


def test_a_barrier_waits_for_the_last_warp():
    result = run(machines.SM_80, ("LDS R1, [R2]", dict(write=0)), ("BAR.SYNC.DEFER_BLOCKING 0x0", dict(wait=1)), warps=8)
    assert result.causes["barrier"] >= machines.SM_80.barrier_latency - 1


def test_tiles_of_a_deeper_ring_are_there_earlier():
    step = [("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R2", dict(write=1)), ("@!P1 NOP", dict(wait=0b10)), *[PRODUCT] * 8,
            ("SYNCS.ARRIVE.TRANS64.A1T0 RZ, [UR4], RZ", {})]
    one, four = run(machines.SM_90, *step, ring=1), run(machines.SM_90, *step, ring=4)
    assert one.cycles > machines.SM_90.bulk_latency > four.cycles
    assert one.causes["tiles by TMA"] > 500


def test_overlap_counts_what_stands_before_the_covering_wait():
    step = [WGMMA, ("MUFU.EX2 R1, R2", dict(stall=8)), wait_products(0), ("FADD R1, R2, R3", dict(stall=4))]
    assert waste.overlap(only(*step), machines.SM_90) == pytest.approx(8 / 64)
    step[2] = wait_products(1)  # covers the step before: all but the wait's place in the step is beside it
    assert waste.overlap(only(*step), machines.SM_90) == pytest.approx((8 + 1 + 4 + 5 + 8) / 64)


def test_products_of_one_warpgroup_run_beside_what_the_other_one_does():
    """Both issue their products at the same time at first, and then in turn, since the unit takes one after the other."""
    step = [WGMMA, wait_products(0)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    alone, together = run(machines.SM_90, *step), run(machines.SM_90, *step, warps=8)
    assert waste.overlap(only(*step), machines.SM_90) < 0.05
    assert alone.beside < 0.1
    assert together.beside > 0.85
    assert together.share > 0.9


def test_products_that_are_in_flight_all_the_time_are_beside_everything():
    step = [WGMMA, wait_products(1)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    assert run(machines.SM_90, *step).beside > 0.9


def test_without_products_in_flight_nothing_is_beside_them():
    assert math.isnan(run(machines.SM_80, *[PRODUCT] * 4, ("MOV R1, R2", dict(stall=4))).beside)


def test_bytes_left_in_flight():
    """Two groups of 512 bytes of each of four warps are left."""
    step = [wait_copies(2), COPY, COMMIT, *[PRODUCT] * 8]
    assert run(machines.SM_80, *step).in_flight == 2 * 4 * 512
