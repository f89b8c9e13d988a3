"""Python runs this at its start, in programs that a program under `python -m tileiras.emulate` starts."""
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE = os.path.dirname(_HERE)
_OLDEST = (3, 10)


class _Package:
    """Finds `tileiras` for a Python that hasn't got it, and no other module of its folder."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "tileiras":
            return None
        import importlib.util
        return importlib.util.spec_from_file_location(name, os.path.join(_PACKAGE, "__init__.py"),
                                                      submodule_search_locations=[_PACKAGE])


def _run_hidden():
    """The installation's own sitecustomize, which this one hides."""
    sys.path[:] = [folder for folder in sys.path if folder != _HERE]
    this = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
    finally:
        # Importers of this module look for it there.
        sys.modules.setdefault("sitecustomize", this)


if sys.version_info >= _OLDEST:
    sys.meta_path.append(_Package)
    import tileiras._programs

    tileiras._programs.install()
_run_hidden()
