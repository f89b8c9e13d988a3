"""Folds of constants and the interpreter against exact arithmetic: every foldable arithmetic operation, format, rounding
mode and flag.

Each test writes one Tile IR module of many operations on random constants, lets `tileiras-opt --canonicalize` fold it and
`tileiras-interpret` run it, and compares the bits. Elements without a result (an overflow that a flag forbids, a
division by zero) go into operations of their own, which folding has to leave alone, and the interpreter to report.
"""
import dataclasses
import itertools
import json
import re
import subprocess
import tempfile

import ml_dtypes
import numpy as np
import pytest

import exact
from exact import ALL, BASE, E2M1, E4M3, E5M2, E5M3, E8M0, BF16, F16, F32, F64, TF32, Format

IEEE_MODES = ("nearest_even", "zero", "negative_inf", "positive_inf")
ELEMENTS = 32  # elements of a tile, a power of two
WIDTHS = (1, 8, 16, 32, 64)
FLAGS = {"none": "", "no_signed_wrap": " overflow<no_signed_wrap>", "no_unsigned_wrap": " overflow<no_unsigned_wrap>",
         "no_wrap": " overflow<no_wrap>"}


# ---------------------------------------------------------------- modules


def width_of(element):
    """Bits of an element type's name."""
    return int(element[1:]) if element[0] == "i" else next(f.bits for f in ALL if f.name == element)


def dense(element, codes):
    """The attribute of a constant with these bits."""
    bits = width_of(element)
    if bits == 1:
        data = "[" + ", ".join("true" if c else "false" for c in codes) + "]"
    else:
        data = '"0x' + b"".join(c.to_bytes((bits + 7) // 8, "little") for c in codes).hex().upper() + '"'
    held = f"i8, !cuda_tile.{element}" if element == E5M3.name else element
    return f"dense<{data}> : tensor<{len(codes)}x{held}>"


def spelt(element):
    return f"!cuda_tile.{element}" if element == E5M3.name else element


@dataclasses.dataclass
class Operation:
    """An operation on constants, and the expected codes, or None for elements that must stay."""
    what: str
    lines: list  # the constants, and the operation
    value: str
    result: str  # the result's element type
    expected: list

    def sunk(self, number):
        """The operation with its result used, so that folding can't drop it."""
        return [*self.lines, f'"cuda_tile.print_tko"({self.value}) <{{str = "{number} %d", operandSegmentSizes = '
                f"array<i32: 1, 0>}}> : (!cuda_tile.tile<{len(self.expected)}x{spelt(self.result)}>) -> !cuda_tile.token"]

    def printed(self, number):
        """The operation with the bits of its result printed, as integers of the same width; the bits of tf32 in f32,
        and those of f4E2M1FN in bytes."""
        n, value, element, lines = len(self.expected), self.value, self.result, list(self.lines)

        def become(text, to, count=n):
            nonlocal value, element
            lines.append(f"{value}b = {text.format(value)} : tile<{n}x{element}> -> tile<{count}x{to}>")
            value, element = value + "b", to

        if element == TF32.name:
            become("ftof {0}", "f32")
        if element == E2M1.name:
            become("pack {0}", "i8", n // 2)
        elif element[0] != "i":
            become("bitcast {0}", f"i{width_of(element)}")
        lines.append(f'"cuda_tile.print_tko"({value}) <{{str = "{number} %d\\0A", operandSegmentSizes = array<i32: 1, 0>}}>'
                     f" : (!cuda_tile.tile<{n // 2 if self.result == E2M1.name else n}x{element}>) -> !cuda_tile.token")
        return lines

    def codes(self, printed):
        """The codes that were printed."""
        if self.result == E2M1.name:
            return [(byte >> shift) & 15 for byte in printed for shift in (0, 4)]
        if self.result == TF32.name:
            return [(code % (1 << 32)) >> 13 for code in printed]
        return [code % (1 << width_of(self.result)) for code in printed]


class Module:
    """Operations on constants."""

    def __init__(self):
        self.operations, self.count = [], 0

    def constant(self, element, codes):
        self.count += 1
        name = f"%c{self.count}"
        return name, (f'{name} = "cuda_tile.constant"() <{{value = {dense(element, codes)}}}> : () -> '
                      f"!cuda_tile.tile<{len(codes)}x{spelt(element)}>")

    def operation(self, text, elements, operands, result, expected):
        """Appends `text`, in which {0}, {1}… are the operands and {T0}…, {R} types; truth values are printed as i8."""
        n = len(expected)
        types = {f"T{i}": f"tile<{len(codes)}x{e}>" for i, (e, codes) in enumerate(zip(elements, operands))}
        constants = [self.constant(e, codes) for e, codes in zip(elements, operands)]
        lines = [line for _, line in constants]
        value = f"%r{len(self.operations)}"
        lines.append(f"{value} = " + text.format(*(name for name, _ in constants), R=f"tile<{n}x{result}>", **types))
        if result == "i1":
            lines.append(f"{value}w = exti {value} unsigned : tile<{n}xi1> -> tile<{n}xi8>")
            value, result = value + "w", "i8"
        self.operations.append(Operation(f"{text} on {elements}", lines, value, result, expected))

    def add(self, text, elements, operands, result, compute):
        """The operation on all elements that have a result, and one on each of the first few that have none."""
        rows = list(zip(*operands))
        results = [compute(*row) for row in rows]
        good = [i for i, r in enumerate(results) if r is not None]
        bad = [i for i, r in enumerate(results) if r is None][:2]
        if good:
            chosen = [good[i % len(good)] for i in range(len(rows))]
            self.operation(text, elements, [[rows[i][k] for i in chosen] for k in range(len(elements))], result,
                           [results[i] for i in chosen])
        for i in bad:
            self.operation(text, elements, [[code] * 2 for code in rows[i]], result, [None, None])

    def check(self, bin_dir):
        """Folds everything, interprets everything, and compares."""
        assert self.operations, "no cases"
        self.check_folds(bin_dir)
        self.check_interpreted(bin_dir)

    def check_folds(self, bin_dir):
        text = kernel_of(op.sunk(number) for number, op in enumerate(self.operations))
        done = subprocess.run([bin_dir / "tileiras-opt", "--canonicalize", "--mlir-print-op-generic",
                               "--mlir-print-elementsattrs-with-hex-if-larger=1"],
                              input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[:2000]
        folded = results_of(done.stdout)
        for number, op in enumerate(self.operations):
            got = folded[number]
            if op.expected[0] is None:
                assert got is None, f"{op.what} was folded, but has no result"
                continue
            assert got is not None, f"{op.what} was not folded"
            compare(op, codes_of(got, op.result, len(op.expected)))

    def check_interpreted(self, bin_dir):
        defined = [op for op in self.operations if op.expected[0] is not None]
        done = interpret(bin_dir, kernel_of(op.printed(number) for number, op in enumerate(defined)))
        assert done.returncode == 0, done.stderr[:2000]
        lines = done.stdout.splitlines()
        assert len(lines) == len(defined)
        for number, (op, line) in enumerate(zip(defined, lines)):
            assert line.startswith(f"{number} "), line
            compare(op, op.codes(json.loads(line.split(" ", 1)[1])))
        # Integers without a result are undefined. Narrow floats have a result, but not the same everywhere.
        for op in self.operations:
            if op.expected[0] is None and op.result[0] == "i":
                done = interpret(bin_dir, kernel_of([op.printed(0)]))
                assert done.returncode == 2 and "error: 'cuda_tile." in done.stderr, f"{op.what} was interpreted"


def kernel_of(operations):
    lines = "\n    ".join(line for operation in operations for line in operation)
    return f"cuda_tile.module @m {{\n  entry @k() {{\n    {lines}\n  }}\n}}\n"


def interpret(bin_dir, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return subprocess.run([bin_dir / "tileiras-interpret", file.name], capture_output=True, text=True)


def compare(op, got):
    wrong = [i for i, (g, e) in enumerate(zip(got, op.expected, strict=True)) if g != e]
    assert not wrong, (f"{op.what}: {len(wrong)} wrong, the first: element {wrong[0]} is {got[wrong[0]]:#x}, "
                       f"expected {op.expected[wrong[0]]:#x}")


CONSTANT = re.compile(r'(%\S+) = "cuda_tile.constant"\(\) <\{value = dense<(.*?)> : ')
SINK = re.compile(r'"cuda_tile.print_tko"\((%\S+)\) <\{.*str = "(\d+) %d"')


def results_of(text):
    """The literal of each numbered result in the output; None for operations that are not constants."""
    constants = dict(CONSTANT.findall(text))
    return {int(number): constants.get(value) for value, number in SINK.findall(text)}


def codes_of(literal, element, count):
    """The codes of the elements of a literal: hexadecimal data or one element for all."""
    bits = width_of(element)
    if literal.startswith('"0x'):
        data, size = bytes.fromhex(literal[3:-1]), (bits + 7) // 8
        return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]
    if literal in ("true", "false"):
        code = literal == "true"
    elif element[0] == "i" or element == E5M3.name:
        code = int(literal) % (1 << bits)
    elif literal.startswith("0x"):
        code = int(literal, 16)
    else:
        # The text of a number has 6 digits or enough for the format; it rounds to the number that is meant.
        numerator, denominator = abs(float(literal)).as_integer_ratio()
        number = exact.Number(literal.startswith("-"), exact.Fraction(numerator, denominator))
        code = next(f for f in ALL if f.name == element).encode(number)
    return [code] * count


# ---------------------------------------------------------------- inputs


@pytest.fixture
def codes(rng):
    """Random codes of an element type, corner cases among them."""
    def draw(element, count=ELEMENTS):
        bits = width_of(element)
        fmt = next((f for f in ALL if f.name == element), None)
        drawn = [int.from_bytes(rng.generator.bytes(8), "little") % (1 << bits) for _ in range(count)]
        if fmt is None or not fmt.signed:
            corners = [0, 1, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1, 2]
            for i in range(0, count, 3):  # small and corner values
                drawn[i] = corners[rng.generator.integers(len(corners))] % (1 << bits)
        else:
            sign, one = 1 << (bits - 1), fmt.bias << fmt.mantissa
            corners = [0, sign, 1, sign | 1, fmt.largest, sign | fmt.largest, one, sign | one, 1 << fmt.mantissa,
                       (1 << fmt.mantissa) - 1]
            for c in (fmt.encode(exact.Number(False, exact.INF)), fmt.encode(exact.NOT_A_NUMBER)):
                corners += [] if c is None else [c, sign | c]
            for i in range(0, count, 3):
                drawn[i] = corners[rng.generator.integers(len(corners))]
            for i in range(1, count, 3):  # numbers of about the same size
                near = one + int(rng.generator.integers(-3, 4)) * (1 << fmt.mantissa)
                drawn[i] = (drawn[i] & (sign | ((1 << fmt.mantissa) - 1))) | max(near, 0) & (sign - 1)
                if (drawn[i] & (sign - 1)) > fmt.largest:
                    drawn[i] = one
        return drawn
    return draw


def signed(code, bits):
    return code - (1 << bits) if code >> (bits - 1) else code


# ---------------------------------------------------------------- the oracle itself


@pytest.mark.parametrize("fmt, dtype", [(F16, np.float16), (BF16, ml_dtypes.bfloat16), (E4M3, ml_dtypes.float8_e4m3fn),
                                        (E5M2, ml_dtypes.float8_e5m2), (E2M1, ml_dtypes.float4_e2m1fn)],
                         ids=lambda p: getattr(p, "name", ""))
def test_oracle_rounds_like_ml_dtypes(fmt, dtype, codes, rng):
    values = np.array(codes("f32", 2000), np.uint32).view(np.float32)
    values = np.concatenate([values, np.ldexp(rng.normal(np.float32, 500), np.arange(500) % 40 - 20)])
    with np.errstate(all="ignore"):
        theirs = values.astype(dtype)
    for value, code in zip(values, theirs.view(np.uint16 if fmt.bits == 16 else np.uint8), strict=True):
        number = F32.decode(int(np.float32(value).view(np.uint32)))
        ours = fmt.encode(number)
        if ours is not None and not number.is_nan:
            assert ours == code & ((1 << fmt.bits) - 1), f"{value}"


@pytest.mark.parametrize("fmt, dtype", [(F32, np.float32), (F64, np.float64)], ids=lambda p: getattr(p, "name", ""))
def test_oracle_computes_like_numpy(fmt, dtype, codes):
    kind = np.uint32 if fmt is F32 else np.uint64
    x, y = (np.array(codes(fmt.name, 600), kind).view(dtype) for _ in range(2))
    operations = {np.add: exact.add, np.subtract: exact.sub, np.multiply: exact.mul, np.divide: exact.div,
                  np.fmod: exact.rem}
    for theirs, ours in operations.items():
        with np.errstate(all="ignore"):
            results = theirs(x, y)
        for a, b, r in zip(x, y, results, strict=True):
            number = ours(fmt.decode(int(a.view(kind))), fmt.decode(int(b.view(kind))), "nearest_even")
            assert np.isnan(r) if number.is_nan else fmt.encode(number) == int(r.view(kind)), f"{theirs} {a} {b}"
    with np.errstate(all="ignore"):
        roots = np.sqrt(x)
    for a, r in zip(x, roots, strict=True):
        number = exact.sqrt(fmt.decode(int(a.view(kind))))
        assert np.isnan(r) if number.is_nan else fmt.encode(number) == int(r.view(kind)), f"sqrt {a}"


# ---------------------------------------------------------------- integers


def kept(flag, bits, unbounded_signed, unbounded_unsigned):
    """The low bits of a result, unless it breaks a promise."""
    low = unbounded_unsigned % (1 << bits)
    wraps_signed = signed(low, bits) != unbounded_signed
    if flag in ("no_signed_wrap", "no_wrap") and wraps_signed:
        return None
    if flag in ("no_unsigned_wrap", "no_wrap") and low != unbounded_unsigned:
        return None
    return low


@pytest.mark.parametrize("bits", WIDTHS)
def test_integers_with_promises(bits, codes, bin_dir):
    module, t = Module(), f"i{bits}"
    operations = {"addi": lambda x, y: x + y, "subi": lambda x, y: x - y, "muli": lambda x, y: x * y}
    for (name, compute), (flag, text) in itertools.product(operations.items(), FLAGS.items()):
        module.add(f"{name} {{0}}, {{1}}{text} : {{R}}", [t, t], [codes(t), codes(t)], t, lambda x, y: kept(
            flag, bits, compute(signed(x, bits), signed(y, bits)), compute(x, y)))
    for flag, text in FLAGS.items():
        amounts = [a % bits if i % 4 else a for i, a in enumerate(codes(t))]
        module.add(f"shli {{0}}, {{1}}{text} : {{R}}", [t, t], [codes(t), amounts], t, lambda x, y: None if y >= bits
                   else kept(flag, bits, signed(x, bits) << y, x << y))
        if flag != "no_unsigned_wrap":
            module.add(f"negi {{0}}{text} : {{R}}", [t], [codes(t)], t,
                       lambda x: kept(flag, bits, -signed(x, bits), -x))
    module.check(bin_dir)


@pytest.mark.parametrize("bits", WIDTHS)
def test_integers(bits, codes, bin_dir):
    module, t = Module(), f"i{bits}"
    mask = (1 << bits) - 1
    for name, compute in {"andi": lambda x, y: x & y, "ori": lambda x, y: x | y, "xori": lambda x, y: x ^ y,
                          "mulhii": lambda x, y: x * y >> bits}.items():
        module.add(name + " {0}, {1} : {R}", [t, t], [codes(t), codes(t)], t, compute)
    module.add("absi {0} : {R}", [t], [codes(t)], t, lambda x: abs(signed(x, bits)) & mask)
    for how in ("signed", "unsigned"):
        def number(code):
            return signed(code, bits) if how == "signed" else code  # noqa: B023

        def shift(x, y):
            return None if y >= bits else (number(x) >> y) & mask

        def divide(x, y, mode):
            x, y = number(x), number(y)
            if y == 0 or (how == "signed" and y == -1 and x == -(1 << (bits - 1))):  # noqa: B023
                return None
            floor = x // y
            ceiling = -(-x // y)
            return {"negative_inf": floor, "positive_inf": ceiling,
                    "zero": floor if (x < 0) == (y < 0) else ceiling, "rem": abs(x) % abs(y) * (-1 if x < 0 else 1)
                    }[mode] & mask

        amounts = [a % bits if i % 4 else a for i, a in enumerate(codes(t))]
        module.add(f"shri {{0}}, {{1}} {how} : {{R}}", [t, t], [codes(t), amounts], t, shift)
        for name, choose in (("maxi", max), ("mini", min)):
            module.add(f"{name} {{0}}, {{1}} {how} : {{R}}", [t, t], [codes(t), codes(t)], t,
                       lambda x, y: choose(x, y, key=number))
        module.add(f"remi {{0}}, {{1}} {how} : {{R}}", [t, t], [codes(t), codes(t)], t,
                   lambda x, y: divide(x, y, "rem"))
        for mode in ("zero", "positive_inf", "negative_inf")[:3 if how == "signed" else 2]:
            text = "" if mode == "zero" else f" rounding<{mode}>"
            module.add(f"divi {{0}}, {{1}} {how}{text} : {{R}}", [t, t], [codes(t), codes(t)], t,
                       lambda x, y: divide(x, y, mode))
        for predicate, holds in PREDICATES.items():
            x = codes(t)
            y = [a if i % 3 else b for i, (a, b) in enumerate(zip(codes(t), x))]
            module.add(f"cmpi {predicate} {{0}}, {{1}}, {how} : {{T0}} -> {{R}}", [t, t], [x, y], "i1",
                       lambda x, y: holds((number(x) > number(y)) - (number(x) < number(y))))
    module.check(bin_dir)


PREDICATES = {"equal": lambda o: o == 0, "not_equal": lambda o: o != 0, "less_than": lambda o: o < 0,
              "less_than_or_equal": lambda o: o <= 0, "greater_than": lambda o: o > 0,
              "greater_than_or_equal": lambda o: o >= 0}


def test_widths(codes, bin_dir):
    module = Module()
    for narrow, wide in itertools.combinations(WIDTHS, 2):
        n, w = f"i{narrow}", f"i{wide}"
        module.add("exti {0} unsigned : {T0} -> {R}", [n], [codes(n)], w, lambda x: x)
        module.add("exti {0} signed : {T0} -> {R}", [n], [codes(n)], w, lambda x: signed(x, narrow) % (1 << wide))
        for flag, text in FLAGS.items():
            values = [x % (1 << narrow) if i % 2 else x for i, x in enumerate(codes(w))]
            module.add(f"trunci {{0}}{text} : {{T0}} -> {{R}}", [w], [values], n,
                       lambda x: kept(flag, narrow, signed(x, wide), x))
    module.check(bin_dir)


# ---------------------------------------------------------------- floats


def rounded(fmt, compute, mode, flush):
    """Decodes, flushes, computes exactly, rounds, flushes; NaNs are canonical."""
    def clean(number):
        return exact.Number(number.negative, exact.Fraction(0)) if flush and fmt.subnormal(number) else number

    def on_codes(*operands):
        result = compute(*(clean(fmt.decode(c)) for c in operands), mode)
        return fmt.encode(clean(fmt.decode(fmt.encode(result, mode)))) if not result.is_nan else fmt.encode(result)
    return on_codes


@pytest.mark.parametrize("fmt", BASE, ids=lambda f: f.name)
def test_rounded_arithmetic(fmt, codes, bin_dir):
    module, t = Module(), fmt.name
    binary = {"addf": exact.add, "subf": exact.sub, "mulf": exact.mul, "divf": exact.div}
    for mode, flush in itertools.product(IEEE_MODES, (False, True) if fmt is F32 else (False,)):
        flags = ("" if mode == "nearest_even" else f" rounding<{mode}>") + (" flush_to_zero" if flush else "")
        for name, compute in binary.items():
            module.add(f"{name} {{0}}, {{1}}{flags} : {{R}}", [t, t], [codes(t), codes(t)], t,
                       rounded(fmt, compute, mode, flush))
        module.add(f"fma {{0}}, {{1}}, {{2}}{flags} : {{R}}", [t] * 3, [codes(t) for _ in range(3)], t,
                   rounded(fmt, exact.fma, mode, flush))
        positive = [c & ~(1 << (fmt.bits - 1)) if i % 4 else c for i, c in enumerate(codes(t))]
        module.add(f"sqrt {{0}}{flags} : {{R}}", [t], [positive], t, rounded(fmt, exact.sqrt, mode, flush))
    module.check(bin_dir)


@pytest.mark.parametrize("fmt", BASE, ids=lambda f: f.name)
def test_other_float_arithmetic(fmt, codes, bin_dir):
    module, t = Module(), fmt.name
    sign = 1 << (fmt.bits - 1)
    module.add("absf {0} : {R}", [t], [codes(t)], t, lambda x: x & ~sign)
    module.add("negf {0} : {R}", [t], [codes(t)], t, lambda x: x ^ sign)
    for name, up in (("ceil", True), ("floor", False)):
        module.add(name + " {0} : {R}", [t], [codes(t)], t, rounded(
            fmt, lambda x, _: exact.to_integral(x, up), "nearest_even", False))
    module.add("remf {0}, {1} : {R}", [t, t], [codes(t), codes(t)], t, rounded(fmt, exact.rem, "nearest_even", False))
    for name, propagate, flush in itertools.product(("maxf", "minf"), (False, True), (False, True)):
        if flush and fmt is not F32:
            continue
        flags = " flush_to_zero" * flush + " propagate_nan" * propagate
        module.add(f"{name} {{0}}, {{1}}{flags} : {{R}}", [t, t], [codes(t), codes(t)], t, rounded(
            fmt, lambda x, y, _: exact.extremum(x, y, name == "maxf", propagate), "nearest_even", flush))
    for predicate, holds in PREDICATES.items():
        for ordering in ("ordered", "unordered"):
            x = codes(t)
            y = [a if i % 3 else b for i, (a, b) in enumerate(zip(codes(t), x))]

            def compare(x, y):
                order = exact.order(fmt.decode(x), fmt.decode(y))
                return ordering == "unordered" if order is None else holds(order)  # noqa: B023
            module.add(f"cmpf {predicate} {ordering} {{0}}, {{1}} : {{T0}} -> {{R}}", [t, t], [x, y], "i1", compare)
    module.check(bin_dir)


# ---------------------------------------------------------------- conversions


def ftof_modes(source, target):
    """The modes in which the verifier lets one format become another."""
    if target is E8M0:
        return ("zero", "positive_inf")
    if target.bits <= 8:
        return ("nearest_even",)
    if target.bits > source.bits:
        return IEEE_MODES + ("nearest_away",)
    if target in (F16, BF16):
        return ("nearest_even", "zero")
    return ("nearest_even", "zero", "nearest_away") if target is TF32 else IEEE_MODES


def convert(source, target, mode):
    """The result of a conversion; none where a format of 8 bits or less has no number of that size."""
    def on_codes(code):
        number = source.decode(code)
        if target.bits <= 8 and number.is_inf:
            return None
        if target is E5M3 and number.is_zero and number.negative:
            return None
        result = target.encode(number, mode)
        if result is not None and target.bits <= 8 and not number.is_nan and (
                target.decode(result).is_inf or target.decode(result).is_nan):
            return None
        return result
    return on_codes


@pytest.mark.parametrize("source", ALL, ids=lambda f: f.name)
def test_float_to_float(source, codes, bin_dir):
    module = Module()
    for target in ALL:
        for mode in ftof_modes(source, target) if target is not source else ():
            text = "" if mode == "nearest_even" else f" rounding<{mode}>"
            drawn = codes(source.name, 64)
            if source.bits > 8 and target.bits <= 8:  # source numbers in the range of the target
                for i in range(0, 64, 2):
                    size = target.decode(drawn[i] % (target.largest + 1)).magnitude * exact.Fraction(1000 + i, 1024)
                    drawn[i] = source.encode(exact.Number(target.signed and bool(i % 4), size))
            module.add(f"ftof {{0}}{text} : {{T0}} -> {{R}}", [source.name], [drawn], target.name,
                       convert(source, target, mode))
    module.check(bin_dir)


@pytest.mark.parametrize("fmt", ALL, ids=lambda f: f.name)
def test_integers_and_floats(fmt, codes, bin_dir):
    module = Module()
    for bits, how in itertools.product(WIDTHS, ("signed", "unsigned")):
        t = f"i{bits}"

        def number(code):
            value = signed(code, bits) if how == "signed" else code  # noqa: B023
            return exact.Number(value < 0, exact.Fraction(abs(value)))

        def to_float(code):
            result = fmt.encode(number(code))
            if result is not None and fmt.bits <= 8 and fmt.decode(result).magnitude in (exact.INF, exact.NAN):
                return None
            return result

        def to_int(code, saturating):
            x = fmt.decode(code)
            low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if how == "signed" else (0, (1 << bits) - 1)
            if x.is_nan:
                return 0 if saturating else None
            value = (low - 1 if x.negative else high + 1) if x.is_inf else int(x.value)
            if bits == 1 and (x.is_inf or value != x.value) and not (saturating and not low <= value <= high):
                return None
            if not low <= value <= high:
                return max(low, min(high, value)) % (1 << bits) if saturating else None
            return value % (1 << bits)

        if fmt is not E8M0:
            module.add(f"itof {{0}} {how} : {{T0}} -> {{R}}", [t], [codes(t)], fmt.name, to_float)
        if bits > 1:
            for flag in (False, True):
                module.add(f"ftoi {{0}} {how}{' saturating' * flag} : {{T0}} -> {{R}}", [fmt.name],
                           [codes(fmt.name, 64)], t, lambda code: to_int(code, flag))
    module.check(bin_dir)


def test_bits(codes, bin_dir):
    module = Module()
    groups = [["i8", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "fnv8E5M3FNU"], ["i16", "f16", "bf16"], ["i32", "f32"],
              ["i64", "f64"]]
    for group in groups:
        for source, target in itertools.permutations(group, 2):
            module.add("bitcast {0} : {T0} -> {R}", [source], [codes(source)], target, lambda x: x)
    for element in ("i1", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f4E2M1FN"):
        drawn = codes(element)
        bits = width_of(element)
        whole = sum(code << i * bits for i, code in enumerate(drawn))
        packed = [whole >> 8 * i & 0xFF for i in range(len(drawn) * bits // 8)]
        module.operation("pack {0} : {T0} -> {R}", [element], [drawn], "i8", packed)
        module.operation("unpack {0} : {T0} -> {R}", ["i8"], [packed], element, drawn)
    module.check(bin_dir)
