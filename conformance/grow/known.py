"""What is known to be wrong, or not to be there: it is not grown until it is.

`MISSING` names operations that no target compiles. `excluded` says whether an operation with these modes and flags is
left out. `WRONG` has a program for each mistake, which test_random_programs.py expects to fail.
"""
import dataclasses

MISSING = {"alloca": "the compiler refuses it: 'not supported yet'"}
DIRECTED = ("zero", "negative_inf", "positive_inf")


def excluded(op, element, chosen):
    mode = chosen.get("rounding_mode")
    if op in ("addf", "subf", "mulf", "fma", "divf", "sqrt"):
        return element in ("f16", "bf16") and mode in DIRECTED  # WRONG["directed rounding of f16"]
    return op == "ftof" and element == "bf16" and mode == "zero"  # WRONG["bf16 to f16"]


@dataclasses.dataclass(frozen=True)
class Wrong:
    """A program, its arrays (element type, NumPy type, codes), the last of which is its result, and where it fails."""
    reason: str
    text: str
    arrays: tuple
    archs: tuple = ("sm_90",)


WRONG = {
    "directed rounding of f16": Wrong(
        "rounded to f32 in the mode and then to f16 to the nearest; folds and the interpreter round once in the mode",
        """cuda_tile.module @m {
  entry @k(%in: tile<ptr<f16>>, %out: tile<ptr<f16>>) {
    %x, %t = load_ptr_tko weak %in : tile<ptr<f16>> -> tile<f16>, token
    %y = sqrt %x rounding<zero> : tile<f16>
    %s = store_ptr_tko weak %out, %y : tile<ptr<f16>>, tile<f16> -> token
  }
}
""", (("f16", "u2", [0x3402]), ("f16", "u2", [0]))),
    "bf16 to f16": Wrong(
        "rounded to the nearest in every mode",
        """cuda_tile.module @m {
  entry @k(%in: tile<ptr<bf16>>, %out: tile<ptr<f16>>) {
    %x, %t = load_ptr_tko weak %in : tile<ptr<bf16>> -> tile<bf16>, token
    %y = ftof %x rounding<zero> : tile<bf16> -> tile<f16>
    %s = store_ptr_tko weak %out, %y : tile<ptr<f16>>, tile<f16> -> token
  }
}
""", (("bf16", "u2", [0x3340]), ("f16", "u2", [0]))),
}
