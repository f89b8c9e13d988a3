"""Writes the bytes that the `HEX:` lines of a test spell to a file.

Usage: hex2bin.py TEST OUTPUT. What follows `;` on a line is a comment; `300 x 01 02` stands for 300 times 01 02.
"""
import re
import sys

data = bytearray()
for line in open(sys.argv[1], encoding="utf-8"):
    match = re.match(r"//\s*HEX:(?:\s*(\d+) x)?([^;]*)", line)
    if match:
        data += int(match.group(1) or 1) * bytes.fromhex(match.group(2))
with open(sys.argv[2], "wb") as output:
    output.write(data)
