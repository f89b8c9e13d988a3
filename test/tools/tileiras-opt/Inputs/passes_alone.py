"""Runs a pipeline pass by pass, each on the text that the one before printed, and compares with the whole.

Usage: passes_alone.py PIPELINE FILE. PIPELINE is an option of tileiras-opt, as --tileiras=…; FILE is its input. Prints the
passes, and what the last of them printed, without locations. Exit status 1 when a pass fails on its own or the ends differ."""
import re
import subprocess
import sys


def opt(options, text):
    done = subprocess.run(["tileiras-opt"] + options, input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"{options}: {done.stderr}")
    return done


def passes(dump):
    """Each pass of a dumped pipeline, in the operations that it is nested in: builtin.module(a(b(pass)))."""
    nest = []
    for token in re.findall(r"[\w.:-]+(?:\{[^}]*\})?\(?|\)", dump[dump.index("builtin.module("):]):
        if token.endswith("("):
            nest.append(token)
        elif token == ")":
            nest.pop()
            if not nest:
                return
        else:
            yield "".join(nest) + token + ")" * len(nest)


def main():
    pipeline, path = sys.argv[1:]
    with open(path, encoding="utf-8") as source:
        text = source.read()
    whole = opt([pipeline], text).stdout
    for name in passes(opt([pipeline, "--dump-pass-pipeline"], "module {}").stderr):
        print("pass:", name)
        text = opt([f"--pass-pipeline={name}"], text).stdout
    if text != whole:
        print("the whole pipeline gives:\n" + whole)
    print("alone gives:\n" + text)
    return int(text != whole)


if __name__ == "__main__":
    sys.exit(main())
