"""Tensor copies of boxes that are partly out of bounds, and at coordinates that the hardware refuses."""
import numpy as np

from .kernels import HEADER, address, parameters
from .operands import RANDOM, hard_floats

# CUtensorMapDataType, and the type that holds an element
TENSOR_TYPES = {"u8": (0, np.uint8), "u16": (1, np.uint16), "f16": (6, np.uint16), "f32": (7, np.uint32), "f64": (8, np.uint64),
                "bf16": (9, np.uint16), "f32.ftz": (10, np.uint32), "tf32": (11, np.uint32), "tf32.ftz": (12, np.uint32)}
ROWS, THREADS = 20, 128

DECLARATIONS = """  .reg .b64 %at, %px, %py, %map, %state;
  .reg .b32 %i, %n, %s, %to, %bar;
  .reg .pred %p, %q;
  .reg .b16 %h;
  .shared .align 1024 .b8 box[2048];
  .shared .align 8 .b8 barrier[8];
  mov.u32 %n, %tid.x;
  mov.u32 %s, box;
  mov.u32 %bar, barrier;
  setp.eq.u32 %p, %n, 0;
  mov.b64 %map, map;
  cvta.param.u64 %map, %map;
"""
LOAD = """  @%p mbarrier.init.shared.b64 [%bar], 1;
  fence.mbarrier_init.release.cluster;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  @%p mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], {bytes};
  @%p cp.async.bulk.tensor.{mode}.mbarrier::complete_tx::bytes [%s], [%map, {at}], [%bar]{offsets};
WAIT:
  mbarrier.try_wait.parity.shared.b64 %q, [%bar], 0;
  @!%q bra WAIT;
"""
STORE = """  fence.proxy.async.shared::cta;
  bar.sync 0;
  @%p {instruction}.tile.bulk_group [%map, {at}], [%s];
  @%p cp.async.bulk.commit_group;
  @%p cp.async.bulk.wait_group 0;
  ret;
}}
"""
# Each thread moves bytes n, n + 128, …
EACH_BYTE = """  cvt.u64.u32 %at, %n;
  add.u64 {global_}, {global_}, %at;
  add.u32 %to, %s, %n;
  mov.u32 %i, %n;
NEXT:
  {first}
  {second}
  add.u32 %to, %to, 128;
  add.u64 {global_}, {global_}, 128;
  add.u32 %i, %i, 128;
  setp.lt.u32 %q, %i, {bytes};
  @%q bra NEXT;
"""


def elements(kind, count):
    """Random bits; of f32, all kinds of floats and midpoints between two numbers of tf32."""
    holder = np.dtype(TENSOR_TYPES[kind][1])
    if holder.itemsize == 4:
        half_way = RANDOM.integers(0, 1 << 19, count, dtype=np.uint32) << np.uint32(13) | np.uint32(0x1000)
        return np.where(RANDOM.random(count) < 0.3, half_way, hard_floats("f32", count)).astype(np.uint32)
    if kind in ("f16", "bf16", "f64"):
        return hard_floats(kind, count)
    return RANDOM.integers(0, 256, count * holder.itemsize, dtype=np.uint8).view(holder)


class Tensor:
    """A tensor of 20 rows, and a box of 16 rows as wide as the swizzle, at coordinates that may be out of bounds."""

    def __init__(self, kind, swizzle, fill, at):
        self.kind, self.number = kind, TENSOR_TYPES[kind][0]
        self.size = np.dtype(TENSOR_TYPES[kind][1]).itemsize
        self.swizzle, self.fill, self.at = swizzle, fill, f"{{{at[0]}, {at[1]}}}"
        self.width = (32, 32, 64, 128)[swizzle] // self.size
        unit = 16 // self.size
        self.columns = -(-(self.width + 5) // unit) * unit
        self.bytes = 16 * self.width * self.size

    def head(self, arch, base):
        """The text before the first instruction; `base` is the parameter that points to the tensor."""
        note = [1, 1, 6, base, self.number, self.swizzle, self.fill, 2, 0, self.width + 3, 0, 1, self.width, 0, ROWS, 0,
                self.columns, 16]
        text = HEADER.format(arch=arch)
        text += f".visible .global .align 8 .b64 __tileiras_tensor_maps_k[{len(note)}] = {{{', '.join(map(str, note))}}};\n"
        return text + (f".visible .entry k({parameters('xy')}, .param .align 64 .b8 map[128])\n.reqntid {THREADS}\n{{\n" +
                       DECLARATIONS)

    def contents(self):
        return elements(self.kind, ROWS * self.columns)


def tensor_load(*place):
    def make(arch):
        tensor = Tensor(*place)
        text = tensor.head(arch, 0) + LOAD.format(
            bytes=tensor.bytes, mode="2d.shared::cluster.global.tile", at=tensor.at, offsets="") + address("y", 1, "0", "%py")
        text += EACH_BYTE.format(global_="%py", bytes=tensor.bytes, first="ld.shared.b8 %h, [%to];", second="st.global.b8 [%py], %h;")
        return text + "  ret;\n}\n", (1, 1, 1), [tensor.contents(), np.zeros(tensor.bytes, np.uint8)]
    return make


def tensor_store(instruction, *place):
    """`instruction` copies the box, or adds it to the tensor."""
    def make(arch):
        tensor = Tensor(*place)
        text = tensor.head(arch, 3) + address("x", 1, "0", "%px")
        text += EACH_BYTE.format(global_="%px", bytes=tensor.bytes, first="ld.global.b8 %h, [%px];", second="st.shared.b8 [%to], %h;")
        text += STORE.format(instruction=instruction, at=tensor.at)
        return text, (1, 1, 1), [elements(tensor.kind, tensor.bytes // tensor.size).view(np.uint8), tensor.contents()]
    return make


PLAIN_STORE = "cp.async.bulk.tensor.2d.global.shared::cta"
REDUCTIONS = {"f32": ("add",), "f32.ftz": ("add",), "f16": ("add", "min", "max"), "bf16": ("add", "min", "max"), "f64": ("add",)}


def tensor_cases():
    for kind, (number, holder) in TENSOR_TYPES.items():
        unit = 16 // np.dtype(holder).itemsize
        for swizzle in range(4):
            for at in ((0, 0), (-unit, -3), (unit, 9)):
                name = f"{kind}.swizzle{swizzle}.at{at[0]},{at[1]}"
                for fill in (0, 1) if number >= 6 else (0,):
                    yield f"tma.load.{name}.fill{fill}", tensor_load(kind, swizzle, fill, at)
                yield f"tma.store.{name}", tensor_store(PLAIN_STORE, kind, swizzle, 0, at)
            yield f"tma.store.{kind}.swizzle{swizzle}.at0,-3", tensor_store(PLAIN_STORE, kind, swizzle, 0, (0, -3))
        for operation in REDUCTIONS.get(kind, ()):
            for at in ((0, 0), (-unit, 9), (unit, 9), (0, -3)):
                yield (f"tma.{operation}.{kind}.at{at[0]},{at[1]}",
                       tensor_store(PLAIN_STORE.replace("cp.", "cp.reduce.") + f".{operation}", kind, 0, 0, at))
    yield from misaligned_cases()
    yield from im2col_cases()


def misaligned_cases():
    """Coordinates in dimension 0 that aren't multiples of 16 bytes, and adjacent ones that are."""
    places = {"u8": (1, 2, 4, 8, 15, 16, -1, -8, -16), "f16": (1, 2, 3, 4, 7, 8, -1, -4, -8), "f32": (1, 2, 3, 4, -1, -2, -4),
              "f64": (1, 2, -1, -2)}
    for kind, columns in places.items():
        for column in columns:
            for swizzle in (0, 3):
                yield f"tma.place.load.{kind}.swizzle{swizzle}.at{column}", tensor_load(kind, swizzle, 0, (column, 0))
            yield f"tma.place.store.{kind}.swizzle0.at{column}", tensor_store(PLAIN_STORE, kind, 0, 0, (column, 0))


def im2col(size, swizzle, fill, at, offsets, step):
    """16 pixels of 32 bytes, or as wide as the swizzle, from two images of 7 by 5 with a border of 1."""
    def make(arch):
        channels = (32, 32, 64, 128)[swizzle] // size
        extents = (channels + 16, 7, 5, 2)
        strides = [extents[0] * size, 7 * extents[0] * size, 35 * extents[0] * size]
        number, kind = {1: (0, "u8"), 2: (6, "f16"), 4: (7, "f32")}[size]
        bytes_ = 16 * channels * size
        text = HEADER.format(arch=arch)
        text += f".visible .entry k({parameters('xy')}, .param .align 64 .b8 map[128])\n.reqntid {THREADS}\n{{\n" + DECLARATIONS
        text += LOAD.format(bytes=bytes_, mode="4d.shared::cluster.global.im2col", at=f"{{{', '.join(map(str, at))}}}",
                            offsets=f", {{{offsets[0]}, {offsets[1]}}}") + address("y", 1, "0", "%py")
        text += EACH_BYTE.format(global_="%py", bytes=bytes_, first="ld.shared.b8 %h, [%to];", second="st.global.b8 [%py], %h;")
        arrays = [elements(kind, int(np.prod(extents))), np.zeros(bytes_, np.uint8)]
        return (text + "  ret;\n}\n", (1, 1, 1), arrays,
                [0, number, extents, strides, (-1, -1), (-1, -1), channels, 16, (1, step, step, 1), swizzle, fill])
    return make


def im2col_cases():
    for size, kind in ((1, "u8"), (2, "f16"), (4, "f32")):
        for swizzle in (0, 3):
            for channel in (0, 16 // size, 4 if size < 4 else 2):
                yield (f"tma.im2col.{kind}.swizzle{swizzle}.at{channel}",
                       im2col(size, swizzle, int(size > 1), (channel, -1, -1, 0), (1, 2), 1))
            yield f"tma.im2col.{kind}.swizzle{swizzle}.step2", im2col(size, swizzle, 0, (0, -1, 1, 0), (0, 1), 2)
            yield f"tma.im2col.{kind}.swizzle{swizzle}.end", im2col(size, swizzle, 0, (16 // size, 3, 2, 1), (2, 0), 1)
