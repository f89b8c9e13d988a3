"""Arithmetic, approximations and conversions, over many operands each."""
import numpy as np

from .kernels import body, nary, unary
from .operands import RANDOM, all16, f32, f64, longs, pairs16, words


def elementwise_cases():
    x, y, z = f32(), f32(), f32()
    RANDOM.shuffle(y)
    near = (x.view(np.uint32) ^ RANDOM.integers(0, 1 << 20, x.size, dtype=np.uint32)).view(np.float32)
    for name in ("ex2.approx", "lg2.approx", "rcp.approx", "rsqrt.approx", "sqrt.approx", "sin.approx", "cos.approx", "rcp.rn",
                 "sqrt.rn"):
        for ftz in ("", ".ftz"):
            yield f"{name}{ftz}.f32", unary(f"{name}{ftz}.f32", x)
    yield "tanh.approx.f32", unary("tanh.approx.f32", x)
    for name in ("div.approx", "div.full", "div.rn", "add.rn", "mul.rn", "min", "max", "min.NaN", "max.NaN", "add.rz",
                 "mul.rz", "max.xorsign.abs"):
        for ftz in ("", ".ftz") if name != "max.xorsign.abs" else ("",):
            full = name.replace(".NaN", ftz + ".NaN") if "NaN" in name else name + ftz
            yield f"{full}.f32", nary(f"{full}.f32", x, y if name[:3] != "div" else near)
    for name in ("fma.rn", "fma.rn.ftz", "fma.rz", "fma.rm", "fma.rn.sat"):
        yield f"{name}.f32", nary(f"{name}.f32", x, y, z)
    d, e = f64(), f64()
    yield "rcp.approx.ftz.f64", unary("rcp.approx.ftz.f64", d)
    yield "rsqrt.approx.ftz.f64", unary("rsqrt.approx.ftz.f64", d)
    for name in ("div.rn.f64", "add.rn.f64", "mul.rn.f64", "min.f64", "max.f64"):
        yield name, nary(name, d, e)
    yield "fma.rn.f64", nary("fma.rn.f64", d, e, np.roll(e, 1))
    h = all16()
    for name in ("ex2.approx.f16", "ex2.approx.ftz.bf16", "tanh.approx.f16", "tanh.approx.bf16", "neg.f16", "abs.bf16",
                 "neg.ftz.f16"):
        yield name, unary(name, h)
    p, q, r = pairs16(), pairs16()[::-1].copy(), np.roll(pairs16(), 77)
    for name in ("ex2.approx.f16x2", "ex2.approx.ftz.bf16x2", "tanh.approx.f16x2", "tanh.approx.bf16x2"):
        yield name, unary(name, p)
    for kind in ("f16x2", "bf16x2"):
        for name in ("add.rn", "mul.rn", "sub.rn", "min", "max", "min.NaN"):
            yield f"{name}.{kind}", nary(f"{name}.{kind}", p, q)
        yield f"fma.rn.{kind}", nary(f"fma.rn.{kind}", p, q, r)
        yield f"fma.rn.relu.{kind}", nary(f"fma.rn.relu.{kind}", p, q, r)
    for name in ("add.rn.ftz.f16x2", "fma.rn.ftz.f16x2"):
        yield name, nary(name, *([p, q] if name[0] == "a" else [p, q, r]))
    yield from conversions(x, y, d, h)
    w, v = words(), words()[::-1].copy()
    for name in ("div.s32", "rem.s32", "div.u32", "rem.u32", "mul.hi.s32", "mul.hi.u32", "shl.b32", "shr.s32", "shr.u32"):
        yield name, nary(name, w, v)
    l, m = longs(), longs()[::-1].copy()
    for name in ("div.s64", "rem.s64", "div.u64", "rem.u64", "mul.hi.s64"):
        yield name, nary(name, l, m)
    for kind in ("add.noftz.f16x2", "add.noftz.bf16x2"):
        yield f"atom.global.{kind}", body(f"atom.global.{kind} %y, [%pa], %b;", p, q)
    yield "atom.global.add.f32", body("atom.global.add.f32 %y, [%pa], %b;", x, y)
    yield "red.global.add.f32", body("red.global.add.f32 [%pa], %b; mov.b32 %y, 0;", x, y)
    yield "atom.global.add.f64", body("atom.global.add.f64 %y, [%pa], %b;", d, e)
    for kind in ("add.noftz.f16", "add.noftz.bf16"):
        yield f"atom.global.{kind}", body(f"atom.global.{kind} %y, [%pa], %b;", h, h[::-1].copy())
    for name in ("add.u32", "min.s32", "max.u32", "and.b32", "xor.b32"):
        yield f"redux.sync.{name}", body(f"redux.sync.{name} %y, %a, 0xffffffff;", w)


def conversions(x, y, d, h):
    for rounding in ("rn", "rz"):
        for kind in ("f16", "bf16"):
            yield f"cvt.{rounding}.{kind}.f32", unary(f"cvt.{rounding}.{kind}.f32", x, np.uint16)
            yield f"cvt.{rounding}.relu.{kind}.f32", unary(f"cvt.{rounding}.relu.{kind}.f32", x, np.uint16)
            yield f"cvt.{rounding}.{kind}x2.f32", nary(f"cvt.{rounding}.{kind}x2.f32", x, y, out=np.uint32)
    for rounding in ("rm", "rp"):
        yield f"cvt.{rounding}.f16.f32", unary(f"cvt.{rounding}.f16.f32", x, np.uint16)
    for kind in ("rna", "rn", "rz", "rn.relu"):
        yield f"cvt.{kind}.tf32.f32", unary(f"cvt.{kind}.tf32.f32", x, np.uint32)
    for kind in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            yield f"cvt.rn.satfinite{relu}.{kind}.f32", nary(f"cvt.rn.satfinite{relu}.{kind}.f32", x, y, out=np.uint16)
            yield f"cvt.rn.satfinite{relu}.{kind}.f16x2", unary(f"cvt.rn.satfinite{relu}.{kind}.f16x2", pairs16(), np.uint16)
            yield f"cvt.rn{relu}.f16x2.{kind}", unary(f"cvt.rn{relu}.f16x2.{kind}", h, np.uint32)
    for kind in ("f16", "bf16"):
        yield f"cvt.f32.{kind}", unary(f"cvt.f32.{kind}", h, np.uint32)
        yield f"cvt.f64.{kind}", unary(f"cvt.f64.{kind}", h, np.uint64)
        for to in ("s32", "u32", "s16", "u16"):
            yield f"cvt.rni.{to}.{kind}", unary(f"cvt.rni.{to}.{kind}", h, np.uint32 if "32" in to else np.uint16)
    yield "cvt.ftz.f32.f16", unary("cvt.ftz.f32.f16", h, np.uint32)
    yield "cvt.rn.bf16.f16", unary("cvt.rn.bf16.f16", h, np.uint16)
    yield "cvt.rn.f16.bf16", unary("cvt.rn.f16.bf16", h, np.uint16)
    yield "cvt.rn.f16.f64", unary("cvt.rn.f16.f64", d, np.uint16)
    yield "cvt.rn.f32.f64", unary("cvt.rn.f32.f64", d, np.uint32)
    yield "cvt.rn.ftz.f32.f64", unary("cvt.rn.ftz.f32.f64", d, np.uint32)
    yield "cvt.f64.f32", unary("cvt.f64.f32", x, np.uint64)
    yield "cvt.sat.f32.f32", unary("cvt.sat.f32.f32", x)
    for rounding in ("rni", "rzi", "rmi", "rpi"):
        yield f"cvt.{rounding}.f32.f32", unary(f"cvt.{rounding}.f32.f32", x)
        for to in ("s32", "u32", "s64", "u64"):
            size = np.uint64 if "64" in to else np.uint32
            yield f"cvt.{rounding}.{to}.f32", unary(f"cvt.{rounding}.{to}.f32", x, size)
            yield f"cvt.{rounding}.{to}.f64", unary(f"cvt.{rounding}.{to}.f64", d, size)
    for to in ("s8", "u8", "s16", "u16"):
        yield f"cvt.rzi.{to}.f32", body(f"cvt.rzi.{to}.f32 %t16, %a; cvt.u32.u16 %y, %t16;", x, out=np.uint32)
    for rounding in ("rn", "rz", "rm", "rp"):
        for source in ("s32", "u32"):
            yield f"cvt.{rounding}.f32.{source}", unary(f"cvt.{rounding}.f32.{source}", words(), np.uint32)
        for source in ("s64", "u64"):
            yield f"cvt.{rounding}.f32.{source}", unary(f"cvt.{rounding}.f32.{source}", longs(), np.uint32)
            yield f"cvt.{rounding}.f64.{source}", unary(f"cvt.{rounding}.f64.{source}", longs(), np.uint64)
    for kind in ("f16", "bf16"):
        for source in ("s32", "u32"):
            yield f"cvt.rn.{kind}.{source}", unary(f"cvt.rn.{kind}.{source}", words(), np.uint16)
        for source in ("s16", "u16"):
            yield f"cvt.rn.{kind}.{source}", unary(f"cvt.rn.{kind}.{source}", h, np.uint16)
