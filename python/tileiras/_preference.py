"""The compiler that cuTile Python uses: by itself it prefers NVIDIA's, where PyPI's nvidia-cuda-tileiras is
installed."""
import sys

from tileiras import _imports

_OTHER = "nvidia-cuda-tileiras"


def prefer_ours():
    """cuTile Python looks for its compiler on PATH only, whatever is installed."""
    _imports.after("cuda.tile._compile", _hide_other)


def _hide_other(module):
    if hasattr(module, "_find_pip_tileiras"):
        module._find_pip_tileiras = lambda: None
    else:
        _warn()


def _warn():
    """This cuTile Python looks for its compiler by a function that isn't known here."""
    import importlib.metadata
    try:
        version = importlib.metadata.version(_OTHER)
    except importlib.metadata.PackageNotFoundError:
        return
    print(f"tileiras: {_OTHER} {version} is installed, and this cuda.tile may compile with it instead of with Tileiras, whose "
          f"emulator then runs code for sm_80 only: `pip uninstall {_OTHER}`, or --arch sm_80", file=sys.stderr)
