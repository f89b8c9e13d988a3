"""Python runs this at its start, in programs that one under `python -m tileiras.emulate` starts."""
import importlib
import pathlib
import sys


def _run_hidden():
    """The installation's own sitecustomize, which this one hides."""
    here = str(pathlib.Path(__file__).parent)
    sys.path[:] = [folder for folder in sys.path if folder != here]
    sys.modules.pop("sitecustomize", None)
    try:
        importlib.import_module("sitecustomize")
    except ModuleNotFoundError as error:
        if error.name != "sitecustomize":
            raise


import tileiras._programs

tileiras._programs.install()
_run_hidden()
