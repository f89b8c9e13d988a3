"""The problems for kernels of each family: sizes, arguments, the operations or bytes that a time is divided by, and the
expected result.

A problem is made from a description of a kernel (`describe`), which needs cuTile Python; solving it needs torch."""
import dataclasses
import math
from typing import Callable


@dataclasses.dataclass
class Problem:
    """The grid and arguments that the kernel expects; `result` lists the indices of the arguments that it writes.

    arguments: ("random" | "zeros" | "indices", element type, shape, …) or ("scalar", format of struct, value)
    work:      operations (tensor) or bytes (memory) of one run
    expected:  computes the results from the arguments, with torch
    like:      name of the problem for references, with the facts that they need
    """
    size: str
    grid: tuple
    arguments: list
    result: tuple
    work: float
    unit: str
    expected: Callable
    like: tuple
    tolerance: float = 1e-2


FAST = " fast"
BYTES = {"f32": 4, "i32": 4, "tf32": 4, "f16": 2, "bf16": 2, "f8e4m3": 1, "i8": 1}


def random(kind, *shape):
    return "random", kind, shape


def zeros(kind, *shape):
    return "zeros", kind, shape


def f32(value):
    return "scalar", "<f", value


def bytes_of(*arrays):
    return sum(math.prod(shape) * BYTES[kind] for _, kind, shape in arrays)


def matmul(spec, size):
    """C = A B. `size` is that of square matrices, or (M, N, K); B is stored transposed in the families `nt`. Accumulation in fewer bits than f32 (`fast`)
    is another problem."""
    tile_m, tile_n, _ = spec["tiles"][:3]
    m, n, k = size if isinstance(size, tuple) else (size, size, size)
    left, right, out = spec["types"]
    transposed = spec["family"].startswith("matmul_nt")

    def expected(a, b, c):
        b = b.T if transposed else b
        return [(a.float() @ b.float())]

    form = "tf32" if left == "f32" else left + FAST * spec["family"].endswith("_fast")
    return Problem(str(m) if m == n == k else f"{m}x{n}x{k}", (-(-m // tile_m), -(-n // tile_n), 1),
                   [random(left, m, k), random(right, *(n, k) if transposed else (k, n)), zeros(out, m, n)], (2,), 2 * m * n * k,
                   "TFLOP/s", expected, ("matmul", form, transposed), 2e-2)


def attention(spec, size, heads=16):
    rows, _, width, causal = spec["tiles"]
    shape = heads, size, width
    scale = 1 / math.sqrt(width)

    def expected(q, k, v, out, scale):
        import torch
        return [torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)[0]]

    return Problem(f"{heads}x{size}", (size // rows, heads, 1), [random("f16", *shape)] * 3 + [zeros("f16", *shape), f32(scale)],
                   (3,), 4 * heads * size**2 * width / (2 if causal else 1), "TFLOP/s", expected,
                   ("attention", width, causal), 2e-2)


def memory(size, grid, arguments, result, expected, like, tolerance=1e-2, work=None):
    """A problem whose time is bounded by its memory traffic: every array once."""
    arrays = [a for a in arguments if a[0] != "scalar"]
    return Problem(size, grid, arguments, result, bytes_of(*arrays) if work is None else work, "GB/s", expected, like, tolerance)


def elementwise(spec, size):
    kind, tile = spec["types"][0], spec["tiles"][0]
    count = 1 << size
    return memory(f"2^{size}", (count // tile, 1, 1), [random(kind, count), random(kind, count), zeros(kind, count)], (2,),
                  lambda a, b, c: [a + b], ("vadd", kind))


def axpy(spec, size):
    kind, tile = spec["types"][0], spec["tiles"][0]
    count = 1 << size
    problem = memory(f"2^{size}", (count // tile, 1, 1), [random(kind, count), random(kind, count), f32(0.5)], (1,),
                     lambda x, y, alpha: [y.float() + 0.5 * x.float()], ("axpy", kind))
    problem.work = 3 * count * BYTES[kind]
    return problem


def transpose(spec, size):
    kind, (m, n) = spec["types"][0], spec["tiles"][:2]
    return memory(str(size), (size // m, size // n, 1), [random(kind, size, size), zeros(kind, size, size)], (1,),
                  lambda x, y: [x.T], ("transpose", kind))


def swiglu(spec, size):
    import torch
    kind, tile = spec["types"][0], spec["tiles"][0]
    rows, columns = size, 16384
    return memory(f"{rows}x{columns}", (rows, columns // tile, 1),
                  [random(kind, rows, columns), random(kind, rows, columns), zeros(kind, rows, columns)], (2,),
                  lambda a, b, c: [torch.nn.functional.silu(a.float()) * b.float()], ("swiglu", kind))


def rowsum(spec, size):
    kind, (m, _) = spec["types"][0], spec["tiles"][:2]
    return memory(f"{size}x16384", (size // m, 1, 1), [random(kind, size, 16384), zeros(kind, size)], (1,),
                  lambda x, y: [x.double().sum(1)], ("rowsum", kind))


def softmax(spec, size):
    import torch
    kind = spec["types"][0]
    columns = 4096 if spec["family"] == "softmax" else 32768
    rows = size if columns == 4096 else size // 4
    return memory(f"{rows}x{columns}", (rows, 1, 1), [random(kind, rows, columns), zeros(kind, rows, columns)], (1,),
                  lambda x, y: [torch.softmax(x.float(), 1)], ("softmax", kind))


def layernorm(spec, size):
    import torch
    kind, columns = spec["types"][0], 8192
    arguments = [random(kind, size, columns), random(kind, columns), random(kind, columns), zeros(kind, size, columns),
                 zeros("f32", size), zeros("f32", size), f32(1e-5)]

    def expected(x, w, b, *_):
        return [torch.nn.functional.layer_norm(x.float(), (columns,), w.float(), b.float(), 1e-5)]

    return memory(f"{size}x{columns}", (size, 1, 1), arguments, (3,), expected, ("layernorm", kind))


def rmsnorm(spec, size):
    import torch
    kind, columns = spec["types"][0], 4096
    arguments = [random(kind, size, columns), random(kind, columns), zeros(kind, size, columns), f32(1e-5)]

    def expected(x, w, *_):
        return [torch.nn.functional.rms_norm(x.float(), (columns,), w.float(), 1e-5)]

    return memory(f"{size}x{columns}", (size, 1, 1), arguments, (2,), expected, ("rmsnorm", kind))


def rope(spec, size):
    """Rotary embedding: the halves of a row are rotated against each other."""
    import torch
    kind, width = spec["types"][0], 128
    rows = spec["tiles"][0]
    arguments = [random(kind, size, width), random("f32", size, width // 2), random("f32", size, width // 2),
                 zeros(kind, size, width)]

    def expected(x, c, s, y):
        a, b = x.float().chunk(2, 1)
        return [torch.cat((a * c - b * s, b * c + a * s), 1)]

    return memory(f"{size}x{width}", (size // rows, 1, 1), arguments, (3,), expected, ("rope", kind))


def gather(spec, size):
    """The rows of a table that indices select."""
    kind, (rows, width) = spec["types"][0], spec["tiles"][:2]
    vocabulary = 32768
    arguments = [random(kind, vocabulary, width), ("indices", "i32", (size,), vocabulary), zeros(kind, size, width)]
    return memory(f"{size}x{width}", (size // rows, 1, 1), arguments, (2,), lambda t, i, y: [t[i.long()]], ("gather", kind),
                  work=size * (2 * width * BYTES[kind] + 4))


def fft(spec, size):
    import torch
    rows, log = spec["tiles"][:2]
    n = 1 << log

    def expected(re, im):
        out = torch.fft.fft(torch.complex(re, im))
        return [out.real, out.imag]

    problem = memory(f"{size}x{n}", (size // rows, 1, 1), [random("f32", size, n), random("f32", size, n)], (0, 1), expected,
                     ("fft", "f32"))
    problem.work *= 2
    return problem


SQUARE, ROWS = (1024, 2048, 4096, 8192), (4096, 16384)
# Products as models of 8 billion parameters have them: projections of many tokens and of few, and short sums. Only f16 is
# timed on them.
SHAPES = ((4096, 6144, 4096), (4096, 28672, 4096), (4096, 4096, 14336), (512, 4096, 4096), (64, 4096, 4096), (16, 4096, 4096),
          (8192, 8192, 256), (8192, 8192, 1024))
FAMILIES = {
    "matmul": (matmul, SQUARE), "matmul_nt": (matmul, SQUARE), "matmul_tf32": (matmul, SQUARE),
    "matmul_nt_fast": (matmul, SQUARE),
    "attention": (attention, (1024, 4096, 16384)), "vadd": (elementwise, (20, 24, 28)), "axpy": (axpy, (24, 28)),
    "transpose": (transpose, (4096, 16384)), "swiglu": (swiglu, ROWS), "rowsum": (rowsum, ROWS), "softmax": (softmax, ROWS),
    "softmax_online": (softmax, ROWS), "layernorm": (layernorm, ROWS), "rmsnorm": (rmsnorm, ROWS),
    "rope": (rope, (1 << 16, 1 << 20)), "gather": (gather, (1 << 14, 1 << 18)), "fft": (fft, (1 << 14, 1 << 18)),
}
# Sizes for a trial on the emulated driver.
SMALL = {"matmul": 256, "matmul_nt": 256, "matmul_nt_fast": 256, "matmul_tf32": 256, "attention": 256, "vadd": 13, "axpy": 13, "transpose": 256,
         "swiglu": 4, "rowsum": 8, "softmax": 8, "softmax_online": 8, "layernorm": 4, "rmsnorm": 4, "rope": 64, "gather": 64,
         "fft": 8}


def describe(kernel, signature):
    """The family, tiles (constants), element types and hints of a kernel and its signature; None for one that isn't
    timed."""
    family = kernel._pyfunc.__name__
    if family not in FAMILIES:
        return None
    constants = [p.value for p in signature if type(p).__name__ == "ConstantConstraint"]
    arrays = [p for p in signature if type(p).__name__ == "ArrayConstraint"]
    hints = {name: value for name, value in dataclasses.asdict(kernel._compiler_options).items()
             if name in HINTS and isinstance(value, int)}
    return {"family": family, "tiles": constants, "types": [short_name(p.dtype) for p in arrays], "hints": hints}


# None of the hints changes a launch: its grid counts tile blocks, whatever CTAs they have.
HINTS = ("occupancy", "num_ctas", "num_worker_warps")
# Public tuners try these hints, the first ones for kernels with MMAs, the others for kernels that are bound by memory.
SPACES = {"TFLOP/s": ("occupancy=1", "occupancy=2", "num_ctas=2", "num_worker_warps=4", "num_worker_warps=8",
                      "occupancy=2,num_worker_warps=4", "num_ctas=2,num_worker_warps=8"),
          "GB/s": ("occupancy=1", "occupancy=2", "occupancy=4", "occupancy=8", "num_worker_warps=8")}


def hints_of(text):
    """The hints that are written as "occupancy=2,num_ctas=2"; None for anything else."""
    found = [part.partition("=") for part in text.split(",")]
    if not all(name in HINTS and value.isdigit() for name, _, value in found):
        return None
    return {name: int(value) for name, _, value in found}


def space_of(family):
    """The hints of a family's space."""
    return SPACES["TFLOP/s" if family.startswith(("matmul", "attention")) else "GB/s"]


def labels(spec):
    """The tuned parameters of a kernel, as rows have them: {"tile": "128x256x64", "hints": "occupancy=2"}, the second
    where there are hints."""
    extents = {"attention": lambda t: t[:2], "fft": lambda t: [t[0], 1 << t[1]], "rope": lambda t: [t[0], 64]}.get(
        spec["family"], lambda t: t if len(t) > 1 or spec["family"] in ("vadd", "axpy") else [1, *t])(spec["tiles"])
    hints = " ".join(f"{name}={value}" for name, value in spec.get("hints", {}).items())
    return {"tile": "x".join(map(str, extents))} | ({"hints": hints} if hints else {})


def short_name(dtype):
    name = str(dtype).rsplit(".", 1)[-1]
    if "float8" in name:
        return "f8e4m3" if "e4m3" in name else "f8e5m2"
    return name.replace("bfloat", "bf").replace("float", "f").replace("int", "i")


def problems(spec, quick=False):
    make, sizes = FAMILIES[spec["family"]]
    if quick:
        sizes = [SMALL[spec["family"]]]
    elif make is matmul and spec["types"][0] == "f16":
        sizes = sizes + SHAPES
    for size in sizes:
        yield make(spec, size)
