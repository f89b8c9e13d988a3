"""The comparison of the model with recorded times: its statistics, and that the committed records meet the marks."""
import json
import pathlib

import pytest

from loopmodel import calibration, machines

DATA = pathlib.Path(__file__).resolve().parent.parent / "results" / "data"


def lines(name):
    return list(map(json.loads, (DATA / name).read_text().splitlines()))


def pair(model, measured, kernel="matmul", spills=False):
    return calibration.Pair(kernel, "ours", model, measured, spills, "")


def test_equal_values_share_their_rank():
    assert calibration.ranks([5, 1, 5, 7]) == [1.5, 0, 1.5, 3]
    assert calibration.spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert calibration.spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)


def test_errors_are_relative_to_what_was_measured():
    assert pair(0.9, 0.6).error == pytest.approx(0.5)
    assert calibration.rms([pair(1.1, 1), pair(0.9, 1)]) == pytest.approx(0.1)


def test_kernels_that_thrash_are_not_judged():
    found = [pair(0.06, 0.05, spills=True), pair(0.3, 0.34, spills=True), pair(0.7, 0.6, "attention_f16_d64")]
    assert calibration.products(found) == found[1:2]


def test_a_cta_alone_also_waits_for_its_first_tile_and_its_result():
    time = dict(tile="128x128x64", size="4096", like=["matmul", "f16", False, "4096"])
    machine = machines.machine("H200")
    around = machine.bulk_latency + machine.global_latency + 2 * 128 * 128 / machine.bytes_from_cache
    assert calibration.outside(dict(card="H200", ctas=1, cycles=1000), time) == pytest.approx(around / 64000)
    assert calibration.outside(dict(card="H200", ctas=2, cycles=1000), time) == 0


def test_the_nominal_rate_is_the_published_one():
    assert machines.nominal_rate("H200", "f16") == pytest.approx(989.4, rel=1e-3)
    assert machines.nominal_rate("H200", "f8") == pytest.approx(1978.9, rel=1e-3)


def test_the_records_are_as_near_to_the_times_as_demanded():
    records, times = lines("model.jsonl"), lines("gpu.jsonl")
    assert len(calibration.products(calibration.pairs(records, times))) >= 12
    assert calibration.faults(records, times) == []
