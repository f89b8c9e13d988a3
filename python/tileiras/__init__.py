"""Tileiras from Python.

    tileiras.compile      a program to PTX or a cubin
    tileiras.run          one kernel on NumPy's arrays, on the emulator or on a GPU
    tileiras.ir           modules of Tile IR: text, bytecode, and what is in them
    tileiras.passmanager  passes over them
    tileiras.emulate      python -m tileiras.emulate SCRIPT: runs cuTile Python programs without a GPU
    tileiras.emulator     arrays for such programs
    tileiras.explore      python -m tileiras.explore: a page that shows what became of a kernel

Each is loaded when first used: what needs the compiled extension doesn't keep the rest from working without it.
"""
_FUNCTIONS = {"compile": "_compile", "run": "_run", "gpu_architecture": "_run", "LaunchError": "_run",
              "Pointer": "_run", "Run": "_run"}
_SUBMODULES = ("emulate", "emulator", "explore", "ir", "passmanager")


def __getattr__(name):
    import importlib  # not at once: Python imports this package at its start where the wheel is installed
    if name in _FUNCTIONS:
        return getattr(importlib.import_module(f".{_FUNCTIONS[name]}", __name__), name)
    if name in _SUBMODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_FUNCTIONS, *_SUBMODULES])
