"""Compares the compiler's estimate of registers with ptxas's allocation: a difference beyond the mark fails.

  compare_registers.py COMPILER PTXAS PERCENT KERNEL.mlir@GPU...

Kernels that ptxas spills are left out, and named."""

import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "bench"))
from registerremarks import estimate  # noqa: E402


def assemble(ptxas, ptx, cubin):
    """The registers that ptxas gives, and the bytes that it spills."""
    target = re.search(r"\.target (\w+)", ptx.read_text())[1]
    done = subprocess.run([ptxas, "-v", "-arch", target, ptx, "-o", cubin], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode:
        sys.exit(f"{ptx}: {said}")
    return (int(re.search(pattern, said)[1]) for pattern in (r"Used (\d+) registers", r"(\d+) bytes spill stores"))


def main():
    compiler, ptxas, percent, *kernels = sys.argv[1:]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = pathlib.Path(folder, "k.ptx"), pathlib.Path(folder, "k.cubin")
        for path, gpu in (kernel.split("@") for kernel in kernels):
            estimated = estimate(compiler, path, gpu, ptx)["estimate"]
            given, spills = assemble(ptxas, ptx, cubin)
            off = 100 * (estimated / given - 1)
            bad = not spills and abs(off) > float(percent)
            failed |= bad
            print(f"{pathlib.Path(path).stem} {gpu}: estimated {estimated}, given {given}, {off:+.0f} %"
                  f"{', spills' if spills else ''}{', too far off' if bad else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
