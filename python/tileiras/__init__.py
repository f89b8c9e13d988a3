"""Tileiras from Python.

    tileiras.compile      a program to PTX or a cubin
    tileiras.run          one kernel on NumPy's arrays, on the emulator or on a GPU
    tileiras.ir           modules of Tile IR: text, bytecode, and their operations
    tileiras.passmanager  passes over them
    tileiras.emulate      python -m tileiras.emulate SCRIPT: runs cuTile Python programs without a GPU
    tileiras.emulator     arrays for such programs
    tileiras.explore      python -m tileiras.explore: a page that shows each stage of a kernel's compilation

Each is loaded when first used: parts that need the compiled extension don't keep the rest from working without it.
"""
TYPE_CHECKING = False  # type checkers take it for true; importing typing would slow each start of Python
if TYPE_CHECKING:
    from . import emulate as emulate, emulator as emulator, explore as explore, ir as ir, passmanager as passmanager
    from ._compile import compile as compile
    from ._run import (LaunchError as LaunchError, Pointer as Pointer, Run as Run, gpu_architecture as gpu_architecture,
                       run as run)
    from ._version import __version__ as __version__

_MEMBERS = {"__version__": "_version", "compile": "_compile", "run": "_run", "gpu_architecture": "_run", "LaunchError": "_run",
            "Pointer": "_run", "Run": "_run"}
_SUBMODULES = ("emulate", "emulator", "explore", "ir", "passmanager")


def _find(name):
    import importlib  # not at once: Python imports this package at its start where the wheel is installed
    if name in _MEMBERS:
        return getattr(importlib.import_module(f".{_MEMBERS[name]}", __name__), name)
    if name in _SUBMODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if not TYPE_CHECKING:  # otherwise an unknown name would be no error to them
    __getattr__ = _find


def __dir__() -> list[str]:
    return sorted([*globals(), *_MEMBERS, *_SUBMODULES])
