"""What is known to be wrong, or not to be there, on some target: it is not grown, and for what is wrong there is a test
in test_random_programs.py that fails until it is right.

`MISSING` names operations that no target compiles. `excluded(op, element, chosen)` says whether an operation with these
modes and flags is left out.
"""

MISSING = {"alloca": "the compiler refuses it: 'not supported yet'"}
DIRECTED = ("zero", "negative_inf", "positive_inf")


def excluded(op, element, chosen):
    # Rounded to f32, and then to the nearest.
    if op == "ftof" and element == "bf16" and chosen.get("rounding_mode") == "zero":
        return True
    # Rounded to f32 in the mode, then to f16 or bf16 to the nearest; folds and the interpreter round once.
    return element in ("f16", "bf16") and chosen.get("rounding_mode") in DIRECTED and op in (
        "addf", "subf", "mulf", "fma", "divf", "sqrt")
