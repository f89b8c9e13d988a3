"""Prints the bytes of the section with a given number, eight a line."""
import sys

wanted, data = int(sys.argv[1]), open(sys.argv[2], "rb").read()
place = 12


def varint():
    """The unsigned LEB128 number at `place`."""
    global place
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value


while data[place]:
    header = data[place]
    place += 1
    size = varint()
    if header & 0x80:
        alignment = varint()
        place += -place % alignment
    if header & 0x7F == wanted:
        payload = data[place : place + size]
        for i in range(0, size, 8):
            print(payload[i : i + 8].hex(" "))
    place += size
