"""The instrument for errors of mathematical functions: units, exact values, coverage, the record, and the page."""
import decimal
import math

import numpy as np
import pytest

from matherror import coverage, judging, kernels, oracles, page
from matherror.functions import FUNCTIONS

EXP = FUNCTIONS["exp"]


def rounded(function, x):
    return oracles.exact(function, "f32", [x]).astype(np.float32)


def record_of(function, x, results):
    record = judging.Record("f32")
    record.add(function, [np.asarray(x, np.float32)], np.asarray(results, np.float32))
    return record


@pytest.mark.parametrize("kind,exact,unit", [
    ("f32", 1.0, 2.0**-23), ("f32", 1.999, 2.0**-23), ("f32", -2.0, 2.0**-22), ("f32", 1e-40, 2.0**-149),
    ("f32", 0.0, 2.0**-149), ("f32", 2.0**128, 2.0**104), ("f64", 1.5, 2.0**-52), ("f64", 1e-310, 2.0**-1074)])
def test_unit_in_the_last_place(kind, exact, unit):
    assert judging.units(np.array([exact], oracles.WIDE[kind]), kind)[0] == unit


def test_a_correctly_rounded_function_is_within_half_a_unit():
    x = np.linspace(-80, 80, 20001, dtype=np.float32)
    record = record_of(EXP, x, rounded(EXP, x))
    assert 0.49 < record.error <= 0.5 and not record.wrong and record.inputs == len(x)


def test_an_error_is_found_where_it_is():
    x = np.linspace(0, 8, 30000, dtype=np.float32)
    results = rounded(EXP, x)
    for _ in range(3):
        results[12345] = np.nextafter(results[12345], np.float32(np.inf))
    record = record_of(EXP, x, results)
    assert 2.5 <= record.error <= 3.5 and float.fromhex(record.at[0]) == x[12345]


def test_what_is_wrong_in_kind_is_no_rounding_error():
    x = [-np.inf, np.nan, 1.0, 1.0, 200.0, -100.0]
    record = record_of(EXP, x, [-0.0, 1.0, np.nan, np.e, 3.4e38, 0.0])
    assert {name: count for name, (count, _) in record.wrong.items()} == {"sign": 1, "nan": 2, "flushed": 1}
    record = record_of(FUNCTIONS["log"], [0.0, 1.0], [-3.4e38, 1e-30])
    assert set(record.wrong) == {"infinity", "zero"}


def test_subnormal_results_stand_apart():
    x = np.array([-88.5, 1.0], np.float32)
    results = rounded(EXP, x)
    results[0] = np.nextafter(np.nextafter(results[0], np.float32(0)), np.float32(0))
    record = record_of(EXP, x, results)
    assert record.error < 0.5 and 1.5 <= record.subnormal_error <= 2.5


def test_a_step_of_one_covers_everything():
    blocks = list(coverage.blocks(FUNCTIONS["sin"], 1, False))
    assert [first for first, _, _ in blocks] == list(range(0, 2**32, coverage.CHUNK))
    assert all(stride == 1 and offset == 0 for _, offset, stride in blocks)


def test_dense_blocks_are_covered_whole():
    dense = [first for first, _, stride in coverage.blocks(FUNCTIONS["log"], 4001, True) if stride == 1]
    values = np.array(dense, np.uint32).view(np.float32)
    assert set(values[values != 0]) == {2.0**e for e in range(-3, 4)} and len(dense) == 7 + 2


def test_a_sweep_has_the_operands_of_its_blocks():
    operands = np.concatenate(list(coverage.swept(FUNCTIONS["tanh"], 100003, False)))
    steps = sum(-(-(2**23 - offset) // stride) for _, offset, stride in coverage.blocks(FUNCTIONS["tanh"], 100003, False))
    assert len(operands) == steps and np.isnan(operands).any() and (operands < 0).any()


def test_exact_values_agree_with_decimal_arithmetic():
    decimal.getcontext().prec = 50
    for kind, places in (("f32", 2.0**-24), ("f64", 2.0**-9)):
        x = coverage.SIZES[kind]([0.1, 3.7, 55.5, 1e-3])
        for function, compute in ((EXP, decimal.Decimal.exp), (FUNCTIONS["log"], decimal.Decimal.ln)):
            exact = oracles.exact(function, kind, [x])
            for operand, value, unit in zip(x, exact, judging.units(exact, kind)):
                high = float(value)
                wide = decimal.Decimal(high) + decimal.Decimal(float(value - exact.dtype.type(high)))
                assert abs(wide - compute(decimal.Decimal(float(operand)))) < decimal.Decimal(float(unit) * places)


def test_exact_sines_of_large_angles():
    """sin(2^120) by reduction in whole numbers."""
    decimal.getcontext().prec = 120
    pi = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211"
                         "706798214808651")
    rest = decimal.Decimal(2**120) % (2 * pi)
    for kind in ("f32", "f64"):
        exact = oracles.exact(FUNCTIONS["sin"], kind, [coverage.SIZES[kind]([2.0**120])])[0]
        assert float(exact) == pytest.approx(math.sin(rest), rel=1e-14)


def test_instructions_are_counted_without_directives():
    assert kernels.instructions("\t.reg .b32 \t%r<2>;\n\n\tadd.f32 \t%r1, %r1, %r1;\n$L1:\n\t@%p1 bra \t$L1;\n\tret;\n") == 3


def test_the_page_marks_what_is_beyond_a_bound():
    figures = {"ulp": 1.4, "at": ["0x1.8000000000000p+1"], "subnormal ulp": 0.0, "wrong": {}, "bound": 1, "instructions": 9,
               "inputs": 10, "covered": "samples", "seconds": 2.0}
    records = {"log f32 ours": figures, "log f32 libclc": figures | {"ulp": 1.6},
               "log f32 cuda": figures | {"wrong": {"nan": [3, ["nan"]]}}}
    text = page.page(records, lambda head, rows: "\n".join(map(str, rows)))
    assert "'`0x1.8p+1`'" in text and "'**1.60**'" in text and "'1.40'" in text and "3 nan" in text
    assert "Beyond CUDA's bounds, or wrong in kind: log of libclc, log of cuda." in text and "6 seconds for 30" in text
