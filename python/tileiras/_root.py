"""Where the programs and libraries of the build, or of an installation, are."""
import os
import pathlib

_PACKAGE = pathlib.Path(__file__).absolute().parent
# build/python/tileiras or PREFIX/python/tileiras; PREFIX/lib/python3.X/site-packages/tileiras; `pip install --target`.
_ROOTS = (_PACKAGE.parents[1], _PACKAGE.parents[3], _PACKAGE.parent)


class SetupError(RuntimeError):
    """The emulated driver can't be put in the place of libcuda.so.1."""


def find_file(*places):
    """The first file that there is among `places`, paths relative to the root of a build or an installation.

    Raises:
        FileNotFoundError: there is none; the message lists where it was looked for.
    """
    looked_for = [root / place for root in _ROOTS for place in places]
    for path in looked_for:
        if path.exists():
            return path
    raise FileNotFoundError("found none of " + ", ".join(map(str, looked_for)))


def find_program(name):
    """A program of the build, or of an installation.

    Raises:
        SetupError: it isn't built; the message lists where it was looked for.
    """
    try:
        return find_file(f"bin/{name}")
    except FileNotFoundError as error:
        raise SetupError(f"{name} is not built: {error}") from None


def find_driver():
    """The emulated driver.

    Raises:
        SetupError: it isn't built; the message lists where it was looked for.
    """
    try:
        return find_file("lib/emulated/libcuda.so.1", "lib/tileiras/emulated/libcuda.so.1")
    except FileNotFoundError as error:
        raise SetupError(f"the emulated driver is not built: {error}") from None


def put_on_path():
    """Puts the folder of `tileiras` last on PATH, unless it is there.

    An installed wheel does this when Python starts: cuda.tile looks for its compiler on PATH, which has the programs of
    an environment only where that has been activated.
    """
    try:
        folder = str(find_file("bin/tileiras").parent)
    except FileNotFoundError:
        return
    entries = [entry for entry in os.environ.get("PATH", os.defpath).split(os.pathsep) if entry]
    if folder not in entries:
        os.environ["PATH"] = os.pathsep.join([*entries, folder])
