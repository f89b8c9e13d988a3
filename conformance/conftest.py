"""Options and fixtures of the conformance tests."""
import os
import pathlib
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))
import kit

ROOT = pathlib.Path(__file__).resolve().parent.parent


def pytest_addoption(parser):
    group = parser.getgroup("tileiras")
    group.addoption("--build-dir", default=str(ROOT / "build"), help="where tileiras and tileiras-run were built")
    group.addoption("--backend", default="emulator", choices=sorted(kit.BACKENDS), help="what runs the programs")
    group.addoption("--compiler", default="ours", choices=sorted(kit.COMPILERS), help="what compiles the kernels")
    group.addoption("--arch", action="append", choices=kit.ARCHS, help="only these architectures")
    group.addoption("--opt", action="append", type=int, choices=kit.LEVELS, help="only these optimisation levels")
    group.addoption("--foreign", action="store_true", help="programs that other compilers make as well (foreign/)")
    group.addoption("--corpus", help="a folder of modules with an index, for foreign/test_corpus.py")
    group.addoption("--sweep", action="store_true", help="the enumerations as well, not only representative cases")


def pytest_configure(config):
    config.addinivalue_line("markers", "sweep: part of an enumeration; run with --sweep")
    config.addinivalue_line("markers", "since(sm): the types used exist from this architecture on")


def pytest_ignore_collect(collection_path, config):
    return True if collection_path.name == "foreign" and not config.getoption("--foreign") else None


def pytest_collection_modifyitems(config, items):
    if config.getoption("--sweep"):
        return
    swept = [item for item in items if item.get_closest_marker("sweep")]
    config.hook.pytest_deselected(items=swept)
    items[:] = [item for item in items if not item.get_closest_marker("sweep")]


def pytest_generate_tests(metafunc):
    """Every test that asks for a `target` runs on each architecture at each level."""
    if "target" not in metafunc.fixturenames:
        return
    since = metafunc.definition.get_closest_marker("since")
    lowest = since.args[0] if since else 0
    archs = [a for a in metafunc.config.getoption("--arch") or kit.ARCHS if int(a[3:]) >= lowest]
    levels = metafunc.config.getoption("--opt") or kit.LEVELS
    pairs = [(a, o) for a in archs for o in levels]
    metafunc.parametrize("target", pairs, indirect=True, ids=[f"{a}-O{o}" for a, o in pairs])


@pytest.fixture(scope="session")
def bin_dir(pytestconfig):
    return pathlib.Path(pytestconfig.getoption("--build-dir")).resolve() / "bin"


@pytest.fixture(scope="session")
def compiler(pytestconfig, bin_dir, tmp_path_factory):
    return kit.COMPILERS[pytestconfig.getoption("--compiler")](bin_dir, tmp_path_factory.mktemp("compiled"))


@pytest.fixture(scope="session")
def backend(pytestconfig, bin_dir, tmp_path_factory):
    return kit.BACKENDS[pytestconfig.getoption("--backend")](bin_dir, tmp_path_factory.mktemp("launched"))


@pytest.fixture
def target(request, compiler, backend):
    arch, level = request.param
    return kit.Target(arch, level, compiler, backend)


@pytest.fixture
def rng(request):
    """Numbers that are the same in every run of the same test, for every target."""
    return kit.Numbers(request.node.originalname)
