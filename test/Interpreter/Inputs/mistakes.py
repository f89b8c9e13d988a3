"""Interprets each kernel of a file of Tile IR: mistakes.py INTERPRETER FILE.

A kernel has to make the mistake that a comment names, "// mistake: TEXT", at the line after the comment, and a kernel
without such a comment none. Each has two arrays of 16 i32, of zeros and empty, and the number 0 as arguments."""
import re
import subprocess
import sys

interpreter, path = sys.argv[1:]
lines = open(path, encoding="utf-8").read().splitlines()
mistakes, kernel = {}, None
for number, line in enumerate(lines, 1):
    if entry := re.search(r"entry @(\w+)", line):
        kernel = entry[1]
        mistakes[kernel] = None
    if text := re.search(r"// mistake: (.*)", line):
        mistakes[kernel] = (number + 1, text[1])
assert len(mistakes) > 1, "no kernels"

wrong = 0
for kernel, mistake in mistakes.items():
    done = subprocess.run([interpreter, path, "--kernel", kernel, "--max-steps=1000", "--arg=ptr:zeros:i32:16",
                           "--arg=ptr:empty:i32:16", "--arg=i32:0"], capture_output=True, text=True)
    got = done.stderr.splitlines()[:1] or [""]
    if mistake:
        number, text = mistake
        right = done.returncode == 2 and re.fullmatch(rf".*:{number}:\d+: error: {re.escape(text)}", got[0])
    else:
        right = done.returncode == 0 and not done.stderr
    if not right:
        print(f"{path}: kernel {kernel}: expected {mistake or 'no mistake'}, got exit code {done.returncode}, {got[0]}")
        wrong += 1
print(f"{wrong} of {len(mistakes)} kernels wrong")
sys.exit(1 if wrong else 0)
