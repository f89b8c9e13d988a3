"""Holds PTX with line numbers against PTX of the same program without.

Usage: same_code.py PLAIN LINES SOURCE. The code has to be the same, and each instruction has to have a line of SOURCE, or of
a file that has nothing to do with it (what is inlined may come from one), never line 0. Prints how many instructions have
lines, and of how many lines."""
import pathlib
import re
import sys

SECTION = re.compile(r"^\s*\.section[^{]*\{.*?^\s*\}", re.M | re.S)
LOC = re.compile(r"\.loc\s+(\d+) (\d+)")
FILE = re.compile(r'^\s*\.file\s+(\d+) "([^"]*)"', re.M)


def code(text):
    """The lines of PTX that are not about debugging, each with the text of the directive before it."""
    place = None
    for line in SECTION.sub("", text).split("\n"):
        line = line.strip()
        if found := LOC.match(line):
            place = found[1], int(found[2])
        elif line and not line.startswith(("//", ".file", ".section")) and not re.match(r"\$L__(tmp|func_|info_)", line):
            yield line, place


def main():
    plain, lines, source = (pathlib.Path(path) for path in sys.argv[1:])
    text = lines.read_text()
    found = list(code(text))
    expected = [line for line, _ in code(plain.read_text())]
    if [line for line, _ in found] != expected:
        return "the code differs"
    files = {number: pathlib.PurePath(path).name for number, path in FILE.findall(text)}
    length = len(source.read_text().split("\n"))
    instructions = [(line, place) for line, place in found if re.match(r"(@!?%p\d+\s+)?[a-z]", line) and line.endswith(";")]
    for line, place in instructions:
        if not place or not place[1]:
            return f"no line: {line}"
        if files[place[0]] == source.name and place[1] > length:
            return f"line {place[1]} of {length}: {line}"
    print(f"{len(instructions)} instructions, {len({place for _, place in instructions})} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
