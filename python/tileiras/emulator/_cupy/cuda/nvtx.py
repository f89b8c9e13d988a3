"""cupy.cuda.nvtx: marks for a profiler, which don't exist here."""
from cupy._missing import missing as _missing


def _nothing(*arguments, **keywords):
    """Has no effect without a profiler."""


Mark = MarkC = RangePush = RangePushC = RangePop = _nothing

__getattr__ = _missing("cupy.cuda.nvtx")
