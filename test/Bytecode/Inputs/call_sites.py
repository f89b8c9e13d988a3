"""Writes bytecode whose operations have call sites for locations that share all of their parts.

Usage: call_sites.py OPS LEVELS OUTPUT. A location is a tree of 2 ** LEVELS call sites that a few bytes describe, with a
place of its own as its caller.
"""
import struct
import sys


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def padding(data, alignment):
    return b"\xcb" * (-len(data) % alignment)


def table(entries):
    """Entries with their offsets in front."""
    head = varint(len(entries))
    offsets, end = b"", 0
    for entry in entries:
        offsets += struct.pack("<I", end)
        end += len(entry)
    return head + padding(head, 4) + offsets + b"".join(entries)


def add_section(file, number, alignment, payload):
    file += bytes([0x80 | number]) + varint(len(payload)) + varint(alignment)
    file += padding(file, alignment) + payload


num_ops, levels = int(sys.argv[1]), int(sys.argv[2])

# File, compile unit, subprogram "k", and a location in it.
entries = [bytes([2, 1, 0]), bytes([1, 1]), bytes([5, 1, 1, 0, 0, 2, 1]), bytes([4, 3, 1, 1, 1])]
for _ in range(levels):
    entries.append(bytes([6]) + 2 * varint(len(entries)))
tree, locations = len(entries), [4]
for line in range(num_ops):
    entries.append(bytes([4, 3, 1]) + varint(line) + varint(1))
    entries.append(bytes([6]) + varint(tree) + varint(len(entries)))
    locations.append(len(entries))
locations.append(4)

starts = varint(1) + b"\xcb" * 3 + struct.pack("<I", 0)
indices = starts + varint(len(locations))
indices += padding(indices, 8) + b"".join(struct.pack("<Q", index) for index in locations)
body = bytes([0x44, 3]) * num_ops + bytes([0x5C, 0, 0])  # make_token, return
strings, types = [b"k", b"f.py"], [b"\x03", b"\x0d\0\0", b"\x10\0\0", b"\x11"]

file = bytearray(b"\x7fTileIR\0\x0d\x01\0\0")
add_section(file, 2, 8, bytes([1, 0, 2, 2, 1]) + varint(len(body)) + body)
add_section(file, 3, 8, indices + table(entries))
add_section(file, 5, 4, table(types))
add_section(file, 1, 4, table(strings))
with open(sys.argv[3], "wb") as output:
    output.write(file + b"\0")
