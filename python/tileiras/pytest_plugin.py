"""pytest's plugin: kernels of cuTile Python are tested on a machine without a GPU.

    pytest --tileiras-emulate                     the tests run on the emulator, as sm_90
    pytest --tileiras-emulate=sm_120 -n 4         another GPU, in four processes (pytest-xdist)
    pytest --tileiras-emulate --tileiras-schedule inorder,adversarial
    pytest --tileiras-emulate --tileiras-baseline perf.json --tileiras-record     counters of each test are recorded,
    pytest --tileiras-emulate --tileiras-baseline perf.json                       and compared

The wheel registers it; elsewhere `pytest -p tileiras.pytest_plugin` loads it. Without --tileiras-emulate, or `tileiras_emulate
= sm_90` in pytest's configuration, it changes nothing: tests run on the machine's GPU.

    @pytest.mark.tileiras(targets=["sm_90", "sm_100"])          skipped where another GPU is emulated
    @pytest.mark.tileiras(schedules=["inorder", "random:1"])    run once under each
    @pytest.mark.tileiras(checks=True, max_instructions=10**7)  as `tileiras.emulate.install` has them

A kernel's mistake fails its own test only; its report stands in the exception and in the captured standard error.
"""
from __future__ import annotations

import contextlib
import os
import re
import tempfile
from typing import TYPE_CHECKING, Any

import pytest

from tileiras import _counters, emulate

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_ARCH = re.compile(r"(sm_)?\d+\.?\d[af]?")
_DEFAULT_ARCH = "sm_90"
# Keywords of the marker that are settings of launches, and their variables.
_SETTINGS = {"checks": "EMULATED_CHECKS", "max_instructions": "EMULATED_MAX_INSTRUCTIONS",
             "stall_limit": "EMULATED_STALL_LIMIT"}
_KEYWORDS = ("targets", "schedules", *_SETTINGS)
_NOT_INITIALIZED = 3  # CUresult: the driver reads its settings when it starts


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tileiras", "tests of cuTile Python kernels without a GPU")
    group.addoption("--tileiras-emulate", nargs="?", const=_DEFAULT_ARCH, metavar="sm_XX",
                    help=f"run kernels on the emulator, as this GPU ({_DEFAULT_ARCH})")
    group.addoption("--tileiras-schedule", metavar="LIST",
                    help="run each test under each of these: inorder, random:SEED, adversarial")
    group.addoption("--tileiras-checks", action="store_true",
                    help="look for races and other mistakes in grids of 256 blocks and more, too")
    group.addoption("--tileiras-counters", action="store_true",
                    help="record what the kernels of each test did as properties in JUnit's XML")
    group.addoption("--tileiras-baseline", metavar="FILE",
                    help="fail tests whose kernels do more than in FILE, a recording")
    group.addoption("--tileiras-record", action="store_true", help="write FILE instead")
    group.addoption("--tileiras-tolerance", type=float, default=1.0, metavar="PERCENT",
                    help="by how much a counter may grow (1)")
    parser.addini("tileiras_emulate", "the GPU to emulate, such as sm_90, as --tileiras-emulate")


def _separate_paths(arguments: list[str]) -> None:
    """`--tileiras-emulate tests/` names no GPU, but a folder of tests after an option without a value."""
    for index, argument in enumerate(arguments):
        following = arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument == "--tileiras-emulate" and not _ARCH.fullmatch(following):
            arguments[index] = f"--tileiras-emulate={_DEFAULT_ARCH}"


def _chosen_arch(config: pytest.Config) -> str | None:
    option = config.known_args_namespace.tileiras_emulate
    if option and os.path.exists(option.partition("::")[0]):
        return _DEFAULT_ARCH  # see _separate_paths
    return option or config.getini("tileiras_emulate") or None


def _install(config: pytest.Config, arch: str) -> None:
    try:
        emulate.install(arch, checks=True if config.known_args_namespace.tileiras_checks else None)
    except (RuntimeError, ValueError) as error:
        raise pytest.UsageError(f"--tileiras-emulate: {error}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Before a conftest.py can import cuda.tile."""
    _separate_paths(args)
    if arch := _chosen_arch(early_config):
        _install(early_config, arch)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tileiras(targets, schedules, checks, max_instructions, stall_limit): how the kernels "
                                       "of a test are emulated (tileiras.pytest_plugin)")
    arch = _chosen_arch(config)
    asked = [name for name in ("tileiras_schedule", "tileiras_checks", "tileiras_counters", "tileiras_baseline")
             if config.getoption(name)]
    if arch:
        _install(config, arch)  # again in processes of xdist that load this plugin late, without effect elsewhere
        config.pluginmanager.register(_Emulation(config, arch), "tileiras-emulation")
    elif asked:
        raise pytest.UsageError(f"--{asked[0].replace('_', '-')} needs --tileiras-emulate")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    emulation = metafunc.config.pluginmanager.get_plugin("tileiras-emulation")
    schedules = emulation.schedules_of(metafunc.definition) if emulation else []
    if schedules:
        metafunc.fixturenames.append("tileiras_schedule")
        metafunc.parametrize("tileiras_schedule", schedules, indirect=True)


@pytest.fixture
def tileiras_schedule(request: pytest.FixtureRequest) -> str | None:
    """The schedule under which this test's kernels run, or None where none was asked for."""
    return getattr(request, "param", None)


class _Emulation:
    """The hooks of a session that is emulated."""

    def __init__(self, config: pytest.Config, arch: str) -> None:
        self.arch = "sm_" + emulate.capability(arch).replace(".", "")
        self.schedules = self._parse(config.getoption("tileiras_schedule"))
        self.baseline = _counters.Baseline.of_options(config, self.arch)
        self.counts = config.getoption("tileiras_counters") or self.baseline is not None

    @staticmethod
    def _parse(text: str | None) -> list[str]:
        try:
            return [emulate.schedule_name(name) for name in text.split(",")] if text else []
        except ValueError as error:
            raise pytest.UsageError(f"--tileiras-schedule: {error}") from None

    def schedules_of(self, item: Any) -> list[str]:
        marker = item.get_closest_marker("tileiras")
        return list(marker.kwargs.get("schedules", self.schedules)) if marker else self.schedules

    def pytest_report_header(self) -> str:
        return f"tileiras: kernels run on the emulator, as {self.arch}"

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for marker in item.iter_markers("tileiras"):
                if marker.args or set(marker.kwargs) - set(_KEYWORDS):
                    raise pytest.UsageError(f"{item.nodeid}: the marker tileiras has the keywords {', '.join(_KEYWORDS)}")

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        for marker in item.iter_markers("tileiras"):
            targets = marker.kwargs.get("targets")
            if targets and self.arch not in targets:
                pytest.skip(f"made for {', '.join(targets)}, emulated is {self.arch}")

    def _variables_of(self, item: pytest.Item) -> dict[str, str]:
        """The settings of this test's launches, by their variables: the nearest marker's."""
        marker = item.get_closest_marker("tileiras")
        chosen = {variable: str(int(marker.kwargs[keyword])) for keyword, variable in _SETTINGS.items()
                  if marker and keyword in marker.kwargs}
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        if "tileiras_schedule" in parameters:
            chosen["EMULATED_SCHEDULE"] = parameters["tileiras_schedule"]
        return chosen

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        with _settings(self._variables_of(item)):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        if not self.counts:
            return (yield)
        with tempfile.TemporaryDirectory(prefix="tileiras-") as folder, _settings({"EMULATED_COSTS_DIR": folder}):
            done = yield
            counters = _counters.read(folder)
        item.stash[_counters.OF_TEST] = counters
        item.user_properties += _counters.properties(counters)
        if self.baseline and (grown := self.baseline.growth(item.nodeid, counters)):
            pytest.fail("\n".join(grown), pytrace=False)
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[
            None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "call":
            # xdist sends a report's attributes from the process of a test to the one that records.
            report.tileiras_counters = item.stash.get(_counters.OF_TEST, {})
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.baseline and report.when == "call" and report.passed:
            self.baseline.add(report.nodeid, report.tileiras_counters)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.baseline and not hasattr(session.config, "workerinput"):
            self.baseline.write()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.baseline:
            for line in self.baseline.summary():
                terminalreporter.write_line(line)


@contextlib.contextmanager
def _settings(variables: dict[str, str]) -> Iterator[None]:
    """Launches within have these settings, and those before again afterwards."""
    if not variables:
        yield
        return
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    _read_settings()
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        _read_settings()


def _read_settings() -> None:
    from tileiras.emulator._driver import DriverError, call
    try:
        call("cuEmulatedReadSettings")
    except DriverError as error:
        if error.code != _NOT_INITIALIZED:
            raise
