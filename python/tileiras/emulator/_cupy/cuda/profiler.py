"""cupy.cuda.profiler: the start and stop of a profiler, which have no effect here."""
import contextlib as _contextlib

from cupy._missing import missing as _missing


def start():
    """Starts no profiler."""


def stop():
    """Stops no profiler."""


@_contextlib.contextmanager
def profile():
    """A context without a profiler."""
    yield


__getattr__ = _missing("cupy.cuda.profiler")
