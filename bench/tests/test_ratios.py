"""Comparison of two records, and reasons."""
import json

import pytest

import ratios


def record(instructions=100, **loop):
    if loop:
        loop = dict(tensor=0, accesses=0, work=0, waste=dict(instructions=loop.pop("n"))) | loop
    return dict(instructions=instructions, loop=loop or None)


def test_mmas_of_the_same_size_are_compared():
    ours, theirs = record(n=100, tensor=2, work=2048), record(n=100, tensor=1, work=1024)
    assert ratios.issue_ratio(ours, theirs) == pytest.approx(0.5)


def test_mmas_of_unknown_size_are_not_compared():
    assert ratios.issue_ratio(record(n=50, tensor=4), record(n=100, tensor=4)) is None
    assert ratios.issue_ratio(record(n=100, tensor=1, work=1024), record(n=50, tensor=4)) is None


def test_other_loops_are_compared_by_access():
    assert ratios.issue_ratio(record(n=40, accesses=4), record(n=40, accesses=2)) == pytest.approx(0.5)


def test_kernels_without_loops_are_compared_as_a_whole():
    assert ratios.issue_ratio(record(30), record(40)) == pytest.approx(0.75)


def test_geometric_mean_leaves_out_missing_ratios():
    assert ratios.mean([2.0, None, 8.0]) == pytest.approx(4.0)


def reasons(tmp_path, *entries):
    path = tmp_path / "reasons.json"
    path.write_text(json.dumps(entries))
    return ratios.Reasons(path)


ENTRY = dict(mark="issue", kernels=["fft"], archs=["sm_80", "sm_90"], reason="because")


def test_a_reason_is_listed_with_its_kernel(tmp_path):
    found = reasons(tmp_path, ENTRY)
    assert found.list("issue", "sm_80", [("fft", "1.2")]) == "* fft 1.2: because\n"


def test_a_missing_reason_is_a_fault(tmp_path):
    found = reasons(tmp_path)
    found.list("issue", "sm_80", [("fft", "1.2")])
    assert found.faults() == ["fft on sm_80 has no reason (issue)"]


def test_a_stale_reason_is_a_fault(tmp_path):
    found = reasons(tmp_path, ENTRY)
    found.list("issue", "sm_80", [("fft", "1.2")])
    assert found.faults() == ["a reason that nothing needs: issue, fft on sm_90"]
