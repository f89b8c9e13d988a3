"""Charts and tables, and the figures read from reports."""
import importlib.machinery
import importlib.util
import pathlib
import xml.etree.ElementTree as xml

import pytest

import charts

BENCH = pathlib.Path(__file__).resolve().parent.parent


def program(name):
    """A script of bench/ as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(BENCH / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def test_bars_are_as_long_as_their_values():
    chart = xml.fromstring(charts.bars("<title>", ["a", "b"], [("x", [0.5, 1.0]), ("y", [None, 2.0])], limit=1.0))
    widths = [float(r.get("width")) for r in chart.iter("{http://www.w3.org/2000/svg}rect")
              if r.get("height") == str(charts.BAR)]
    assert widths == [charts.WIDTH / 2, charts.WIDTH, charts.WIDTH]


def test_seconds_by_pass():
    report = ("   0.2000 ( 50.0%)  Canonicalizer\n   0.1000 ( 25.0%)  Canonicalizer\n"
              "   0.3000 ( 75.0%)  'gpu.module' Pipeline\n   0.4 (100.0%)  Total\n")
    assert program("compile-time").by_pass(report) == {"Canonicalizer": pytest.approx(0.3)}


def test_a_chain_has_as_many_operations_as_asked_for():
    text = program("compile-time").chain(7)
    assert text.count("addf") + text.count("mulf") == 7


def test_startup_summary():
    """The least and the median of (wall, CPU) in seconds, as milliseconds."""
    times = [(0.004, 0.003), (0.002, 0.002), (0.010, 0.0025)]
    assert program("startup").summary(times) == "wall 2.0 median 4.0 cpu 2.0 median 2.5"
