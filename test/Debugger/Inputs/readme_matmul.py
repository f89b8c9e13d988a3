"""Makes what a run of README's matrix product needs: its programs matmul.py and export.py, the bytecode, and arrays.

    readme_matmul.py README.md DIR"""
import pathlib
import re
import subprocess
import sys

import numpy as np

readme, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
blocks = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.S)
(program,), (export,) = ([block for block in blocks if text in block] for text in ("def matmul(", "export_kernel(matmul,"))
(folder / "matmul.py").write_text(program, encoding="utf-8")
(folder / "export.py").write_text(export, encoding="utf-8")
subprocess.run([sys.executable, "export.py"], cwd=folder, check=True)

rng = np.random.default_rng(14)
# Small integers: every sum is exact.
a, b = (rng.integers(-3, 4, shape).astype(np.float16) for shape in ((128, 96), (96, 128)))
for name, array in (("a", a), ("b", b), ("c", np.zeros((128, 128), np.float32))):
    np.save(folder / f"{name}.npy", array)
np.save(folder / "product.npy", a.astype(np.float32) @ b.astype(np.float32))


def row(values):
    """As the debugger prints a row without runs of equal numbers."""
    return "{" + ", ".join(f"{value:g}" for value in values) + "}"


def accumulator(steps):
    """The first row of the first tile's accumulator after `steps` iterations of the loop."""
    return a[0, :32 * steps].astype(np.float32) @ b[:32 * steps, :64].astype(np.float32)


line = 1 + next(number for number, text in enumerate(program.splitlines()) if "ct.mma(" in text)
(folder / "expected").write_text("\n".join([
    f"LINE: Breakpoint 1 at {{{{.*}}}}matmul.py:{line}",
    f"ONE: = {row(accumulator(1))}",
    f"TILE: = {row(a[0, 32:64])}",
    f"TWO: = {row(accumulator(2))}"]) + "\n")
(folder / "script").write_text(f"""\
# The line of ct.mma.
break {line}
run
print acc[0]
continue
print acc[0]
print a[0,:]
print k
continue
print acc[0,:]
delete
continue
""")
