"""Interprets elementary functions and compares them with NumPy: elementary.py INTERPRETER PREFIX."""
import subprocess
import sys

import ml_dtypes
import numpy as np

interpreter, prefix = sys.argv[1:]
WIDE = np.longdouble
N = 256
TYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
# Text of the operation, reference, and lower and upper end of the operand.
FUNCTIONS = {
    "cos": ("cos %x", np.cos, -9, 9), "cosh": ("cosh %x", np.cosh, -9, 9), "exp": ("exp %x", np.exp, -9, 9),
    "exp2": ("exp2 %x", np.exp2, -9, 9), "log": ("log %x", np.log, 0.01, 90), "log2": ("log2 %x", np.log2, 0.01, 90),
    "sin": ("sin %x", np.sin, -9, 9), "sinh": ("sinh %x", np.sinh, -9, 9), "tan": ("tan %x", np.tan, -1.5, 1.5),
    "tanh": ("tanh %x", np.tanh, -3, 3), "rsqrt": ("rsqrt %x", lambda x: 1 / np.sqrt(x), 0.01, 90),
    "sqrt": ("sqrt %x", np.sqrt, 0.01, 90), "pow": ("fpowf %x, %y", np.power, 0.1, 5),
    "atan2": ("atan2 %x, %y", np.arctan2, -9, 9), "remf": ("remf %x, %y", np.fmod, -9, 9),
}


def view(name, rows, element):
    """The tile view %name of the array of this many rows at the pointer %name_p."""
    tensor = f"tensor_view<{rows}x{N}x{element}, strides=[{N},1]>"
    return (f"partition_view<tile=(1x{N}), {tensor}>", f"""
    %{name}_t = make_tensor_view %{name}_p, shape = [{rows}, {N}], strides = [{N}, 1] : {tensor}
    %{name} = make_partition_view %{name}_t : partition_view<tile=(1x{N}), {tensor}>""")


def kernel(element):
    """Row n of the result is function n of rows n of the operands."""
    rows, tile = len(FUNCTIONS), f"tile<1x{N}x{element}>"
    view_type, a = view("a", rows, element)
    lines = [a, view("b", rows, element)[1], view("c", rows, element)[1], "%zero = constant <i32: 0> : tile<i32>"]
    for n, (text, *_) in enumerate(FUNCTIONS.values()):
        text = text.replace("%x", f"%x{n}").replace("%y", f"%y{n}")
        lines += [f"%n{n} = constant <i32: {n}> : tile<i32>",
                  f"%x{n}, %s{n} = load_view_tko weak %a[%n{n}, %zero] : {view_type}, tile<i32> -> {tile}, token",
                  f"%y{n}, %t{n} = load_view_tko weak %b[%n{n}, %zero] : {view_type}, tile<i32> -> {tile}, token",
                  f"%r{n} = {text} : {tile}",
                  f"%u{n} = store_view_tko weak %r{n}, %c[%n{n}, %zero] : {tile}, {view_type}, tile<i32> -> token"]
    arguments = ", ".join(f"%{name}_p: tile<ptr<{element}>>" for name in "abc")
    return "cuda_tile.module @m {\n  entry @k(" + arguments + ") {\n    " + "\n    ".join(lines) + "\n  }\n}\n"


def interpret(element, dtype, operands):
    with open(f"{prefix}.mlir", "w") as file:
        file.write(kernel(element))
    bits = f"u{np.dtype(dtype).itemsize}"
    for name, operand in zip("ab", operands):
        np.save(f"{prefix}.{name}.npy", operand.view(bits))
    np.save(f"{prefix}.c.npy", np.zeros(operands[0].shape, bits))
    subprocess.run([interpreter, f"{prefix}.mlir", *(f"--arg=ptr:{prefix}.{n}.npy" for n in "abc"),
                    f"--out=2={prefix}.c.npy"], check=True)
    return np.load(f"{prefix}.c.npy").view(dtype).astype(WIDE)


rng = np.random.default_rng(5)
for element, dtype in TYPES.items():
    drawn = [np.stack([rng.uniform(low, high, N) for *_, low, high in FUNCTIONS.values()]).astype(dtype)
             for _ in range(2)]
    results = interpret(element, dtype, drawn)
    info = ml_dtypes.finfo(dtype)
    for (name, (_, reference, *_)), result, x, y in zip(FUNCTIONS.items(), results, *drawn):
        operands = (x, y)[:reference.nin] if isinstance(reference, np.ufunc) else (x,)
        exact = reference(*(operand.astype(WIDE) for operand in operands))
        _, exponent = np.frexp(exact)
        unit = np.ldexp(WIDE(1), np.maximum(exponent - 1, info.minexp) - info.nmant)
        error = np.abs(result - exact) / unit
        worst = error.argmax()
        assert error[worst] <= (2 if element == "f64" else 1), \
            f"{name} of {element}: {error[worst]} units at {x[worst]}, {y[worst]}"
    print(f"{element}: {len(FUNCTIONS)} functions")
