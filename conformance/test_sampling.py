"""The sample of `make check` (sampling.py) has every function on every family and every schedule, and is the same always."""
import collections

import kit
import pytest
import sampling

TARGETS = [(arch, level) for arch in kit.ARCHS for level in kit.LEVELS]
SIZES = range(1, 40)


@pytest.mark.parametrize("archs", [kit.ARCHS, kit.ARCHS[1:], kit.ARCHS[2:], kit.ARCHS[3:]], ids=len)
def test_every_function_on_every_family(archs):
    targets = [target for target in TARGETS if target[0] in archs]
    for size in SIZES:
        for name in ("test_a.py::test_a", "test_b.py::test_b", "test_c.py::test_c", "test_warpgroups.py::test_f16"):
            sample = sampling.targets_of(name, size, targets)
            assert len(sample) == size and all(sorted(set(case), key=targets.index) == case for case in sample)
            by_level = {level: [[arch for arch, at in case if at == level] for case in sample] for level in kit.LEVELS}
            runs = collections.Counter(arch for case in by_level[3] for arch in case)
            assert all(by_level[3]) and set(runs) == set(archs)
            runs = collections.Counter(arch for case in by_level[0] for arch in case)
            assert len(runs) >= min(len(archs), size) and max(map(len, by_level[0])) == 1


def test_pairs_of_families():
    """Cases whose parameters alternate don't run on the same two families."""
    sample = sampling.targets_of("test_a.py::test_a", 5, TARGETS)
    pairs = {tuple(arch for arch, level in case if level == 3) for case in sample}
    assert len(pairs) == 5 and {len(pair) for pair in pairs} == {2}


def test_sparse_modules():
    """Every sixth variant of the corpus is kept, in rotation on the families."""
    sample = sampling.targets_of("test_numbers.py::test_numbers", 48, TARGETS)
    kept = [[arch for arch, level in case if level == 3] for case in sample]
    assert [len(archs) for archs in kept] == [1, 0, 0, 0, 0, 0] * 8
    assert {arch for archs in kept for arch in archs} == set(kit.ARCHS)


def test_other_architectures():
    """Each case on one of them, and on all the cases of a function together."""
    others = [(f"sm_{number}", 3) for number in (75, 86, 87, 88, 89, 103, 107, 110, 121)]
    for size in SIZES:
        sample = sampling.targets_of("test_a.py::test_a", size, others, is_others=True)
        assert {len(case) for case in sample} == {2 if size == 1 else 1}
        assert len({target for case in sample for target in case}) == min(max(size, 2), len(others))


def test_schedules():
    used = [sampling.schedules_of("test_a.py::test_a", case) for case in range(4)]
    assert {schedule for pair in used for schedule in pair} == set(kit.SCHEDULES)
    assert all(pair[1] == "adversarial" for pair in used)
    assert used[1] == sampling.schedules_of("test_a.py::test_a", 1)
