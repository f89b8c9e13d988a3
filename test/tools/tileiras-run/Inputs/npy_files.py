"""Writes .npy files that tileiras-run must refuse, each named after what is wrong: npy_files.py PREFIX."""
import struct
import sys


def npy(header, data=b"", version=1, length=None):
    header = header.encode()
    length = len(header) if length is None else length
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", length) + header + data


def header(descr="'<f4'", order="False", shape="(2,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


FILES = {
    "magic": b"\x93NUMPX\1\0\0\0",
    "version": npy(header(), version=9),
    "cut": npy(header(), length=60000),
    "cut-2": npy(header(), version=2, length=1 << 31),
    "nodescr": npy("{'shape': (2,), 'fortran_order': False}"),
    "noorder": npy("{'shape': (2,), 'descr': '<f4'}"),
    "noshape": npy("{'descr': '<f4', 'fortran_order': False}"),
    "structured": npy(header("[('a', '<f4')]")),
    "fortran": npy(header(order="True")),
    "notuple": npy(header(shape="2")),
    "negative": npy(header(shape="(-2,)")),
    "i3": npy(header("'<i3'"), b"\0" * 6),
    "u16": npy(header("'<u16'"), b"\0" * 32),
    "f1": npy(header("'<f1'"), b"\0" * 2),
    "b4": npy(header("'<b4'"), b"\0" * 8),
    "V17": npy(header("'|V17'"), b"\0" * 34),
    "big-endian": npy(header("'>f4'"), b"\0" * 8),
    "short": npy(header(), b"\0" * 7),
    "overflow": npy(header(shape="(4294967296, 4294967296)")),
    "overflow-empty": npy(header(shape="(0, 4294967296, 4294967296, 2)")),
    "huge": npy(header(shape="(9223372036854775807,)")),
}

for name, contents in FILES.items():
    with open(f"{sys.argv[1]}.{name}.npy", "wb") as file:
        file.write(contents)
