"""Paths of the programs and libraries of the build, or of an installation.

Python runs `put_on_path` at its start in an environment that has the wheel (tileiras.pth), so this imports nothing at once
that Python's own start doesn't.
"""
import os
import sys

# A variable that tileiras.explore sets: the folder of a program `tileiras` that calls the compiler and keeps its
# results.
COMPILER_FOLDER = "TILEIRAS_COMPILER_FOLDER"

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def _above(levels):
    folder = _PACKAGE
    for _ in range(levels):
        folder = os.path.dirname(folder)
    return folder


# build/python/tileiras or PREFIX/python/tileiras; PREFIX/lib/python3.X/site-packages/tileiras; `pip install --target`.
_ROOTS = (_above(2), _above(4), _above(1))


class SetupError(RuntimeError):
    """The emulated driver can't replace libcuda.so.1."""


def _places(files):
    return [os.path.join(root, file) for root in _ROOTS for file in files]


def find_file(*files):
    """The first existing one of `files`, paths relative to the root of a build or an installation.

    Raises:
        FileNotFoundError: none exists; the message lists the paths that were tried.
    """
    import pathlib
    for path in _places(files):
        if os.path.exists(path):
            return pathlib.Path(path)
    raise FileNotFoundError("found none of " + ", ".join(_places(files)))


def find_program(name):
    """A program of the build, or of an installation.

    Raises:
        SetupError: it isn't built; the message lists the paths that were tried.
    """
    try:
        return find_file(f"bin/{name}")
    except FileNotFoundError as error:
        raise SetupError(f"{name} is not built: {error}") from None


def find_driver():
    """The emulated driver.

    Raises:
        SetupError: it isn't built; the message lists the paths that were tried.
    """
    try:
        return find_file("lib/emulated/libcuda.so.1", "lib/tileiras/emulated/libcuda.so.1")
    except FileNotFoundError as error:
        raise SetupError(f"the emulated driver is not built: {error}") from None


class _CutileWatcher:
    """Loads the changes of cuda.tile when that is imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "cuda.tile":
            from tileiras import _messages
            _messages.show_warnings()


def put_on_path():
    """Puts the folder of `tileiras` on PATH: last, unless it is there, or first where TILEIRAS_PREFER prefers Tileiras
    to other compilers. Where TILEIRAS_EMULATE says so, programs run on the emulator.

    cuda.tile looks for its compiler on PATH, which has the programs of an environment only where that has been
    activated."""
    folder = next((os.path.dirname(path) for path in _places(["bin/tileiras"]) if os.path.exists(path)), None)
    if folder is None:
        return
    if _CutileWatcher not in sys.meta_path:
        sys.meta_path.insert(0, _CutileWatcher)
    entries = [entry for entry in os.environ.get("PATH", os.defpath).split(os.pathsep) if entry]
    if os.environ.get("TILEIRAS_PREFER", "0") not in ("", "0"):
        from tileiras import _preference
        _preference.prefer_ours()
        entries = [folder, *(entry for entry in entries if entry != folder)]
    elif folder not in entries:
        entries.append(folder)
    os.environ["PATH"] = os.pathsep.join(entries)
    if os.environ.get("TILEIRAS_EMULATE", "0") not in ("", "0"):
        from tileiras import emulate
        emulate.install_at_start(os.environ["TILEIRAS_EMULATE"])
