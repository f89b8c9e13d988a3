"""python -m tileiras.emulate: unmodified cuTile Python programs with no GPU, driver or toolkit."""
import pathlib
import subprocess
import sys
import textwrap

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent

SCALE = """
    import cuda.tile as ct
    import numpy as np
    from tileiras import emulator

    @ct.kernel
    def scale(X, Y):
        x = ct.load(X, (ct.bid(0),), (16,))
        ct.store(Y, (ct.bid(0),), x + x)
"""
# The array's length is no multiple of the tile's, and there is no mask.
STRAY = SCALE + """
    @ct.kernel
    def stray(X, N: ct.Constant[int]):
        index = ct.arange(16, dtype=ct.int32) + N
        ct.scatter(X, index, ct.full((16,), 1.0, dtype=ct.float32), check_bounds=False)  # here

    x = emulator.zeros(100, np.float32)
    try:
        ct.launch(emulator.current_stream(), (1,), stray, (x, 90))
    except RuntimeError as error:
        print(error)
"""


EXAMPLES = {"saxpy": "1000 elements by 4 blocks", "softmax": "6 rows of 200 in tiles of 256; their sums: [1. 1. 1. 1. 1. 1.]",
            "histogram": "2000 samples in 16 bins: ["}


@pytest.mark.parametrize("schedule", ["inorder", "adversarial"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_example(emulate, name, schedule):
    """Each program compares with NumPy before it prints its line."""
    done = emulate(ROOT / "examples" / f"{name}.py", "--schedule", schedule)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(EXAMPLES[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_without_the_launcher(emulate, name):
    done = emulate(ROOT / "examples" / f"{name}.py", launcher=())
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(EXAMPLES[name])


def test_matmul_example(bin_dir, tmp_path):
    """This is what `make demo` runs."""
    done = subprocess.run([sys.executable, ROOT / "examples" / "matmul.py", "--build-dir", bin_dir.parent, "--output",
                           tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "largest error against NumPy" in done.stdout


@pytest.mark.parametrize("ptxas, cubin", [("none", "no cubin, because TILEIRAS_PTXAS is none"),
                                          ("/none/such", "no cubin without ptxas: pip install nvidia-cuda-nvcc")])
def test_matmul_example_takes_the_programs_on_path(bin_dir, tmp_path, ptxas, cubin):
    """The example also works without an assembler."""
    environment = {"PATH": f"{bin_dir}:/usr/bin:/bin", "HOME": str(tmp_path), "TILEIRAS_PTXAS": ptxas}
    done = subprocess.run([sys.executable, ROOT / "examples" / "matmul.py"], capture_output=True, text=True, timeout=120,
                          cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert cubin in done.stdout and "largest error against NumPy" in done.stdout
    assert not (tmp_path / "demo" / "matmul.cubin").exists() and (tmp_path / "demo" / "matmul.ptx").exists()


def test_matmul_example_emulated(emulate, tmp_path):
    done = emulate(ROOT / "examples" / "matmul.py")
    assert done.returncode == 0, done.stderr
    assert "largest error against NumPy" in done.stdout


def test_every_example_is_run():
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == {*EXAMPLES, "matmul"}


@pytest.mark.parametrize("arch, schedule, dtype", [("sm_80", "adversarial", "bfloat16"), ("sm_90", "random:3", "int8"),
                                                   ("sm_120", "inorder", "float64")])
def test_types_gpus_and_schedules(emulate, arch, schedule, dtype):
    done = emulate(SCALE + f"""
    x = emulator.array(np.arange(64), dtype="{dtype}")
    y = emulator.empty_like(x)
    ct.launch(emulator.current_stream(), (4,), scale, (x, y))
    assert (y.numpy() == 2 * np.arange(64)).all(), y
    print(y.dtype)
    """, "--arch", arch, "--schedule", schedule)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == dtype


def test_stray_access_is_reported(emulate):
    """The message has the kernel's own line, and is an exception of the program."""
    done = emulate(STRAY)
    assert done.returncode == 0, done.stderr
    assert "an illegal memory access was encountered" in done.stdout
    assert "out-of-bounds global write of 4 bytes" in done.stderr
    assert "of 'cuMemAllocManaged #1' (400 bytes" in done.stderr
    here = next(n for n, line in enumerate(textwrap.dedent(STRAY).splitlines(), 1) if line.endswith("# here"))
    assert f"program.py:{here}:" in done.stderr


def test_stray_access_is_reported_without_the_launcher(emulate):
    """A program that imports tileiras.emulator by itself is checked as well."""
    done = emulate("\n    from tileiras import emulator" + STRAY, launcher=())
    assert done.returncode == 0, done.stderr
    assert "an illegal memory access was encountered" in done.stdout
    assert "out-of-bounds global write of 4 bytes" in done.stderr


def test_host_memory_only_when_allowed(emulate):
    """Memory that the driver doesn't know is an error, unless the program asks for it."""
    program = SCALE + """
    class Host:
        def __init__(self, array):
            self.array = array
            self.__cuda_array_interface__ = array.__array_interface__

    x, y = Host(np.ones(64, np.float32)), Host(np.zeros(64, np.float32))
    ct.launch(emulator.current_stream(), (4,), scale, (x, y))
    print(y.array.sum())
    """
    refused, allowed = emulate(program), emulate(program, "--host-pointers")
    assert refused.returncode != 0 and "out-of-bounds global read" in refused.stderr
    assert allowed.returncode == 0, allowed.stderr
    assert allowed.stdout == "128.0\n"


def test_options_reach_the_driver(emulate, tmp_path):
    program = SCALE + """
    import sys
    x = emulator.ones(16, np.float32)
    ct.launch(emulator.current_stream(), (1,), scale, (x, emulator.zeros_like(x)))
    print(sys.argv[1:], __name__)
    """
    done = emulate(program, "--keep-ptx", str(tmp_path / "ptx"), "--counters", arguments=("--its", "own"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['--its', 'own'] __main__\n"
    assert ".entry scale" in (tmp_path / "ptx" / "module-1.ptx").read_text()
    assert "kernel 'scale" in done.stderr and "warp instructions" in done.stderr


def test_list_of_arrays_and_streams(emulate):
    """Lists go through pinned memory and an asynchronous copy; streams and events are cuTile's own."""
    done = emulate("""
    import cuda.tile as ct
    import numpy as np
    from cuda.tile._cext import _create_stream, _destroy_stream
    from tileiras import emulator

    @ct.kernel
    def total(arrays, out):
        sum = ct.zeros((16,), dtype=ct.float32)
        for i in range(len(arrays)):
            sum += ct.load(arrays[i], (0,), (16,))
        ct.store(out, (0,), sum)

    arrays = [emulator.full(16, float(n), np.float32) for n in range(5)]
    out = emulator.zeros(16, np.float32)
    stream = _create_stream()
    ct.launch(stream, (1,), total, (arrays, out))
    _destroy_stream(stream)
    print(out)
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[" + " ".join(["10."] * 16) + "]\n"


def test_benchmark(emulate):
    """cuTile Python times a kernel in a graph that it builds node by node."""
    done = emulate(SCALE + """
    from cuda.tile._cext import _benchmark
    x = emulator.ones(64, np.float32)
    y = emulator.zeros_like(x)
    microseconds = _benchmark(emulator.current_stream(), (4,), scale, (x, y))
    print(microseconds > 0, y.numpy().sum())
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True 128.0\n"


def test_array(emulate):
    """A device array is used like a NumPy array."""
    done = emulate("""
    import ml_dtypes
    import numpy as np
    from tileiras import emulator
    from tileiras.emulator import Array, array

    host = np.arange(12, dtype=np.float32).reshape(3, 4)
    a = array(host)
    assert (a.shape, a.strides, a.dtype, a.ndim, a.size, a.nbytes, len(a)) == ((3, 4), (16, 4), host.dtype, 2, 12, 48, 3)
    assert repr(a) == repr(host) and str(a) == str(host)
    assert not np.shares_memory(a.numpy(), host) and np.shares_memory(a.numpy(), a[1:, ::2].numpy())

    # Views, assignment, arithmetic: on the device again.
    a[1] = 7
    a.T[0, 2] = -1
    assert a.numpy().tolist() == [[0, 1, 2, 3], [7, 7, 7, 7], [-1, 9, 10, 11]]
    b = np.sqrt(a * a) + 1
    assert isinstance(b, Array) and (b.numpy() == np.abs(a.numpy()) + 1).all()
    b += a
    assert isinstance(a.reshape(4, 3), Array) and isinstance(a.T.reshape(-1), Array)
    assert float(a[2, 0]) == -1 and a[a < 0].size == 1 and a.astype("int8").dtype == np.int8
    assert emulator.asarray(a) is a and emulator.asnumpy(a).base is None

    # Other libraries' protocols say "CUDA device 0" and give the same memory.
    interface = a.__cuda_array_interface__
    assert interface["data"] == (a.numpy().ctypes.data, False) and interface["typestr"] == "<f4"
    assert a.__dlpack_device__() == (2, 0) and "dltensor" in repr(a.__dlpack__(stream=-1))

    # Narrow floats, empty and 0-d arrays.
    narrow = emulator.ones((2, 2), ml_dtypes.float8_e4m3fn)
    assert not hasattr(narrow, "__cuda_array_interface__") and "dltensor" in repr(narrow.__dlpack__())
    assert emulator.zeros((0, 3)).shape == (0, 3) and emulator.full((), 5).item() == 5
    assert emulator.zeros_like(narrow).dtype == narrow.dtype
    for wrong, kind in ((lambda: array(["text"]).__dlpack__(), BufferError), (lambda: array(1).__dlpack__(copy=True), BufferError)):
        try:
            wrong()
        except kind:
            continue
        raise SystemExit("that should have failed")
    try:
        emulator.empty(1 << 50)
    except emulator.DriverError as error:
        assert error.code == 2 and str(error) == "cuMemAllocManaged: out of memory"
    print("fine")
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "fine\n"


def test_too_late(emulate, bin_dir, tmp_path):
    """A program that has already loaded another driver gets a message."""
    program = tmp_path / "late.py"
    program.write_text("import sys, types; sys.modules['cuda.tile'] = types.ModuleType('late')\nimport tileiras.emulator")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True,
                          env={"PYTHONPATH": str(bin_dir.parent / "python")})
    assert "SetupError: cuda.tile has looked for its driver already" in done.stderr


DOUBLED = SCALE + """
    x = emulator.array(np.arange(64, dtype=np.float32))
    y = emulator.zeros_like(x)
    ct.launch(emulator.current_stream(), (4,), scale, (x, y))
    assert (y.numpy() == 2 * np.arange(64)).all(), y
    print("fine")
"""


@pytest.mark.parametrize("launcher", [("-m", "tileiras.emulate"), ()])
def test_our_compiler_comes_before_that_of_pypi(emulate, other_compiler, launcher):
    """Where cuTile Python was installed as its README says (cuda-tile[tileiras])."""
    program = DOUBLED if launcher else "\n    from tileiras import emulator" + DOUBLED
    done = emulate(program, launcher=launcher, folders=[other_compiler])
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


@pytest.mark.parametrize("prefer", ["", "0", "1"])
def test_which_compiler_an_ordinary_run_takes(emulate, other_compiler, bin_dir, prefer):
    """PyPI's compiler is used, as without Tileiras; with TILEIRAS_PREFER=1 ours, which then is the first on PATH, too.
    Python does the work of the wheel's tileiras.pth where it is installed."""
    done = emulate(f"""
    import os, site
    site.addsitedir({str(ROOT / "python")!r})
    from cuda.tile._compile import _find_compiler_bin
    print(_find_compiler_bin().path)
    print(os.environ["PATH"])
    """, launcher=(), folders=[other_compiler], TILEIRAS_PREFER=prefer)
    assert done.returncode == 0, done.stderr
    compiler, path = done.stdout.splitlines()
    theirs = str(other_compiler / "nvidia" / "cu13" / "bin" / "tileiras")
    assert compiler == (str(bin_dir / "tileiras") if prefer == "1" else theirs)
    assert path == (f"{bin_dir}:/usr/bin:/bin" if prefer == "1" else f"/usr/bin:/bin:{bin_dir}")


def test_a_cutile_that_hides_its_choice(emulate, other_compiler):
    """The message names the way out where it isn't known how cuTile Python finds the other compiler."""
    folder = other_compiler / "other"
    (folder / "cuda" / "tile").mkdir(parents=True)
    (folder / "cuda" / "tile" / "__init__.py").write_text("from . import _compile")
    (folder / "cuda" / "tile" / "_compile.py").write_text("")
    done = emulate("import cuda.tile", folders=[folder, other_compiler])
    assert done.returncode == 0
    assert "nvidia-cuda-tileiras 13.5.37 is installed" in done.stderr
    assert "`pip uninstall nvidia-cuda-tileiras`, or --arch sm_80" in done.stderr


def test_python_starts_with_little(bin_dir):
    """The wheel's tileiras.pth runs at each start of Python in an environment, so it loads almost nothing."""
    program = ("import sys; before = set(sys.modules); import tileiras._root; tileiras._root.put_on_path(); "
               "print(sorted(set(sys.modules) - before))")
    done = subprocess.run([sys.executable, "-S", "-c", "import os, sys; " + program], capture_output=True, text=True,
                          env={"PYTHONPATH": str(bin_dir.parent / "python")})
    assert done.stdout == "['tileiras', 'tileiras._root']\n", done.stderr


def test_children_say_nothing_of_their_own(emulate, tmp_path):
    """Python programs that the program starts are emulated as well, also by a Python that hasn't got the package, and
    they write nothing that they wouldn't write otherwise."""
    (tmp_path / "child.py").write_text(textwrap.dedent(DOUBLED))
    done = emulate("""
    import os, subprocess, sys
    import multiprocessing

    def check(command):
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return done.stdout.strip()

    if __name__ == "__main__":
        assert check(["-c", "print('child')"]) == "child"
        assert check(["child.py"]) == "fine"
        children = os.environ["PYTHONPATH"].split(os.pathsep)[0]
        os.environ["PYTHONPATH"] = children  # and what the children find of the package
        assert check(["-c", "import cupy, tileiras.emulate; print(cupy.ones(3).sum())"]) == "3.0"
        assert check(["-c", "import multiprocessing as m, os; m.set_start_method('spawn'); p = m.Process(target=os.getpid); "
                            "p.start(); p.join(); print(p.exitcode)"]) == "0"
        print("fine")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


@pytest.mark.parametrize("options, message", [
    (["--arch", "sm_70"], "argument --arch/--gpu-name: there is no GPU 'sm_70' to emulate (expected one of: sm_75, sm_80, "),
    (["--arch", "sm_200"], "argument --arch/--gpu-name: there is no GPU 'sm_200' to emulate (expected one of: sm_75, sm_80, "),
    (["--arch", "hopper"], "argument --arch/--gpu-name: 'hopper' is no GPU such as sm_90"),
    (["--schedule", "foo"], "argument --schedule: there is no schedule 'foo' (expected one of: inorder, random:SEED, adversarial)"),
    (["--threads", "abc"], "argument --threads: 'abc' is no number from 0 on"),
    (["--sms", "0"], "argument --sms: '0' is no number from 1 on"),
    (["--max-instructions", "-1"], "argument --max-instructions: '-1' is no number from 0 on"),
    (["none.py"], "there is no program 'none.py'"),
    (["-m", "no_such_module.at_all"], "there is no module 'no_such_module'"),
])
def test_wrong_arguments(emulate, options, message):
    """The message lists the existing entries, without a traceback."""
    done = emulate("print('runs')", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: ") and f"tileiras.emulate: error: {message}" in done.stderr
    assert "Traceback" not in done.stderr


def test_cutile_is_missing(emulate, tmp_path):
    (tmp_path / "cuda.py").write_text("raise ModuleNotFoundError(\"No module named 'cuda'\", name='cuda')")
    done = emulate("import cuda.tile")
    assert done.returncode == 2 and "pip install cuda-tile" in done.stderr and "Traceback" not in done.stderr


def test_reductions_of_arrays(emulate):
    done = emulate("""
    import numpy as np
    from tileiras import emulator
    a = emulator.array(np.arange(6.0).reshape(2, 3))
    assert a.sum() == 15 and a.max() == 5 and a.mean(axis=0).tolist() == [1.5, 2.5, 3.5] and a.argmin() == 0
    assert isinstance(a.sum(axis=1), emulator.Array) and isinstance(a.transpose(), emulator.Array)
    assert f"{a.std():.2f} {emulator.full((), 2.5):.3f}" == "1.71 2.500" and complex(a[0, 1]) == 1
    print("fine")
    """)
    assert done.stdout == "fine\n", done.stderr


def test_pages_show_the_programs_own_source(emulate, tmp_path, tmp_path_factory):
    """The cache may also be below a given folder; its pages are shared."""
    library = tmp_path_factory.mktemp("library")
    (library / "kernels.py").write_text(textwrap.dedent("""
    import cuda.tile as ct

    @ct.kernel
    def copy(x, y):
        ct.store(y, (0,), ct.load(x, (0,), (16,)))  # of the library
    """))
    program = DOUBLED + """
    import kernels
    ct.launch(emulator.current_stream(), (1,), kernels.copy, (x, y))
    """
    pages = tmp_path / "pages"
    for options, shown in ((), False), (("--source-root", str(library)), True):
        done = emulate(program, "--report", str(pages), *options, folders=[library])
        assert done.returncode == 0, done.stderr
        own, of_library = (next(pages.glob(f"launch-{n}-*.html")).read_text() for n in (1, 2))
        assert "x = ct.load(X, (ct.bid(0),), (16,))" in own
        assert ("# of the library" in of_library) == shown
        assert ("outside of the program&apos;s folder, --source-root names others" in of_library) != shown


@pytest.mark.parametrize("way", ["code", "standard input"])
def test_a_program_without_a_file(bin_dir, tmp_path, way):
    """-c and - as Python has them: cuTile finds the source of the kernels all the same."""
    program = textwrap.dedent(DOUBLED) + "import sys; print(sys.argv, __name__)\n"
    command = [sys.executable, "-m", "tileiras.emulate", *(("-c", program) if way == "code" else ("-",)), "more"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, cwd=tmp_path, timeout=120,
                          env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(bin_dir.parent / "python")})
    first = "-c" if way == "code" else "-"
    assert done.stdout == f"fine\n['{first}', 'more'] __main__\n", done.stderr


@pytest.mark.parametrize("way", ["script", "module", "code"])
def test_a_traceback_begins_in_the_program(bin_dir, tmp_path, way):
    text = "def fail():\n    raise ValueError('no')\n\nfail()\n"
    (tmp_path / "failing.py").write_text(text)
    command = {"script": ["failing.py"], "module": ["-m", "failing"], "code": ["-c", text]}[way]
    done = subprocess.run([sys.executable, "-m", "tileiras.emulate", *command], capture_output=True, text=True, cwd=tmp_path,
                          timeout=120, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(bin_dir.parent / "python")})
    lines = done.stderr.splitlines()
    assert done.returncode == 1 and lines[0] == "Traceback (most recent call last):" and lines[-1] == "ValueError: no", done.stderr
    name = {"script": "failing.py", "module": str(tmp_path / "failing.py"), "code": "<string>"}[way]
    assert lines[1] == f'  File "{name}", line 4, in <module>', done.stderr


def test_install_in_a_running_program(emulate):
    """As a notebook does; CuPy's stand-in is there, too."""
    done = emulate("""
    from tileiras import emulate
    emulate.install("sm_100", schedule="adversarial", checks=True)
    import cupy
    import cuda.tile as ct
    from tileiras.emulator import _device

    @ct.kernel
    def scale(X):
        ct.store(X, (ct.bid(0),), 2 * ct.load(X, (ct.bid(0),), (16,)))

    x = cupy.ones(64, dtype="float32")
    ct.launch(cupy.cuda.get_current_stream().ptr, (4,), scale, (x,))
    print(x.sum(), _device.capability())
    for wrong in (dict(arch="volta"), dict(arch="sm_70"), dict(schedule="chaotic")):
        try:
            emulate.install(**wrong)
        except ValueError as error:
            print(error)
    """, launcher=())
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("128.0 (10, 0)\n'volta' is no GPU such as sm_90\nthere is no GPU 'sm_70' to emulate")
    assert "there is no schedule 'chaotic'" in done.stdout


def test_a_variable_emulates_from_pythons_start(bin_dir, tmp_path):
    """In an environment that has the wheel, Python's start calls this."""
    start = "import tileiras._root; tileiras._root.put_on_path()\n"
    def run(chosen, program):
        return subprocess.run([sys.executable, "-c", start + program], capture_output=True, text=True, cwd=tmp_path,
                              timeout=120, env={"PATH": "/usr/bin:/bin", "TILEIRAS_EMULATE": chosen,
                                                "PYTHONPATH": str(bin_dir.parent / "python")})
    done = run("sm_80", "import cuda.tile; from tileiras.emulator import _device; print(_device.capability())")
    assert done.stdout == "(8, 0)\n", done.stderr
    assert "tileiras: TILEIRAS_EMULATE=volta: 'volta' is no GPU such as sm_90" in run("volta", "").stderr
    assert run("0", "import os; print('EMULATED_CC' in os.environ)").stdout == "False\n"


def test_a_tuner_runs_each_configuration_once(emulate):
    done = emulate("""
    import cuda.tile as ct
    import cuda.tile.tune
    import numpy as np
    from tileiras import emulator

    @ct.kernel
    def add_one(X, T: ct.Constant[int]):
        ct.store(X, (ct.bid(0),), 1 + ct.load(X, (ct.bid(0),), (T,)))

    x = emulator.zeros(64, np.float32)
    found = ct.tune.exhaustive_search([8, 16, 3, 32], emulator.current_stream(), lambda T: (64 // T,), add_one,
                                      lambda T: (x, T))
    print(x.numpy().min(), x.numpy().max(), [each.config for each in found.successes], [each[0] for each in found.failures],
          found.best.config in (8, 16, 32))
    print(found.summary().splitlines()[0])
    try:
        ct.tune.exhaustive_search([3], emulator.current_stream(), lambda T: (1,), add_one, lambda T: (x, T), quiet=True)
    except ValueError as error:
        print(error)
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3.0 3.0 [8, 16, 32] [3] True\n3 succeeded, 1 failed\nNo valid config found: ")
    assert done.stderr.count("cuda.tile.tune ran each of 4 configurations once on the emulator") == 1
