"""The operations that kernels execute, before they become nvvm."""
import pathlib
import re
import subprocess
import sys


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done


def stage_of(path):
    """The first of the stages whose operations are in the file."""
    text = re.sub("//.*", "", pathlib.Path(path).read_text(encoding="utf-8"))
    for dialect, stage in (("cuda_tile.module", "tile"), ("= nv_tileas.", "tileas")):
        if dialect in text:
            return stage
    return "tileaa"


def program(path, gpu):
    """The text of a file. Programs of nv_tileas that faults.py runs name their target, and passes that come first."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    targets, passes = re.search(r"// TARGETS: (\S+)", text), re.search("// PASSES: (.*)", text)
    if not passes:
        return text
    number = lambda name: f"compute_capability = {name.removeprefix('sm_')} "
    text = text.replace(number(targets[1]), number(gpu)).replace(targets[1], gpu)
    return run("tileiras-opt", f"--pass-pipeline=builtin.module(gpu.module(nv_tileaa.func({passes[1]})))", text=text).stdout


# Operations of a dialect exist before the pass that lowers them.
TAKEN_BY = {"cute": "convert-cute-to-llvm", "cute_nvgpu": "convert-cute-nvgpu-to-nvvm",
            "cutlass": "convert-cutlass-to-cute-nvgpu"}


def operations(path, gpu, dialect="cute_nvgpu"):
    """The operations of a dialect in the kernels of a file: mnemonic, and name of the atom, if any."""
    pipeline = f"--tileiras=compute-capability={gpu.removeprefix('sm_')} from={stage_of(path)}"
    dump = run("tileiras-opt", "-", pipeline, f"--mlir-print-ir-before={TAKEN_BY[dialect]}", "-o", "/dev/null",
               text=program(path, gpu)).stderr
    for found in re.finditer(rf"^\s*(?:%\S+ = )?{dialect}\.([\w.]+)(.*)", dump, re.M):
        atom = re.search(r"<([\w.]+)", found[2])
        yield found[1], atom and atom[1]
