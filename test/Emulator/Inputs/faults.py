"""Runs a good kernel under many schedules, and its faulty variants, each of which must be found and named.

    faults.py KERNEL PREFIX [FAULT]

KERNEL is PTX, or .mlir that tileiras compiles. PREFIX is where files go; with FAULT only that variant runs, and what it
says is printed. The kernel says in comments how it is run and what may go wrong with it:

    // TARGETS: sm_80 sm_90               of .mlir, which is written for the first: names of it are replaced
    // PASSES: tileas-assign-smem         on functions of .mlir, before it is compiled; none of Tile IR
    // DATA a: f32: range(256)            input {a}: type (f16, f32, i32, u32, u64) and a Python list
    // LAUNCH: --block 64 --arg ptr:{a}   arguments of tileiras-run
    // EXPECT 1: f32: [2 * x for x in range(256)]
    // WAITS: race on shared memory       each wait in the PTX of .mlir is a fault: to go on at once
    // IDLE: 2 3                          but these, which the launch does not come to: it ends well without them
    // STAGES 3: race                     each wait and release in the loops of .mlir is a fault of each stage of a ring:
                                          one time in three to go on at once, from the first time on, the second, …
    // REMOVALS: race|deadlock            each fence, wait, commit, arrival, barrier and initialisation in the PTX of .mlir
                                          is a fault, to leave it out
    // NEEDLESS: 4                        but these, of which a CHANGE with a launch of its own says what they are for
    // LAUNCH few: --arg i32:0            arguments for a CHANGE of this name
    // CHANGE few: (tx.*), 64; ==> \\1, 32; => race    a fault in the PTX of .mlir: what the expression finds, replaced

        bar.sync 0;
    // FAULT no-barrier: => race on shared memory.*missing: a barrier
    // FAULT half-barrier: bar.sync 0, 32; => barrier 0 expects

A FAULT changes the line of code before it (several may follow one line) to the text before "=>", nothing to remove
it, and must end in an error that the regular expression finds. Lines of one name are changed together. Exit status 1
when something is not so."""
import os
import re
import struct
import subprocess
import sys

GOOD_SEEDS, FAULT_SEEDS = 8, 20
# A wait of the PTX, in whose place a fault continues at once.
WAIT = re.compile(r"mbarrier\.(?:test|try)_wait\S*\s+(%p\d+),[^;]*;|cp\.async\.wait_\w+[^;]*;")
# Instructions that let other threads write to a stage again.
RELEASE = re.compile(r"(?:@!?%p\d+\s+)?(?:mbarrier\.arrive\.(?!expect_tx)|tcgen05\.commit|bar(?:rier)?\.(?:cta\.)?sync)[^;]*;")
# Instructions that order threads, MMAs and copies.
ORDER = re.compile(r"(?:@!?%p\d+\s+)?(?:tcgen05\.(?:fence|wait|commit)|fence\.|bar\.(?:warp\.)?sync|barrier\.cluster|"
                   r"mbarrier\.(?:arrive|init))[^;]*;")
# Instructions of a loop that does more than wait.
WORK = re.compile(r"mma|cp\.async(?!\.wait)|ld\.shared|ldmatrix")
TYPES = {"f16": ("<f2", "e"), "f32": ("<f4", "f"), "i32": ("<i4", "i"), "u32": ("<u4", "I"), "u64": ("<u8", "Q")}


def write_npy(path, type_name, values):
    """A one-dimensional .npy file."""
    descr, code = TYPES[type_name]
    header = str({"descr": descr, "fortran_order": False, "shape": (len(values),)}).ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def in_loops(ptx, sites):
    """The matches between a label and a branch back to it, in a loop that also does work."""
    labels = {match[1]: match.start() for match in re.finditer(r"^\s*(\$\w+):", ptx, re.M)}
    loops = [(labels[match[1]], match.end()) for match in re.finditer(r"\bbra(?:\.uni)?\s+(\$\w+);", ptx)
             if labels.get(match[1], len(ptx)) < match.start()]
    loops = [(begin, end) for begin, end in loops if WORK.search(ptx, begin, end)]
    return [site for site in sites if any(begin < site.start() < end for begin, end in loops)]


def seeded(ptx, site, stages, stage):
    """PTX in which every thread leaves out `site` when it comes there the time number `stage`, and each `stages` later."""
    now = f"rem.u32 %seeded_time, %seeded, {stages}; setp.eq.u32 %seeded_now, %seeded_time, {stage};"
    count = "add.u32 %seeded, %seeded, 1;"
    if site.re is WAIT and site[1]:  # a test, which fails until it succeeds
        changed = f"{site[0]} {now} or.pred {site[1]}, {site[1]}, %seeded_now; @{site[1]} {count}"
    else:
        changed = f"{now} {count} @%seeded_now bra $seeded_next; {site[0]} $seeded_next:"
    begin = re.compile(r"^\{\n", re.M).search(ptx).end()
    return (ptx[:begin] + ".reg .pred %seeded_now; .reg .b32 %seeded, %seeded_time; mov.b32 %seeded, 0;\n" +
            ptx[begin:site.start()] + changed + ptx[site.end():])


class Kernel:
    """A file with its directives; `faults` are by name what is expected, and (line number, replacement)."""

    def __init__(self, path, prefix):
        self.lines = open(path).read().split("\n")
        self.prefix, self.data, self.expect, self.faults, self.launch = prefix, {}, [], {}, None
        self.extension, self.targets, self.passes, self.waits = os.path.splitext(path)[1], [None], "", None
        self.idle, self.stages, self.num_seeded = set(), None, 0
        self.changes, self.num_waits, code = {}, 0, None
        self.removals, self.needless, self.num_removed, self.launches = None, set(), 0, {}
        self.unchanged = {}
        for number, line in enumerate(self.lines):
            if not line.strip().startswith("//"):
                code = number if line.strip() else code
                continue
            if match := re.match(r"// DATA (\w+): (\w+): (.*)", line):
                name, type_name, values = match.groups()
                self.data[name] = f"{prefix}.{name}.npy"
                write_npy(self.data[name], type_name, list(eval(values)))
            elif match := re.match(r"// TARGETS: (.*)", line):
                self.targets = match[1].split()
            elif match := re.match(r"// PASSES: (.*)", line):
                self.passes = match[1]
            elif match := re.match(r"// WAITS: (.*)", line):
                self.waits = match[1]
            elif match := re.match(r"// REMOVALS: (.*)", line):
                self.removals = match[1]
            elif match := re.match(r"// NEEDLESS: (.*)", line):
                self.needless = {int(number) for number in match[1].split()}
            elif match := re.match(r"// LAUNCH ([\w-]+): (.*)", line):
                self.launches[match[1]] = match[2]
            elif match := re.match(r"// IDLE: (.*)", line):
                self.idle = {int(number) for number in match[1].split()}
            elif match := re.match(r"// STAGES (\d+): (.*)", line):
                self.stages = int(match[1]), match[2]
            elif match := re.match(r"// CHANGE ([\w-]+): (.*?) ==>(.*?)=> (.*)", line):
                self.changes[match[1]] = match[2], match[3].strip(), match[4]
            elif match := re.match(r"// LAUNCH: (.*)", line):
                self.launch = match[1]
            elif match := re.match(r"// EXPECT (\d+): (\w+): (.*)", line):
                path = f"{prefix}.expected{match[1]}.npy"
                write_npy(path, match[2], list(eval(match[3])))
                self.expect += ["--expect", f"{match[1]}={path}"]
            elif match := re.match(r"\s*// FAULT ([\w-]+):(.*?)=> (.*)", line):
                self.faults.setdefault(match[1], (match[3], []))[1].append((code, match[2].strip()))

    def compile(self, path, target):
        """PTX for a target, which stands in the file as the first one does."""
        first = self.targets[0]
        number = lambda name: f"compute_capability = {name.removeprefix('sm_')} "
        text = open(path).read().replace(number(first), number(target)).replace(first, target)
        said = ""
        if self.passes:
            passes = f"builtin.module(gpu.module(nv_tileaa.func({self.passes})))"
            lowered = subprocess.run(["tileiras-opt", f"--pass-pipeline={passes}"], input=text, capture_output=True,
                                     text=True)
            text, said = lowered.stdout, lowered.stderr
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run(["tileiras", path, "--gpu-name", target, "--emit=ptx", "-o", path + ".ptx"],
                              capture_output=True, text=True)
        return path + ".ptx", said + done.stderr

    def build(self, name, lines, target):
        """A variant as PTX, and what went wrong with that."""
        path = f"{self.prefix}.{name}{self.extension}"
        with open(path, "w") as file:
            file.write("\n".join(lines))
        return self.compile(path, target) if target else (path, "")

    def build_unchanged(self, target):
        """The PTX of the file as it is, which most faults are put into, and what went wrong with that."""
        if target not in self.unchanged:
            path, said = self.build("good", self.lines, target)
            self.unchanged[target] = path, "" if said else open(path).read(), said
        return self.unchanged[target]

    def run(self, path, schedule, expect=(), launch=None):
        launch = (launch or self.launch).format(**self.data).split()
        command = ["tileiras-run", path, f"--schedule={schedule}", *launch, *expect]
        return subprocess.run(command, capture_output=True, text=True)

    def check_good(self, target):
        """Failures of the unchanged kernel, which must be right under every schedule."""
        path, _, said = self.build_unchanged(target)
        if said:
            yield said
        for schedule in ["inorder", "adversarial"] + [f"random:{seed}" for seed in range(GOOD_SEEDS)]:
            done = self.run(path, schedule, self.expect)
            if done.returncode:
                yield f"good kernel, {target}, {schedule}: exit status {done.returncode}\n{done.stdout}{done.stderr}"

    def check_fault(self, name, target):
        """Failures to find a fault."""
        expected, changes = self.faults[name]
        lines = list(self.lines)
        for line, replacement in changes:
            lines[line] = replacement
        path, failed = self.build(name, lines, target)
        yield from [failed] if failed else self.check_found(f"{name}, {target}", path, expected)

    def check_found(self, name, path, expected, launch=None):
        """The adversarial schedule may let a warp that should have waited come last; random ones don't always."""
        for schedule in ["adversarial"] + [f"random:{seed}" for seed in range(FAULT_SEEDS)]:
            done = self.run(path, schedule, launch=launch)
            if done.returncode:
                break
        said = " ".join(done.stderr.split())
        if done.returncode != 2 or not re.search(expected, said):
            yield f"{name}: expected '{expected}', got exit status {done.returncode}\n{done.stdout}{done.stderr}"
        elif len(sys.argv) > 3:
            print(done.stderr)

    def check_waits(self, target):
        """Failures to find that a wait is missing."""
        _, ptx, failed = self.build_unchanged(target)
        waits = list(WAIT.finditer(ptx))
        self.num_waits += len(waits)
        yield from [] if waits else [f"no waits, {target}: {failed}"]
        for number, wait in enumerate(waits):
            at_once = f"setp.eq.u32 {wait[1]}, 0, 0;" if wait[1] else ""
            path = f"{self.prefix}.wait{number}.ptx"
            with open(path, "w") as file:
                file.write(ptx[:wait.start()] + at_once + ptx[wait.end():])
            if number not in self.idle:
                yield from self.check_found(f"wait {number}, {target}", path, self.waits)
            elif (done := self.run(path, "adversarial", self.expect)).returncode:
                yield f"wait {number}, {target}, is not idle: {done.stderr}"

    def check_stages(self, target):
        """Failures to find a fault of one stage of a ring."""
        _, ptx, failed = self.build_unchanged(target)
        sites = in_loops(ptx, [*WAIT.finditer(ptx), *RELEASE.finditer(ptx)])
        yield from [] if sites else [f"no waits in loops, {target}: {failed}"]
        stages, expected = self.stages
        for number, site in enumerate(sites):
            for stage in range(stages):
                path = f"{self.prefix}.stage{number}-{stage}.ptx"
                with open(path, "w") as file:
                    file.write(seeded(ptx, site, stages, stage))
                self.num_seeded += 1
                yield from self.check_found(f"stage {stage}, '{site[0]}', {target}", path, expected)

    def check_change(self, name, target):
        """Failures to find a fault in the PTX."""
        found, replacement, expected = self.changes[name]
        _, ptx, failed = self.build_unchanged(target)
        changed, count = re.subn(found, replacement, ptx)
        if not count:
            yield f"{name}, {target}: nothing to change; {failed}"
            return
        path = f"{self.prefix}.{name}.ptx"
        with open(path, "w") as file:
            file.write(changed)
        yield from self.check_found(f"{name}, {target}", path, expected, self.launches.get(name))

    def check_removals(self, target):
        """Failures to find that something is missing."""
        _, ptx, failed = self.build_unchanged(target)
        sites = list(ORDER.finditer(ptx))
        yield from [] if sites else [f"nothing to remove, {target}: {failed}"]
        for number, site in enumerate(sites):
            path = f"{self.prefix}.removal{number}.ptx"
            with open(path, "w") as file:
                file.write(ptx[:site.start()] + ptx[site.end():])
            line = ptx.count("\n", 0, site.start()) + 1
            name = f"removal {number}, '{' '.join(site[0].split())}' at line {line}, {target}"
            if number not in self.needless:
                self.num_removed += 1
                yield from self.check_found(name, path, self.removals)
            elif (done := self.run(path, "adversarial", self.expect)).returncode:
                yield f"{name}, is not needless: {done.stderr}"


def main():
    kernel = Kernel(sys.argv[1], sys.argv[2])
    only = sys.argv[3] if len(sys.argv) > 3 else None
    failures = []
    for target in kernel.targets:
        failures += [] if only else kernel.check_good(target)
        for fault in kernel.faults:
            if only in (None, fault):
                failures += kernel.check_fault(fault, target)
        for change in kernel.changes:
            if only in (None, change):
                failures += kernel.check_change(change, target)
        if kernel.waits and only in (None, "waits"):
            failures += kernel.check_waits(target)
        if kernel.stages and only in (None, "stages"):
            failures += kernel.check_stages(target)
        if kernel.removals and only in (None, "removals"):
            failures += kernel.check_removals(target)
    found = len(kernel.faults) + len(kernel.changes) + kernel.num_waits + kernel.num_seeded + kernel.num_removed
    print("\n".join(failures) or f"{found} faults found and named")
    return bool(failures) or not found


sys.exit(main())
