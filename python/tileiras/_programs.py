"""What a program that runs under `python -m tileiras.emulate` imports in the place of what needs a GPU.

`cupy` is a stand-in, `tileiras.emulator._cupy`: a real CuPy needs NVIDIA's driver, which the emulated one replaces in such
a program, so it isn't used even where it is installed. `torch` is the installed one, whose "cuda" device is mapped to host
memory as soon as it is imported (`tileiras.emulator._torch`).

Python programs that the program starts are run in the same way: `sitecustomize` in `_children` puts this into them. So
this file needs nothing but Python's library.
"""
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pathlib
import sys

_HERE = pathlib.Path(__file__).absolute().parent
_CUPY = _HERE / "emulator" / "_cupy"
_CHILDREN = _HERE / "_children"


class _TorchLoader(importlib.abc.Loader):
    """Loads torch as it is, then maps its device."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        from tileiras.emulator import _torch
        _torch.install()


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "cupy":
            return importlib.util.spec_from_file_location(name, _CUPY / "__init__.py",
                                                          submodule_search_locations=[str(_CUPY)])
        if name.split(".")[0] == "cupyx":
            raise ModuleNotFoundError(f"the stand-in for CuPy of tileiras.emulate has no '{name}'", name=name)
        if name == "cuda.tile":  # before it looks for its driver
            from tileiras.emulator._setup import prepare
            prepare()
        if name == "torch":
            spec = importlib.machinery.PathFinder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _TorchLoader(spec.loader)
            return spec
        return None


def install():
    """From now on `import cupy` and `import torch` give what runs without a GPU, here and in children of this process."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder())
    ours = [str(_CHILDREN), str(_HERE.parent)]
    others = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part and part not in ours]
    os.environ["PYTHONPATH"] = os.pathsep.join([*ours, *others])
