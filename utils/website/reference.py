"""The generated pages of docs/Reference: from TableGen records (build/docs, by the target tileiras-docs) and from
output of the built programs."""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDS = {"Operations": "CudaTile", **{n: n for n in ("TileAA", "TileAS", "Cute", "CuteNVGPU", "Cutlass", "DebugInfo",
                                                       "NVVM", "Atoms")}}
# The folders of each Passes.td in the order of the pipeline, and the subject of its passes.
PASSES = {
    "Dialect/CudaTile/Transforms": "On `cuda_tile`",
    "Conversion/CudaTileToTileAA": "From `cuda_tile` to `nv_tileaa`",
    "Dialect/TileAA/Transforms": "On `nv_tileaa`",
    "Conversion/TileAAToTileAS": "From `nv_tileaa` to `nv_tileas`",
    "Dialect/TileAS/Transforms": "On `nv_tileas`",
    "Conversion/TileFuncToLLVM": "Functions, from `nv_tileaa` to LLVM",
    "Conversion/TileASToLLVM": "From `nv_tileas` to LLVM and `cute`",
    "Conversion/CutlassToCuteNVGPU": "From `cutlass` to `cute_nvgpu`",
    "Dialect/Cute/Transforms": "On `cute`",
    "Conversion/CuteToLLVM": "From `cute` to LLVM",
    "Conversion/CuteNVGPUToNVVM": "From `cute_nvgpu` to `nvvm`",
    "Dialect/DebugInfo/Transforms": "On `debuginfo`",
    "Conversion/DebugInfoToLLVM": "From `debuginfo` to LLVM",
    "Target/NVVMAttach": "On modules of GPU code",
}
PROGRAMS = {
    "tileiras": "compiles Tile IR",
    "tileiras-run": "runs a kernel on the emulator or on a GPU",
    "tileiras-interpret": "interprets a kernel",
    "tileirdisasm": "prints bytecode as text",
    "tileiras-translate": "turns text into bytecode and back",
    "tileiras-roundtrip": "checks that bytecode survives text and bytecode",
    "tileiras-reduce": "makes a module that shows a bug smaller",
    "tileiras-lsp-server": "language server",
}
GENERATED = "This page is generated: {}.\n\n"


def output(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=True)
    return done.stdout


def records(build):
    """The pages that TableGen has written: operations, types, atoms."""
    for name, page in RECORDS.items():
        text = (build / "docs" / f"{name}.md").read_text(encoding="utf-8")
        yield page, re.sub(r"^# '(\w+)' Dialect$", r"# The dialect `\1`", text, flags=re.M)


def name(folder):
    """The page of a Passes.td, as docs/CMakeLists.txt calls it."""
    return folder.replace("/", "-") + ".md"


def passes(build):
    yield "Passes", "# Passes\n\n" + GENERATED.format("from the `Passes.td` of each folder") + (
        "`tileiras-opt --NAME` runs a pass, and `tileiras-opt --tileiras=…` all of them "
        "([The programs](../Guides/Tools.md#looking-at-passes)). The order is in `lib/Pipelines/Pipelines.cpp`, and "
        "[The pipeline](../Understand/Pipeline.md) says what each group achieves.\n\n") + "\n".join(
            f"## {title}\n\n{(build / 'docs' / 'Passes' / name(folder)).read_text(encoding='utf-8')}"
            for folder, title in PASSES.items())


def check_passes():
    """Finds folders with passes that PASSES doesn't have."""
    found = {p.parent.relative_to(ROOT / "include" / "tileiras").as_posix()
             for p in (ROOT / "include" / "tileiras").rglob("Passes.td")}
    if found != set(PASSES):
        raise SystemExit(f"{__file__}: error: PASSES has to know these folders: {', '.join(found ^ set(PASSES))}")


def comments(source):
    """The comments of Targets.td on each field."""
    said, pending = {}, []
    for line in source.splitlines():
        if found := re.match(r"\s*///\s?(.*)", line):
            pending.append(found[1])
            continue
        if found := re.match(r"\s*(?:bits<\d+>|bit|string|int) (\w+) = [^;]*;\s*(?://\s*(.*))?", line):
            said[found[1]] = found[2] or " ".join(pending)
        pending = []
    return said


def value(raw):
    """The value of a field as text: bits are a list, the lowest first."""
    return str(sum(bit << i for i, bit in enumerate(raw))) if isinstance(raw, list) else str(raw)


def targets(build):
    """One column for each target of Targets.td, one line for each field."""
    table = json.loads((build / "docs" / "Targets.json").read_text())
    rows = [table[name] for name in table["!instanceof"]["Target"]]
    rows.sort(key=lambda row: int(value(row["ComputeCapability"])))
    said = comments((ROOT / "include" / "tileiras" / "Target" / "Targets.td").read_text())
    text = "# Targets\n\n" + GENERATED.format("from `include/tileiras/Target/Targets.td`") + (
        "What the compiler knows of each GPU. Passes ask this table for a capability, never for a number of the target; "
        "which targets were tested how is in [What is compiled](../Guides/Support.md#targets).\n\n")
    fields = [f for f in table["TargetTable"]["Fields"] if f not in ("Name", "ComputeCapability")]
    is_flag = {f: isinstance(rows[0][f], int) for f in fields}
    for title, flag in (("Resources and names", False), ("Capabilities", True)):
        names = [row["Name"] for row in rows]
        shown = [f for f in fields if is_flag[f] == flag]
        text += f"## {title}\n\n| | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}\n"
        for field in shown:
            cells = ["yes" * row[field] if flag else value(row[field]) for row in rows]
            text += f"| {field} | {' | '.join(cells)} |\n"
        text += "\n" + "".join(f"* {field}: {said[field]}\n" for field in shown if said.get(field)) + "\n"
    yield "Targets", text


OPTION = re.compile(r"^  (--?[\w-]+)")
EMPTY = re.compile(r"^[A-Z]\w* Options:\n(?:Configure[^\n]*\n?)?\s*(?=^[A-Z]|\Z)", re.M)  # a group without options


def without(said, names):
    """The output of --help without some options and the lines about their values."""
    kept, dropping = [], False
    for line in said.splitlines():
        if found := OPTION.match(line):
            dropping = found[1] in names
        elif not line.startswith("    "):
            dropping = False
        if not dropping:
            kept.append(line)
    return EMPTY.sub("", "\n".join(kept) + "\n")


def command_lines(build):
    text = "# Command lines\n\n" + GENERATED.format("from what each program says to `--help`") + (
        "`tileiras-opt` is left out here: it takes MLIR's own options and those of [the passes](Passes.md). So are LLVM's and "
        "MLIR's options that `tileiras-translate`, `tileiras-roundtrip` and `tileiras-lsp-server` have in common.\n")
    said = {name: output(build / "bin" / name, "--help").replace(f"{build}/bin/", "") for name in PROGRAMS}
    options = {name: set(re.findall(OPTION.pattern, help_text, re.M)) for name, help_text in said.items()}
    common = options["tileiras-translate"] & options["tileiras-roundtrip"] & options["tileiras-lsp-server"]
    for name, job in PROGRAMS.items():
        shown = without(said[name], common) if common <= options[name] else said[name]
        text += f"\n## {name}\n\n{job[0].upper()}{job[1:]}.\n\n```text\n{shown.strip()}\n```\n"
    yield "CommandLines", text


def lists(build):
    """The pages of the instructions and operations that the emulator and the interpreter execute."""
    for page, program, option in (("Instructions", "tileiras-run", "--list-instructions"),
                                  ("Interpreter", "tileiras-interpret", "--list-operations")):
        text = output(build / "bin" / program, option)
        title = {"Instructions": "Instructions of the emulator", "Interpreter": "Operations of the interpreter"}[page]
        body = text if text.startswith("# ") else f"# {title}\n\n{text}"
        first, rest = body.split("\n", 1)
        yield page, f"{first}\n\n" + GENERATED.format(f"by `{program} {option}`") + rest


def pages(build):
    """The name and text of each page of docs/Reference."""
    check_passes()
    for part in (records, passes, targets, command_lines, lists):
        yield from part(build)
