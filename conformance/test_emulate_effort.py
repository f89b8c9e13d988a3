"""python -m tileiras.emulate: the checks that launches are run with, and the progress that long ones show."""
import os
import pty
import re
import threading

import pytest

# Each CTA writes its own index to the same address.
RACE = """
    import cuda.tile as ct
    import cupy as cp
    import sys

    @ct.kernel
    def clash(x):
        ct.store(x, (0,), ct.full((16,), ct.bid(0), dtype=ct.int32))

    x = cp.zeros(16, cp.int32)
    for _ in range(2):
        ct.launch(cp.cuda.get_current_stream(), (int(sys.argv[1]),), clash, (x,))
    print("fine")
"""
ANNOUNCEMENT = "emulated CUDA driver: a grid of 256 CTAs: those of 256 and more are not checked for races"


@pytest.mark.parametrize("ctas, options", [(255, ()), (256, ("--checks",)), (256, ("--schedule", "adversarial"))])
def test_checked(emulate, ctas, options):
    """Small grids are checked, and large ones if the user asks for it."""
    done = emulate(RACE, *options, arguments=[str(ctas)])
    assert done.returncode != 0 and "race" in done.stderr and "not checked" not in done.stderr


def test_large_grid_is_announced_once(emulate):
    done = emulate(RACE, arguments=["256"])
    assert done.returncode == 0, done.stderr
    line, = done.stderr.splitlines()
    assert line.startswith(ANNOUNCEMENT)


def test_no_checks_are_no_news(emulate):
    done = emulate(RACE, "--no-checks", arguments=["256"])
    assert done.returncode == 0 and done.stderr == ""


def test_bounds_are_checked_in_large_grids(emulate):
    """The report may be on any thread."""
    done = emulate("""
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def stray(x):
        ct.scatter(x, ct.arange(16, dtype=ct.int32) + ct.bid(0) * 16, ct.full((16,), 1, dtype=ct.int32), check_bounds=False)

    ct.launch(cp.cuda.get_current_stream(), (300,), stray, (cp.zeros(299 * 16, cp.int32),))
    """, "--threads", "4")
    assert done.returncode != 0 and "CTA (299, 0, 0)" in done.stderr
    assert "0 bytes past the end of 'cuMemAllocManaged #1' (19136 bytes" in done.stderr


def read_all(terminal, into):
    """Reads all that is written to the other end, until it is closed everywhere, which Linux reports as an error."""
    try:
        while part := os.read(terminal, 4096):
            into.append(part.decode())
    except OSError:
        pass


def test_progress_on_a_terminal(emulate):
    """A launch that takes more than a second shows its progress. The line is erased at the end."""
    terminal, other_end = pty.openpty()
    shown = []
    reader = threading.Thread(target=read_all, args=(terminal, shown))
    reader.start()
    done = emulate("""
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def turn(x, N: ct.Constant[int]):
        value = ct.load(x, (ct.bid(0),), (16,))
        for _ in range(N):
            value = value * 3 + 1
        ct.store(x, (ct.bid(0),), value)

    ct.launch(cp.cuda.get_current_stream(), (250,), turn, (cp.zeros(4000, cp.int32), 1_000_000))
    """, stderr=other_end)
    os.close(other_end)
    reader.join()
    os.close(terminal)
    text = "".join(shown)
    assert done.returncode == 0, text
    assert re.search(r"\[#+\.+\] \d+ of 250 CTAs, \d+ s left", text) and text.endswith("\r\x1b[K"), text[-200:]
