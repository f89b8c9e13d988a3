"""Random programs (grow/): the interpreter and the emulator agree, at -O0 and -O3, on each family.

A failure prints the program that it shrank to. The seed is the test's number: the same programs come again."""

import hypothesis
import numpy as np
import pytest

import kit
from grow import known, reach
from grow.compare import Mismatch, compare
from grow.execute import Emulator, Failed, Interpreter, Written
from grow.program import Array
from grow.records import load_records
from grow.strategy import programs

IN_CHECK = (8, 13)     # seeds, and programs of each
IN_SWEEP = (100, 100)  # the same with --sweep: the seeds from SWEEP_BEGINS on
SWEEP_BEGINS = 1000
QUIET = dict(database=None, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))

SEEDS = list(range(IN_CHECK[0])) + [pytest.param(SWEEP_BEGINS + n, marks=pytest.mark.sweep) for n in range(IN_SWEEP[0])]


@pytest.fixture(scope="session")
def emulator(pytestconfig):
    emulator = Emulator(pytestconfig.getoption("--build-dir"))
    yield emulator
    emulator.close()


@pytest.fixture(scope="session")
def archs(pytestconfig):
    return pytestconfig.getoption("--arch") or kit.ARCHS


def number(arch):
    return int(arch.removeprefix("sm_"))


def agree(program, interpreter, emulator, archs, levels=kit.LEVELS):
    """The interpreter's results are those of each target that has the program's types."""
    expected = interpreter.run(program)
    for arch in archs:
        for level in levels:
            if number(arch) < program.since:
                continue
            try:
                compare(program, expected, emulator.run(program, arch, level), f"{arch} -O{level}")
            except AssertionError as error:
                test = interpreter.write_test(program, arch, level, error)
                error.add_note(f"tileiras-reduce {test.parent / 'program.mlir'} --test={test} -o small.mlir")
                raise


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs(seed, bin_dir, emulator, archs, tmp_path):
    interpreter = Interpreter(bin_dir, tmp_path)

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=(IN_SWEEP if seed >= SWEEP_BEGINS else IN_CHECK)[1], **QUIET)
    @hypothesis.given(programs())
    def grown(program):
        try:
            agree(program, interpreter, emulator, archs)
        except AssertionError as error:
            error.add_note(program.text())
            raise

    grown()


# ---------------------------------------------------------------- what is grown


def test_every_operation_type_mode_and_flag_is_grown():
    """Everything is grown, or listed in grow/reach.py with the reason; and nothing is listed there that is grown."""
    records = load_records()
    assert not set(reach.NOT_GROWN) - set(records)
    left_out = reach.not_grown(records, reach.reached_by_growing(records))
    assert left_out == set(reach.NOT_GROWN_WITH)


# ---------------------------------------------------------------- faults are found

# Mistakes of a lowering, made in the PTX: the right text, and what replaces it.
FAULTS = {
    "arithmetic shifts are logical": (r"\bshr\.s(16|32|64)", r"shr.u\1"),
    "signed minima are unsigned": (r"\bmin\.s(16|32|64)", r"min.u\1"),
    "floats are truncated": (r"\bcvt\.rn\.f16\.f32", "cvt.rz.f16.f32"),
}


@pytest.mark.parametrize("fault", [pytest.param(f, marks=[pytest.mark.sweep] * (n > 0)) for n, f in enumerate(FAULTS)])
def test_fault_is_found(fault, bin_dir, pytestconfig, tmp_path):
    """Each mistake is found within a thousand programs, on one target."""
    interpreter, tried = Interpreter(bin_dir, tmp_path), []
    emulator = Emulator(pytestconfig.getoption("--build-dir"), FAULTS[fault])

    @hypothesis.seed(0)
    @hypothesis.settings(max_examples=1000, phases=[hypothesis.Phase.generate], report_multiple_bugs=False, **QUIET)
    @hypothesis.given(programs())
    def grown(program):
        tried.append(program)
        agree(program, interpreter, emulator, ["sm_100"], levels=[3])

    with pytest.raises(Mismatch):
        grown()
    emulator.close()
    assert len(tried) <= 1000


# ---------------------------------------------------------------- what is known to be wrong


def expected_to_fail(reason):
    return pytest.mark.xfail(strict=True, raises=(Mismatch, Failed), reason=reason)


if known.WRONG:  # a test of no cases would count as skipped

    @pytest.mark.parametrize("name", [pytest.param(n, marks=expected_to_fail(w.reason)) for n, w in known.WRONG.items()])
    def test_known_to_be_wrong(name, bin_dir, emulator, tmp_path):
        """Each program fails until it is mended; then its entry in grow/known.py is deleted, and such programs are
        grown again."""
        wrong = known.WRONG[name]
        arrays = [Array(e, np.array(codes, d), is_observed=n == len(wrong.arrays) - 1)
                  for n, (e, d, codes) in enumerate(wrong.arrays)]
        agree(Written(wrong.text, arrays), Interpreter(bin_dir, tmp_path), emulator, wrong.archs)
