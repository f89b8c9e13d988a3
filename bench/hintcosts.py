"""Kernels with other hints: their text, and what of the result is worse."""
import itertools
import pathlib
import random
import re
import subprocess

from loopmodel import cubin, sass

ENTRY_HINTS = re.compile(r"(entry @.*?\)) *(?:optimization_hints *= *<(.*)>)? *\{$", re.M)
NAMES = "occupancy", "num_cta_in_cga", "num_worker_warps_per_cta"
HINT = re.compile(rf"(?:{'|'.join(NAMES)}) = \d+(?: : i32)?(?:, )?")


def with_hints(text, values):
    """The module with these values for all targets, and none of another one of the three hints. Other hints stay."""

    def replace(match):
        hints = HINT.sub("", match[2] or "").replace(", }", "}")
        added = ", ".join(f"{name} = {value}" for name, value in zip(NAMES, values) if value)
        if added and "default = {" in hints:
            hints = hints.replace("default = {", f"default = {{{added}, ", 1).replace(", }", "}")
        elif added:
            hints = f"default = {{{added}}}" + (f", {hints}" if hints else "")
        return match[1] + (f" optimization_hints=<{hints}>" if hints else "") + " {"

    return ENTRY_HINTS.sub(replace, text)


def rank(family):
    """tcgen05 is better than wgmma, that than mma.sync."""
    return 3 if family.startswith("UTC") else 2 if family.endswith("GMMA") else 1


def compile_with(compiler, text, values, arch, folder):
    """Registers, spills and families of matrix instructions; an error's text if there is one."""
    module, bytecode, out = (f"{folder}/k.{suffix}" for suffix in ("mlir", "tileirbc", "cubin"))
    pathlib.Path(module).write_text(with_hints(text, values))
    subprocess.run([compiler + "-translate", "--mlir-to-cudatilebc", module, "-o", bytecode], check=True)
    result = subprocess.run([compiler, bytecode, "-o", out, "--gpu-name", arch], capture_output=True, text=True)
    if result.returncode:
        return "doesn't compile: " + (result.stderr.strip().splitlines() or [f"exit {result.returncode}"])[-1]
    kernel = cubin.read(out)
    bases = [i.base for i in sass.disassemble(out)[kernel.name].instructions]
    families = {base for base in bases if base.endswith("MMA") and base != "WARPGROUPMMA"}
    return kernel.registers, sum(base in ("LDL", "STL") for base in bases), families


def find_fault(found, without):
    if isinstance(found, str):
        return found
    _, spills, families = found
    if spills > without[1]:
        return f"{spills} spills for {without[1]}"
    ranks, best = {rank(each) for each in families}, {rank(each) for each in without[2]}
    if best and (not ranks or max(ranks) < max(best) or min(ranks) < min(best)):
        return f"{'/'.join(sorted(families)) or 'no MMA'} for {'/'.join(sorted(without[2]))}"
    return None


def draw_combinations(values, count, seed):
    """As many of the combinations as `count` says, or all if it is None."""
    every = list(itertools.product(*values))
    return every if count is None else random.Random(seed).sample(every, min(count, len(every)))
