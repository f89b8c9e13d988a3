"""Modules that a program under `python -m tileiras.emulate` imports instead of those that need a GPU.

`cupy` is a stand-in, `tileiras.emulator._cupy`: a real CuPy needs NVIDIA's driver, which the emulated one replaces in such
a program, so CuPy isn't used even where it is installed. `torch` is the installed one, whose "cuda" device is mapped to host
memory as soon as it is imported (`tileiras.emulator._torch`). `cuda.tile.tune` runs each configuration once.

Python programs that the program starts are run in the same way: `sitecustomize` in `_children` loads this file
into them. So it depends only on Python's library.
"""
import importlib.util
import linecache
import os
import pathlib
import runpy
import sys
import types

from tileiras import _imports

_HERE = pathlib.Path(__file__).absolute().parent
_CUPY = _HERE / "emulator" / "_cupy"
_CHILDREN = _HERE / "_children"


def _find_cupy(name):
    return importlib.util.spec_from_file_location(name, _CUPY / "__init__.py", submodule_search_locations=[str(_CUPY)])


def _find_no_cupyx(name):
    raise ModuleNotFoundError(f"the stand-in for CuPy of tileiras.emulate has no '{name}'", name=name)


def _prepare():
    """Runs before cuda.tile looks for its driver."""
    from tileiras.emulator._setup import prepare
    prepare()


def _map_device(module):
    from tileiras.emulator import _torch
    _torch.install()


def _run_once(module):
    from tileiras.emulator import _tune
    _tune.install(module)


def install():
    """From now on `import cupy` and `import torch` give modules that run without a GPU, here and in children of this
    process."""
    _imports.instead("cupy", _find_cupy)
    _imports.instead("cupyx", _find_no_cupyx)
    _imports.before("cuda.tile", _prepare)
    _imports.after("torch", _map_device)
    _imports.after("cuda.tile.tune._tune", _run_once)
    others = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part and part != str(_CHILDREN)]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(_CHILDREN), *others])


def _run_text(text, name):
    """Runs a program without a file. cuTile reads the source of its kernels, from the cache where traceback looks, too."""
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    program = types.ModuleType("__main__")
    sys.modules["__main__"] = program
    exec(compile(text, name, "exec"), vars(program))


def _show_own_frames(kind, error, traceback):
    """Tracebacks begin with the program's first frame, as without this launcher."""
    ours = str(_HERE) + os.sep
    while traceback.tb_next and traceback.tb_frame.f_code.co_filename.startswith((ours, "<frozen runpy>", runpy.__file__)):
        traceback = traceback.tb_next
    sys.__excepthook__(kind, error.with_traceback(traceback), traceback)


def run(script, arguments, kind="script"):
    """Runs a script, a "module", or "code", as `python SCRIPT arguments` would with -m or -c. A script "-" is standard
    input."""
    install()
    sys.excepthook = _show_own_frames
    if kind == "code":
        sys.argv = ["-c", *arguments]
        sys.path.insert(0, "")
        return _run_text(script, "<string>")
    sys.argv = [script, *arguments]
    if kind == "module":
        sys.path.insert(0, "")
        runpy.run_module(script, run_name="__main__", alter_sys=True)
    elif script == "-":
        sys.path.insert(0, "")
        _run_text(sys.stdin.read(), "<stdin>")
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
        runpy.run_path(script, run_name="__main__")
