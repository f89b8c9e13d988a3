"""Runs a good kernel under many schedules, and its faulty variants, each of which must be found and named.

    faults.py KERNEL.ptx PREFIX [FAULT]

PREFIX is where files go; with FAULT only that variant runs, and what it says is printed. The kernel says in comments
how it is run and what may go wrong with it:

    // DATA a: f32: range(256)            input {a}: type (f16, f32, i32, u32, u64) and a Python list
    // LAUNCH: --block 64 --arg ptr:{a}   arguments of tileiras-run
    // EXPECT 1: f32: [2 * x for x in range(256)]

        bar.sync 0;
    // FAULT no-barrier: => race on shared memory.*missing: a barrier
    // FAULT half-barrier: bar.sync 0, 32; => barrier 0 expects

A FAULT changes the line of code before it (several may follow one line) to what stands before "=>", nothing to remove
it, and must end in an error that the regular expression finds. Exit status 1 when something is not so."""
import os
import re
import struct
import subprocess
import sys

SEEDS = 20
TYPES = {"f16": ("<f2", "e"), "f32": ("<f4", "f"), "i32": ("<i4", "i"), "u32": ("<u4", "I"), "u64": ("<u8", "Q")}


def write_npy(path, type_name, values):
    """A one-dimensional .npy file."""
    descr, code = TYPES[type_name]
    header = str({"descr": descr, "fortran_order": False, "shape": (len(values),)}).ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


class Kernel:
    """A PTX file with its directives; `faults` are (name, line number, replacement, expected)."""

    def __init__(self, path, prefix):
        self.lines = open(path).read().split("\n")
        self.prefix, self.data, self.expect, self.faults, self.launch = prefix, {}, [], [], None
        code = None
        for number, line in enumerate(self.lines):
            if not line.strip().startswith("//"):
                code = number if line.strip() else code
                continue
            if match := re.match(r"// DATA (\w+): (\w+): (.*)", line):
                name, type_name, values = match.groups()
                self.data[name] = f"{prefix}.{name}.npy"
                write_npy(self.data[name], type_name, list(eval(values)))
            elif match := re.match(r"// LAUNCH: (.*)", line):
                self.launch = match[1]
            elif match := re.match(r"// EXPECT (\d+): (\w+): (.*)", line):
                path = f"{prefix}.expected{match[1]}.npy"
                write_npy(path, match[2], list(eval(match[3])))
                self.expect += ["--expect", f"{match[1]}={path}"]
            elif match := re.match(r"\s*// FAULT ([\w-]+):(.*?)=> (.*)", line):
                self.faults.append((match[1], code, match[2].strip(), match[3]))

    def run(self, name, lines, schedule, expect=()):
        path = f"{self.prefix}.{name}.ptx"
        with open(path, "w") as file:
            file.write("\n".join(lines))
        command = ["tileiras-run", path, f"--schedule={schedule}", *self.launch.format(**self.data).split(), *expect]
        return subprocess.run(command, capture_output=True, text=True)

    def check_good(self):
        """Failures of the unchanged kernel, which must be right under every schedule."""
        for schedule in ["inorder", "adversarial"] + [f"random:{seed}" for seed in range(SEEDS)]:
            done = self.run("good", self.lines, schedule, self.expect)
            if done.returncode:
                yield f"good kernel, {schedule}: exit status {done.returncode}\n{done.stdout}{done.stderr}"

    def check_fault(self, fault):
        """Failures to find a fault."""
        name, line, replacement, expected = fault
        lines = list(self.lines)
        lines[line] = replacement
        done = self.run(name, lines, "adversarial")
        said = " ".join(done.stderr.split())
        if done.returncode != 2 or not re.search(expected, said):
            yield f"{name}: expected '{expected}', got exit status {done.returncode}\n{done.stdout}{done.stderr}"
        elif len(sys.argv) > 3:
            print(done.stderr)


def main():
    kernel = Kernel(sys.argv[1], sys.argv[2])
    only = sys.argv[3] if len(sys.argv) > 3 else None
    failures = [] if only else list(kernel.check_good())
    for fault in kernel.faults:
        if only in (None, fault[0]):
            failures += kernel.check_fault(fault)
    print("\n".join(failures) or f"{len(kernel.faults)} faults found and named")
    return bool(failures) or not kernel.faults


sys.exit(main())
