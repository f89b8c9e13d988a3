"""Random programs (grow/): interpreter and emulator agree, at -O0 and -O3, on each family."""
import hypothesis
import pytest

from grow.compare import compare
from grow.execute import Emulator, Interpreter
from grow.strategy import programs

import kit

SLICES = 8        # of the programs of each run, for as many tests
IN_CHECK = 104    # programs


@pytest.fixture(scope="session")
def emulator(pytestconfig):
    emulator = Emulator(pytestconfig.getoption("--build-dir"))
    yield emulator
    emulator.close()


@pytest.mark.parametrize("seed", range(SLICES))
def test_random_programs(seed, bin_dir, emulator):
    interpreter = Interpreter(bin_dir)

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=IN_CHECK // SLICES, database=None, deadline=None, print_blob=True,
                         suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(programs())
    def agree(program):
        try:
            expected = interpreter.run(program)
            for arch in kit.ARCHS:
                for level in kit.LEVELS:
                    compare(program, expected, emulator.run(program, arch, level), f"{arch} -O{level}")
        except AssertionError as error:
            error.add_note(program.text())
            raise

    agree()
