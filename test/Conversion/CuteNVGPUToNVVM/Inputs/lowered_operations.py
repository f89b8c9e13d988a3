"""Checks what operations of nvvm that kernels are made of become in LLVM IR.

Usage: lowered_operations.py PAGE SOURCE (GPU FILE…)…. PAGE is made by `tileiras-tblgen -gen-lowering-reference`. Each
operation of nvvm and each intrinsic of the dialect llvm in the kernels of the files has to have a row there; by itself, in a
function that has its operands as arguments, it has to become one call, of what the row says. Each class of nvvm's operations
that a file below SOURCE creates needs a row, too. Prints what each operation became, which of these classes are in no
kernel, and what is wrong."""
import pathlib
import re
import sys

import kernel_dumps

ROW = re.compile(r"^\| `([\w.]+)` \| `(\w+)` \| (.*?) \|", re.M)
OPERATION = re.compile(r'^\s*(?:(%\w+)(?::\d+)? = )?"((?:nvvm|llvm\.intr|llvm\.call_intrinsic|llvm\.mlir\.constant)[\w.]*)"'
                       r"\((.*?)\)(.*) : \((.*)\) -> (.+)$", re.M)
# Debug intrinsics are records of their functions.
SKIPPED = re.compile(r"llvm\.intr\.dbg\.")


def operations(path, gpu):
    """The operations of the kernels of a file, in MLIR's generic form: name, operands that are constants (intrinsics may
    need them to be), attributes, types of operands and results."""
    pipeline = f"--tileiras=compute-capability={gpu.removeprefix('sm_')} from={kernel_dumps.stage_of(path)}"
    dump = kernel_dumps.run("tileiras-opt", "-", pipeline, "--mlir-print-ir-before=convert-nvvm-to-llvm",
                            "--mlir-print-op-generic", "-o", "/dev/null", text=kernel_dumps.program(path, gpu)).stderr
    constants = {}
    for found in OPERATION.finditer(dump):
        result, name, values, attributes, operands, results = found.groups()
        constants.pop(result, None)
        if name == "llvm.mlir.constant":
            constants[result] = f'"{name}"(){attributes} : () -> {results}'
        elif not SKIPPED.match(name):
            yield name, tuple(constants.get(value) for value in values.split(", ")), attributes, operands, results


def split_types(types):
    """The types between commas that are not nested."""
    parts, depth = [""], 0
    for c in types:
        depth += (c in "<([") - (c in ">)]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def wrap(number, name, constants, attributes, operands, results):
    """A function with nothing but the operation and its constants."""
    types = split_types(operands)
    values = ", ".join(f"%a{i}" for i in range(len(types)))
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types) if not constants[i])
    inside = "".join(f"  %a{i} = {constant}\n" for i, constant in enumerate(constants) if constant)
    count = 0 if results == "()" else len(split_types(results.strip("()"))) if results.startswith("(") else 1
    result = f"%r:{count} = " if count else ""
    return (f"llvm.func @f{number}({arguments}) {{\n{inside}"
            f'  {result}"{name}"({values}){attributes} : ({operands}) -> {results}\n  llvm.return\n}}\n')


def calls_of(forms):
    """For each form the calls that it becomes: names of intrinsics, and `asm` with the text."""
    text = "".join(wrap(i, *form) for i, form in enumerate(forms))
    lowered = kernel_dumps.run("tileiras-opt", "-", "--convert-nvvm-to-llvm", text=text).stdout
    module = kernel_dumps.run("mlir-translate", "--mlir-to-llvmir", text=lowered).stdout
    bodies = dict(re.findall(r"^define void @f(\d+)\(.*?\{\n(.*?)^\}", module, re.M | re.S))
    for i, form in enumerate(forms):
        yield form, re.findall(r'\bcall [^@\n]*?(?:@"?([\w.]+)"?\(|(asm) [^"]*"([^"]*)")', bodies[str(i)])


def fits(row, intrinsic):
    named = re.findall(r"`(\w+)`", row)
    if not intrinsic:
        return "inline PTX" in row
    base = intrinsic.removeprefix("llvm.").replace(".", "_")
    return any(base.startswith(name) for name in named) if named else row.startswith("an intrinsic")


def main():
    page, source, *words = sys.argv[1:]
    rows = {name: (cls, row) for name, cls, row in ROW.findall(pathlib.Path(page).read_text(encoding="utf-8"))}
    forms, gpu, problems, became, unmade = {}, None, [], {}, set()
    for word in words:
        if word.startswith("sm_"):
            gpu = word
        else:
            forms.update(dict.fromkeys(operations(word, gpu)))
    for (name, *form), calls in calls_of(list(forms)):
        if len(calls) != 1:
            problems.append(f"{name}{form[1]}: expected one call, got {len(calls)}")
            continue
        intrinsic, asm, text = calls[0]
        became.setdefault(name, set()).add(f"asm {text}" if asm else intrinsic)
        if name == "llvm.call_intrinsic":
            continue
        if name not in rows:
            problems.append(f"{name}: no row")
        elif not fits(rows[name][1], intrinsic):
            problems.append(f"{name}: became {intrinsic or asm}, where the page says: {rows[name][1]}")
    classes = {cls: name for name, (cls, _) in rows.items() if name.startswith("nvvm.")}
    for path in sorted(pathlib.Path(source).rglob("*.cpp")):
        for cls in re.findall(r"\bNVVM::(\w+Op)\b(?=>|,|::create)", path.read_text(encoding="utf-8")):
            if cls not in classes:
                problems.append(f"{path.name}: no row for NVVM::{cls}")
            elif classes[cls] not in became:
                unmade.add(classes[cls])
    for name in sorted(became):
        print(f"{name}: {', '.join(sorted(became[name]))}")
    for name in sorted(unmade):
        print(f"no kernel makes {name}")
    print("\n".join(f"error: {problem}" for problem in problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
