"""The compiled part of the package, which a build may lack."""
try:
    from . import _native as native
except ImportError as error:
    raise ImportError(
        "this build of tileiras has no Python extension for this interpreter (nanobind was missing when it was "
        "configured, or it was built for another Python): install utils/requirements.txt and configure again") from error

__all__ = ["native"]
