"""Lists the operations of a dialect (cute, cute_nvgpu, cutlass) that no pipeline makes.

Usage: unused_operations.py DIALECT RECORDS (GPU FILE…)…. RECORDS is what `llvm-tblgen --dump-json` makes of the
operations; a FILE is what `tileiras-opt --tileiras` takes, compiled for the GPU before it. Prints the mnemonic of each
operation that is in the dump of no file."""
import json
import sys

import kernel_dumps


def main():
    dialect, path, *words = sys.argv[1:]
    with open(path, encoding="utf-8") as source:
        records = json.load(source)
    mnemonics = {records[name]["opName"] for name in records["!instanceof"]["Op"]
                 if records[records[name]["opDialect"]["def"]]["name"] == dialect}
    used, gpu = set(), None
    for word in words:
        if word.startswith("sm_"):
            gpu = word
        else:
            used.update(mnemonic for mnemonic, _ in kernel_dumps.operations(word, gpu, dialect))
    print("\n".join(sorted(mnemonics - used)))


if __name__ == "__main__":
    main()
