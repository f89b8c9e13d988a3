"""Puts our programs and the emulated driver in the way of cuTile Python, within this process and for its children."""
import ctypes
import importlib.metadata
import os
import sys

from tileiras._root import SetupError, find_driver, find_program

_loaded = None


def _prepend(variable, folder):
    """Puts a folder first in a list such as PATH."""
    others = [part for part in os.environ.get(variable, "").split(os.pathsep) if part and part != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *others])


def _warn_of_other_compiler():
    """cuTile Python prefers NVIDIA's compiler from PyPI to the one on PATH."""
    try:
        version = importlib.metadata.version("nvidia-cuda-tileiras")
    except importlib.metadata.PackageNotFoundError:
        return
    print(f"tileiras.emulator: nvidia-cuda-tileiras {version} is installed, so cuda.tile compiles with it and not with "
          "Tileiras; of what it makes, the emulator runs code for sm_80", file=sys.stderr)


def prepare():
    """Loads the emulated driver as libcuda.so.1 and makes `tileiras` the compiler, which writes PTX for cubins.

    Doing it again does nothing. Children of this process inherit it.

    Returns:
        ctypes.CDLL: the driver.

    Raises:
        SetupError: nothing is built, or cuda.tile has a driver already.
    """
    global _loaded
    if _loaded is not None:
        return _loaded
    if "cuda.tile" in sys.modules:
        raise SetupError("cuda.tile has looked for its driver already: import tileiras.emulator first, or run the "
                         "program with python -m tileiras.emulate")
    library = find_driver()
    _prepend("PATH", find_program("tileiras").parent)
    _prepend("LD_LIBRARY_PATH", library.parent)
    os.environ["TILEIRAS_PTXAS"] = "none"
    _warn_of_other_compiler()
    # From now on, whoever asks the loader for "libcuda.so.1" gets this one: it goes by the name inside the file.
    _loaded = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    return _loaded
