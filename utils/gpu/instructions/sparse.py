"""Products of sparse matrices, wmma, and combinations of types that products.py leaves out."""
import numpy as np

from .kernels import HEADER, address, parameters
from .operands import RANDOM
from .products import ELEMENTS, fragment, mma, product_text, registers, wgmma


def metadata(kind, count):
    """Words of valid pairs of indices."""
    pairs = [0b0100, 0b1110] if kind == "tf32" else [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110]
    nibbles = RANDOM.choice(np.array(pairs, np.uint32), (count, 8))
    return (nibbles << np.arange(0, 32, 4, dtype=np.uint32)).sum(axis=1, dtype=np.uint32)


def with_metadata(kind, a, tests, threads, spread):
    """The registers of A; a word of metadata follows those of each thread."""
    values = fragment(kind, (tests, threads, a), spread).reshape(-1, a)
    return np.concatenate([values, metadata(kind, len(values))[:, None]], axis=1).reshape(-1)


def mma_sparse(shape, d, kind, a, b, sums, spread, tests=16):
    def make(arch):
        line = (f"  mma.sp::ordered_metadata.sync.aligned.{shape}.row.col.{d}.{kind}.{kind}.{d} {registers('c', sums)}, "
                f"{registers('a', a)}, {registers('b', b)}, {registers('c', sums)}, %a{a}, 0;\n")
        text = product_text(arch, 32, a + 1, b, sums, line)
        arrays = [with_metadata(kind, a, tests, 32, spread), fragment(kind, (tests, 32, b), spread),
                  fragment(d, (tests, 32, sums), spread, True)]
        return text, (tests, 1, 1), [*arrays, np.zeros_like(arrays[2])]
    return make


def wgmma_sparse(k, d, kind, sums, spread, tests=16):
    """m64n8: B's 512 bytes in shared memory without swizzle, four registers each of the first warp's array b."""
    def make(arch):
        flags = ", 1, 1" + (", 0" if kind in ("f16", "bf16") else "")
        line = ("  mov.u32 %t32, matrix;\n  mad.lo.u32 %t32, %n, 16, %t32;\n  setp.lt.u32 %p, %n, 32;\n"
                "  @%p st.shared.v4.b32 [%t32], {%b0, %b1, %b2, %b3};\n"
                "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  mov.u32 %t32, matrix;\n  shr.u32 %t32, %t32, 4;\n"
                f"  and.b32 %t32, %t32, 0x3fff;\n  cvt.u64.u32 %desc, %t32;\n  or.b64 %desc, %desc, {(128 >> 4) << 16 | (512 >> 4) << 32};\n"
                f"  wgmma.fence.sync.aligned;\n  wgmma.mma_async.sp.sync.aligned.m64n8k{k}.{d}.{kind}.{kind} {registers('c', sums)}, "
                f"{registers('a', 4)}, %desc, %a4, 0, 1{flags};\n"
                "  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n")
        text = product_text(arch, 128, 5, 4, sums, line, shared="  .shared .align 1024 .b8 matrix[1024];\n")
        arrays = [with_metadata(kind, 4, tests, 128, spread), fragment(kind, (tests, 128, 4), spread),
                  fragment(d, (tests, 128, sums), spread, True)]
        return text, (tests, 1, 1), [*arrays, np.zeros_like(arrays[2])]
    return make


def wmma(kind, d, k, a, b, sums, spread, tests=16):
    """m16n16 from and to global memory, with matrices in row order."""
    def make(arch):
        text = HEADER.format(arch=arch) + f".visible .entry k({parameters('abcy')})\n.reqntid 32\n{{\n"
        text += "  .reg .b64 %at, %pa, %pb, %pc, %py;\n  .reg .b32 %i;\n"
        for name, count in zip("abc", (a, b, sums)):
            text += f"  .reg .b32 %{name}<{count}>;\n"
        text += "  mov.u32 %i, %ctaid.x;\n"
        size, size_d = (np.dtype(ELEMENTS[t]).itemsize for t in (kind, d))
        for name, bytes_ in zip("abcy", (16 * k * size, 16 * k * size, 256 * size_d, 256 * size_d)):
            text += address(name, bytes_, "%i", f"%p{name}")
        for name, count, t, stride in (("a", a, kind, k), ("b", b, kind, 16), ("c", sums, d, 16)):
            text += (f"  wmma.load.{name}.sync.aligned{'.row' if name != 'c' else '.row'}.m16n16k{k}.global.{t} "
                     f"{registers(name, count)}, [%p{name}], {stride};\n")
        text += (f"  wmma.mma.sync.aligned.row.row.m16n16k{k}.{d if kind == 'f16' else d + '.' + kind + '.' + kind}.{d} "
                 f"{registers('c', sums)}, {registers('a', a)}, {registers('b', b)}, {registers('c', sums)};\n"
                 f"  wmma.store.d.sync.aligned.row.m16n16k{k}.global.{d} [%py], {registers('c', sums)}, 16;\n  ret;\n}}\n")
        arrays = [fragment(kind, (tests, 1, 16 * k * size // 4), spread), fragment(kind, (tests, 1, 16 * k * size // 4), spread),
                  fragment(d, (tests, 1, 64 * size_d), spread, True)]
        return text, (tests, 1, 1), [*arrays, np.zeros_like(arrays[2])]
    return make


def further_products():
    for spread in ("normal", "wide", "special"):
        for shape, d, kind, a, b, sums in (("m16n8k32", "f32", "f16", 4, 4, 4), ("m16n8k16", "f32", "f16", 2, 2, 4),
                                           ("m16n8k32", "f16", "f16", 4, 4, 2), ("m16n8k32", "f32", "bf16", 4, 4, 4),
                                           ("m16n8k16", "f32", "tf32", 4, 4, 4), ("m16n8k8", "f32", "tf32", 2, 2, 4),
                                           ("m16n8k64", "f32", "e4m3", 4, 4, 4)):
            yield f"mma.sp.{shape}.{d}.{kind}/{spread}", mma_sparse(shape, d, kind, a, b, sums, spread)
        for k, d, kind, sums in ((32, "f32", "f16", 4), (32, "f16", "f16", 2), (32, "f32", "bf16", 4), (16, "f32", "tf32", 4),
                                 (64, "f32", "e4m3", 4), (64, "f16", "e5m2", 2)):
            yield f"wgmma.sp.m64n8k{k}.{d}.{kind}/{spread}", wgmma_sparse(k, d, kind, sums, spread)
        for kind, d, k, a, sums in (("f16", "f32", 16, 8, 8), ("f16", "f16", 16, 8, 4), ("bf16", "f32", 16, 4, 8),
                                    ("tf32", "f32", 8, 4, 8)):
            yield f"wmma.m16n16k{k}.{d}.{kind}/{spread}", wmma(kind, d, k, a, a, sums, spread)
        for shape, a, b in (("m16n8k32", 4, 2), ("m16n8k16", 2, 1)):
            for d, sums in (("f32", 4), ("f16", 2)):
                for types in (("e4m3", "e5m2"), ("e4m3", "e4m3")):
                    yield (f"mma.{shape}.{d}.{types[0]}.{types[1]}/{spread}",
                           mma(shape, (d, *types, d), (a, b, sums), spread))
        yield f"wgmma.m64n8k32.f32.e4m3.e5m2/{spread}", wgmma(("f32", "e4m3", "e5m2"), 32, spread)
        yield f"wgmma.m64n8k32.f16.e5m2/{spread}", wgmma(("f16", "e5m2", "e5m2"), 32, spread, sums=2)
        yield f"wgmma.m64n8k32.f16.e4m3/{spread}/four", wgmma(("f16", "e4m3", "e4m3"), 32, spread, sums=2, steps=4)
        yield f"wgmma.m64n8k16.f32.f16/{spread}/negated", wgmma(("f32", "f16", "f16"), 16, spread, signs=", -1, 1")
