"""Cycles of loops whose steady state can be computed by hand, and pairs of loops whose order is known from publications."""
import math

import pytest

from listing import loop
from loopmodel import loops, machines, sass, simulate, waste

MMA = ("HMMA.16816.F32 R4, R8, R12, R4", dict(stall=8))
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


def wait_mmas(left):
    return f"WARPGROUP.DEPBAR.LE gsb0, 0x{left:x}", {}


def test_stall_counts_add_up():
    result = run(machines.SM_80, ("MOV R1, R2", dict(stall=4)), ("LDS R2, [R3]", dict(stall=2)))
    assert result.cycles == pytest.approx(4 + 2 + 5)
    assert result.bound == 0


def test_mmas_one_after_the_other_reach_the_bound():
    result = run(machines.SM_80, *[MMA] * 16)
    assert result.bound == pytest.approx(128)
    assert result.cycles == pytest.approx(128 + 5)


def test_a_second_cta_hides_what_one_exposes():
    iteration = [MMA] * 4 + [("LDS R1, [R2]", dict(write=0)), ("MOV R3, R1", dict(wait=1))]
    assert run(machines.SM_80, *iteration, ctas=2).share > run(machines.SM_80, *iteration).share


def test_a_scoreboard_waits_for_the_latency():
    result = run(machines.SM_80, ("LDS R1, [R2]", dict(write=3)), ("MOV R3, R1", dict(wait=0b1000)), warps=1)
    assert result.cycles == pytest.approx(machines.SM_80.shared_latency + 1 + 5)
    assert result.causes["shared memory"] == pytest.approx(machines.SM_80.shared_latency - 1)


def test_schedulers_share_the_shared_memory():
    """Eight wavefronts of each of four warps are 32 cycles."""
    loads = [("LDS.128 R4, [R8]", {})] * 2
    assert run(machines.SM_80, *loads, warps=4).cycles == pytest.approx(32, abs=1)


def test_a_deeper_ring_waits_less():
    iteration = lambda left: [wait_copies(left), ("BAR.SYNC.DEFER_BLOCKING 0x0", {}), COPY, COMMIT] + [MMA] * 8
    shallow, deep = run(machines.SM_80, *iteration(0)), run(machines.SM_80, *iteration(4))
    assert deep.cycles < shallow.cycles
    assert shallow.causes["copies in flight"] > 3 * deep.causes.get("copies in flight", 0)


def test_a_wait_for_the_mmas_of_the_iteration_before_hides_the_rest_of_the_iteration():
    iteration = lambda left: [WGMMA, wait_mmas(left)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    assert run(machines.SM_90, *iteration(1)).share > 0.95
    assert run(machines.SM_90, *iteration(0)).share < 0.65


def test_a_barrier_waits_for_the_last_warp():
    result = run(machines.SM_80, ("LDS R1, [R2]", dict(write=0)), ("BAR.SYNC.DEFER_BLOCKING 0x0", dict(wait=1)), warps=8)
    assert result.causes["barrier"] >= machines.SM_80.barrier_latency - 1


def test_tiles_of_a_deeper_ring_arrive_earlier():
    iteration = [("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R2", dict(write=1)), ("@!P1 NOP", dict(wait=0b10)), *[MMA] * 8,
            ("SYNCS.ARRIVE.TRANS64.A1T0 RZ, [UR4], RZ", {})]
    one, four = run(machines.SM_90, *iteration, ring=1), run(machines.SM_90, *iteration, ring=4)
    assert one.cycles > machines.SM_90.bulk_latency > four.cycles
    assert one.causes["tiles by TMA"] > 500


def test_overlap_counts_instructions_before_the_covering_wait():
    iteration = [WGMMA, ("MUFU.EX2 R1, R2", dict(stall=8)), wait_mmas(0), ("FADD R1, R2, R3", dict(stall=4))]
    assert waste.overlap(only(*iteration), machines.SM_90) == pytest.approx(8 / 64)
    iteration[2] = wait_mmas(1)  # covers the iteration before: everything except the wait overlaps it
    assert waste.overlap(only(*iteration), machines.SM_90) == pytest.approx((8 + 1 + 4 + 5 + 8) / 64)


def test_mmas_of_one_warpgroup_hide_the_work_of_the_other():
    """Both issue their MMAs at the same time at first, and then alternately, because the unit executes one after the other."""
    iteration = [WGMMA, wait_mmas(0)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    alone, together = run(machines.SM_90, *iteration), run(machines.SM_90, *iteration, warps=8)
    assert waste.overlap(only(*iteration), machines.SM_90) < 0.05
    assert alone.hidden < 0.1
    assert together.hidden > 0.85
    assert together.share > 0.9


def test_mmas_that_are_always_in_flight_hide_everything():
    iteration = [WGMMA, wait_mmas(1)] + [("IADD3 R1, R2, R3", dict(stall=2))] * 20
    assert run(machines.SM_90, *iteration).hidden > 0.9


def test_without_mmas_in_flight_nothing_is_hidden():
    assert math.isnan(run(machines.SM_80, *[MMA] * 4, ("MOV R1, R2", dict(stall=4))).hidden)


def test_bytes_left_in_flight():
    """Two groups of 512 bytes of each of four warps are left."""
    iteration = [wait_copies(2), COPY, COMMIT, *[MMA] * 8]
    assert run(machines.SM_80, *iteration).in_flight == 2 * 4 * 512
