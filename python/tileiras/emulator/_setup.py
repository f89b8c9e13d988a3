"""Makes cuTile Python use our programs and the emulated driver, within this process and for its children."""
import ctypes
import os
import sys

from tileiras import _preference
from tileiras._root import COMPILER_FOLDER, SetupError, find_driver, find_program

_loaded = None


def _prepend(variable, folder):
    """Puts a folder first in a list such as PATH."""
    others = [part for part in os.environ.get(variable, "").split(os.pathsep) if part and part != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *others])


def _name_source_root():
    """Reports show source files below the program's folder."""
    program = getattr(sys.modules["__main__"], "__file__", None)
    os.environ.setdefault("EMULATED_SOURCE_ROOT", os.path.dirname(os.path.abspath(program)) if program else os.getcwd())


def prepare():
    """Loads the emulated driver as libcuda.so.1 and makes `tileiras` the compiler, which writes PTX for cubins, also
    where cuda.tile would prefer another one.

    Calling it again has no effect. Children of this process inherit it.

    Returns:
        ctypes.CDLL: the driver.

    Raises:
        SetupError: nothing is built, or cuda.tile has a driver already."""
    global _loaded
    if _loaded is not None:
        return _loaded
    if "cuda.tile" in sys.modules:
        raise SetupError("cuda.tile has looked for its driver already: import tileiras.emulator or call "
                         "tileiras.emulate.install() first, or run the program with python -m tileiras.emulate")
    library = find_driver()
    _prepend("PATH", os.environ.get(COMPILER_FOLDER) or find_program("tileiras").parent)
    _prepend("LD_LIBRARY_PATH", library.parent)
    os.environ["TILEIRAS_PTXAS"] = "none"
    _preference.prefer_ours()
    _name_source_root()
    # From now on, the loader returns this library for "libcuda.so.1": it compares the name inside the file.
    _loaded = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    return _loaded
