"""Counts the instructions of kernels twice: as operations of cute_nvgpu before they become nvvm, and in the PTX.

Usage: count_instructions.py ATOMS GPU FILE…. ATOMS is the output of `llvm-tblgen --dump-json` for the table of atoms, whose
records have each operation's name in PTX; a FILE is an input of `tileiras`. Prints, for each file, the number of each
instruction; exit status 1 where the two differ. Adjacent loads and stores may become one: LLVM joins them where it sees
that their addresses differ by a constant."""
import collections
import json
import pathlib
import re
import sys

import kernel_dumps


def names_in_ptx(path):
    """The instruction of each record, by the name of the record; arithmetic and shuffles have no operation."""
    with open(path, encoding="utf-8") as source:
        records = json.load(source)
    atoms = [records[name] for name in records["!instanceof"]["Atom"]]
    return {atom["Name"]: atom["Ptx"] for atom in atoms if atom["Ptx"] not in ("fma", "shfl.sync.bfly")}


def count_before(operations, atoms):
    # Loads and stores have one record.
    moves = {"load": "ld", "store": "st"}
    return collections.Counter(moves.get(mnemonic) or atoms.get(mnemonic) or atoms[atom]
                               for mnemonic, atom in operations)


def count_after(ptx, names):
    """The longest of these names that an instruction begins with. Parameters are read by `ld` too, which is no access
    to memory."""
    counts = collections.Counter()
    for found in re.finditer(r"^\s*(?:@!?%\w+ )?([a-z][\w.:]*)", ptx, re.M):
        fitting = [name for name in names if (found[1] + ".").startswith(name + ".")]
        if fitting and not found[1].startswith("ld.param"):
            counts[max(fitting, key=len)] += 1
    return counts


def agree(before, after):
    return all(0 < after[name] <= count if name in ("ld", "st") else after[name] == count
               for name, count in (before | after).items())


def show(counts):
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


def main():
    table, gpu, *files = sys.argv[1:]
    atoms = names_in_ptx(table)
    names = {part for name in atoms.values() for part in name.split(", ")}
    status = 0
    for path in files:
        before = count_before(kernel_dumps.operations(path, gpu), atoms)
        after = count_after(kernel_dumps.run("tileiras", path, "--gpu-name", gpu, "--emit=ptx", "-o", "-").stdout, names)
        print(f"{pathlib.Path(path).stem}: {show(before)}")
        if not agree(before, after):
            print(f"  in the PTX: {show(after)}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
