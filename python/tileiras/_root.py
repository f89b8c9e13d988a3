"""Where the programs and libraries of the build, or of an installation, are."""
import pathlib

_HERE = pathlib.Path(__file__).absolute()
# A build or an installation has bin/, lib/ and python/tileiras/; a wheel has them inside the package.
_ROOTS = (_HERE.parents[2], _HERE.parents[0])
LIBRARY = pathlib.Path("lib", "emulated", "libcuda.so.1")


class SetupError(RuntimeError):
    """The emulated driver can't be put in the place of libcuda.so.1."""


def find_root():
    """The folder that holds bin/tileiras and lib/emulated/libcuda.so.1.

    Raises:
        SetupError: there is none; the message lists where it was looked for.
    """
    for root in _ROOTS:
        if (root / LIBRARY).exists():
            return root
    raise SetupError("the emulated driver is not built: found none of "
                     + ", ".join(str(root / LIBRARY) for root in _ROOTS))
