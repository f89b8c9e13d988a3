"""Loops that -O3 splits where a condition on their counter changes: every iteration once, in order, in the right arm."""
import itertools

import numpy as np
import pytest

import cuda.tile as ct
from kit import I32, Int, Out, Target, check

# The bounds, and the points where conditions change: inside, at the ends, outside; loops without iterations; the ends
# of the range.
LOW, HIGH = np.iinfo(np.int32).min, np.iinfo(np.int32).max
CASES = ([(lower, upper, split) for lower, upper in itertools.product((-4, 0, 3), (-5, 3, 10)) for split in range(-6, 13)] +
         [(lower, upper, split) for lower, upper in ((LOW, LOW + 9), (HIGH - 9, HIGH - 3))
          for split in (LOW, LOW + 1, LOW + 4, 0, HIGH - 5, HIGH - 4, HIGH)])


@ct.kernel
def piecewise(Cases, Results, STEP, CONDITION: Int):
    case = ct.bid(0)
    lower = ct.load(Cases, (case, 0), (1, 1)).item()
    upper = ct.load(Cases, (case, 1), (1, 1)).item()
    split = ct.load(Cases, (case, 2), (1, 1)).item()
    x = 1
    for i in range(lower, upper, STEP):
        if CONDITION == 0:
            first = i < split
        elif CONDITION == 1:
            first = i <= split
        elif CONDITION == 2:
            first = i > split
        else:
            first = split <= i
        if first:
            x = x * 3 + i
        else:
            x = x * 5 - i
    ct.store(Results, (case,), ct.full((1,), x, dtype=ct.int32))


def expected(lower, upper, split, step, condition):
    """The same in Python, modulo 2^32."""
    x = 1
    for i in range(lower, upper, step):
        first = (i < split, i <= split, i > split, split <= i)[condition]
        x = x * 3 + i if first else x * 5 - i
    return (x + 2**31) % 2**32 - 2**31


@pytest.mark.parametrize("condition", range(4), ids=("below", "up_to", "above", "from"))
@pytest.mark.parametrize("step", (1, 3))  # known at launch: with a constant 1, cuTile splits loops itself
def test_loop_with_a_condition_on_its_counter(compiler, backend, step, condition):
    # The split precedes all code that depends on the architecture, and is done at -O3 only.
    target = Target("sm_90", 3, compiler, backend)
    cases = np.array(CASES, I32)
    results = target.launch(piecewise, len(cases), cases, Out(np.zeros(len(cases), I32)), np.int32(step), condition)
    check(results, np.array([expected(*case, step, condition) for case in CASES], I32))
