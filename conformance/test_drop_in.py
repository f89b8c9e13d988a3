"""cuTile Python, unchanged, finds our compiler on PATH and works with it."""
import os
import pathlib
import struct
import subprocess
import sys
import textwrap

import pytest

from kit import clean_environment

KERNEL = """
    import cuda.tile as ct
    from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel

    def vector(dtype):
        return ArrayConstraint(dtype, 1, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                               may_alias_internally=False, stride_constant=(1,), base_addr_divisible_by=16)

    @ct.kernel
    def scale(X, Y):
        x = ct.load(X, (ct.bid(0),), (128,))
        ct.store(Y, (ct.bid(0),), x * 2)

    signature = KernelSignature([vector(ct.float32)] * 2, CallingConvention.cutile_python_v1(), symbol="scale")
    export_kernel(scale, [signature], "scale.cubin", gpu_code="{arch}", output_format="cubin")
"""
EM_CUDA = 190


@pytest.fixture
def python(bin_dir, tmp_path):
    """Runs a Python program as a user would who has put our programs on PATH."""
    environment = clean_environment()
    environment["PATH"] = os.pathsep.join([str(bin_dir), environment["PATH"]])
    environment["CUDA_TILE_CACHE_DIR"] = str(tmp_path / "cache")

    def run(program):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(program))
        return subprocess.run([sys.executable, str(path)], cwd=tmp_path, env=environment, capture_output=True,
                              text=True)

    return run


def test_closed_compiler_is_absent():
    """cuTile Python prefers the closed compiler from PyPI to PATH: if it is installed, the other tests prove
    nothing."""
    import importlib.metadata
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("nvidia-cuda-tileiras")


@pytest.mark.parametrize("has_package", [False, True])
def test_ptx_in_place_of_a_cubin(bin_dir, tmp_path, has_package):
    """cuTile Python drops the output of a compiler that succeeds, so it must warn by itself: where the wheel is
    installed, whose tileiras.pth does the work of the first line here."""
    environment = {"PATH": os.pathsep.join([str(bin_dir), "/usr/bin", "/bin"]), "HOME": str(tmp_path)}
    program = textwrap.dedent(KERNEL.format(arch="sm_90"))
    if has_package:
        environment["PYTHONPATH"] = str(bin_dir.parent / "python")
        program = "import tileiras._root; tileiras._root.put_on_path()\n" + program
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert ("UserWarning: warning: no usable ptxas" in done.stderr) == has_package
    ptx = (tmp_path / "scale.cubin").read_bytes()
    assert b".entry scale" in ptx and ptx.endswith(b"\0")


def test_an_unusable_tmpdir_is_cutiles_error(python):
    """The traced files are the compiler's only: cuTile's own files are elsewhere."""
    done = python("""
    import os, cuda.tile._compile as compiler
    run = compiler._CompilerBinary.run

    def run_without_tmpdir(*arguments, **options):
        os.environ["TMPDIR"] = "/nonexistent"
        return run(*arguments, **options)

    compiler._CompilerBinary.run = run_without_tmpdir
    """ + textwrap.indent(textwrap.dedent(KERNEL.format(arch="sm_90")), "    "))
    assert done.returncode != 0
    assert "cannot create a temporary file in '/nonexistent': No such file or directory" in done.stderr


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_120"])
def test_export_cubin(python, tmp_path, arch):
    done = python(KERNEL.format(arch=arch))
    assert done.returncode == 0, done.stderr
    cubin = pathlib.Path(tmp_path / "scale.cubin").read_bytes()
    assert cubin[:4] == b"\x7fELF"
    assert struct.unpack_from("<H", cubin, 18)[0] == EM_CUDA
    assert b"scale" in cubin


KERNEL_THAT_IS_REFUSED = """
    import cuda.tile as ct
    from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel

    @ct.kernel
    def widen(X, Y):
        x = ct.load(X, (0,), (32,), padding_mode=ct.PaddingMode.NAN)  # here
        ct.store(Y, (0,), ct.astype(x, ct.float32))

    def array(dtype):
        return ArrayConstraint(dtype=dtype, ndim=1, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                               may_alias_internally=False, stride_constant=(1,))

    parameters = [array(ct.float4_e2m1fn), array(ct.float32)]
    signature = KernelSignature(parameters, CallingConvention.cutile_python_v1(), symbol="widen")
"""

REFUSED = KERNEL_THAT_IS_REFUSED + """
    try:
        export_kernel(widen, [signature], "widen.cubin", gpu_code="sm_100", output_format="cubin")
    except ct.TileCompilerExecutionError as error:
        print(error)
"""


def test_refusal_as_a_user_reads_it(python, tmp_path):
    """The text of the exception has the user's file and line, the mistake, and the line with a caret below the
    operation. No file is left over."""
    done = python(REFUSED)
    assert done.returncode == 0, done.stderr
    lines = textwrap.dedent(REFUSED).splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.endswith("# here"))
    line = lines[number - 1]
    shown = done.stdout.splitlines()
    place = f"{tmp_path / 'program.py'}:{number}:"
    at = next((n for n, text in enumerate(shown) if text.startswith(place)), None)
    assert at is not None, done.stdout
    _, severity, message = shown[at].removeprefix(place).split(":", 2)
    assert severity == " error" and "numbers of 4 bits padded with anything but zero" in message, shown[at]
    assert shown[at + 1] == line
    assert shown[at + 2] == " " * line.index("ct.load") + "^"
    assert not (tmp_path / "widen.cubin").exists()


UNCAUGHT = KERNEL_THAT_IS_REFUSED + """
    export_kernel(widen, [signature], "widen.cubin", gpu_code="sm_100", output_format="cubin")
"""


def test_refusal_in_a_traceback(python):
    """The traceback ends with the message, not with `<exception str() failed>`."""
    done = python(UNCAUGHT)
    assert done.returncode != 0
    assert "str() failed" not in done.stderr
    assert "program.py:7:" in done.stderr and "numbers of 4 bits" in done.stderr
