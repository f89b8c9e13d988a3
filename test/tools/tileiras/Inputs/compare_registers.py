"""Registers by the compiler's estimate beside those that ptxas gives: what is further off than the mark fails.

  compare_registers.py COMPILER PTXAS PERCENT KERNEL.mlir@GPU...

Kernels that ptxas spills are left out, and said to be."""

import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout + done.stderr


def measure(compiler, ptxas, kernel, gpu, folder):
    """The estimate, what ptxas gives, and whether it spills."""
    ptx, remarks = folder / "k.ptx", folder / "remarks.yaml"
    run(compiler, kernel, "--emit=ptx", "-o", ptx, "--gpu-name", gpu, "--enable-extended-smem", "--remark-format=yaml",
        "--remarks=memory", f"--remarks-output-file={remarks}")
    text = re.sub(r"\s+", " ", remarks.read_text())
    estimate = int(re.search(r"threads take about (\d+) registers", text)[1])
    target = re.search(r"\.target (\w+)", ptx.read_text())[1]
    said = run(ptxas, "-v", "-arch", target, ptx, "-o", folder / "k.cubin")
    spills = int(re.search(r"(\d+) bytes spill stores", said)[1])
    return estimate, int(re.search(r"Used (\d+) registers", said)[1]), spills


def main():
    compiler, ptxas, percent, *kernels = sys.argv[1:]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for path, gpu in (kernel.split("@") for kernel in kernels):
            estimate, given, spills = measure(compiler, ptxas, path, gpu, pathlib.Path(folder))
            off = 100 * (estimate / given - 1)
            bad = not spills and abs(off) > float(percent)
            failed |= bad
            print(f"{pathlib.Path(path).stem} {gpu}: estimated {estimate}, given {given}, {off:+.0f} %"
                  f"{', spills' if spills else ''}{', too far off' if bad else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
