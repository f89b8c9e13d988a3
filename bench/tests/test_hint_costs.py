"""Hints in a kernel's text, and what counts as worse."""
import pytest

import hintcosts

ENTRY = "cuda_tile.module @m {\n  entry @k(%a: tile<i32>)"


@pytest.mark.parametrize("hints,values,expected", [
    ("", (0, 0, 0), ""),
    ("", (2, 0, 8), " optimization_hints=<default = {occupancy = 2, num_worker_warps_per_cta = 8}>"),
    (" optimization_hints=<default = {num_cta_in_cga = 4, occupancy = 1}>", (0, 0, 0), " optimization_hints=<default = {}>"),
    (" optimization_hints=<default = {num_cta_in_cga = 4, occupancy = 1}>", (8, 0, 0),
     " optimization_hints=<default = {occupancy = 8}>"),
    (" optimization_hints=<sm_90 = {occupancy = 3 : i32, other = 1}>", (0, 2, 0),
     " optimization_hints=<default = {num_cta_in_cga = 2}, sm_90 = {other = 1}>"),
])
def test_hints_are_replaced(hints, values, expected):
    assert hintcosts.with_hints(f"{ENTRY}{hints} {{\n", values) == f"{ENTRY}{expected} {{\n"


@pytest.mark.parametrize("found,without,fault", [
    ((128, 0, {"HGMMA"}), (168, 0, {"HGMMA"}), None),
    ((128, 4, {"HGMMA"}), (168, 4, {"HGMMA"}), None),
    ((128, 5, {"HGMMA"}), (168, 4, {"HGMMA"}), "5 spills for 4"),
    ((128, 0, {"HMMA"}), (168, 0, {"HGMMA"}), "HMMA for HGMMA"),
    ((128, 0, {"HMMA", "HGMMA"}), (168, 0, {"HGMMA"}), "HGMMA/HMMA for HGMMA"),
    ((128, 0, {"HGMMA"}), (168, 0, {"HMMA"}), None),
    ((128, 0, {"HGMMA"}), (168, 0, {"UTCHMMA"}), "HGMMA for UTCHMMA"),
    ((128, 0, set()), (168, 0, {"IMMA"}), "no MMA for IMMA"),
    ((128, 0, set()), (168, 0, set()), None),
    ("doesn't compile: no", (168, 0, set()), "doesn't compile: no"),
])
def test_spills_and_lesser_instructions_are_faults(found, without, fault):
    assert hintcosts.find_fault(found, without) == fault


def test_combinations_are_drawn_by_a_seed():
    values = [1, 2], [1, 2, 4], [4, 8]
    assert len(hintcosts.draw_combinations(values, None, 1)) == 12
    drawn = hintcosts.draw_combinations(values, 5, 1)
    assert len(set(drawn)) == 5 and drawn == hintcosts.draw_combinations(values, 5, 1)
    assert drawn != hintcosts.draw_combinations(values, 5, 2)
