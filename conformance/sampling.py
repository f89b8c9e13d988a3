"""The targets and schedules on which `make check` runs each test; `make check-all` runs all of them.

A test function with all of its parameters except the target is a case. Most cases of a function compile to the same
code on most targets, and a fault of a pass or of the emulator that one of them finds is found by its siblings. So the
cases of a function share the targets out among them, in rotation (`--sample`):

    -O3    two families of each case, or one family if a function has at least six cases; all families of a function
           with one case, and of modules that are made for the instructions of one
    -O0    one family of each case, or of every second case if a function has at least eight
    ptxas alone (`--arch others`)   one architecture of each case, two of a function with one case

Of the corpus in schedules/, whose kernels are large, one case of six is kept. Every other function is thus compiled and
run at -O3 on every family. Of the schedules a case runs on two: on the adversarial one, which finds most, and on one of
the others in rotation. The function's name says where the rotation begins, so the sample is the same in each run, on each
machine, and in each process of pytest-xdist. To run all of one test, leave `--sample` out: `pytest conformance -k NAME`."""
import collections
import itertools
import re
import zlib

import pytest

import kit

TARGET = re.compile(r"sm_\d+-O\d-?")
MANY_CASES, MANY_CASES_O0 = 6, 8
FAMILY_MODULES = {"test_clusters", "test_tensor_maps", "test_warpgroups"}
SPARSE_MODULES = {"test_numbers": 6, "test_ratchet": 6}  # of schedules/: every sixth case is kept


def rotated(values, turn, count=1):
    """`count` of the values, from the one at index `turn` on."""
    return [values[(turn + n) % len(values)] for n in range(count)]


def pair(values, turn):
    """Two of the values. All pairs occur before one occurs again, and an even turn and the next one share no value, if
    there are four."""
    pairs = list(itertools.combinations(values, 2))
    turn %= len(pairs)
    return pairs[turn // 2 if turn % 2 == 0 else -1 - turn // 2]


def archs_of(archs, level, num_cases, turn, all_families, is_others):
    """The architectures on which a case of a function runs at a level."""
    if is_others:
        return rotated(archs, turn, 2 if num_cases == 1 else 1)
    if level != kit.LEVELS[-1]:
        if num_cases < MANY_CASES_O0:
            return rotated(archs, turn)
        return rotated(archs, turn // 2) if turn % 2 == 0 else []
    if num_cases == 1 or all_families or len(archs) == 1:
        return archs
    return rotated(archs, turn) if num_cases >= MANY_CASES else pair(archs, turn)


def targets_of(name, num_cases, targets, is_others=False):
    """For each case of a function, named `module.py::function`, the targets on which it runs, of all (architecture, level)
    in their order."""
    by_level = collections.defaultdict(list)
    for arch, level in targets:
        by_level[level].append(arch)
    module = name.split(".py::")[0]
    begin, all_families, every = zlib.crc32(name.encode()), module in FAMILY_MODULES, SPARSE_MODULES.get(module, 1)
    if num_cases > 1:
        begin *= 2  # see `pair`
    chosen = []
    for case in range(num_cases):
        turn, left_out = divmod(case, every)
        kept = set() if left_out else {
            (arch, level) for level, archs in by_level.items()
            for arch in archs_of(archs, level, num_cases, begin + turn, all_families, is_others)}
        chosen.append([target for target in targets if target in kept])
    return chosen


def schedules_of(name, case):
    """Two schedules, the adversarial one last."""
    others = [schedule for schedule in kit.SCHEDULES if schedule != "adversarial"]
    return others[(zlib.crc32(name.encode()) + case) % len(others)], "adversarial"


def apply(items, is_others):
    """Marks the items outside of the sample as skipped, gives the others their schedules, and tries the oracle of each
    case on the last target of its sample. An item's parameter `target` is (architecture, level, is on trial)."""
    functions = collections.defaultdict(lambda: collections.defaultdict(list))
    for item in items:
        if "target" in item.fixturenames and not item.get_closest_marker("skip"):
            functions[f"{item.path.name}::{item.originalname}"][TARGET.sub("", item.name, count=1)].append(item)
    for name, cases in functions.items():
        targets = list(dict.fromkeys(item.callspec.params["target"][:2] for items in cases.values() for item in items))
        sample = targets_of(name, len(cases), targets, is_others)
        for number, (case, kept) in enumerate(zip(cases.values(), sample)):
            tried = any(item.callspec.params["target"][2] for item in case)
            for item in case:
                target = item.callspec.params["target"][:2]
                item.schedules = schedules_of(name, number)
                item.callspec.params["target"] = *target, tried and kept[-1:] == [target]
                if target not in kept:
                    item.add_marker(pytest.mark.skip(reason="another case of the test runs on this target: make check-all"))
