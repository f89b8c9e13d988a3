"""Writes a module without functions as cuTile.jl does: sections of functions, constants, locations, types and strings, in
this order; that of locations has an attribute that nothing refers to, and whose kind is none.

    empty_module.py MAJOR MINOR OUTPUT"""
import sys

FUNCTIONS, STRINGS, LOCATIONS, CONSTANTS, TYPES = 2, 1, 3, 4, 5


def padded(content, width):
    return content + b"\xcb" * (-len(content) % width)


def section(before, kind, content, alignment):
    return padded(before + bytes([kind | 0x80, len(content), alignment]), alignment) + content


def main(major, minor, output):
    locations = padded(b"\0", 4) + b"\0"  # no functions, no indices
    locations = padded(padded(locations, 8) + b"\1", 4) + bytes(4) + b"\0"  # an attribute, at offset 0, of kind 0
    module = b"\x7fTileIR\0" + bytes([int(major), int(minor), 0, 0])
    module = section(module, FUNCTIONS, b"\0", 8)
    module = section(module, CONSTANTS, padded(b"\0", 8), 8)
    module = section(module, LOCATIONS, locations, 8)
    for kind in (TYPES, STRINGS):
        module = section(module, kind, padded(b"\0", 4), 4)
    with open(output, "wb") as file:
        file.write(module + b"\0")


main(*sys.argv[1:])
