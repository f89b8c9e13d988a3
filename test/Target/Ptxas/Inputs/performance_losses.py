"""Lists where ptxas says that it had to serialise matrix products: its messages C7506 to C7518.

Usage: performance_losses.py GPU FILE…. A FILE is what `tileiras` compiles, or PTX. TILEIRAS_PTXAS is the assembler. Prints
the messages, and how many files there were."""
import os
import pathlib
import re
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[3] / "Conversion" / "CuteNVGPUToNVVM" / "Inputs"))
import kernel_dumps

LOSS = re.compile(r".*\bC75(?:0[6-9]|1[0-8])\b.*")


def ptx_of(path, gpu, folder):
    if path.endswith(".ptx"):
        return path
    program, ptx = folder / "program.mlir", folder / "program.ptx"
    program.write_text(kernel_dumps.program(path, gpu), encoding="utf-8")
    kernel_dumps.run("tileiras", str(program), "--gpu-name", gpu, "--emit=ptx", "-o", str(ptx))
    return ptx


def losses(path, gpu):
    with tempfile.TemporaryDirectory() as folder:
        ptx = pathlib.Path(ptx_of(path, gpu, pathlib.Path(folder)))
        target = re.search(r"\.target (\w+)", ptx.read_text(encoding="utf-8"))[1]
        said = kernel_dumps.run(os.environ["TILEIRAS_PTXAS"], "-v", "-arch", target, str(ptx), "-o", f"{folder}/cubin")
    return LOSS.findall(said.stdout + said.stderr)


def main():
    gpu, *files = sys.argv[1:]
    for path in files:
        for loss in losses(path, gpu):
            print(f"{pathlib.Path(path).name}: {loss}")
    print(f"{len(files)} files")


if __name__ == "__main__":
    main()
