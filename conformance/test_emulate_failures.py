"""python -m tileiras.emulate: launches that fail, that the user interrupts, and that don't terminate."""
import os
import re
import signal
import subprocess
import sys
import textwrap
import time

import pytest

ENDLESS = """
    import signal
    import sys
    import threading
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def endless(x, end):
        value = ct.load(x, (ct.bid(0),), (16,))
        while ct.sum(value) != end:
            value = value + 1  # here
        ct.store(x, (ct.bid(0),), value)

    @ct.kernel
    def double(x):
        ct.store(x, (ct.bid(0),), 2 * ct.load(x, (ct.bid(0),), (16,)))

    def launch(kernel, *arguments):
        ct.launch(cp.cuda.get_current_stream(), (2,), kernel, arguments)

    x, y = cp.ones(32, cp.int32), cp.ones(32, cp.int32)
    launch(endless, x, 16)  # compiles; the sum is 16, and never odd
    print("compiled", flush=True)
"""
FIRST, SECOND = 1, 2


@pytest.fixture
def interrupt(bin_dir, tmp_path):
    """Runs a program, sends it SIGINT `signals` times a while after it has said that its kernel is compiled, and
    returns its output and the seconds from the last signal to its end."""
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(bin_dir.parent / "python"), "HOME": str(tmp_path),
                   "CUDA_TILE_CACHE_DIR": str(tmp_path / "cache")}

    def run(program, *options, signals=1):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(program))
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        listen = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        process = subprocess.Popen([sys.executable, "-m", "tileiras.emulate", *options, path], env=environment,
                                   preexec_fn=listen,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text = process.stdout.readline()
            for _ in range(signals):
                time.sleep(1.5)
                process.send_signal(signal.SIGINT)
            start = time.monotonic()
            rest, _ = process.communicate(timeout=60)
            return text + rest, time.monotonic() - start
        finally:
            process.kill()

    return run


@pytest.mark.parametrize("options", [(), ("--no-checks", "--threads", "2")])
def test_ctrl_c_ends_a_launch(interrupt, options):
    """The launch raises KeyboardInterrupt; the program may go on, and launch again."""
    text, seconds = interrupt(ENDLESS + """
    before = signal.getsignal(signal.SIGINT)
    try:
        launch(endless, x, 1)
        print("returned")
    except KeyboardInterrupt:
        print("interrupted")
    launch(double, y)
    print(y.sum(), signal.getsignal(signal.SIGINT) is before)
    """, *options)
    assert "interrupted\n64 True" in text and "returned" not in text
    here = next(n for n, line in enumerate(textwrap.dedent(ENDLESS).splitlines(), 1) if line.endswith("# here"))
    assert re.search(rf"stopped by the host; most instructions ran at \S*program.py:(?:{here - 1}|{here}):", text)
    assert seconds < 4, text  # one, on an idle machine


def test_ctrl_c_ends_a_launch_of_another_thread(interrupt):
    """On another thread it is an error, because KeyboardInterrupt belongs to the main thread."""
    text, seconds = interrupt(ENDLESS + """
    def work():
        try:
            launch(endless, x, 1)
        except RuntimeError as error:
            print("worker:", error, flush=True)

    thread = threading.Thread(target=work)
    try:
        thread.start()
        thread.join()
    except KeyboardInterrupt:
        print("interrupted")
    """)
    assert "worker: Failed to launch" in text and "stopped by the host" in text and "interrupted" in text
    assert seconds < 4, text


@pytest.mark.parametrize("signals", [FIRST, SECOND])
def test_handler_of_the_program_comes_first(interrupt, signals):
    """A handler may do anything, so one signal leaves the launch alone; a second one ends it."""
    text, seconds = interrupt(ENDLESS + """
    calls = []
    signal.signal(signal.SIGINT, lambda *_: calls.append(1))
    try:
        launch(endless, x, 1)
    except RuntimeError as error:
        print(error)
    print(len(calls) > 0)
    """, "--stall-limit", "100000000" if signals == FIRST else "0", signals=signals)
    assert text.endswith("True\n")
    assert ("no progress in 100000000 warp instructions" if signals == FIRST else "stopped by the host") in text
    assert signals == FIRST or seconds < 4


def test_endless_launch_ends_by_itself(emulate):
    """The message names the limit, the location and the waiting threads, and the exception has its first line."""
    done = emulate(ENDLESS + """
    try:
        launch(endless, x, 1)
    except RuntimeError as error:
        print(error)
    """, "--stall-limit", "1000000")
    assert done.returncode == 0, done.stderr
    for text in done.stdout, done.stderr:
        assert re.search(r"no progress in 1000000 warp instructions, most of them at \S*program.py:\d+: no CTA ended", text)
    assert "warp 0: lanes 0-31 run" in done.stderr and "kernel 'endless" in done.stderr
    assert "EMULATED_STALL_LIMIT=N (--stall-limit N) is the limit, 0 for none" in done.stderr


def test_lock_that_an_exchange_takes_is_never_given_back(emulate):
    """This is a deadlock, found without any limit."""
    done = emulate("""
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def take(lock):
        while ct.atomic_xchg(lock, 0, 1) == 1:
            pass

    ct.launch(cp.cuda.get_current_stream(), (2,), take, (cp.zeros(1, cp.int32),))
    """)
    assert done.returncode != 0 and "deadlock" in done.stderr, done.stderr


TESTS = """
    from tileiras import emulator
    import cuda.tile as ct
    import numpy as np
    import pytest

    @ct.kernel
    def copy(x, y, N: ct.Constant[int]):
        index = ct.arange(16, dtype=ct.int32) + N
        ct.scatter(y, index, ct.gather(x, index, check_bounds=False), check_bounds=False)  # here

    def run(start):
        x = emulator.array(np.arange(100, dtype=np.float32))
        y = emulator.zeros_like(x)
        ct.launch(emulator.current_stream(), (1,), copy, (x, y, start))
        return y

    @pytest.mark.parametrize("start", [0, 16, 90, 32, 95, 48])
    def test_copy(start):
        assert run(start)[start + 3] == start + 3

    def test_match():
        with pytest.raises(RuntimeError, match=r"out-of-bounds global read of 4 bytes .*program.py:HERE"):
            run(99)
"""


@pytest.mark.parametrize("launcher", [("tileiras.emulate", "-m", "pytest"), ("pytest",)])
def test_only_bad_tests_fail(bin_dir, tmp_path, launcher):
    """Five of seven tests pass, whether emulate runs pytest or the tests import the emulator."""
    program = textwrap.dedent(TESTS)
    here = next(n for n, line in enumerate(program.splitlines(), 1) if line.endswith("# here"))
    (tmp_path / "program.py").write_text(program.replace("HERE", str(here)))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "EMULATED_"))}
    done = subprocess.run([sys.executable, "-m", *launcher, "-q", "-p", "no:cacheprovider", "program.py"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=120,
                          env=environment | {"PYTHONPATH": str(bin_dir.parent / "python")})
    assert "2 failed, 5 passed" in done.stdout, done.stdout + done.stderr
    assert "test_copy[90]" in done.stdout and "test_copy[95]" in done.stdout


def test_sticky_on_demand(emulate):
    """As on a GPU, each later call fails, and names the kernel that failed."""
    program = """
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def stray(x):
        ct.scatter(x, ct.arange(16, dtype=ct.int32), ct.full((16,), 1, dtype=ct.int32), check_bounds=False)

    for size in 8, 16:
        try:
            ct.launch(cp.cuda.get_current_stream(), (1,), stray, (cp.zeros(size, cp.int32),))
            print("fine")
        except RuntimeError as error:
            print(error)
    """
    since = r"an illegal memory access was encountered: since kernel 'stray\S*' failed at \S*program.py:7$"
    sticky, default, loose = (emulate(program, *options) for options in (["--sticky"], [], ["--no-sticky"]))
    assert re.search(since, sticky.stdout + sticky.stderr, re.MULTILINE)
    assert re.search(since, default.stdout + default.stderr, re.MULTILINE)
    assert loose.stdout.endswith("fine\n"), loose.stderr
