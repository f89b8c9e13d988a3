"""tileiras.pytest_plugin: suites of cuTile Python tests under the emulator."""
import json
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree

import pytest

KERNELS = """
import cuda.tile as ct
import numpy as np
import pytest
from tileiras import emulator

@ct.kernel
def double(X, Y, T: ct.Constant[int]):
    x = ct.load(X, (ct.bid(0),), (T,))
    ct.store(Y, (ct.bid(0),), x + x)

@ct.kernel
def race(X, Y):
    y = ct.load(Y, (0,), (1,))
    ct.store(Y, (0,), y + ct.load(X, (ct.bid(0),), (1,)))

@ct.kernel
def stray(X, Y):
    index = ct.arange(16, dtype=ct.int32) + 250
    ct.scatter(Y, index, ct.load(X, (0,), (16,)), check_bounds=False)

def run(kernel, grid, *more):
    x = emulator.array(np.arange(256, dtype=np.float32))
    y = emulator.zeros_like(x)
    ct.launch(emulator.current_stream(), (grid,), kernel, (x, y, *more))
    return x.numpy(), y.numpy()

def check_double(T):
    x, y = run(double, 256 // T, T)
    assert (y == 2 * x).all()
"""
# Seven tests, of which two are bad.
SEVEN = KERNELS + """
@pytest.mark.parametrize("T", [8, 16, 32, 64, 128])
def test_double(T):
    check_double(T)

def test_race():
    run(race, 4)

def test_stray():
    run(stray, 1)
"""


@pytest.fixture
def suite(bin_dir, tmp_path):
    """Runs pytest on a file with this text, with the plugin, in a folder of its own."""
    def run(text, *options):
        (tmp_path / "test_kernels.py").write_text(textwrap.dedent(text))
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(bin_dir.parent / "python")}
        command = [sys.executable, "-m", "pytest", "-p", "tileiras.pytest_plugin", "-p", "no:cacheprovider", "-q", *options]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300)
    return run


def total(done):
    """The counts of the last line, such as {"passed": 5, "failed": 2}."""
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", done.stdout.splitlines()[-1])}


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_two_of_seven_fail_with_their_reports(suite, options):
    done = suite(SEVEN, "--tileiras-emulate", *options)
    assert total(done) == {"passed": 5, "failed": 2}, done.stdout + done.stderr
    race, stray = (re.search(rf"_ {name} _.*?(?=\n_+ test|\n===)", done.stdout, re.S)[0] for name in ("test_race", "test_stray"))
    assert "RuntimeError" in race and "race on global memory" in race and "test_kernels.py:" in race
    assert "out-of-bounds global write of 4 bytes" in stray and "race" not in stray


def test_an_option_without_a_gpu_may_stand_before_a_path(suite):
    done = suite(KERNELS + "def test_it():\n    check_double(16)\n", "--tileiras-emulate", "test_kernels.py")
    assert total(done) == {"passed": 1}, done.stdout + done.stderr


def test_configuration_chooses_the_gpu(suite, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\ntileiras_emulate = sm_120\n")
    done = suite(KERNELS + """
@pytest.mark.tileiras(targets=["sm_80", "sm_90"])
def test_of_others():
    assert False

@pytest.mark.tileiras(targets=["sm_120"])
def test_of_this():
    check_double(16)
""", "-rs", "-v")
    assert total(done) == {"passed": 1, "skipped": 1}, done.stdout + done.stderr
    assert "made for sm_80, sm_90, emulated is sm_120" in done.stdout
    assert "tileiras: kernels run on the emulator, as sm_120" in done.stdout


def test_schedules(suite):
    """The marker's replace those of the command line; a race is found under the adversarial one whatever the grid."""
    done = suite(KERNELS + """
@pytest.mark.tileiras(schedules=["inorder", "random:7"])
def test_marked(tileiras_schedule):
    assert tileiras_schedule in ("inorder", "random:7")
    check_double(16)

def test_large_grid():
    run(race, 256)
""", "--tileiras-emulate", "--tileiras-schedule=inorder,adversarial", "-vv")
    assert total(done) == {"passed": 3, "failed": 1}, done.stdout + done.stderr
    assert re.search(r"test_large_grid\[adversarial\] FAILED", done.stdout)
    assert re.search(r"test_marked\[random:7\] PASSED", done.stdout)


def test_settings_end_with_their_test(suite):
    done = suite(KERNELS + """
@pytest.mark.tileiras(checks=True)
def test_checked():
    with pytest.raises(RuntimeError, match="race on global memory"):
        run(race, 256)

def test_unchecked():
    run(race, 256)
""", "--tileiras-emulate")
    assert total(done) == {"passed": 2}, done.stdout + done.stderr


def test_checks_of_all(suite):
    done = suite(KERNELS + "def test_large_grid():\n    run(race, 256)\n", "--tileiras-emulate", "--tileiras-checks")
    assert total(done) == {"failed": 1}, done.stdout + done.stderr


ONE = KERNELS + """
def test_double():
    check_double(16)
"""


def test_a_baseline_finds_the_line_that_costs_more(suite, tmp_path):
    options = ("--tileiras-emulate", "--tileiras-baseline", "perf.json")
    recorded = suite(ONE, *options, "--tileiras-record", "-n", "1")
    assert "counters of 1 tests are recorded in perf.json" in recorded.stdout, recorded.stdout + recorded.stderr
    before = json.loads((tmp_path / "perf.json").read_text())["tests"]["test_kernels.py::test_double"]
    assert total(suite(ONE, *options)) == {"passed": 1}
    # The lines above it move, and it does more.
    worse = ONE.replace("\n@ct.kernel\ndef double", "\n\n\n@ct.kernel\ndef double").replace("x + x)", "x + x + x * x - x * x)")
    done = suite(worse, *options)
    assert total(done) == {"failed": 1}, done.stdout + done.stderr
    number = 1 + worse[:worse.index("ct.store")].count("\n")
    found = re.search(rf"kernel double: warp instructions \+\d+\.\d % \((\d+) -> (\d+)\) \(\+(\d+) at test_kernels.py:{number}\)",
                      done.stdout)
    assert found, done.stdout
    old, new, grown = map(int, found.groups())
    (kernel,) = before.values()
    assert kernel["counters"]["warp instructions"] == old and grown == new - old > 0
    assert total(suite(worse, *options, "--tileiras-tolerance=1000")) == {"passed": 1}


def test_counters_are_properties(suite, tmp_path):
    done = suite(ONE, "--tileiras-emulate", "--tileiras-counters", "--junit-xml=results.xml", "-n", "1")
    assert total(done) == {"passed": 1}, done.stdout + done.stderr
    properties = {each.get("name"): int(each.get("value"))
                  for each in xml.etree.ElementTree.parse(tmp_path / "results.xml").iter("property")}
    assert properties["tileiras.double.warp_instructions"] > 0
    assert properties["tileiras.double.global_sectors"] >= 2 * 256 * 4 // 32


@pytest.mark.parametrize("options, message", [
    (["--tileiras-emulate=volta"], "'volta' is no GPU such as sm_90"),
    (["--tileiras-emulate=sm_70"], "there is no GPU 'sm_70' to emulate"),
    (["--tileiras-emulate", "--tileiras-schedule=chaotic"], "there is no schedule 'chaotic'"),
    (["--tileiras-schedule=inorder"], "--tileiras-schedule needs --tileiras-emulate"),
    (["--tileiras-emulate", "--tileiras-record"], "--tileiras-record needs --tileiras-baseline FILE"),
    (["--tileiras-emulate", "--tileiras-baseline=none.json"], "there is no none.json: --tileiras-record writes it"),
    (["--tileiras-emulate", "--tileiras-baseline=test_kernels.py"], "test_kernels.py is no recording"),
])
def test_wrong_options(suite, options, message):
    done = suite(ONE, *options)
    assert done.returncode == 4 and message in done.stderr, done.stdout + done.stderr


def test_a_baseline_is_of_one_gpu(suite):
    options = ("--tileiras-baseline", "perf.json")
    suite(ONE, "--tileiras-emulate=sm_80", *options, "--tileiras-record")
    done = suite(ONE, "--tileiras-emulate=sm_90", *options)
    assert done.returncode == 4 and "was recorded for sm_80, emulated is sm_90" in done.stderr


def test_a_marker_with_an_unknown_keyword(suite):
    done = suite(KERNELS + "@pytest.mark.tileiras(target='sm_90')\ndef test_it():\n    pass\n", "--tileiras-emulate")
    assert done.returncode == 4 and "the marker tileiras has the keywords targets, schedules, checks" in done.stderr


def test_without_the_option_nothing_changes(suite):
    done = suite("""
    import os
    import pytest

    @pytest.mark.tileiras(schedules=["inorder", "adversarial"], targets=["sm_80"])
    def test_it():
        assert "EMULATED_CC" not in os.environ
    """)
    assert total(done) == {"passed": 1}, done.stdout + done.stderr
