"""The properties of a cubin's kernel apart from its code: threads, registers, shared memory, the PTX that it was
assembled from."""
import dataclasses
import itertools
import re
import struct
import subprocess

from . import sass

RESERVED = 1024  # bytes of shared memory of each CTA that the system reserves
REQNTID = 0x10  # EIATTR_REQNTID of .nv.info.<kernel>
REGCOUNT = 0x2f  # EIATTR_REGCOUNT of .nv.info: symbol, registers


@dataclasses.dataclass
class Kernel:
    name: str
    warps: int  # in a CTA
    registers: int  # per thread, as launched
    shared: int  # bytes, without the system's
    ring: int  # stages of the deepest circular buffer with mbarriers; 1 where there is none
    pool: tuple  # registers by setmaxnreg, () without


def sections(data):
    """Name -> bytes of each section of an ELF file."""
    table, = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3c)
    heads = [struct.unpack_from("<IIQQQQ", data, table + 64 * i) for i in range(count)]
    name = lambda h: data[(at := heads[names][4] + h[0]):data.index(0, at)].decode()
    return {name(h): data[h[4]:h[4] + h[5]] for h in heads}


def records(info):
    """Attribute and position of the value of each record of a section .nv.info: format, attribute, and value or size."""
    at = 0
    while at + 4 <= len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        yield attribute, at + 4
        at += 4 + (size if form == 4 else 0)


def threads(info):
    """The threads of a CTA, from a section .nv.info.<kernel>."""
    for attribute, at in records(info):
        if attribute == REQNTID:
            x, y, z = struct.unpack_from("<III", info, at)
            return x * y * z
    return 128


def registers(info):
    """The registers of a thread of the only kernel, from a section .nv.info."""
    return max((struct.unpack_from("<II", info, at)[1] for attribute, at in records(info) if attribute == REGCOUNT),
               default=0)


def deepest_ring(ptx):
    """Stages of the deepest circular buffer, from the order in which its full and empty mbarriers are initialised."""
    return max(deepest_interleaved(ptx), deepest_separate(ptx))


def deepest_interleaved(ptx):
    """The closed compiler alternates the full and empty mbarriers of each stage: they are recognised by their
    addresses."""
    at = [int(x) for x in re.findall(r"mbarrier\.init[\w.:]*\s+\[\w+\+(\d+)\]", ptx)]
    deepest, i = 1, 0
    while i + 1 < len(at):
        stages = (at[i + 1] - at[i]) // 8
        if stages > 1 and at[i:i + 2 * stages] == [at[i] + 8 * (k // 2 + k % 2 * stages) for k in range(2 * stages)]:
            deepest = max(deepest, stages)
            i += 2 * stages
        else:
            i += 1
    return deepest


def deepest_separate(ptx):
    """Our compiler initialises all full mbarriers, then all empty ones: they are recognised by their arrival counts."""
    counts = re.findall(r"mbarrier\.init[\w.:]*\s+\[%\w+(?:\+\d+)?\],\s*(\d+);", ptx)
    runs = [len(list(run)) for _, run in itertools.groupby(counts)]
    return max((full for full, empty in zip(runs[::2], runs[1::2]) if full == empty), default=1)


def own_shared(used, found):
    """Bytes without the system's part, which is included from sm_90 on and marked by a section, unless it is the
    whole."""
    return used - RESERVED if used and ".nv.shared.reserved.0" in found else used


def read(path):
    """The kernel of a cubin with a single one."""
    with open(path, "rb") as file:
        found = sections(file.read())
    name = next(s[len(".text."):] for s in found if s.startswith(".text."))
    ptx = found.get(".nv_debug_ptx_txt", b"").replace(b"\0", b"\n").decode()
    said = subprocess.run([sass.tool("cuobjdump"), "--dump-resource-usage", path], capture_output=True, text=True).stdout
    usage = re.search(r"REG:(\d+) STACK:\d+ SHARED:(\d+)", said)
    return Kernel(name, threads(found.get(f".nv.info.{name}", b"")) // 32, int(usage[1]), own_shared(int(usage[2]), found),
                  deepest_ring(ptx), tuple(sorted(set(map(int, re.findall(r"setmaxnreg\S+\s+(\d+)", ptx))))))
