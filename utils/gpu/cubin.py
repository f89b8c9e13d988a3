"""Reads the sections of a cubin, and the threads that a kernel requires."""
import re
import struct

# An attribute in .nv.info.KERNEL has a byte of format, a byte of kind, and two bytes of value, or of size if a value follows.
VALUE_FOLLOWS, REQUIRED_THREADS = 4, 0x10


def sections(cubin):
    """The name, offset and size of each section."""
    table, = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3a)
    headers = [struct.unpack_from("<IIQQQQ", cubin, table + n * size) for n in range(count)]
    for name, kind, _, _, offset, length in headers:
        start = headers[names][4] + name
        yield cubin[start:cubin.index(0, start)].decode(), offset, 0 if kind == 8 else length


def attributes(info):
    """The kind and value of each attribute; a value is an integer or bytes."""
    at = 0
    while at < len(info):
        form, number, value = struct.unpack_from("<BBH", info, at)
        at += 4
        if form == VALUE_FOLLOWS:
            yield number, info[at:at + value]
            at += value
        else:
            yield number, value


def required_block(image, kernel):
    """The .reqntid of a kernel in a cubin or PTX, three integers; None if it has none."""
    if image[:4] != b"\x7fELF":
        text = image.decode(errors="replace")
        entry = re.search(rf"\.entry\s+{re.escape(kernel)}\b[^{{]*", text)
        said = entry and re.search(r"\.reqntid\s+([\d, ]+)", entry[0])
        dims = [int(n) for n in said[1].split(",") if n.strip()] if said else None
        return tuple(dims + [1] * (3 - len(dims))) if dims else None
    for name, offset, size in sections(image):
        if name == f".nv.info.{kernel}":
            for number, value in attributes(image[offset:offset + size]):
                if number == REQUIRED_THREADS:
                    return struct.unpack("<3I", value)
    return None
