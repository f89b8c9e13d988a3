"""The pipes and latencies of instructions, against rates that can be counted by hand."""
import pytest

from loopmodel import machines, opcodes


@pytest.mark.parametrize("arch, opcode, cycles", [
    ("sm_80", "HMMA.16816.F32", 8), ("sm_80", "HMMA.1688.F32.TF32", 8), ("sm_80", "IMMA.16832.S8.S8", 8),
    ("sm_80", "DMMA.884", 16), ("sm_90", "HGMMA.64x128x16.F32", 64), ("sm_90", "HGMMA.64x256x16.F32", 128),
    ("sm_90", "HGMMA.64x128x8.F32.TF32", 64), ("sm_90", "QGMMA.64x128x32.F32.E4M3.E4M3", 64),
    ("sm_120", "HMMA.16816.F32.BF16", 16), ("sm_120", "QMMA.16832.F32.E4M3.E4M3", 16),
    ("sm_80", "FFMA", 2), ("sm_90", "FFMA", 1), ("sm_80", "MUFU.EX2", 8), ("sm_80", "IADD3", 2),
    ("sm_80", "LDSM.16.M88.4", 4), ("sm_80", "LDS.128", 4), ("sm_80", "LDS", 1), ("sm_80", "STS.U16", 1),
    ("sm_80", "LDSM.16.MT88.2", 2), ("sm_80", "LDGSTS.E.BYPASS.128", 4)])
def test_cycles_of_the_pipe(arch, opcode, cycles):
    assert opcodes.cost(arch, opcode).busy == pytest.approx(cycles)


def test_mma_sync_is_slower_than_wgmma():
    assert opcodes.cost("sm_90", "HMMA.16816.F32").busy == pytest.approx(2048 / 512 / 0.62)


def test_a_warp_does_a_quarter_of_its_warpgroups_mma():
    assert opcodes.cost("sm_90", "HGMMA.64x128x16.F32").multiply_adds == 64 * 128 * 16 // 4


def test_copies_in_flight_have_their_bytes():
    assert opcodes.cost("sm_80", "LDGSTS.E.BYPASS.128").bytes == 512


def test_unknown_architectures_are_refused():
    with pytest.raises(ValueError, match="no figures for sm_75"):
        machines.machine("sm_75")


@pytest.mark.parametrize("warps, registers, shared, ctas", [
    (4, 254, 0, 2), (4, 128, 96 * 1024, 1), (4, 128, 48 * 1024, 3), (8, 255, 0, 1), (4, 32, 0, 16)])
def test_resident_ctas(warps, registers, shared, ctas):
    assert machines.resident(machines.SM_80, warps, registers, shared) == ctas
