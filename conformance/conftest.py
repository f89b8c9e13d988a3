"""Options and fixtures of the conformance tests."""
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

sys.path.insert(0, os.path.dirname(__file__))
import kit
import sampling

ROOT = pathlib.Path(__file__).resolve().parent.parent


def pytest_addoption(parser):
    group = parser.getgroup("tileiras")
    group.addoption("--build-dir", default=str(ROOT / "build"), help="where tileiras and tileiras-run were built")
    group.addoption("--backend", default="emulator", choices=sorted(kit.BACKENDS), help="what runs the programs")
    group.addoption("--driver", default="libcuda.so.1", help="of --backend=gpu: path or name of the driver's library")
    group.addoption("--recordings", help="the folder of --backend=record and replay")
    group.addoption("--assemble-for", metavar="ARCH", help="a later architecture that the compiled PTX is assembled for")
    group.addoption("--compiler", default="ours", choices=sorted(kit.COMPILERS), help="what compiles the kernels")
    group.addoption("--interpret", action="store_true", help="interpret the bytecode instead of compiling and running it")
    group.addoption("--keep-bytecode", metavar="DIR",
                    help="only write the bytecode of all kernels to DIR, each distinct module once, by its hash")
    group.addoption("--arch", action="append", help="only these architectures (others: all that are no family's)")
    group.addoption("--opt", action="append", type=int, choices=kit.LEVELS, help="only these optimisation levels")
    group.addoption("--ptxas", default=os.environ.get("TILEIRAS_PTXAS"),
                    help="an assembler that has to take each kernel")
    group.addoption("--foreign", action="store_true", help="programs that other compilers make as well (foreign/)")
    group.addoption("--corpus", help="a folder of modules with an index, for foreign/test_corpus.py")
    group.addoption("--sample", action="store_true",
                    help="each test on a sample of the targets and schedules, as make check runs it (sampling.py)")
    group.addoption("--sweep", action="store_true", help="the enumerations as well, not only representative cases")


def pytest_configure(config):
    keeps = config.getoption("--keep-bytecode")
    if keeps:
        config.option.backend = "none"
    if config.getoption("--backend") == "none" and not keeps and not config.getoption("--ptxas"):
        raise pytest.UsageError("--backend=none is for ptxas alone: expected --ptxas or TILEIRAS_PTXAS, got neither")
    if config.getoption("--backend") in ("record", "replay") and not config.getoption("--recordings"):
        raise pytest.UsageError("--backend=record and replay need --recordings FOLDER")
    config.addinivalue_line("markers", "emulator(reason): what runs the program has to be the emulator")
    config.addinivalue_line("markers", "sweep: part of an enumeration; run with --sweep")
    config.addinivalue_line("markers", "since(sm): the types used exist from this architecture on")
    config.addinivalue_line("markers", "operands(fraction): kernels round their operands; how much less convicts")
    config.addinivalue_line("markers", "blind(reason): coarser operands may give the same result")


def chosen_archs(config):
    """The architectures that --arch names: by default one of each family. The compiler's table has the names."""
    archs = config.getoption("--arch") or ([kit.ARCHS[-1]] if config.getoption("--interpret") else list(kit.ARCHS))
    if archs == ["others"]:
        return [a for a in kit.known_archs(bin_dir_of(config)) if a not in kit.ARCHS]
    return archs


def bin_dir_of(config):
    return pathlib.Path(config.getoption("--build-dir")).resolve() / "bin"


@pytest.hookimpl(tryfirst=True)  # before -k and the like, which don't change the sample
def pytest_collection_modifyitems(config, items):
    """Tests that take too long for every run are counted as skipped. Where nothing is launched, or compiled, only
    kernels count."""
    if config.getoption("--backend") != "emulator" or config.getoption("--interpret"):
        kept = {i for i in items if "target" in i.fixturenames and
                (config.getoption("--sweep") or not i.get_closest_marker("sweep"))}
        config.hook.pytest_deselected(items=[i for i in items if i not in kept])
        items[:] = [i for i in items if i in kept]
    foreign = pathlib.Path(__file__).parent / "foreign"
    for item in items:
        emulator = item.get_closest_marker("emulator")
        if emulator and config.getoption("--backend") in ("gpu", "record", "replay"):
            item.add_marker(pytest.mark.skip(reason=f"needs the emulator: {emulator.args[0]}"))
        if item.get_closest_marker("sweep") and not config.getoption("--sweep"):
            item.add_marker(pytest.mark.skip(reason="an enumeration: make check-all"))
        if foreign in item.path.parents and not config.getoption("--foreign"):
            item.add_marker(pytest.mark.skip(reason="a program of another compiler: make check-all"))
    if config.getoption("--sample") and not config.getoption("--interpret"):
        sampling.apply(items, is_others=config.getoption("--arch") == ["others"])


def pytest_generate_tests(metafunc):
    """Every test that asks for a `target` runs on each architecture at each level."""
    if "target" not in metafunc.fixturenames:
        return
    since = metafunc.definition.get_closest_marker("since")
    lowest = since.args[0] if since else 0
    archs = [a for a in chosen_archs(metafunc.config) if int(a[3:]) >= lowest]
    interprets, keeps = metafunc.config.getoption("--interpret"), metafunc.config.getoption("--keep-bytecode")
    default = kit.LEVELS[:1] if interprets else kit.LEVELS[-1:] if keeps else kit.LEVELS
    levels = metafunc.config.getoption("--opt") or default
    pairs = [(a, o) for a in archs for o in levels]
    targets = [(a, o, (a, o) == pairs[-1] and not interprets) for a, o in pairs]
    metafunc.parametrize("target", targets, indirect=True, ids=[f"{a}-O{o}" for a, o in pairs])


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """On one target, a test that has passed has to fail on results of coarser operands: its oracle is on trial.
    With --keep-bytecode, a test that needs the compiler's output itself is skipped after its launches."""
    try:
        result = yield
    except (AssertionError, OSError) as error:
        if pyfuncitem.config.getoption("--keep-bytecode"):
            pytest.skip(f"kept bytecode, then needed more: {type(error).__name__}")
        raise
    target = pyfuncitem.funcargs.get("target")
    if target and target.on_trial and not pyfuncitem.get_closest_marker("blind"):
        marker = pyfuncitem.get_closest_marker("operands")
        fixtures = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
        if "rng" in fixtures:
            fixtures["rng"] = kit.Numbers(pyfuncitem.originalname)
        kit.try_oracle(pyfuncitem.obj, fixtures, fraction=marker and marker.args[0])
    return result


@pytest.fixture(scope="session")
def bin_dir(pytestconfig):
    return bin_dir_of(pytestconfig)


@pytest.fixture(scope="session")
def compiler(pytestconfig, bin_dir, tmp_path_factory):
    work_dir, ptxas = tmp_path_factory.mktemp("compiled"), pytestconfig.getoption("--ptxas")
    if pytestconfig.getoption("--keep-bytecode"):
        return kit.Keeper(pytestconfig.getoption("--keep-bytecode"))
    if pytestconfig.getoption("--interpret") or pytestconfig.getoption("--backend") == "replay":
        return kit.Uncompiled(bin_dir, work_dir)
    if pytestconfig.getoption("--assemble-for"):
        return kit.Reassembling(bin_dir, work_dir, ptxas, pytestconfig.getoption("--assemble-for"))
    return kit.COMPILERS[pytestconfig.getoption("--compiler")](bin_dir, work_dir, ptxas)


@pytest.fixture(scope="session")
def backend(pytestconfig, bin_dir, tmp_path_factory):
    work_dir, name = tmp_path_factory.mktemp("launched"), pytestconfig.getoption("--backend")
    if pytestconfig.getoption("--interpret"):
        return kit.Interpreter(bin_dir, work_dir)
    place = {"gpu": ["--driver"], "record": ["--recordings"], "replay": ["--recordings"]}.get(name, [])
    return kit.BACKENDS[name](bin_dir, work_dir, *map(pytestconfig.getoption, place))


@pytest.fixture(autouse=True)
def begin_recording(request):
    """The test's name is the name of its recorded launches."""
    if request.config.getoption("--backend") in ("record", "replay"):
        request.getfixturevalue("backend").begin(request.node.nodeid)


@pytest.fixture
def target(request, compiler, backend):
    arch, level, on_trial = request.param
    # the other backends only have results of the right operands
    launches = request.config.getoption("--backend") in ("emulator", "gpu")
    schedules = getattr(request.node, "schedules", kit.SCHEDULES)
    return kit.Target(arch, level, compiler, backend, on_trial and launches, schedules)


@pytest.fixture
def rng(request):
    """Random numbers that are the same in every run of the same test, for every target."""
    return kit.Numbers(request.node.originalname)


@pytest.fixture
def emulate(bin_dir, tmp_path):
    """Runs a program with `python -m tileiras.emulate`, on a PATH that has nothing else of Tileiras or of CUDA."""
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(bin_dir.parent / "python"), "HOME": str(tmp_path),
                   "CUDA_TILE_CACHE_DIR": str(tmp_path / "cache")}

    def run(program, *options, arguments=(), launcher=("-m", "tileiras.emulate"), stderr=subprocess.PIPE, folders=(),
            **variables):
        """`folders` come first in Python's search path of modules."""
        path = program
        if isinstance(program, str):
            path = tmp_path / "program.py"
            path.write_text(textwrap.dedent(program))
        return subprocess.run([sys.executable, *launcher, *options, str(path), *arguments],
                              cwd=tmp_path, env=environment | variables | python_path(folders), stdout=subprocess.PIPE,
                              stderr=stderr, text=True, timeout=120)

    def python_path(folders):
        return {"PYTHONPATH": os.pathsep.join([*map(str, folders), environment["PYTHONPATH"]])}

    return run


@pytest.fixture
def other_compiler(tmp_path):
    """A folder with the files that PyPI's `nvidia-cuda-tileiras` and its companion packages install, which cuTile
    Python prefers to any compiler on PATH. This one compiles nothing."""
    folder = tmp_path / "site-packages"
    for name in ("nvidia_cuda_tileiras", "nvidia_cuda_nvcc", "nvidia_nvvm"):
        metadata = folder / f"{name}-13.5.37.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 13.5.37\n")
    program = folder / "nvidia" / "cu13" / "bin" / "tileiras"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho 'error: the other compiler was called' >&2\nexit 1\n")
    program.chmod(0o755)
    return folder
