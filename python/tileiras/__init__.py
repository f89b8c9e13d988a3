"""Tileiras from Python.

    tileiras.compile      a program to PTX or a cubin
    tileiras.ir           modules of Tile IR: text, bytecode, and what is in them
    tileiras.passmanager  passes over them
    tileiras.emulate      python -m tileiras.emulate SCRIPT: runs cuTile Python programs without a GPU
    tileiras.emulator     arrays for such programs

Each is loaded when first used: what needs the compiled extension doesn't keep the rest from working without it.
"""
import importlib

_SUBMODULES = ("emulate", "emulator", "ir", "passmanager")


def __getattr__(name):
    if name == "compile":
        from ._compile import compile
        return compile
    if name in _SUBMODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), "compile", *_SUBMODULES])
