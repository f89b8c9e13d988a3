"""Channels between a loop that copies tiles and one that waits for them, and what both have to share."""
import dataclasses

import pytest

from listing import listing
from loopmodel import channels, loops, machines, opcodes, partitions, sass, simulate

MMA = ("HGMMA.64x128x16.F32 R24, gdesc[UR8], R24, gsb0", {})


def wait(at, board=0):
    return f"SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4+0x{at:x}], R2", dict(write=board)


def release(at):
    return f"SYNCS.ARRIVE.TRANS64.A1T0 RZ, [R9+URZ+0x{at:x}], RZ", {}


def expect(at):
    return f"@P2 SYNCS.ARRIVE.TRANS64 RZ, [UR4+0x{at:x}], R6", {}


def bytes_of_tile(size):
    return f"IMAD.MOV.U32 R6, RZ, RZ, 0x{size:x}", {}


def drain(left):
    return f"WARPGROUP.DEPBAR.LE gsb0, 0x{left:x}", dict(stall=2)


COPY = ("UTMALDG.2D [UR8], [UR6]", {})


def kernel(work, feed):
    """A function with both loops."""
    lines = [("MOV R1, R2", {}), "L_x_1:", *work, ("@P1 BRA `(.L_x_1)", dict(stall=5)), "L_x_2:", *feed,
             ("@P1 BRA `(.L_x_2)", dict(stall=5)), ("EXIT", dict(stall=5))]
    function = sass.parse(listing(lines))["kernel"]
    return function, loops.innermost_loops(function)


def of(work, feed):
    function, found = kernel(work, feed)
    hot = loops.hot_loop(found)
    return hot, *channels.find(hot, found, function)


def run(work, feed, warps=4, ctas=1, machine=machines.SM_90):
    hot, feeder, between = of(work, feed)
    return partitions.simulate(hot, machine, warps, ctas, feeder, between)


def test_a_channel_is_found_by_the_addresses_of_its_mbarriers():
    _, feeder, (channel,) = of([wait(0x1000), MMA, drain(0), release(0x1020)],
                               [wait(0x1020), bytes_of_tile(0x4000), COPY, COPY, expect(0x1000)])
    assert feeder.feeds
    assert (channel.full, channel.empty, channel.stages, channel.bytes, channel.late) == (0x1000, 0x1020, 4, 0x4000, 0)
    assert len(channel.copies) == 2


def test_tiles_that_are_released_together_share_the_empty_mbarriers():
    _, _, found = of([wait(0x100), wait(0x128), MMA, drain(0), release(0x110)],
                     [wait(0x110), bytes_of_tile(0x800), COPY, expect(0x100), COPY, expect(0x128)])
    assert [(c.full, c.empty, c.stages) for c in found] == [(0x100, 0x110, 2), (0x128, 0x110, 2)]


def test_mmas_in_flight_or_an_early_release_hold_a_tile_for_an_iteration_more():
    feed = [wait(0x20), bytes_of_tile(0x800), COPY, expect(0)]
    feed[3] = expect(0x10)
    assert of([wait(0x10), MMA, drain(1), release(0x20)], feed)[2][0].late == 1
    assert of([release(0x20), wait(0x10), MMA, drain(0)], feed)[2][0].late == 1


def test_no_channels_unless_all_waits_have_one():
    feed = [wait(0x20), bytes_of_tile(0x800), COPY, expect(0x10)]
    assert of([wait(0x10), wait(0x90), MMA, drain(0), release(0x20)], feed)[1:] == (None, [])


def iteration(tile, mmas, stages=4):
    """Loops with `mmas` MMAs for each tile of `tile` bytes; 64 x 128 x 16 takes 64 cycles and reads 6 KiB."""
    full, empty = 0x1000, 0x1000 + 8 * stages
    return ([wait(full), ("@P0 NOP", dict(wait=1)), *[MMA] * mmas, drain(1), release(empty)],
            [wait(empty), ("@P0 NOP", dict(wait=1)), bytes_of_tile(tile), COPY, expect(full)])


def test_tiles_that_are_small_leave_the_tensor_cores_the_bound():
    assert run(*iteration(1 << 10, 24)).share > 0.97


def test_the_cache_port_bounds_a_loop_with_large_tiles():
    tile = 64 << 10
    result = run(*iteration(tile, 8))
    assert result.cycles == pytest.approx(tile / machines.SM_90.bytes_from_cache, rel=0.03)
    assert result.busy["cache port"] > 0.9


def test_operands_and_copies_share_the_port_of_shared_memory():
    """Two warpgroups read 96 KiB in 16 MMAs; with tiles of 48 KiB these are 1152 cycles of the port, for 1024 of the tensor
    cores, and more since the copies come in bursts. The cache is made fast enough."""
    fast = dataclasses.replace(machines.SM_90, bytes_from_cache=1000)
    result = run(*iteration(48 << 10, 8), warps=8, machine=fast)
    least = 2 * 8 * 6 * 1024 / 128 + 48 * 1024 / 128
    assert least <= result.cycles < 1.2 * least


def test_operands_in_registers_need_no_port():
    inside = sass.decode("HGMMA.64x64x16.F32 R88, R120, gdesc[UR4].tnspB, R88", 0)
    shared = sass.decode("HGMMA.64x64x16.F32 R88, gdesc[UR4].tnspB, R88", 0)
    assert (opcodes.operand_bytes(inside), opcodes.operand_bytes(shared)) == (64 * 32 // 4, 128 * 32 // 4)


def test_a_single_stage_exposes_the_copy():
    assert run(*iteration(1 << 10, 8, stages=1)).cycles > machines.SM_90.bulk_latency
    with pytest.raises(ValueError, match="wait for each other"):
        hot, feeder, between = of(*iteration(1 << 10, 8))
        between[0].claim, between[0].release = between[0].claim, -1  # never released
        partitions.simulate(hot, machines.SM_90, 4, 1, feeder, between)


def test_spills_that_the_first_level_cache_does_not_hold_come_from_the_second_level():
    lines = [("LDL R1, [R2]", dict(write=0)), ("STL [R2], R1", dict(wait=1))] * 20
    function = sass.parse(listing([("MOV R1, R2", {}), "L_x_1:", ("LDS R7, [R2]", {}), *lines,
                                   ("@P1 BRA `(.L_x_1)", dict(stall=5)), ("EXIT", {})]))["kernel"]
    found, = loops.innermost_loops(function)
    few, many = (simulate.simulate(found, machines.SM_90, warps) for warps in (4, 16))
    assert not simulate.misses_first_level(found, 128) and simulate.misses_first_level(found, 512)
    assert many.cycles > 20 * machines.SM_90.global_latency > few.cycles
