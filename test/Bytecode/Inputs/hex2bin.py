"""Writes the bytes that the `HEX:` lines of a test spell to a file.

Usage: hex2bin.py TEST OUTPUT. What follows `;` on a line is a comment.
"""
import re
import sys

data = bytearray()
for line in open(sys.argv[1], encoding="utf-8"):
    match = re.match(r"//\s*HEX:([^;]*)", line)
    if match:
        data += bytes.fromhex(match.group(1))
with open(sys.argv[2], "wb") as output:
    output.write(data)
