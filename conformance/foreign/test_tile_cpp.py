"""CUDA Tile C++: nvcc (from release 13.3 on) finds our compiler on PATH as it would NVIDIA's; the cubins run on the
emulator."""
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

import kit
from kit import F16, F32, I32, SCHEDULES, check
from ranges import Range

SOURCE = pathlib.Path(__file__).parent / "tile_kernels.cu"


def find_nvcc():
    """An nvcc that supports tiles and has no tile compiler next to it, in this environment or on PATH."""
    wheels = pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/bin/nvcc")
    for nvcc in filter(None, [*wheels, shutil.which("nvcc")]):
        knows = "--enable-tile" in subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout
        if knows and not pathlib.Path(nvcc).with_name("tileiras").exists():
            return nvcc
    return None


@pytest.fixture(scope="session")
def nvcc(bin_dir):
    """Runs nvcc with our programs first on PATH."""
    program = find_nvcc()
    if not program:
        pytest.skip("there is no nvcc that takes --enable-tile, or NVIDIA's tileiras is beside it")
    environment = kit.clean_environment([bin_dir]) | {"PATH": os.pathsep.join([str(bin_dir), "/usr/bin", "/bin"])}

    def run(*options):
        command = [program, "--enable-tile", "-std=c++20", *options]
        return subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True)

    return run


@pytest.fixture(scope="session", params=kit.ARCHS)
def cubin(request, nvcc, tmp_path_factory):
    output = tmp_path_factory.mktemp("tile") / "kernels.cubin"
    done = nvcc("--tilecubin", "-lineinfo", f"-arch={request.param}", SOURCE, "-o", output)
    assert done.returncode == 0, done.stdout + done.stderr
    return output


def launch(machine, cubin, kernel, grid, *arguments):
    """The kernel's results; on each schedule the same, to the bit."""
    first, *others = machine.launch(cubin, kernel, grid, arguments)
    for other in others:
        for a, b in zip(first, other):
            assert a is None or a.tobytes() == b.tobytes(), f"schedules of {SCHEDULES} differ"
    return first


def test_add(machine, rng, cubin):
    x, y = rng.normal(F32, (300,)), rng.normal(F32, (300,))
    got = launch(machine, cubin, "add", (3, 1, 1), x, y, np.zeros(300, np.float32), np.int32(300))[2]
    check(got, x + y)


def test_softmax(machine, rng, cubin):
    x = rng.normal(F32, (5, 200))
    got = launch(machine, cubin, "softmax", (5, 1, 1), x, np.zeros_like(x), np.int32(200))[1]
    e = np.exp(x.astype(float) - x.max(1, keepdims=True))
    np.testing.assert_allclose(got, e / e.sum(1, keepdims=True), rtol=1e-5)


def test_product(machine, rng, cubin):
    m, n, k = 96, 64, 80
    a, b = rng.normal(F16, (m, k)), rng.normal(F16, (k, n))
    got = launch(machine, cubin, "product", (2, 1, 1), a, b, np.zeros((m, n), np.float32),
                 *map(np.int32, (m, n, k)))[2]
    check(got, Range(a, F32).mma(b))


def test_product_counts(nvcc, tmp_path):
    """The trip count of the MMA loop is constant, so that copies are prefetched and the accumulator stays in
    registers."""
    for arch, instruction in (("sm_90", "wgmma.mma_async"), ("sm_100", "tcgen05.mma")):
        cubin = tmp_path / f"{arch}.cubin"
        done = nvcc("--tilecubin", "-lineinfo", f"-arch={arch}", SOURCE, "-o", cubin)
        assert done.returncode == 0, done.stderr
        ptx = cubin.read_bytes()
        assert instruction.encode() in ptx and b"mma.sync" not in ptx


def test_loop_that_is_left(machine, rng, cubin):
    table = rng.permutation(40).astype(np.int32)
    table = np.where(table == 17, 5, table).astype(I32)
    assert launch(machine, cubin, "first_missing", (1, 1, 1), table, np.zeros(1, I32), np.int32(40))[1] == 17


def test_errors_reach_the_user(nvcc, tmp_path):
    """A program that the compiler refuses fails nvcc, which shows the reason."""
    done = nvcc("--tilecubin", "-arch=sm_90", "-Xtileiras", "--opt-level=7", SOURCE, "-o", tmp_path / "k.cubin")
    assert done.returncode != 0 and "invalid optimization level: 7" in done.stdout + done.stderr
    assert not (tmp_path / "k.cubin").exists()


def test_remarks_reach_the_user(nvcc, tmp_path):
    done = nvcc("--tilecubin", "-lineinfo", "-arch=sm_80", "-Xtileiras", "--remarks=tensorcore", SOURCE, "-o",
                tmp_path / "k.cubin")
    assert done.returncode == 0, done.stderr
    line = next(n for n, text in enumerate(SOURCE.read_text().splitlines(), 1) if "ct::mma(" in text)
    assert f"tile_kernels.cu:{line}:" in done.stdout + done.stderr and "mma.sync" in done.stdout + done.stderr
