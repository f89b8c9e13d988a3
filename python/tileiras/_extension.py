"""The compiled parts of the package, which a build may lack."""
import importlib
from typing import Any


def load(name: str) -> Any:
    """The extension module of that name."""
    try:
        return importlib.import_module(f".{name}", __package__)
    except ImportError as error:
        raise ImportError(
            "this build of tileiras has no Python extension for this interpreter (nanobind was missing when it was "
            "configured, or it was built for another Python): install utils/requirements.txt and configure again"
        ) from error
