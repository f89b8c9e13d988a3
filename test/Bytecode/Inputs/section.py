"""Prints the bytes of the section with a given number, eight a line."""
import sys

requested, data = int(sys.argv[1]), open(sys.argv[2], "rb").read()
offset = 12


def varint():
    """The unsigned LEB128 number at `offset`."""
    global offset
    value = shift = 0
    while True:
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value


while data[offset]:
    header = data[offset]
    offset += 1
    size = varint()
    if header & 0x80:
        alignment = varint()
        offset += -offset % alignment
    if header & 0x7F == requested:
        payload = data[offset : offset + size]
        for i in range(0, size, 8):
            print(payload[i : i + 8].hex(" "))
    offset += size
