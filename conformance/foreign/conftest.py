"""Fixtures of the tests that run other compilers' programs; they are collected with --foreign only."""
import pytest

from programs import Machine


@pytest.fixture(scope="session")
def machine(bin_dir, tmp_path_factory):
    return Machine(bin_dir, tmp_path_factory.mktemp("foreign"))
