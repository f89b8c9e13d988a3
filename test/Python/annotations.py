# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""The package promises types (py.typed): all functions that users call have them. mypy checks them as well, where it is
installed."""
import ast
import importlib.util
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import tileiras
from tileiras import emulate, ir, passmanager
from tileiras.explore import __main__ as explore_main

PACKAGE = pathlib.Path(tileiras.__file__).parent
ROOT = pathlib.Path(__file__).parents[2]

CLIENT = """
import numpy as np
import tileiras
from tileiras import emulator, ir, passmanager

program = "cuda_tile.module @m { entry @k() { return } }"
ptx: str = tileiras.compile(program, "sm_90")
cubin: bytes = tileiras.compile(ir.Module.parse(program), "sm_90", emit="cubin", opt_level=3)
found: list[ir.Diagnostic] = []
tileiras.compile(program, "sm_90", diagnostics=found)
done: tileiras.Run = tileiras.run(ptx, [np.zeros(3, np.float32), np.int32(5), tileiras.Pointer(np.zeros(3))], (1, 2))
seconds: list[float] = done.times
version: str = tileiras.__version__
text: str = passmanager.pipeline("sm_90", "tile", "llvm")
a: emulator.Array = emulator.zeros((3, 4), np.float32)
total: float = float(a.sum()) + float(a[0, 1]) + a.numpy().size
b: emulator.Array = emulator.array([1, 2]).astype("int8").reshape(2, 1)
emulator.synchronize()
try:
    print(tileiras.gpu_architecture())
except tileiras.LaunchError as error:
    print(error)
except ir.MLIRError as error:
    print(error.line + 1, error.diagnostics[0].severity)
"""
MISTAKES = {
    'tileiras.compile(b"", 90)': "No overload variant",
    'tileiras.compile(b"", "sm_90", opt_levle=3)': "No overload variant",
    'x: int = tileiras.compile(b"", "sm_90")': "Incompatible types in assignment",
    "tileiras.comple": 'Module has no attribute "comple"',
    "tileiras.run(3, [])": 'Argument 1 to "run"',
}


def functions():
    """The functions and methods that users call. The sources of emulator, which would load the driver, are read."""
    modules = [tileiras, ir, passmanager]
    for module in modules:
        for name in getattr(module, "__all__", None) or tileiras._MEMBERS:
            value = getattr(module, name)
            for each in [value] if inspect.isfunction(value) else vars(value).values() if inspect.isclass(value) else []:
                if inspect.isfunction(each) and (each.__name__ == "__init__" or not each.__name__.startswith("_")):
                    yield each
    yield from (emulate.main, explore_main.main)


def test_all_that_is_called_has_types():
    found = [each for each in functions() if each is not tileiras.compile]
    assert {"run", "gpu_architecture", "pipeline", "main"} <= {each.__name__ for each in found}
    for each in found:
        parameters = [p for p in inspect.signature(each).parameters.values() if p.name != "self"]
        assert all(p.annotation is not p.empty for p in parameters), each
        assert "return" in each.__annotations__, each


def test_arrays_of_the_emulator_have_types():
    tree = ast.parse((PACKAGE / "emulator" / "_array.py").read_text())
    own = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    array, = (each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Array")
    public = [each for each in own + array.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and
              each.name not in ("share", "share_by_interface", "to_host_capsule")]
    assert len(public) > 15
    for each in public:
        arguments = each.args.args[each in array.body:] + each.args.kwonlyargs
        assert each.returns and all(argument.annotation for argument in arguments), each.name


def test_the_stub_of_compile_says_what_it_takes():
    """Its parameters are those of the function, and its stages those of the compiler."""
    text = (PACKAGE / "_compile.pyi").read_text()
    options, = (each for each in ast.parse(text).body if isinstance(each, ast.ClassDef))
    named = {each.target.id for each in options.body}
    taken = inspect.signature(tileiras.compile).parameters
    assert named == set(taken) - {"source", "arch", "emit"}
    stages = re.search(r"defvar stageNames = \[(.*?)\]", (ROOT / "include/tileiras/Pipelines/Stages.td").read_text())[1]
    assert re.findall(r'Literal\[(.*?)\]', text)[::-1][0] + ', "cubin"' == stages


def test_the_version():
    version, = re.findall(r"^project\(tileiras VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    assert tileiras.__version__ == version and "__version__" in dir(tileiras)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_strict_checks_of_a_client(tmp_path):
    (tmp_path / "client.py").write_text(CLIENT)
    (tmp_path / "mistakes.py").write_text("\n".join(["import tileiras", *MISTAKES]))
    # Mistakes of the package, which isn't installed here, don't concern the client.
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "client.py", "mistakes.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"MYPYPATH": str(PACKAGE.parent)})
    wrong = dict(re.findall(r"^mistakes.py:(\d+): error: (.*)", done.stdout, re.M))
    assert "client.py" not in done.stdout, done.stdout
    for line, message in enumerate(MISTAKES.values(), 2):
        assert message in wrong[str(line)], done.stdout
