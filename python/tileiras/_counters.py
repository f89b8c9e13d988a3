"""The counts of the kernels of a test, and those of a recorded baseline."""
from __future__ import annotations

import json
import linecache
import os
import pathlib
from typing import Any

import pytest

# Counters that are compared, and the cost of a line that adds up to each.
_COMPARED = {"warp instructions": "issues", "global sectors": "sectors", "shared wavefronts": "passes",
             "asynchronous bytes": "async bytes"}

# Kernel -> {"counters": {name: sum over its launches}, "lines": {cost: {line: [sum, "file:number"]}}}. A line's name is its
# text, which stays when lines above it come or go.
Counters = dict[str, dict[str, Any]]
OF_TEST = pytest.StashKey[Counters]()


def _place(path: str, number: str) -> tuple[str, str]:
    """The name of a line in a baseline, and in a message."""
    shown = os.path.relpath(path) if os.path.isabs(path) and path.startswith(os.getcwd()) else path
    text = linecache.getline(path, int(number)).strip()
    return f"{shown}: {text or number}", f"{shown}:{number}"


def read(folder: str) -> Counters:
    """The sums over all launches that wrote their costs there, by kernel."""
    kernels: Counters = {}
    for file in sorted(pathlib.Path(folder).glob("*.costs.json")):
        launch = json.loads(file.read_text())
        kernel = kernels.setdefault(launch["kernel"], {"counters": dict.fromkeys(_COMPARED, 0),
                                                       "lines": {cost: {} for cost in _COMPARED.values()}})
        for name in _COMPARED:
            kernel["counters"][name] += launch["counters"][name]
        for path, lines in launch["sources"].items():
            for number, costs in lines.items():
                name, shown = _place(path, number)
                for cost, value in zip(launch["costs"], costs):
                    if value and cost in kernel["lines"]:
                        entry = kernel["lines"][cost].setdefault(name, [0, shown])
                        entry[0] += value
    return kernels


def _short(kernel: str) -> str:
    """cuTile's name of a kernel without what it says of the arguments."""
    return kernel.split("_Kt")[0]


def properties(kernels: Counters) -> list[tuple[str, object]]:
    """For JUnit's XML."""
    return [(f"tileiras.{_short(kernel)}.{name.replace(' ', '_')}", value)
            for kernel, found in kernels.items() for name, value in found["counters"].items()]


def _difference(name: str, before: int, now: int) -> str:
    percent = f"{100 * (now - before) / before:+.1f} %" if before else "new"
    return f"{name} {percent} ({before} -> {now})"


def _edited(before: dict[str, Any], now: dict[str, Any]) -> dict[str, str]:
    """Lines that were written anew, by their new names: those that came for those that went, in the order of their places."""
    def alone(lines: dict[str, Any], others: dict[str, Any]) -> list[str]:
        return sorted(lines.keys() - others.keys(), key=lambda name: _order(lines[name][1]))
    return dict(zip(alone(now, before), alone(before, now)))


def _order(place: str) -> tuple[str, int]:
    path, _, number = place.rpartition(":")
    return path, int(number)


def _largest_growth(before: dict[str, Any], now: dict[str, Any]) -> str:
    """" (+130 at prog.py:36)", or nothing where no line costs more."""
    edited = _edited(before, now)
    grown = [(value - before.get(edited.get(name, name), [0])[0], shown) for name, (value, shown) in now.items()]
    most, place = max(grown, default=(0, ""))
    return f" (+{most} at {place})" if most > 0 else ""


class Baseline:
    """A file of counters: compared with, or written anew."""

    def __init__(self, path: pathlib.Path, target: str, tolerance: float, record: bool) -> None:
        self.path, self.target, self.tolerance, self.record = path, target, tolerance, record
        self.tests: dict[str, Counters] = {}
        self.seen: dict[str, Counters] = {}
        if path.exists():
            self._load()
        elif not record:
            raise pytest.UsageError(f"--tileiras-baseline: there is no {path}: --tileiras-record writes it")

    @staticmethod
    def of_options(config: pytest.Config, target: str) -> Baseline | None:
        path, record = config.getoption("tileiras_baseline"), config.getoption("tileiras_record")
        if not path:
            if record:
                raise pytest.UsageError("--tileiras-record needs --tileiras-baseline FILE")
            return None
        return Baseline(pathlib.Path(path), target, config.getoption("tileiras_tolerance"), record)

    def _load(self) -> None:
        try:
            recorded = json.loads(self.path.read_text())
            target, self.tests = recorded["target"], recorded["tests"]
        except (ValueError, KeyError, TypeError) as error:
            raise pytest.UsageError(f"--tileiras-baseline: {self.path} is no recording: {error!r}") from None
        if target != self.target and not self.record:
            raise pytest.UsageError(f"--tileiras-baseline: {self.path} was recorded for {target}, emulated is {self.target}")
        if target != self.target:
            self.tests = {}

    def growth(self, test: str, kernels: Counters) -> list[str]:
        """A line for each counter that has grown beyond the tolerance; none where the test wasn't recorded."""
        if self.record or test not in self.tests:
            return []
        return [f"kernel {_short(kernel)}: {line}" for kernel, now in kernels.items()
                if kernel in self.tests[test] for line in self._growth(self.tests[test][kernel], now)]

    def _growth(self, before: dict[str, Any], now: dict[str, Any]) -> list[str]:
        limit = 1 + self.tolerance / 100
        return [_difference(name, before["counters"][name], now["counters"][name])
                + _largest_growth(before["lines"][cost], now["lines"][cost])
                for name, cost in _COMPARED.items() if now["counters"][name] > limit * before["counters"][name]]

    def add(self, test: str, kernels: Counters) -> None:
        """Keeps the counts of a test that passed."""
        self.seen[test] = kernels

    def write(self) -> None:
        """Tests that weren't run keep what was recorded of them."""
        if self.record:
            recording = {"target": self.target, "tests": dict(sorted({**self.tests, **self.seen}.items()))}
            self.path.write_text(json.dumps(recording, indent=1) + "\n")

    def summary(self) -> list[str]:
        if self.record:
            return [f"tileiras: counters of {len(self.seen)} tests are recorded in {self.path}"]
        unknown = [test for test, kernels in self.seen.items() if kernels and test not in self.tests]
        return [f"tileiras: {len(unknown)} tests aren't in {self.path}: --tileiras-record adds them"] if unknown else []
