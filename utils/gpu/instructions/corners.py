"""Integer and floating-point instructions and additions in memory, over the corner cases of operands.py."""
import numpy as np

from .kernels import body, nary, unary
from .operands import hard_floats, hard_integers

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")


def size_of(kind):
    return int(kind.lstrip("subf")) // 8 if kind[0] != "b" or kind[1] != "f" else 2


def corner_cases():
    for name, make in [*integers(), *integer_specials(), *floats(), *comparisons(), *float_conversions(), *atomics(),
                       *bulk_reductions()]:
        yield f"{name}/corners", make


def integers():
    for kind in ("s16", "u16", "s32", "u32", "s64", "u64"):
        size = size_of(kind)
        for name in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            yield f"{name}.{kind}", nary(f"{name}.{kind}", hard_integers(size), hard_integers(size))
        for name in ("mad.lo", "mad.hi", "sad"):
            yield f"{name}.{kind}", nary(f"{name}.{kind}", *(hard_integers(size) for _ in range(3)))
        yield f"shr.{kind}", nary(f"shr.{kind}", hard_integers(size), hard_integers(4))
        if kind[0] == "s":
            yield f"abs.{kind}", unary(f"abs.{kind}", hard_integers(size))
            yield f"neg.{kind}", unary(f"neg.{kind}", hard_integers(size))
            yield f"shl.b{8 * size}", nary(f"shl.b{8 * size}", hard_integers(size), hard_integers(4))
        if size >= 4:
            yield f"bfe.{kind}", nary(f"bfe.{kind}", hard_integers(size), hard_integers(4), hard_integers(4))
            yield f"bfind.{kind}", unary(f"bfind.{kind}", hard_integers(size), np.uint32)
            yield f"bfind.shiftamt.{kind}", unary(f"bfind.shiftamt.{kind}", hard_integers(size), np.uint32)
        if size <= 4:
            yield f"mul.wide.{kind}", nary(f"mul.wide.{kind}", hard_integers(size), hard_integers(size), out=f"u{2 * size}")
    for size in (4, 8):
        for name in ("popc", "clz", "brev"):
            yield f"{name}.b{8 * size}", unary(f"{name}.b{8 * size}", hard_integers(size), f"u{size}" if name == "brev" else np.uint32)
        yield f"bfi.b{8 * size}", body(f"bfi.b{8 * size} %y, %a, %b, %c, 8;", hard_integers(size), hard_integers(size), hard_integers(4))
        yield f"bfi.b{8 * size}.length", body(f"bfi.b{8 * size} %y, %a, %b, 3, %c;", hard_integers(size), hard_integers(size),
                                              hard_integers(4))


def integer_specials():
    w = lambda n: [hard_integers(4) for _ in range(n)]
    for name in ("add.sat.s32", "sub.sat.s32", "mul24.lo.s32", "mul24.hi.u32", "bmsk.clamp.b32", "bmsk.wrap.b32", "szext.clamp.s32",
                 "szext.wrap.u32", "add.u16x2", "min.s16x2", "max.u16x2", "min.relu.s32"):
        yield name, nary(name, *w(2))
    for name in ("mad.hi.sat.s32", "mad24.lo.u32", "dp4a.s32.s32", "dp4a.u32.u32", "dp4a.u32.s32", "dp2a.lo.s32.u32",
                 "dp2a.hi.u32.s32", "shf.l.wrap.b32", "shf.l.clamp.b32", "shf.r.wrap.b32", "shf.r.clamp.b32", "prmt.b32",
                 "prmt.b32.f4e", "prmt.b32.b4e", "prmt.b32.rc8", "prmt.b32.ecl", "prmt.b32.ecr", "prmt.b32.rc16", "slct.s32.s32",
                 "slct.f32.f32", "vadd.s32.s32.s32.sat.add", "vabsdiff.s32.s32.s32.max", "vmin.s32.u32.s32.min"):
        yield name, nary(name, *w(3))
    yield "lop3.b32", body("lop3.b32 %y, %a, %b, %c, 0xe2;", *w(3))
    yield "fns.b32", body("and.b32 %b, %b, 31; and.b32 %c, %c, 63; sub.s32 %c, %c, 32; fns.b32 %y, %a, %b, %c;", *w(3))
    yield "addc.u32", body("add.cc.u32 %t32, %a, %b; addc.u32 %y, %c, %a;", *w(3))
    yield "subc.u32", body("sub.cc.u32 %t32, %a, %b; subc.u32 %y, %c, %a;", *w(3))
    yield "madc.hi.u32", body("mad.lo.cc.u32 %t32, %a, %b, %c; madc.hi.u32 %y, %a, %b, %c;", *w(3))
    yield "cvt.pack.sat.s16.s32", nary("cvt.pack.sat.s16.s32", *w(2))
    yield "cvt.pack.sat.u8.s32.b32", nary("cvt.pack.sat.u8.s32.b32", *w(3))


def floats():
    for kind in ("f32", "f64", "f16", "bf16"):
        x = lambda n: [hard_floats(kind) for _ in range(n)]
        modes = {"f32": ("rn", "rz", "rm", "rp", "rn.ftz", "rn.sat", "rz.ftz.sat"), "f64": ("rn", "rz", "rm", "rp"),
                 "f16": ("rn", "rn.ftz", "rn.sat"), "bf16": ("rn",)}[kind]
        for mode in modes:
            for name in ("add", "sub", "mul"):
                yield f"{name}.{mode}.{kind}", nary(f"{name}.{mode}.{kind}", *x(2))
            yield f"fma.{mode}.{kind}", nary(f"fma.{mode}.{kind}", *x(3))
            if kind in ("f32", "f64") and "sat" not in mode:
                yield f"div.{mode}.{kind}", nary(f"div.{mode}.{kind}", *x(2))
                yield f"rcp.{mode}.{kind}", unary(f"rcp.{mode}.{kind}", *x(1))
                yield f"sqrt.{mode}.{kind}", unary(f"sqrt.{mode}.{kind}", *x(1))
        if kind in ("f16", "bf16"):
            yield f"fma.rn.relu.{kind}", nary(f"fma.rn.relu.{kind}", *x(3))
        for name in ("neg", "abs"):
            yield f"{name}.{kind}", unary(f"{name}.{kind}", *x(1))
            if kind in ("f32", "f16"):
                yield f"{name}.ftz.{kind}", unary(f"{name}.ftz.{kind}", *x(1))
        for name in ("min", "max"):
            yield f"{name}.{kind}", nary(f"{name}.{kind}", *x(2))
            if kind != "f64":
                yield f"{name}.NaN.{kind}", nary(f"{name}.NaN.{kind}", *x(2))
                yield f"{name}.xorsign.abs.{kind}", nary(f"{name}.xorsign.abs.{kind}", *x(2))
                yield f"{name}.NaN.xorsign.abs.{kind}", nary(f"{name}.NaN.xorsign.abs.{kind}", *x(2))
        if kind in ("f32", "f64"):
            yield f"copysign.{kind}", nary(f"copysign.{kind}", *x(2))
            for p in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
                yield f"testp.{p}.{kind}", body(f"testp.{p}.{kind} %p, %a; selp.b32 %y, 1, 0, %p;", *x(1), out=np.uint32)
    for kind in ("f16x2", "bf16x2"):
        packed = lambda n: [hard_floats(kind[:-2], 8192).view(np.uint32) for _ in range(n)]
        for name in ("neg", "abs"):
            yield f"{name}.{kind}", unary(f"{name}.{kind}", *packed(1))
        for name in ("min", "max", "add.rn", "mul.rn", "min.xorsign.abs"):
            yield f"{name}.{kind}", nary(f"{name}.{kind}", *packed(2))
    for name in ("ex2.approx", "lg2.approx", "rcp.approx", "rsqrt.approx", "sqrt.approx", "sin.approx", "cos.approx",
                 "tanh.approx"):
        for ftz in ("", ".ftz") if name != "tanh.approx" else ("",):
            yield f"{name}{ftz}.f32", unary(f"{name}{ftz}.f32", hard_floats("f32"))
    for name in ("div.approx", "div.full", "div.approx.ftz", "div.full.ftz"):
        yield f"{name}.f32", nary(f"{name}.f32", hard_floats("f32"), hard_floats("f32"))
    for name in ("rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64", "rsqrt.approx.f64"):
        yield name, unary(name, hard_floats("f64"))


def comparisons():
    for kind in ("f32", "f64", "f16", "bf16"):
        for name in COMPARISONS:
            yield f"setp.{name}.{kind}", body(f"setp.{name}.{kind} %p, %a, %b; selp.b32 %y, 1, 0, %p;", hard_floats(kind),
                                              hard_floats(kind), out=np.uint32)
    for name in ("lt.ftz", "eq.ftz"):
        yield f"setp.{name}.f32", body(f"setp.{name}.f32 %p, %a, %b; selp.b32 %y, 1, 0, %p;", hard_floats("f32"), hard_floats("f32"),
                                       out=np.uint32)
    for name in ("set.lt.f32.f32", "set.geu.u32.f32"):
        yield name, nary(name, hard_floats("f32"), hard_floats("f32"))
    yield "set.lt.f16x2.f16x2", nary("set.lt.f16x2.f16x2", *(hard_floats("f16", 8192).view(np.uint32) for _ in range(2)))


def float_conversions():
    word = {"f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64}
    for kind in word:
        for to in ("s16", "u16", "s32", "u32", "s64", "u64"):
            for mode in ("rni", "rzi", "rmi", "rpi"):
                yield f"cvt.{mode}.{to}.{kind}", unary(f"cvt.{mode}.{to}.{kind}", hard_floats(kind), f"u{size_of(to)}")
        for to in ("s8", "u8") if kind != "bf16" else ():
            yield f"cvt.rzi.{to}.{kind}", body(f"cvt.rzi.{to}.{kind} %t16, %a; cvt.u32.u16 %y, %t16;", hard_floats(kind), out=np.uint32)
        if kind != "bf16":
            for mode in ("rni", "rzi", "rmi", "rpi", "sat"):
                yield f"cvt.{mode}.{kind}.{kind}", unary(f"cvt.{mode}.{kind}.{kind}", hard_floats(kind))
    for to, source in (("f16", "f32"), ("bf16", "f32"), ("f16", "f64"), ("f32", "f64"), ("bf16", "f64"), ("bf16", "f16"),
                       ("f16", "bf16")):
        for mode in ("rn", "rz", "rm", "rp"):
            yield f"cvt.{mode}.{to}.{source}", unary(f"cvt.{mode}.{to}.{source}", hard_floats(source), word[to])
    for to, source in (("f32", "f16"), ("f64", "f16"), ("f64", "f32"), ("f32", "bf16"), ("f64", "bf16")):
        yield f"cvt.{to}.{source}", unary(f"cvt.{to}.{source}", hard_floats(source), word[to])
    for name in ("cvt.rn.sat.f16.f32", "cvt.rn.sat.f32.f64", "cvt.sat.f32.f16", "cvt.rn.ftz.f16.f32", "cvt.rn.ftz.sat.f32.f64",
                 "cvt.ftz.f64.f32", "cvt.rn.satfinite.f16.f32", "cvt.rn.satfinite.relu.bf16.f32",
                 "cvt.rna.satfinite.tf32.f32", "cvt.rna.tf32.f32", "cvt.rn.tf32.f32", "cvt.rz.relu.tf32.f32"):
        to, source = name.split(".")[-2:]
        yield name, unary(name, hard_floats(source), word.get(to, np.uint32))


CELL = ("{{ .shared .align 16 .b8 cell[2048]; .reg .b32 %s; mov.u32 %s, cell; mad.lo.u32 %s, %n, {size}, %s; "
        "st.shared.b{bits} [%s], {what}; ")


def atomics():
    f = hard_floats
    for name in ("add.noftz.f16", "add.noftz.bf16"):
        yield f"atom.global.{name}", body(f"atom.global.{name} %y, [%pa], %b;", *(f(name.split('.')[-1]) for _ in "ab"))
    for kind in ("f16x2", "bf16x2"):
        yield f"red.global.add.noftz.{kind}", body(f"red.global.add.noftz.{kind} [%pa], %b; mov.b32 %y, 0;",
                                                   *(f(kind[:-2], 8192).view(np.uint32) for _ in "ab"))
    for kind in ("f32", "f64"):
        bits = kind[1:]
        for space in ("global", ""):
            space = f".{space}" if space else ""
            yield f"atom{space}.add.{kind}", body(f"cvta.global.u64 %t64, %pa; atom{space}.add.{kind} %y, [{'%pa' if space else '%t64'}], %b;",
                                                  f(kind), f(kind))
            yield f"red{space}.add.{kind}", body(f"cvta.global.u64 %t64, %pa; red{space}.add.{kind} [{'%pa' if space else '%t64'}], %b; "
                                                 f"mov.b{bits} %y, 0;", f(kind), f(kind))
        for name in ("atom", "red"):
            line = f"atom.shared.add.{kind} %y, [%s], %b;" if name == "atom" else f"red.shared.add.{kind} [%s], %b;"
            yield f"{name}.shared.add.{kind}", body(CELL.format(size=int(bits) // 8, bits=bits, what="%a") + line +
                                                    f" ld.shared.b{bits} %y, [%s]; }}", f(kind), f(kind))
    yield "red.global.add.v2.f32", body("mov.b64 {%t32, %u32}, %b; red.global.add.v2.f32 [%pa], {%t32, %u32}; mov.b64 %y, 0;",
                                        f("f32", 8192).view(np.uint64), f("f32", 8192).view(np.uint64))
    for name in ("inc.u32", "dec.u32", "min.s32", "max.u32", "add.s32", "xor.b32", "exch.b32"):
        yield f"atom.global.{name}", body(f"atom.global.{name} %y, [%pa], %b;", hard_integers(4), hard_integers(4))
    for name in ("min.s32", "max.u32", "add.s32", "or.b32"):
        yield f"redux.sync.{name}", body(f"redux.sync.{name} %y, %a, 0xffffffff;", hard_integers(4))


def bulk_reductions():
    for name in ("add.noftz.f16", "min.f16", "max.f16", "add.noftz.bf16", "min.bf16", "max.bf16", "add.f32", "add.f64"):
        kind = name.split(".")[-1]
        bits, size = 8 * size_of(kind), size_of(kind)
        text = CELL.format(size=size, bits=bits, what="%b") + (
            "fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 %p, %n, 0; "
            f"@%p cp.reduce.async.bulk.global.shared::cta.bulk_group.{name} [%pa], [%s], {256 * size}; "
            "@%p cp.async.bulk.commit_group; @%p cp.async.bulk.wait_group 0; " + f"mov.b{bits} %y, 0; }}")
        yield f"cp.reduce.async.bulk.global.{name}", body(text, hard_floats(kind), hard_floats(kind))
