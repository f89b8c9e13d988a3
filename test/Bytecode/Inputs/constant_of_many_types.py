"""Writes a file in which one constant of 65536 bytes is used with each tile type of i8 in three dimensions that fits.

Usage: constant_of_many_types.py OUTPUT. Each type makes a constant of its own in memory: 10 MB of a file of 72 KB.
"""
import sys

BITS = 16
SHAPES = [(1 << a, 1 << b, 1 << (BITS - a - b)) for a in range(BITS + 1) for b in range(BITS + 1 - a)]


def varint(number):
    head = bytes([number & 0x7F | (0x80 if number > 0x7F else 0)])
    return head + varint(number >> 7) if number > 0x7F else head


def pad(data, alignment):
    return data + b"\xcb" * (-len(data) % alignment)


def table(entries, width):
    """Number of entries, their offsets, the entries."""
    offsets = [sum(map(len, entries[:i])) for i in range(len(entries))]
    return pad(varint(len(entries)), width) + b"".join(o.to_bytes(width, "little") for o in offsets) + b"".join(entries)


def section(file, number, alignment, payload):
    return pad(file + bytes([0x80 | number]) + varint(len(payload)) + bytes([alignment]), alignment) + payload


def tile(shape):
    return b"\x0d\x00" + varint(len(shape)) + b"".join(extent.to_bytes(8, "little") for extent in shape)


FUNCTION_TYPE = len(SHAPES) + 1
body = b"".join(b"\x10" + varint(1 + i) + b"\x00" for i in range(len(SHAPES))) + b"\x5c\x00\x00"
file = b"\x7fTileIR\x00\x0d\x01\x00\x00"
file = section(file, 2, 8, b"\x01\x00" + varint(FUNCTION_TYPE) + b"\x02\x00" + varint(len(body)) + body)
file = section(file, 4, 8, table([varint(1 << BITS) + b"\x01" * (1 << BITS)], 8))
file = section(file, 5, 4, table([b"\x01", *map(tile, SHAPES), b"\x10\x00\x00"], 4))
file = section(file, 1, 4, table([b"k"], 4))
with open(sys.argv[1], "wb") as output:
    output.write(file + b"\x00")
