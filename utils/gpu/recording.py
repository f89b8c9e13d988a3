"""Recorded launches: a folder with a line of JSON for each, and with the data that they name by a hash of its contents.

    launches*.jsonl   {"test", "number": of the launch in the test, "program": hash, "kernel", "grid", "threads",
                       "arguments": [{"array": hash, "dtype", "shape"} or {"scalar": bytes in hexadecimal}],
                       "after": [hash of the array's contents after the launch, or null],
                       "im2col": tensor maps that follow the arguments: [the number of the parameter that points to the
                       tensor, and the next arguments of driver.Function.encode_im2col]; maps of tiles are in the program}
    blobs/            files, each named by its hash
    results*.jsonl    the results of utils/gpu/play: {"test", "number", "status": "equal", "differs", "unsteady", "failed" or
                       "hung", "after": [...], "message"}
"""
import hashlib
import json
import os
import pathlib

from . import cubin


class Folder:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.blobs = self.path / "blobs"

    def put(self, data):
        """Keeps bytes, and returns their hash."""
        name = hashlib.sha256(data).hexdigest()[:20]
        path = self.blobs / name
        if not path.exists():
            self.blobs.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(f".{os.getpid()}")
            temporary.write_bytes(data)
            temporary.replace(path)
        return name

    def get(self, name):
        return (self.blobs / name).read_bytes()

    def append(self, kind, entry):
        """Adds a line to this process's file of that kind."""
        with open(self.path / f"{kind}-{os.getpid()}.jsonl", "a") as file:
            file.write(json.dumps(entry) + "\n")

    def entries(self, kind):
        """The entries in the order of tests, and of launches in a test."""
        lines = [json.loads(line) for path in sorted(self.path.glob(f"{kind}*.jsonl")) for line in path.open()]
        return sorted(lines, key=lambda entry: (entry["test"], entry["number"]))


def without_text(program):
    """A cubin whose PTX, which no GPU reads, is replaced by zeros."""
    if program[:4] != b"\x7fELF":
        return program
    data = bytearray(program)
    for name, offset, size in cubin.sections(program):
        if name == ".nv_debug_ptx_txt":
            data[offset:offset + size] = bytes(size)
    return bytes(data)
