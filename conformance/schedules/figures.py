"""Figures of the code that the compiler makes for a variant, from the cubin and the remarks, and the ratchet with them.

A row of `ratchet.jsonl` has the figures of a variant on a target:

    mma        families of matrix instructions in loops
    spills     LDL and STL in innermost loops with work; of the whole kernel if it has no such loop
    registers  of a thread, as launched
    loop       instructions of the hot loop (bench/loopmodel/loops.py)
    loops      instructions of all innermost loops with work
    missed     number of missed remarks of each name in SCHEDULE_REMARKS
    lacks      in words, what the variant doesn't have yet: for readers, not compared
    reason     why figures became worse at last, where somebody accepted that

`mma` and `spills` may not get worse at all. Unless one of them becomes better, neither may `missed`, and the others not by
more than SLACK."""
import collections
import json
import pathlib
import re
import subprocess
import sys

import kit
from schedules import variants
from schedules.corpus import MMA, TCGEN05, WGMMA

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
from loopmodel import cubin, loops, sass  # noqa: E402

RATCHET = pathlib.Path(__file__).with_name("ratchet.jsonl")
SLACK = 1.02
RANK = (MMA, WGMMA, TCGEN05)
SCHEDULE_REMARKS = ("AsyncLoads", "ClusterHintNotFollowed", "MatrixInstruction", "RegisterPressure", "Schedule", "Slices",
                    "TensorCopy", "WarpHintNotFollowed", "Wgmma")
ASSEMBLER = "V13.5.37"  # the ptxas with which the rows were recorded (utils/requirements.txt)
REMARK = re.compile(r"^--- !Missed\nPass: +(\S+)\nName: +(\S+)$(.*?)^\.\.\.$", re.M | re.S)


class Compiled(Exception):
    """A variant has launched its kernel, and nothing is to be run."""


class Compiler(kit.Compiler):
    """Writes the missed remarks next to each cubin."""

    def compile(self, bytecode, arch, level):
        options = self.target
        self.target = options + ["--remark-format=yaml", "--remarks-missed=all", f"--remarks-output-file={self.remarks(arch)}"]
        try:
            return super().compile(bytecode, arch, level)
        finally:
            self.target = options

    def remarks(self, arch):
        return self.work_dir / f"{arch}.yaml"


class NoLaunch:
    def launch(self, program, *_, **__):
        raise Compiled(program)


def family(opcode):
    """The family of a matrix instruction."""
    return TCGEN05 if opcode.startswith("UTC") else WGMMA if re.match(r"[A-Z]+GMMA", opcode) else MMA


def is_recorded(ptxas):
    """Whether the figures are comparable: another assembler allocates other registers."""
    tools = pathlib.Path(ptxas), pathlib.Path(ptxas).with_name("nvdisasm")
    return all(tool.exists() for tool in tools) and ASSEMBLER in subprocess.run([tools[0], "--version"], text=True,
                                                                              capture_output=True).stdout


def figures(path, ptxas):
    """The figures of a cubin."""
    functions = list(sass.disassemble(path, pathlib.Path(ptxas).with_name("nvdisasm")).values())
    found = [loop for function in functions for loop in loops.innermost_loops(function)]
    inside = [i for loop in found for i in loop.instructions]
    looked_at = inside or [i for function in functions for i in function.instructions]
    hot = loops.hot_loop(found)
    return {"mma": sorted({family(i.opcode) for i in looked_at if loops.TENSOR.match(i.opcode)}, key=RANK.index),
            "spills": sum(i.base in ("LDL", "STL") for i in looked_at),
            "registers": cubin.registers(cubin.sections(pathlib.Path(path).read_bytes())[".nv.info"]),
            "loop": len(hot.instructions) if hot else 0, "loops": len(inside)}


def missed(text):
    """Name and text of each missed remark on the schedule."""
    for _, name, rest in REMARK.findall(text):
        if name in SCHEDULE_REMARKS:
            reason = re.sub(r"\s+", " ", rest.split("Reason:", 1)[-1]).strip().strip("'").replace("''", "'").rstrip(" ]'")
            yield name, reason


def lacks(variant, arch, row, remarks):
    """The properties that a variant should have and doesn't, in words."""
    required, found = variant.required(arch), []
    if required and row["mma"] != [required]:
        found.append(f"{required} alone, where it has {' and '.join(row['mma']) or 'no matrix instructions'}")
    if row["spills"]:
        found.append("loops without spills")
    return found + [f"{name}: {reason}" for name, reason in sorted(set(remarks))]


def measure(variant, arch, bin_dir, work_dir, ptxas):
    """The row of a variant on a target."""
    compiler = Compiler(bin_dir, work_dir, ptxas)
    target = kit.Target(arch, 3, compiler, NoLaunch())
    try:
        variant.run(target, kit.Numbers(variant.name))
    except Compiled as done:
        row = figures(done.args[0], ptxas)
    remarks = list(missed(compiler.remarks(arch).read_text()))
    row["missed"] = dict(sorted(collections.Counter(name for name, _ in remarks).items()))
    return {"variant": variant.name, "arch": arch, **row, "lacks": lacks(variant, arch, row, remarks)}


# ---------------------------------------------------------------- ratchet


def recorded():
    """(variant, target) -> row."""
    if not RATCHET.exists():
        return {}
    return {(row["variant"], row["arch"]): row for row in map(json.loads, RATCHET.read_text().splitlines())}


def write(rows):
    """Writes the rows in the order of the variants and targets; those of variants that are gone are left out."""
    order = [(name, arch) for name, variant in variants.VARIANTS.items() for arch in variants.ARCHS if arch in variant.archs]
    RATCHET.write_text("".join(json.dumps(rows[key]) + "\n" for key in order if key in rows))


def changes(new, old):
    """Names the figures that became worse and those that became better."""
    worse, better = [], []

    def compare(name, now, before, slack=1):
        if now < before:
            better.append(f"{name} {now}, recorded {before}")
        elif slack is not None and now > before * slack:
            worse.append(f"{name} {now}, recorded {before}")

    rank = lambda families: min((RANK.index(f) for f in families), default=-1)
    if new["mma"] != old["mma"]:
        (worse if rank(new["mma"]) < rank(old["mma"]) else better).append(f"mma {new['mma']}, recorded {old['mma']}")
    compare("spills", new["spills"], old["spills"])
    is_better = bool(better)
    for name in ("registers", "loop", "loops"):
        compare(name, new[name], old[name], None if is_better else SLACK)
    for name in sorted({*new["missed"], *old["missed"]}):
        compare(f"missed remarks {name}", new["missed"].get(name, 0), old["missed"].get(name, 0), None if is_better else 1)
    return worse, better
