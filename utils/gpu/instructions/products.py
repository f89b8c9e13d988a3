"""mma.sync and wgmma, on whole fragments per warp."""
import ml_dtypes
import numpy as np

from .kernels import HEADER, address, parameters
from .operands import RANDOM

ELEMENTS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32, "f32": np.float32, "f64": np.float64,
            "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2, "s8": np.int8, "u8": np.uint8, "s32": np.int32}
SPREADS = ("normal", "wide", "mixed", "ones", "special", "zeros", "tiny", "huge", "signs")
# The exponents of the smallest and of the largest normal number.
REACHES = {"e4m3": (-6, 8), "e5m2": (-14, 15), "f16": (-14, 15), "bf16": (-126, 127), "tf32": (-126, 127), "f32": (-126, 127),
           "f64": (-1022, 1023)}


def fragment(kind, shape, spread, is_sum=False):
    """Registers full of elements of a kind, as words."""
    count = shape[0] * shape[1] * shape[2] * (8 if kind == "f64" else 4) // np.dtype(ELEMENTS[kind]).itemsize
    if kind in ("s8", "u8", "s32"):
        info = np.iinfo(ELEMENTS[kind])
        values = RANDOM.integers(info.min, info.max + 1, count) if kind != "s32" else RANDOM.integers(-1000, 1000, count)
    elif spread == "normal":
        values = RANDOM.standard_normal(count)
    elif spread == "wide":  # exponents far apart, so that accumulators lose bits
        reach = {"e4m3": 6, "e5m2": 12, "f16": 12}.get(kind, 20)
        values = RANDOM.standard_normal(count) * np.exp2(RANDOM.integers(-reach, reach, count))
    elif spread == "mixed":  # a few large numbers that cancel
        values = np.where(RANDOM.random(count) < 0.1, RANDOM.choice([-96.0, 96.0], count), RANDOM.standard_normal(count) / 16)
    elif spread == "ones":
        values = RANDOM.choice([0.0, 1.0, -1.0, 2.0**-6], count)
    elif spread == "zeros":  # zero factors among large ones; small accumulators
        low, high = REACHES[kind]
        values = RANDOM.standard_normal(count) * np.exp2(RANDOM.integers(low // 2, high - 2, count).astype(float))
        values = RANDOM.standard_normal(count) * 2.0**-20 if is_sum else np.where(RANDOM.random(count) < 0.7, 0.0, values)
    elif spread in ("tiny", "huge"):  # products at either end of f32, factors at either end of their type
        low, high = REACHES[kind]
        low, high = ((-147, -120) if is_sum else (max(low - 5, -78), max(low, -78) + 18)) if spread == "tiny" else (
            (high - 3, high + 1) if is_sum else (min(high, 66) - 6, min(high, 66)))
        values = RANDOM.standard_normal(count) * np.exp2(RANDOM.integers(low, high, count).astype(float))
    elif spread == "signs":  # zeros of either sign
        values = RANDOM.choice([0.0, -0.0, 0.0, -0.0, 1.0, -1.0], count)
    else:
        values = np.where(RANDOM.random(count) < 0.03, RANDOM.choice([np.inf, -np.inf, np.nan, 0.0, -0.0], count),
                          RANDOM.standard_normal(count))
    with np.errstate(all="ignore"):
        array = values.astype(ELEMENTS[kind])
    return array.view(np.uint64 if kind == "f64" else np.uint32).reshape(-1)


def moves(name, count, base, load, width=32):
    """Loads or stores `count` registers of each thread, which are contiguous."""
    size, lines = width // 8, ""
    for n in range(count):
        lines += (f"  ld.global.b{width} %{name}{n}, [{base}+{n * size}];\n" if load else
                  f"  st.global.b{width} [{base}+{n * size}], %{name}{n};\n")
    return lines


def product_text(arch, threads, a, b, c, instruction, width=32, shared=""):
    """A CTA is a warp or a warpgroup; fragments are stored thread by thread."""
    text = HEADER.format(arch=arch) + f".visible .entry k({parameters('abcy')})\n.reqntid {threads}\n{{\n"
    text += f"  .reg .b64 %at, %pa, %pb, %pc, %py, %desc, %t64;\n  .reg .b32 %i, %n, %t32;\n  .reg .pred %p;\n{shared}"
    for name, count in zip("abc", (a, b, c)):
        text += f"  .reg .b{width} %{name}<{max(count, 1)}>;\n"
    text += f"  mov.u32 %i, %ctaid.x;\n  mov.u32 %n, %tid.x;\n  mad.lo.u32 %i, %i, {threads}, %n;\n"
    for name, count in zip("abc", (a, b, c)):
        text += address(name, count * width // 8, "%i", f"%p{name}") + moves(name, count, f"%p{name}", True, width)
    text += address("y", c * width // 8, "%i", "%py") + instruction
    return text + moves("c", c, "%py", False, width) + "  ret;\n}\n"


def registers(name, count):
    return "{" + ", ".join(f"%{name}{n}" for n in range(count)) + "}"


def mma(shape, types, counts, spread, tests=16, width=32):
    def make(arch):
        a, b, c = counts
        line = (f"  mma.sync.aligned.{shape}.row.col.{'.'.join(types)} {registers('c', c)}, {registers('a', a)}, "
                f"{registers('b', b)}, {registers('c', c)};\n")
        text = product_text(arch, 32, a, b, c, line, width)
        arrays = [fragment(types[1], (tests, 32, a), spread), fragment(types[2], (tests, 32, b), spread),
                  fragment(types[3], (tests, 32, c), spread, True)]
        return text, (tests, 1, 1), [*arrays, np.zeros_like(arrays[2])]
    return make


def wgmma(types, k, spread, tests=16, sums=4, steps=1, signs=", 1, 1"):
    """m64n8: A from registers, B's 256 bytes in shared memory without swizzle."""
    def make(arch):
        d, a, b = types
        flags = {"s32": ""}.get(d, signs)
        transposed = ", 0" if a in ("f16", "bf16") else ""
        flags += transposed
        copy = ("  .shared .align 1024 .b8 matrix[1024];\n")
        line = "  mov.u32 %t32, matrix;\n  mad.lo.u32 %t32, %n, 8, %t32;\n"
        # Threads 0 to 31 copy B's 256 bytes: each has two registers of the first warp's array b.
        line += "  setp.lt.u32 %p, %n, 32;\n  @%p st.shared.v2.b32 [%t32], {%b0, %b1};\n"
        line += "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  mov.u32 %t32, matrix;\n  shr.u32 %t32, %t32, 4;\n"
        line += "  and.b32 %t32, %t32, 0x3fff;\n  cvt.u64.u32 %desc, %t32;\n"
        line += f"  or.b64 %desc, %desc, {(128 >> 4) << 16 | (256 >> 4) << 32};\n  wgmma.fence.sync.aligned;\n"
        for _ in range(steps):
            line += (f"  wgmma.mma_async.sync.aligned.m64n8k{k}.{d}.{a}.{b} {registers('c', sums)}, {registers('a', 4)}, %desc, 1"
                     f"{flags};\n")
        line += "  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n"
        text = product_text(arch, 128, 4, 2, sums, line, shared=copy)
        arrays = [fragment(a, (tests, 128, 4), spread), fragment(b, (tests, 128, 2), spread),
                  fragment(d, (tests, 128, sums), spread, True)]
        return text, (tests, 1, 1), [*arrays, np.zeros_like(arrays[2])]
    return make


def matrix_cases():
    half = [("m16n8k16", (4, 2)), ("m16n8k8", (2, 1))]
    for spread in SPREADS:
        for shape, (a, b) in half:
            for kind in ("f16", "bf16"):
                yield f"mma.{shape}.f32.{kind}/{spread}", mma(shape, ("f32", kind, kind, "f32"), (a, b, 4), spread)
            yield f"mma.{shape}.f16.f16/{spread}", mma(shape, ("f16", "f16", "f16", "f16"), (a, b, 2), spread)
        for shape, (a, b) in (("m16n8k8", (4, 2)), ("m16n8k4", (2, 1))):
            yield f"mma.{shape}.f32.tf32/{spread}", mma(shape, ("f32", "tf32", "tf32", "f32"), (a, b, 4), spread)
        for kind in ("e4m3", "e5m2"):
            yield f"mma.m16n8k32.f32.{kind}/{spread}", mma("m16n8k32", ("f32", kind, kind, "f32"), (4, 2, 4), spread)
        for shape, counts in (("m8n8k4", (1, 1, 2)), ("m16n8k4", (2, 1, 4)), ("m16n8k8", (4, 2, 4)), ("m16n8k16", (8, 4, 4))):
            if spread in ("normal", "wide", "special"):
                yield f"mma.{shape}.f64/{spread}", mma(shape, ("f64",) * 4, counts, spread, width=64)
        for d, kind, k, sums in (("f32", "f16", 16, 4), ("f16", "f16", 16, 2), ("f32", "bf16", 16, 4), ("f32", "tf32", 8, 4),
                                 ("f32", "e4m3", 32, 4), ("f32", "e5m2", 32, 4), ("f16", "e4m3", 32, 2)):
            yield f"wgmma.m64n8k{k}.{d}.{kind}/{spread}", wgmma((d, kind, kind), k, spread, sums=sums)
            if spread == "normal":
                yield f"wgmma.m64n8k{k}.{d}.{kind}/four", wgmma((d, kind, kind), k, spread, sums=sums, steps=4)
    yield "mma.m16n8k32.s32.s8", mma("m16n8k32", ("s32", "s8", "s8", "s32"), (4, 2, 4), "")
    yield "mma.m16n8k32.s32.u8.s8", mma("m16n8k32", ("s32", "u8", "s8", "s32"), (4, 2, 4), "")
    yield "wgmma.m64n8k32.s32.s8", wgmma(("s32", "s8", "s8"), 32, "")
