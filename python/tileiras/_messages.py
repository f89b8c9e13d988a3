"""Shows the compiler's warnings under cuTile Python, which shows the compiler's output only where it fails."""
import re
import subprocess
import warnings

from tileiras import _imports

_WARNING = re.compile(r"^(\S.*:\d+:\d+: )?warning: ", re.M)


def show_warnings():
    """The messages become Python's warnings."""
    _imports.after("cuda.tile._compile", _watch_compiler)


def _watch_compiler(module):
    module.subprocess = _Subprocess()


class _Subprocess:
    """A replacement of the module `subprocess` for one that calls a compiler."""

    def __getattr__(self, name):
        return getattr(subprocess, name)

    @staticmethod
    def run(*arguments, **options):
        done = subprocess.run(*arguments, **options)
        said = done.stderr or ""
        said = said if isinstance(said, str) else said.decode(errors="replace")
        if _WARNING.search(said):
            warnings.warn(said.strip(), stacklevel=2)
        return done
