"""Kernels of a program."""
import re

from tileiras import ir


def read(data, file):
    """The module of bytecode (bytes) or MLIR text (str)."""
    if isinstance(data, str):
        return ir.Module.parse(data, name=file)
    return ir.Module.from_bytecode(data, name=file)


def entries(data, file):
    """(name, symbol) of each kernel: the name of its function in the source, or its symbol where that isn't known, and
    its symbol."""
    found = []
    for op in read(data, file).operation.walk():
        if op.name == "cuda_tile.entry":
            symbol = str(op.attributes["sym_name"]).strip('"')
            function = re.search(r'di_subprogram<.*?\bname = "([^"]+)"', str(op.location))
            found.append((function[1] if function else symbol, symbol))
    return found
