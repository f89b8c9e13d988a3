"""What is known to be wrong, or not to be there: it is not grown until it is.

`MISSING` names operations that no target compiles. `accepts` leaves out operands that an operation gets wrong. `WRONG`
has a program for each mistake, which test_random_programs.py expects to fail.
"""
import dataclasses

MISSING = {"alloca": "the compiler refuses it: 'not supported yet'"}


def accepts(op, value):
    """Whether an operand is one that the operation gets right."""
    f, element = value.facts, value.element
    if op == "fpowf" and element == "f64":
        return f.is_finite and f.size <= 16  # WRONG["pow of large exponents"]
    if op == "remf" and element == "f32":
        return f.is_finite and f.unit is not None  # WRONG["subnormal remainders"]
    return True


@dataclasses.dataclass(frozen=True)
class Wrong:
    """A program, its arrays (element type, NumPy type, codes), the last of which is its result, and where it fails."""
    reason: str
    text: str
    arrays: tuple
    archs: tuple = ("sm_90",)


def unary(element, operation, result=None):
    """A kernel that applies an operation to one element."""
    result = result or element
    return f"""cuda_tile.module @m {{
  entry @k(%in: tile<ptr<{element}>>, %out: tile<ptr<{result}>>) {{
    %x, %t = load_ptr_tko weak %in : tile<ptr<{element}>> -> tile<{element}>, token
    %r = {operation}
    %s = store_ptr_tko weak %out, %r : tile<ptr<{result}>>, tile<{result}> -> token
  }}
}}
"""


def binary(element, operation):
    return f"""cuda_tile.module @m {{
  entry @k(%lhs: tile<ptr<{element}>>, %rhs: tile<ptr<{element}>>, %out: tile<ptr<{element}>>) {{
    %x, %t = load_ptr_tko weak %lhs : tile<ptr<{element}>> -> tile<{element}>, token
    %y, %u = load_ptr_tko weak %rhs : tile<ptr<{element}>> -> tile<{element}>, token
    %r = {operation}
    %s = store_ptr_tko weak %out, %r : tile<ptr<{element}>>, tile<{element}> -> token
  }}
}}
"""


WRONG = {
    "subnormal remainders": Wrong(
        "a remainder of f32 that is subnormal is 0", binary("f32", "remf %x, %y : tile<f32>"),
        (("f32", "u4", [0x800000]), ("f32", "u4", [0x7FFFFF]), ("f32", "u4", [0]))),
    "pow of large exponents": Wrong(
        "y * log2(x) of f64 overflows, and the result is an infinity where it is 0, or a negative one",
        binary("f64", "fpowf %x, %y : tile<f64>"),
        (("f64", "u8", [0x10000000000000]), ("f64", "u8", [0x7FEFFFFFFFFFFFFF]), ("f64", "u8", [0]))),
}
