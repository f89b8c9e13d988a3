"""No figure of a variant is worse than in ratchet.jsonl."""
import pytest

import kit
from schedules import figures, variants

ROW = {"mma": ["wgmma"], "spills": 8, "registers": 168, "loop": 100, "loops": 200, "missed": {"Wgmma": 1}}


@pytest.mark.blind("nothing is computed")
@pytest.mark.parametrize("variant", variants.VARIANTS.values(), ids=lambda variant: variant.name)
def test_ratchet(target, pytestconfig, tmp_path, bin_dir, variant):
    ptxas = pytestconfig.getoption("--ptxas")
    if target.arch not in variant.archs or target.level != kit.LEVELS[-1]:
        pytest.skip("no row of this target")
    if type(target.compiler) is not kit.Compiler or not ptxas or not figures.is_recorded(ptxas):
        pytest.skip("needs our compiler, the recorded ptxas, and nvdisasm next to it")
    row = figures.measure(variant, target.arch, bin_dir, tmp_path, ptxas)
    recorded = figures.recorded().get((variant.name, target.arch))
    assert recorded, "no row: conformance/schedules/gate --record writes it"
    worse, _ = figures.changes(row, recorded)
    assert not worse, f"{'; '.join(worse)}\nA reason to accept that: conformance/schedules/gate --accept REASON"


@pytest.mark.parametrize("change, worse", [
    ({}, []), ({"loop": 102, "registers": 171}, []), ({"loop": 103}, ["loop 103, recorded 100"]),
    ({"spills": 9}, ["spills 9, recorded 8"]), ({"spills": 0, "loop": 150, "registers": 255}, []),
    ({"mma": ["mma.sync", "wgmma"]}, ["mma ['mma.sync', 'wgmma'], recorded ['wgmma']"]),
    ({"mma": ["mma.sync"], "spills": 0}, ["mma ['mma.sync'], recorded ['wgmma']"]), ({"mma": ["tcgen05"]}, []),
    ({"spills": 0, "missed": {"Slices": 1}}, []), ({"missed": {}}, []), ({"missed": {"Wgmma": 1, "Slices": 1}}, ["missed remarks Slices 1, recorded 0"]),
], ids=str)
def test_changes(change, worse):
    assert figures.changes(ROW | change, ROW)[0] == worse


def test_every_row_has_its_variant():
    """Rows are in the order of the variants, and none is of a variant or target that is gone."""
    keys = [(name, arch) for name, variant in variants.VARIANTS.items() for arch in variants.ARCHS if arch in variant.archs]
    assert list(figures.recorded()) == keys
