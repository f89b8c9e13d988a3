"""Known mistakes and missing features: they are not grown until they are mended.

`MISSING` names operations that no target compiles. `accepts` leaves out operands for which an operation is wrong.
`WRONG` has a program for each mistake, which test_random_programs.py expects to fail."""
import dataclasses

MISSING = {}


def accepts(op, value):
    """Whether the operation is right for an operand."""
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


WRONG = {}
