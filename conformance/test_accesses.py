"""How kernels access memory, by the emulator's report: main loops have no bank conflicts, no sector is fetched without
use, and memory-bound kernels have enough bytes in flight. These are counts, not times; the kernels' results are tested
elsewhere."""
import json
import math
import pathlib
import sys

import numpy as np
import pytest

import cuda.tile as ct
from kit import BF16, F16, F32, ZERO, Emulator, Int, Keeper, Out, export, run_program, scalar_argument, storage

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
import accesses  # noqa: E402

MAX_SECTORS = 1.05
pytestmark = pytest.mark.blind("nothing is compared with an oracle")


@pytest.fixture
def observe(target, tmp_path):
    """Runs one block of a kernel; returns its code, its costs by line, and the facts of the report."""
    if target.level < 3 or not isinstance(target.backend, Emulator) and not isinstance(target.compiler, Keeper):
        pytest.skip("costs are those of optimised code on the emulator")

    def run(kernel, *arguments):
        bytecode = export(kernel, arguments, target.arch)
        program = target.compiler.compile(bytecode, target.arch, target.level)
        ptx = tmp_path / "kernel.ptx"
        run_program([target.compiler.program, program.with_suffix("").with_suffix(".tileirbc"), "-o", ptx, "--emit=ptx",
                     "--enable-extended-smem", "--gpu-name", target.arch, f"-O{target.level}", "--lineinfo"],
                    AssertionError)
        report = tmp_path / "report.json"
        command = [target.backend.program, ptx, "--grid=1", "--no-check", f"--report={report}"]
        for n, argument in enumerate(a.array if isinstance(a, Out) else a for a in arguments):
            if isinstance(argument, np.ndarray):
                np.save(tmp_path / f"{n}.npy", storage(argument))
                command += ["--arg", f"array:{tmp_path / f'{n}.npy'}"]
            elif isinstance(argument, np.generic):
                command += ["--arg", scalar_argument(argument)]
        run_program(command, AssertionError)
        found = json.loads(report.read_text())
        return accesses.Code(ptx.read_text()), accesses.Costs(found), found["facts"]

    return run


def check_loops(code, costs):
    """The main loop exists, has MMAs, and has no bank conflicts."""
    loops = accesses.main_loops(code)
    assert any(accesses.MMA.search(code.at(n)) for loop in loops for n in loop), "no loop with MMAs"
    assert [f"line {code.source_line(n)}: {count} in {code.at(n)}" for n, count in accesses.conflicts(code, costs)] == []


def check_sectors(code, costs):
    ratio = accesses.sector_ratio(costs)
    worst = [f"line {code.source_line(n)}: {sectors} of {least} in {code.at(n)}"
             for n, sectors, least in accesses.scattered(costs, MAX_SECTORS)]
    assert ratio is None or ratio <= MAX_SECTORS, worst


def zeros(dtype, *shape):
    return np.zeros(shape, dtype)


@ct.kernel
def matmul(A, B, C, TM: Int, TN: Int, TK: Int):
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (ct.bid(0), k), (TM, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), acc)
    ct.store(C, (ct.bid(0), 0), ct.astype(acc, C.dtype))


@pytest.mark.parametrize("tiles", [(128, 128, 64), (128, 256, 64), (64, 64, 32)], ids=lambda t: "x".join(map(str, t)))
@pytest.mark.parametrize("dtype", [F16, BF16], ids=str)
def test_matmul(observe, dtype, tiles):
    tm, tn, _ = tiles
    code, costs, _ = observe(matmul, zeros(dtype, tm, 512), zeros(dtype, 512, tn), Out(zeros(dtype, tm, tn)), *tiles)
    check_loops(code, costs)
    check_sectors(code, costs)


@ct.kernel
def matmul_nt(A, Bt, C, TM: Int, TN: Int, TK: Int):
    acc = ct.zeros((TM, TN), dtype=C.dtype)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, (ct.bid(0), k), (TM, TK), padding_mode=ZERO)
        acc = ct.mma(a, ct.transpose(ct.load(Bt, (0, k), (TN, TK), padding_mode=ZERO)), acc)
    ct.store(C, (ct.bid(0), 0), acc)


@pytest.mark.parametrize("a, c", [(F16, F32), (np.dtype(np.int8), np.dtype(np.int32))], ids=str)
def test_matmul_nt(observe, a, c):
    code, costs, _ = observe(matmul_nt, zeros(a, 128, 512), zeros(a, 128, 512), Out(zeros(c, 128, 128)), 128, 128, 64)
    check_loops(code, costs)
    check_sectors(code, costs)


@ct.kernel
def matmul_tf32(A, B, C, TM: Int, TN: Int, TK: Int):
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.astype(ct.load(A, (0, k), (TM, TK), padding_mode=ZERO), ct.tfloat32)
        acc = ct.mma(a, ct.astype(ct.load(B, (k, 0), (TK, TN), padding_mode=ZERO), ct.tfloat32), acc)
    ct.store(C, (0, 0), acc)


def test_matmul_tf32(observe):
    code, costs, _ = observe(matmul_tf32, zeros(F32, 128, 256), zeros(F32, 256, 128), Out(zeros(F32, 128, 128)), 128, 128, 32)
    check_loops(code, costs)
    check_sectors(code, costs)


@ct.kernel
def attention(Q, K, V, O, T: Int, D: Int):
    q = ct.load(Q, (0, 0), (T, D))
    top, total = ct.full((T, 1), -math.inf, dtype=ct.float32), ct.zeros((T, 1), dtype=ct.float32)
    acc = ct.zeros((T, D), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=0, shape=(T, D))):
        s = ct.mma(q, ct.transpose(ct.load(K, (j, 0), (T, D))), ct.zeros((T, T), dtype=ct.float32))
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p, fade = ct.exp2(s - new), ct.exp2(top - new)
        total = total * fade + ct.sum(p, axis=1, keepdims=True)
        acc = ct.mma(ct.astype(p, V.dtype), ct.load(V, (j, 0), (T, D)), acc * fade)
        top = new
    ct.store(O, (0, 0), ct.astype(acc / total, O.dtype))


@pytest.mark.parametrize("depth", [64, 128])
def test_attention(observe, depth):
    code, costs, _ = observe(attention, *(zeros(F16, rows, depth) for rows in (128, 512, 512)), Out(zeros(F16, 128, depth)), 128, depth)
    check_loops(code, costs)
    check_sectors(code, costs)


# ---------------------------------------------------------------- kernels that memory bounds


def check_in_flight(facts, target):
    """Little's law: the bytes that a multiprocessor must have requested while it waits."""
    needed = 48 << 10 if target.number >= 90 else 32 << 10
    key = "bytes in flight a multiprocessor, estimated"
    assert int(facts[key]) >= needed, facts


@ct.kernel
def add(A, B, C, T: Int):
    i = ct.bid(0)
    ct.store(C, (i,), ct.load(A, (i,), (T,)) + ct.load(B, (i,), (T,)))


@pytest.mark.parametrize("dtype", [F32, F16], ids=str)
def test_add(observe, target, dtype):
    code, costs, facts = observe(add, zeros(dtype, 4096), zeros(dtype, 4096), Out(zeros(dtype, 4096)), 2048)
    check_sectors(code, costs)
    check_in_flight(facts, target)


@ct.kernel
def transpose(X, Y, T: Int):
    ct.store(Y, (0, 0), ct.transpose(ct.load(X, (0, 0), (T, T))))


@pytest.mark.parametrize("dtype", [F32, F16], ids=str)
def test_transpose(observe, target, dtype):
    code, costs, facts = observe(transpose, zeros(dtype, 64, 64), Out(zeros(dtype, 64, 64)), 64)
    check_sectors(code, costs)
    check_in_flight(facts, target)


@ct.kernel
def gate(A, B, C, T: Int):
    a = ct.astype(ct.load(A, (0, 0), (1, T)), ct.float32)
    b = ct.astype(ct.load(B, (0, 0), (1, T)), ct.float32)
    ct.store(C, (0, 0), ct.astype(a / (1.0 + ct.exp(-a)) * b, C.dtype))


def test_gate(observe, target):
    code, costs, facts = observe(gate, zeros(BF16, 4, 2048), zeros(BF16, 4, 2048), Out(zeros(BF16, 4, 2048)), 2048)
    check_sectors(code, costs)
    check_in_flight(facts, target)


@ct.kernel
def rowsum(X, Y, TM: Int, TN: Int):
    acc = ct.zeros((TM, TN), dtype=ct.float32)
    for c in range(ct.num_tiles(X, axis=1, shape=(TM, TN))):
        acc = acc + ct.load(X, (0, c), (TM, TN), padding_mode=ZERO)
    ct.store(Y, (0,), ct.sum(acc, axis=1))


@ct.kernel
def softmax(X, Y, N: Int):
    x = ct.load(X, (ct.bid(0), 0), (1, N))
    e = ct.exp(x - ct.max(x, axis=1, keepdims=True))
    ct.store(Y, (ct.bid(0), 0), e / ct.sum(e, axis=1, keepdims=True))


@pytest.mark.parametrize("kernel, out, constants", [(rowsum, (4,), (4, 1024)), (softmax, (4, 4096), (4096,))],
                         ids=["rowsum", "softmax"])
def test_reductions(observe, target, kernel, out, constants):
    code, costs, facts = observe(kernel, zeros(F32, 4, 4096), Out(zeros(F32, *out)), *constants)
    check_sectors(code, costs)
    check_in_flight(facts, target)
