"""cupy.cuda.stream: streams and events, by their names there."""
from cupy._missing import missing as _missing
from cupy.cuda import Event, ExternalStream, Stream, get_current_stream, get_elapsed_time  # noqa: F401

__getattr__ = _missing("cupy.cuda.stream")
