#!/usr/bin/env python3
"""A matrix product from Python to a checked result, without a GPU.

Writes a kernel in cuTile Python, compiles it with Tileiras to PTX and to a cubin, runs the PTX on the emulator on sizes
that the tiles do not divide, and compares with NumPy. The programs are those on PATH, or those of build-release or build.

    python examples/matmul.py [--gpu-name sm_90] [--size M N K] [--tile TM TN TK] [--output DIR]"""
import argparse
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import time

import numpy as np

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel

ROOT = pathlib.Path(__file__).resolve().parent.parent
Int = ct.Constant[int]


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    m, n = ct.bid(0), ct.bid(1)
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (m, k), (TM, TK), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (k, n), (TK, TN), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(C, (m, n), ct.astype(acc, C.dtype))


def matrix(dtype):
    """The compiler may assume of a matrix: row-major, rows aligned to 16 bytes, any size, no aliasing."""
    return ArrayConstraint(dtype, 2, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                           may_alias_internally=False, stride_constant=(None, 1), stride_divisible_by=(8, 1),
                           base_addr_divisible_by=16)


def find_programs(build):
    """The folder of `tileiras` and `tileiras-run`: of the given build, else of PATH, else of a build in this
    checkout."""
    builds = [build] if build else [ROOT / "build-release", ROOT / "build"]
    on_path = None if build else shutil.which("tileiras-run")
    found = [pathlib.Path(on_path).parent] if on_path else [each / "bin" for each in builds if (each / "bin" / "tileiras-run").exists()]
    if not found:
        sys.exit(f"{sys.argv[0]}: no tileiras-run on PATH or in {', '.join(map(str, builds))}: install the wheel, or `make demo`")
    return found[0].resolve()


def environment():
    """The environment with the ptxas of this Python's packages, and no CUDA toolkit of the machine."""
    env = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")}
    for ptxas in glob.glob(f"{sys.prefix}/lib/python3*/site-packages/nvidia/*/bin/ptxas"):
        env.setdefault("TILEIRAS_PTXAS", ptxas)
    return env


def run(*command, hint=None):
    """The seconds that a command took; None where it failed and there is a hint, which is printed."""
    print("$", " ".join(os.path.relpath(c) if os.path.isabs(str(c)) else str(c) for c in command), flush=True)
    start = time.monotonic()
    if subprocess.run([str(c) for c in command], env=environment()).returncode:
        if not hint:
            sys.exit(f"{sys.argv[0]}: that failed")
        print(hint)
        return None
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu-name", default="sm_90")
    parser.add_argument("--size", type=int, nargs=3, default=(250, 200, 152), metavar=("M", "N", "K"))
    parser.add_argument("--tile", type=int, nargs=3, default=(64, 64, 32), metavar=("TM", "TN", "TK"))
    parser.add_argument("--build-dir", type=pathlib.Path, help="take the programs of this build")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("demo"), help="where the files go (demo)")
    options = parser.parse_args()
    (m, n, k), (tm, tn, tk) = options.size, options.tile
    if n % 8 or k % 8:
        parser.error("N and K must be multiples of 8: rows are aligned to 16 bytes")
    programs, out = find_programs(options.build_dir), options.output.resolve()
    out.mkdir(parents=True, exist_ok=True)

    bytecode, ptx, cubin = (out / f"matmul.{kind}" for kind in ("tileirbc", "ptx", "cubin"))
    half = matrix(ct.float16)
    signature = KernelSignature([half, half, matrix(ct.float32), tm, tn, tk], CallingConvention.cutile_python_v1(),
                                symbol="matmul")
    export_kernel(matmul, [signature], str(bytecode), gpu_code=options.gpu_name, output_format="tileir_bytecode",
                  bytecode_version="13.3")

    compiler = [programs / "tileiras", bytecode, "--gpu-name", options.gpu_name, "-O3"]
    run(*compiler, "--emit=ptx", "-o", ptx)
    made = [bytecode, ptx]
    if os.environ.get("TILEIRAS_PTXAS") == "none":
        print("no cubin, because TILEIRAS_PTXAS is none, as under tileiras.emulate")
    elif run(*compiler, "--ptxas=require", "-o", cubin, hint="no cubin without ptxas: pip install nvidia-cuda-nvcc"):
        made.append(cubin)

    rng = np.random.default_rng(2026)
    a, b = rng.standard_normal((m, k)).astype(np.float16), rng.standard_normal((k, n)).astype(np.float16)
    for name, array in (("a", a), ("b", b), ("c", np.zeros((m, n), np.float32))):
        np.save(out / f"{name}.npy", array)
    seconds = run(programs / "tileiras-run", ptx, "--kernel", "matmul", "--grid", f"{-(-m // tm)},{-(-n // tn)},1",
                  "--arg", f"array:{out}/a.npy", "--arg", f"array:{out}/b.npy", "--arg", f"array:{out}/c.npy",
                  "--out", f"2={out}/result.npy")

    # Products are exact in f32; each of k additions may lose a unit of the sum of magnitudes.
    a, b = a.astype(np.float64), b.astype(np.float64)
    error = np.abs(np.load(out / "result.npy") - a @ b)
    allowed = k * 2.0**-23 * (np.abs(a) @ np.abs(b))
    print(f"\n{m}x{n}x{k} f16 x f16 -> f32 for {options.gpu_name}, emulated in {seconds:.1f} s")
    print(f"largest error against NumPy: {error.max():.3g}, {(error / allowed).max():.1%} of what rounding may do there")
    for path in made:
        print(f"{path.suffix[1:]:>9}: {os.path.relpath(path)} ({path.stat().st_size} bytes)")
    if not (error <= allowed).all():
        sys.exit("the result is wrong")


if __name__ == "__main__":
    main()
