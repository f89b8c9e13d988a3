"""Compares the listings of a guide with what the compiler prints.

Usage: guide_listings.py GUIDE FILE ARCH. A listing is a fenced block whose language is followed by a stage, as in
```mlir tileas. Each of its lines has to be a line of `tileiras FILE --gpu-name ARCH --emit=STAGE`, in that order, where …
stands for any text, and white space and the numbers of values make no difference. Listings of one stage may overlap. A
stage that has the name of a pass is what `tileiras-opt --mlir-print-ir-before` prints of it."""
import re
import subprocess
import sys


def normal(line):
    line = re.sub(r"%[\w#.]+", "%", line)
    return re.sub(r"\s+", " ", line).strip()


def pattern(line):
    parts = (re.escape(normal(part)).replace(r"\ ", " ") for part in line.split("…"))
    return re.compile(" ?.* ?".join(parts))


def check(number, listing, lines):
    """The number of the first line of the listing that is missing; None if none is."""
    at = 0
    for offset, line in enumerate(listing):
        found = next((i for i in range(at, len(lines)) if pattern(line).fullmatch(lines[i])), None)
        if found is None:
            return number + offset
        at = found + 1
    return None


def dump(stage, path, arch):
    command = ["tileiras", path, "--gpu-name", arch, f"--emit={stage}", "-o", "-"]
    if stage.startswith("convert-"):
        command = ["tileiras-opt", path, f"--tileiras=compute-capability={arch.removeprefix('sm_')}",
                   f"--mlir-print-ir-before={stage}", "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout or done.stderr


def main():
    guide, path, arch = sys.argv[1:]
    text = open(guide, encoding="utf-8").read()
    dumps, listings, wrong = {}, 0, 0
    for block in re.finditer(r"^```\w+ ([\w-]+)\n(.*?)^```$", text, re.M | re.S):
        stage, listing = block[1], block[2].splitlines()
        if stage not in dumps:
            dumps[stage] = [normal(re.sub(r"^\s*@%\w+ ", "", line)) for line in dump(stage, path, arch).splitlines()]
        missing = check(text[:block.start(2)].count("\n") + 1, listing, dumps[stage])
        listings += 1
        if missing:
            print(f"{guide}:{missing}: not in the dump of {stage}")
            wrong += 1
    print(f"{listings} listings, {wrong} wrong")
    return int(wrong != 0 or listings == 0)


if __name__ == "__main__":
    sys.exit(main())
