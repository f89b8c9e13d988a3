"""Lists the instructions that kernels have as inline assembly.

Usage: inline_assembly.py GPU FILE…. A FILE is what `tileiras` compiles. Prints `inline_asm NAME` for the first two words
of each instruction (`cp.async`), other words being about types and sizes."""
import re
import sys
import tempfile

import kernel_dumps


def instructions(text):
    """The instructions of one piece of assembly, without labels, declarations and guards."""
    for statement in re.split(r";|\\0A|\\09|[{}]", text):
        found = re.match(r"\s*(?:@!?\S+\s+)?([a-z]\w*(?:\.\w+)*)\s", statement + " ")
        if found:
            yield ".".join(found[1].split(".")[:2])


def main():
    gpu, *files = sys.argv[1:]
    names = set()
    for path in files:
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as program:
            print(kernel_dumps.program(path, gpu), file=program, flush=True)
            dump = kernel_dumps.run("tileiras", program.name, "--gpu-name", gpu, "--emit=llvm", "-o", "-").stdout
        for text in re.findall(r'llvm\.inline_asm [^"]*"([^"]*)"', dump):
            names.update(instructions(text))
    print("\n".join(f"inline_asm {name}" for name in sorted(names)))


if __name__ == "__main__":
    main()
