"""Kernels that Triton compiles, on the emulator.

Triton emits other PTX than we do: cp.async pipelines, swizzled shared memory, wgmma with operands in registers, tcgen05
with operands in tensor memory, tensor maps built on the device. Its kernels are compiled here without a GPU and without
PyTorch; nothing of that is kept."""
import numpy as np
import pytest

from kit import BF16, F16, F32, SCHEDULES, check
from programs import launch, scalars
from ranges import Range

triton = pytest.importorskip("triton", reason="Triton (PyPI: triton) is not in this environment")
import triton.language as tl  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

APPROXIMATE = 2  # units in the last place: PTX ISA, "ex2.approx", "div.full", "sqrt.approx"
TYPES = {F16: "fp16", BF16: "bf16", F32: "fp32"}


def compiled(kernel, arch, arguments, constants, warps=4, stages=3):
    """The PTX of `kernel` for arrays and int32 scalars like these, every pointer aligned to 16 bytes."""
    names = kernel.arg_names
    signature, aligned = {}, {}
    for n, argument in enumerate(arguments):
        is_array = isinstance(argument, np.ndarray)
        signature[names[n]] = "*" + TYPES[argument.dtype] if is_array else "i32"
        if is_array or argument % 16 == 0:
            aligned[(n,)] = [["tt.divisibility", 16]]
    signature |= {name: "constexpr" for name in constants}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=aligned)
    options = {"num_warps": warps, "num_stages": stages}
    return triton.compile(source, target=GPUTarget("cuda", int(arch[3:]), 32), options=options)


def run(machine, kernel, arch, grid, arguments, constants, **options):
    """Compiles and launches; returns the arrays as they are afterwards."""
    made = compiled(kernel, arch, arguments, constants, **options)
    scratch = made.metadata.global_scratch_size * int(np.prod(grid))
    extra = [np.zeros(max(scratch, 16), np.uint8), np.zeros(16, np.uint8)]  # Triton's global and profiling scratch
    return launch(machine, made.asm["ptx"], kernel.fn.__name__, grid, scalars(arguments) + extra,
                  shared=made.metadata.shared, schedules=SCHEDULES)


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):
    rows = tl.program_id(0) * TM + tl.arange(0, TM)
    columns = tl.program_id(1) * TN + tl.arange(0, TN)
    inner = tl.arange(0, TK)
    a = a_ptr + rows[:, None] * K + inner[None, :]
    b = b_ptr + inner[:, None] * N + columns[None, :]
    total = tl.zeros((TM, TN), tl.float32)
    for k in range(0, K, TK):
        left = tl.load(a, mask=(rows[:, None] < M) & (inner[None, :] < K - k), other=0.0)
        right = tl.load(b, mask=(inner[:, None] < K - k) & (columns[None, :] < N), other=0.0)
        total = tl.dot(left, right, total)
        a += TK
        b += TK * N
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total.to(c_ptr.dtype.element_ty), mask=inside)


@triton.jit
def matmul_descriptors(a_ptr, b_ptr, c_ptr, M, N, K, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):
    """The same through tensor maps that the kernel builds on the device."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [TM, TK])
    b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [TK, TN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [TM, TN])
    row, column = tl.program_id(0) * TM, tl.program_id(1) * TN
    total = tl.zeros((TM, TN), tl.float32)
    for k in range(0, K, TK):
        total = tl.dot(a.load([row, k]), b.load([k, column]), total)
    c.store([row, column], total.to(c_ptr.dtype.element_ty))


MATMULS = [(arch, matmul) for arch in ("sm_80", "sm_90", "sm_100", "sm_120")] + [("sm_90", matmul_descriptors)]


@pytest.mark.parametrize("arch,kernel", MATMULS, ids=lambda v: v if isinstance(v, str) else v.fn.__name__)
@pytest.mark.parametrize("dtype", [F16, BF16], ids=str)
def test_matmul(machine, rng, arch, kernel, dtype):
    m, n, k = 200, 136, 160
    a, b = rng.normal(dtype, (m, k)), rng.normal(dtype, (k, n))
    grid = (triton.cdiv(m, 64), triton.cdiv(n, 64))
    arguments = [a, b, np.zeros((m, n), np.float32), m, n, k]
    got = run(machine, kernel, arch, grid, arguments, dict(TM=64, TN=64, TK=32))[2]
    check(got, Range(a, F32).mma(b))


@triton.jit
def softmax(x_ptr, y_ptr, columns, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, WIDTH)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=float("-inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


@pytest.mark.parametrize("arch", ["sm_80", "sm_90"])
def test_softmax(machine, rng, arch):
    x = rng.normal(F32, (5, 781))
    got = run(machine, softmax, arch, (5,), [x, np.zeros_like(x), 781], dict(WIDTH=1024))[1]
    e = ((Range(x, F32) - x.max(1, keepdims=True)) * np.log2(np.e)).function(np.exp2, APPROXIMATE)
    check(got, (e / e.sum(1, keepdims=True)).within(APPROXIMATE))


@triton.jit
def layernorm(x_ptr, w_ptr, b_ptr, y_ptr, columns, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, WIDTH)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    centred = tl.where(inside, x - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + 1e-5)
    w, b = tl.load(w_ptr + at, mask=inside), tl.load(b_ptr + at, mask=inside)
    tl.store(y_ptr + row * columns + at, centred * scale * w + b, mask=inside)


@pytest.mark.parametrize("arch", ["sm_80", "sm_90"])
def test_layernorm(machine, rng, arch):
    x, w, b = rng.normal(F16, (3, 500)), rng.normal(F32, (500,)), rng.normal(F32, (500,))
    got = run(machine, layernorm, arch, (3,), [x, w, b, np.zeros((3, 500), np.float32), 500], dict(WIDTH=512))[3]
    wide = Range(x, F32)
    centred = wide - (wide.sum(1, keepdims=True) / 500.0).within(APPROXIMATE)
    square = ((centred * centred).sum(1, keepdims=True) / 500.0).within(APPROXIMATE)
    scale = (1.0 / (square + 1e-5).function(np.sqrt, APPROXIMATE)).within(APPROXIMATE)
    check(got, centred * scale * w + b)


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, LENGTH, scale_bits, D: tl.constexpr, TQ: tl.constexpr, TK: tl.constexpr):
    """One head, causal; softmax online as in FlashAttention. scale_bits: 1/sqrt(D) in base 2, as f32 bits."""
    scale = scale_bits.to(tl.float32, bitcast=True)
    first = tl.program_id(0) * TQ
    rows, depth, keys = first + tl.arange(0, TQ), tl.arange(0, D), tl.arange(0, TK)
    q = tl.load(q_ptr + rows[:, None] * D + depth[None, :])
    peak = tl.full((TQ,), float("-inf"), tl.float32)
    norm = tl.zeros((TQ,), tl.float32)
    total = tl.zeros((TQ, D), tl.float32)
    for start in range(0, first + TQ, TK):
        at = start + keys
        k = tl.load(k_ptr + at[None, :] * D + depth[:, None])
        scores = tl.where(rows[:, None] >= at[None, :], tl.dot(q, k) * scale, float("-inf"))
        higher = tl.maximum(peak, tl.max(scores, 1))
        p = tl.exp2(scores - higher[:, None])
        shrink = tl.exp2(peak - higher)
        norm = norm * shrink + tl.sum(p, 1)
        v = tl.load(v_ptr + at[:, None] * D + depth[None, :])
        total = tl.dot(p.to(v.dtype), v, total * shrink[:, None])
        peak = higher
    tl.store(o_ptr + rows[:, None] * D + depth[None, :], total / norm[:, None])


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100", "sm_120"])
def test_attention(machine, rng, arch):
    length, d = 128, 64
    q, k, v = (rng.normal(F16, (length, d)) for _ in range(3))
    scale = np.float32(np.log2(np.e) / np.sqrt(d))
    arguments = [q, k, v, np.zeros((length, d), np.float32), length, int(scale.view(np.int32))]
    got = run(machine, attention, arch, (length // 64,), arguments, dict(D=d, TQ=64, TK=32), stages=2)[3]
    check(got, attention_of(q, k, v, scale, 32))


def attention_of(q, k, v, scale, tile):
    """The same arithmetic in ranges, probabilities rounded to f16."""
    length = len(q)
    peak, norm = Range(np.full((length, 1), -np.inf), F32), Range(np.zeros((length, 1)), F32)
    total = Range(np.zeros(v.shape), F32)
    for start in range(0, length, tile):
        seen = np.arange(length)[:, None] >= start + np.arange(tile)
        scores = (Range(q, F32).mma(k[start:start + tile].T) * scale).where(seen, -np.inf)
        higher = peak.maximum(scores.max(1))
        p, shrink = ((s - higher).function(np.exp2, APPROXIMATE) for s in (scores, peak))
        norm = norm * shrink + p.sum(1, keepdims=True)
        total = p.to(F16).to(F32).mma(v[start:start + tile], start=total * shrink)
        peak = higher
    return (total / norm).within(APPROXIMATE)
