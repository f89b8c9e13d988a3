"""The framework of the conformance tests.

A test writes a kernel in cuTile Python, passes it to a `Target` with NumPy arrays, and compares the result with NumPy.
A target is an architecture and an optimisation level; below it are three stages that no other module knows:

    export   kernel and signature    -> Tile IR bytecode   cuTile Python, without a compiler or a device
    compile  bytecode, arch, opt     -> cubin              our `tileiras`, and ptxas, which must accept its PTX
    launch   cubin, grid, arguments  -> arrays             a backend: the emulator (`tileiras-run`), on each schedule

Arguments of a launch, in the order of the kernel's parameters:

    numpy.ndarray              an array that the kernel must leave as it is
    Out(numpy.ndarray)         an array that it may write; `launch` returns these in order
    numpy scalar (np.int32(5)) a scalar passed at launch
    bool, int, float           a constant, compiled in"""
import dataclasses
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np
import pytest

import cuda.tile as ct
from ranges import Range, format_of, rounded, wide
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature,
                                   ScalarConstraint, export_kernel)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "utils"))
from gpu import launching
from gpu.cubin import required_block
from gpu.driver import Gpu
from gpu.recording import Folder, without_text

ARCHS = ("sm_80", "sm_90", "sm_100", "sm_120")
LEVELS = (0, 3)
# The orders of warps and of asynchronous work in which each kernel is run, with all checks on.
SCHEDULES = ("inorder", "adversarial", "random:1", "random:2", "random:3")
BYTECODE = "13.3"

DTYPES = {np.dtype(n): t for n, t in {
    np.bool_: ct.bool_, np.int8: ct.int8, np.int16: ct.int16, np.int32: ct.int32, np.int64: ct.int64,
    np.uint8: ct.uint8, np.uint16: ct.uint16, np.uint32: ct.uint32, np.uint64: ct.uint64,
    np.float16: ct.float16, np.float32: ct.float32, np.float64: ct.float64, ml_dtypes.bfloat16: ct.bfloat16,
    ml_dtypes.float8_e4m3fn: ct.float8_e4m3fn, ml_dtypes.float8_e5m2: ct.float8_e5m2,
    ml_dtypes.float8_e8m0fnu: ct.float8_e8m0fnu}.items()}

BF16 = np.dtype(ml_dtypes.bfloat16)
E4M3 = np.dtype(ml_dtypes.float8_e4m3fn)
E5M2 = np.dtype(ml_dtypes.float8_e5m2)
SIGNED = [np.dtype(t) for t in (np.int8, np.int16, np.int32, np.int64)]
UNSIGNED = [np.dtype(t) for t in (np.uint8, np.uint16, np.uint32, np.uint64)]
INTEGERS = SIGNED + UNSIGNED
FLOATS = [np.dtype(np.float16), BF16, np.dtype(np.float32), np.dtype(np.float64)]
F16, F32, F64 = FLOATS[0], FLOATS[2], FLOATS[3]
I32, I64 = SIGNED[2], SIGNED[3]

ZERO, NEG_INF = ct.PaddingMode.ZERO, ct.PaddingMode.NEG_INF
Int = ct.Constant[int]


def tile_type(dtype):
    """The cuTile type of a NumPy type."""
    return DTYPES[np.dtype(dtype)]


@dataclasses.dataclass
class Out:
    """An array that the kernel may write, with its initial contents."""
    array: np.ndarray


class PromisedRows(np.ndarray):
    """An array whose signature promises that strides are multiples of eight, which is more than a launcher of cuTile
    finds, and nothing about sizes: a user who exports kernels by hand may write that."""


class CompileError(AssertionError):
    """The compiler refused a program, or failed."""


class LaunchError(AssertionError):
    """The program could not be run to its end, or a check of the emulator fired."""


# ---------------------------------------------------------------- export


def divisor(n):
    """The divisor of a size or stride that the cuTile launcher lets the compiler assume: 16 or 1."""
    return 16 if n % 16 == 0 else 1


def constraint(argument):
    """The signature entry of an argument, as a launcher infers it from a tensor."""
    if isinstance(argument, Out):
        argument = argument.array
    if isinstance(argument, np.ndarray):
        strides = [s // argument.itemsize for s in argument.strides]
        constant = tuple(1 if s == 1 and i == argument.ndim - 1 else None for i, s in enumerate(strides))
        promised = isinstance(argument, PromisedRows)
        return ArrayConstraint(
            tile_type(argument.dtype), argument.ndim, index_dtype=ct.int32, stride_lower_bound_incl=0,
            alias_groups=(), may_alias_internally=False, stride_constant=constant,
            stride_divisible_by=tuple(1 if c else 8 if promised else divisor(s) for s, c in zip(strides, constant)),
            shape_divisible_by=tuple(1 if promised else divisor(n) for n in argument.shape), base_addr_divisible_by=16)
    if isinstance(argument, np.generic):
        return ScalarConstraint(tile_type(argument.dtype))
    return ConstantConstraint(argument)


def export(kernel, arguments, arch, version=BYTECODE):
    """The Tile IR bytecode of `kernel` specialised to arguments like these."""
    signature = KernelSignature([constraint(a) for a in arguments], CallingConvention.cutile_python_v1(),
                                symbol=kernel._pyfunc.__name__)
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        export_kernel(kernel, [signature], out, gpu_code=arch, output_format="tileir_bytecode",
                      bytecode_version=version)
    return out.getvalue()


# ---------------------------------------------------------------- compile


def clean_environment(path=()):
    """The environment for a program, without an old toolkit of the machine. `path` comes first on PATH."""
    kept = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")}
    return kept | {"PATH": os.pathsep.join([*map(str, path), kept.get("PATH", "")])}


LIMIT = 120  # seconds for one program: a hundred times what the slowest test needs


def run_program(command, error, path=()):
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=clean_environment(path),
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise error(f"not done after {LIMIT} s: {' '.join(map(str, command))}") from None
    if done.returncode:
        raise error(f"exit status {done.returncode} of: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def known_archs(bin_dir):
    """The architectures of the compiler's table (Targets.td), as its message about an unknown one names them."""
    command = [pathlib.Path(bin_dir) / "tileiras", "-", "-o", "-", "--gpu-name=?"]
    done = subprocess.run(command, capture_output=True, text=True)
    return re.search(r"expected one of: ([^)]*)", done.stderr).group(1).split(", ")


class Compiler:
    """Compiles bytecode with our `tileiras`, once in a session. With a ptxas the result is a cubin that carries its PTX
    (--lineinfo), so that the PTX that runs is the PTX that ptxas has accepted; without, it is PTX."""

    def __init__(self, bin_dir, work_dir, ptxas=None):
        self.program = pathlib.Path(bin_dir) / "tileiras"
        self.work_dir = pathlib.Path(work_dir)
        self.target = [f"--ptxas={ptxas}", "--lineinfo"] if ptxas else ["--emit=ptx", "--enable-extended-smem", "--lineinfo"]

    def compile(self, bytecode, arch, level):
        digest = hashlib.sha256(bytecode).hexdigest()[:16]
        source = self.work_dir / f"{digest}.tileirbc"
        output = self.work_dir / f"{digest}.{arch}.O{level}"
        if not output.exists():
            source.write_bytes(bytecode)
            run_program([self.program, source, "-o", output, "--gpu-name", arch, f"-O{level}", *self.target],
                        CompileError)
        return output


class Reassembling(Compiler):
    """Compiles for one architecture, and assembles for a later one, which has all of its instructions."""

    def __init__(self, bin_dir, work_dir, ptxas, arch):
        super().__init__(bin_dir, work_dir)
        self.ptxas, self.arch = ptxas, arch

    def compile(self, bytecode, arch, level):
        ptx = super().compile(bytecode, arch, level)
        output = ptx.with_suffix(f".O{level}.{self.arch}.cubin")
        if not output.exists():
            run_program([self.ptxas, f"-arch={self.arch}", f"-O{level}", "-lineinfo", "--enable-extended-smem=true", ptx,
                         "-o", output], CompileError)
        return output


class ClosedCompiler(Compiler):
    """NVIDIA's compiler (PyPI: nvidia-cuda-tileiras), as an oracle: its sm_80 cubins carry their PTX, which
    `tileiras-run` extracts. For later architectures they carry none."""

    def __init__(self, bin_dir, work_dir, ptxas=None):
        super().__init__(bin_dir, work_dir)
        found = sorted(pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/bin/tileiras"))
        if not found:
            raise FileNotFoundError("nvidia-cuda-tileiras is not in this environment")
        self.program = found[0]

    def compile(self, bytecode, arch, level):
        source = self.work_dir / f"{hashlib.sha256(bytecode).hexdigest()[:16]}.tileirbc"
        output = source.with_suffix(f".{arch}.O{level}.cubin")
        if not output.exists():
            source.write_bytes(bytecode)
            run_program([self.program, source, "-o", output, "--gpu-name", arch, f"-O{level}", "--lineinfo"],
                        CompileError, path=[self.program.parent])
        return output


class Uncompiled:
    """Leaves bytecode as it is, for the interpreter."""

    def __init__(self, bin_dir, work_dir, ptxas=None):
        self.work_dir = pathlib.Path(work_dir)

    def compile(self, bytecode, arch, level):
        source = self.work_dir / f"{hashlib.sha256(bytecode).hexdigest()[:16]}.tileirbc"
        source.write_bytes(bytecode)
        return source


class Keeper(Compiler):
    """Keeps each distinct module in a folder, named by a hash of its content, and compiles nothing."""

    def __init__(self, folder):
        super().__init__("keeps-bytecode-only", folder)
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def compile(self, bytecode, arch, level):
        kept = self.folder / f"{hashlib.sha256(bytecode).hexdigest()[:16]}.tileirbc"
        if not kept.exists():
            kept.write_bytes(bytecode)
        return kept


COMPILERS = {"ours": Compiler, "closed": ClosedCompiler}


# ---------------------------------------------------------------- launch


def storage(array):
    """The array as the .npy format can hold it: narrow floats as the integers that have their bits."""
    assert array.flags.c_contiguous, "a file has no strides"
    if array.dtype in (BF16, E4M3, E5M2):
        return array.view(f"u{array.itemsize}")
    return array


class Emulator:
    """Launches PTX on the built-in emulator, with all of its checks on."""
    # Our own code must obey more than PTX requires.
    checks = ["--check=all,tensor-fences"]

    def __init__(self, bin_dir, work_dir):
        self.program = pathlib.Path(bin_dir) / "tileiras-run"
        self.work_dir = pathlib.Path(work_dir)

    def array_argument(self, path):
        """How a kernel of cuTile receives an array: pointer, sizes, strides."""
        return f"array:{path}"

    def launch(self, program, kernel, grid, arguments, options=(), schedules=SCHEDULES):
        """Runs `kernel` of a cubin or PTX file on each schedule; returns for each the arrays as they are afterwards,
        None for arguments that are not arrays."""
        return self.run([program, "--kernel", kernel, "--grid", ",".join(map(str, grid)),
                         f"--schedule={','.join(schedules)}", *self.checks, *options], arguments, len(schedules))

    def run(self, command, arguments, runs):
        """Passes the arguments, and returns them as each of `count` runs left them."""
        command = [self.program, *command]
        outputs = {}
        for n, argument in enumerate(arguments):
            if isinstance(argument, np.ndarray):
                path = self.work_dir / f"{n}.in.npy"
                np.save(path, storage(argument))
                outputs[n] = self.work_dir / f"{n}.out.npy"
                command += ["--arg", self.array_argument(path)]
            else:
                command += ["--arg", scalar_argument(argument)]
        for n, path in outputs.items():
            path.unlink(missing_ok=True)
            command += ["--out", f"{n}={path}"]
        run_program(command, LaunchError)
        arrays = {n: np.load(path).view(arguments[n].dtype).reshape(runs, *arguments[n].shape)
                  for n, path in outputs.items()}
        return [[arrays[n][r] if n in arrays else None for n in range(len(arguments))] for r in range(runs)]


class Interpreter(Emulator):
    """Interprets bytecode without compiling it; blocks run one after the other, so there is one run."""

    def __init__(self, bin_dir, work_dir):
        super().__init__(bin_dir, work_dir)
        self.program = pathlib.Path(bin_dir) / "tileiras-interpret"

    def launch(self, program, kernel, grid, arguments, schedules=()):
        return self.run([program, "--kernel", kernel, "--grid", ",".join(map(str, grid))], arguments, 1)


class Unknown(np.ndarray):
    """A placeholder for an array that a kernel would have written: `check` accepts it and all values computed from
    it."""


class Nothing:
    """Launches nothing: for architectures whose kernels are only compiled and assembled."""

    def __init__(self, bin_dir, work_dir):
        pass

    def launch(self, program, kernel, grid, arguments, schedules=()):
        return [[a.view(Unknown) if isinstance(a, np.ndarray) else None for a in arguments]]


def scalar_argument(value):
    """A launch-time scalar as `tileiras-run` takes it."""
    return f"{value.dtype.kind}{8 * value.dtype.itemsize}:{value.item()}"


class Recorder(Emulator):
    """Launches on the emulator, in order and without checks, and keeps what a GPU needs to do the same (utils/gpu/play)."""

    def __init__(self, bin_dir, work_dir, folder):
        super().__init__(bin_dir, work_dir)
        self.folder, self.test, self.number = Folder(folder), "", 0

    def begin(self, test):
        self.test, self.number = test, 0

    def launch(self, program, kernel, grid, arguments, options=(), schedules=SCHEDULES):
        runs = super().launch(program, kernel, grid, arguments, [*options, "--no-check"], SCHEDULES[:1])
        self.keep(self.describe(program, kernel, grid, arguments), [None if a is None else a.tobytes() for a in runs[0]])
        return runs

    def describe(self, program, kernel, grid, arguments):
        """A launch as `recording.py` has it, without its results."""
        data = pathlib.Path(program).read_bytes()
        return {
            "test": self.test, "number": self.number, "program": self.folder.put(without_text(data)), "kernel": kernel,
            "grid": grid, "threads": required_block(data, kernel)[0],
            "arguments": [{"array": self.folder.put(a.tobytes()), "dtype": str(a.dtype), "shape": a.shape}
                          if isinstance(a, np.ndarray) else {"scalar": a.tobytes().hex()} for a in arguments]}

    def keep(self, entry, after):
        self.folder.append("launches", entry | {"after": [None if data is None else self.folder.put(data) for data in after]})
        self.number += 1


class Replay:
    """Launches nothing: gives the results of the recorded launches on a GPU."""

    def __init__(self, bin_dir, work_dir, folder):
        self.folder, self.test, self.number = Folder(folder), "", 0
        read = lambda kind: {(e["test"], e["number"]): e for e in self.folder.entries(kind)}
        self.launches, self.results = read("launches"), read("results")

    def begin(self, test):
        self.test, self.number = test, 0

    def launch(self, program, kernel, grid, arguments, options=(), schedules=SCHEDULES):
        key = self.test, self.number
        self.number += 1
        result = self.results.get(key)
        if result is None:
            pytest.skip("not launched on the GPU")
        for argument, recorded in zip(arguments, self.launches[key]["arguments"], strict=True):
            if "array" in recorded and self.folder.get(recorded["array"]) != argument.tobytes():
                pytest.skip("depends on a launch that gave something else on the GPU")
        if "after" not in result:
            raise LaunchError(f"{result['status']} on the GPU: {result['message']}")
        runs = result.get("runs", [result["after"]])
        return [[None if name is None else np.frombuffer(self.folder.get(name), a.dtype).reshape(a.shape)
                 for name, a in zip(after, arguments, strict=True)] for after in runs]


class OnGpu:
    """Launches on a GPU, in this process; its memory is allocated anew for each launch."""

    def __init__(self, bin_dir, work_dir, driver):
        self.gpu = Gpu(driver)

    def launch(self, program, kernel, grid, arguments, options=(), schedules=SCHEDULES):
        data = pathlib.Path(program).read_bytes()
        try:
            return [self.run(data, kernel, grid, arguments)]
        except RuntimeError as error:
            raise LaunchError(str(error)) from None

    def run(self, program, kernel, grid, arguments):
        module = self.gpu.load(program)
        after = launching.launch(self.gpu, module.function(kernel), grid,
                                 [(a.tobytes(), a.shape) if isinstance(a, np.ndarray) else a.tobytes() for a in arguments])
        module.unload()
        return [None if data is None else np.frombuffer(data, a.dtype).reshape(a.shape)
                for data, a in zip(after, arguments)]


BACKENDS = {"emulator": Emulator, "none": Nothing, "gpu": OnGpu, "record": Recorder, "replay": Replay}


# ---------------------------------------------------------------- targets


@dataclasses.dataclass
class Target:
    """Where and how a kernel is compiled and run."""
    arch: str
    level: int
    compiler: Compiler
    backend: object
    on_trial: bool = False  # the test's oracle is given wrong results as well
    schedules: tuple = SCHEDULES

    @property
    def number(self):
        return int(self.arch.removeprefix("sm_"))

    def launch_each(self, kernel, grid, *arguments, version=BYTECODE):
        """Exports, compiles and runs; returns for each schedule the arrays marked `Out`, or the array itself if there
        is only one. For kernels whose results depend on the order of their blocks or threads."""
        grid = grid if isinstance(grid, tuple) else (grid,)
        grid += (1,) * (3 - len(grid))
        program = self.compiler.compile(export(kernel, arguments, self.arch, version), self.arch, self.level)
        passed = [a for a in arguments if isinstance(a, (Out, np.ndarray, np.generic))]  # constants are compiled in
        runs = self.backend.launch(program, kernel._pyfunc.__name__, grid,
                                   [a.array if isinstance(a, Out) else a for a in passed], schedules=self.schedules)
        return [outputs(passed, after) for after in runs]

    def launch(self, kernel, grid, *arguments, version=BYTECODE):
        """The same for kernels with one result: all schedules must give it, to the bit."""
        return agreed(self.launch_each(kernel, grid, *arguments, version=version), self.schedules)


def agreed(runs, schedules):
    """The results of the first run, which the runs on all other schedules must give as well, to the bit."""
    first, *others = runs
    for schedule, other in zip(schedules[1:], others):
        for a, b in zip(*(r if isinstance(r, list) else [r] for r in (first, other)), strict=True):
            assert a.tobytes() == b.tobytes(), f"the results of {schedules[0]} and {schedule} differ"
    return first


def outputs(passed, after):
    """The arrays marked `Out` as a launch left them; the others must be as they were."""
    results = []
    for before, now in zip(passed, after, strict=True):
        if isinstance(before, Out):
            results.append(now)
        elif now is not None:
            assert storage(before).tobytes() == storage(now).tobytes(), "an input array was written"
    return results[0] if len(results) == 1 else results


# Fraction bits that the next coarser type keeps: tf32 of f32, bf16 of f16, fp8 of bf16, and so on.
COARSER = {F64: 23, F32: 10, F16: 7, BF16: 3, E4M3: 2, E5M2: 1}


@dataclasses.dataclass
class CoarseTarget(Target):
    """Runs kernels on operands that were rounded to the next coarser type, or to `fraction` bits. Their results are
    wrong, and every oracle has to say so (try_oracle)."""
    fraction: int | None = None
    changed: bool = False  # has an operand lost bits?

    def coarse(self, argument):
        if isinstance(argument, Out):
            return Out(self.coarse(argument.array))
        if not isinstance(argument, np.ndarray) or argument.dtype not in COARSER:
            return argument
        kept = dataclasses.replace(format_of(argument.dtype), mantissa=self.fraction or COARSER[argument.dtype])
        less = rounded(argument, kept).astype(argument.dtype)
        if not identical(less, argument).all():
            self.changed = True
        return less

    def launch_each(self, kernel, grid, *arguments, **options):
        return super().launch_each(kernel, grid, *map(self.coarse, arguments), **options)


# ---------------------------------------------------------------- comparison


class Disagreement(AssertionError):
    """The result differs from the oracle's."""


def check(actual, expected):
    """Asserts that a result is what the oracle says: the exact result, which the type rounds once to the nearest, or a
    `Range` (ranges.py). Infinities, NaN and the signs of zeros are compared too, except for a zero in a range of
    several numbers."""
    if isinstance(actual, Unknown):
        return
    assert actual.shape == expected.shape, f"shape {actual.shape}, expected {expected.shape}"
    if not isinstance(expected, Range):
        wrong = actual != expected if actual.dtype.kind in "biu" else ~identical(actual, expected)
        low = high = expected
    else:
        got, low, high = wide(actual), rounded(expected.low, actual.dtype), rounded(expected.high, actual.dtype)
        one_zero = (got == 0) & (low == 0) & (high == 0) & (np.signbit(low) == np.signbit(high))
        inside = (low <= got) & (got <= high) | np.isnan(got) & np.isnan(low) & np.isnan(high)
        wrong = ~inside | (one_zero & (np.signbit(got) != np.signbit(low)))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
        between = f"{low[at]}" if low is high else f"{low[at]} to {high[at]}"
        raise Disagreement(f"{int(wrong.sum())} of {wrong.size} elements differ; first at {at}: got {actual[at]}, "
                           f"expected {between}")


def identical(actual, exact):
    """Where floats are the exact numbers rounded to their type, with the same sign; any NaN is a NaN."""
    actual, exact = wide(actual), rounded(exact, actual.dtype)
    return (actual == exact) & (np.signbit(actual) == np.signbit(exact)) | np.isnan(actual) & np.isnan(exact)


def try_oracle(test, fixtures, fraction=None):
    """Runs a test that has passed on coarser operands: it must fail, or its oracle can't detect that error."""
    coarse = CoarseTarget(**vars(fixtures["target"]), fraction=fraction)
    try:
        test(**fixtures | {"target": coarse})
    except (CompileError, LaunchError):
        raise
    except AssertionError:
        return
    assert not coarse.changed, "the oracle accepts the results of operands that were rounded to the next coarser type"


# ---------------------------------------------------------------- inputs


class Numbers:
    """Arrays of random numbers, determined by a name."""

    def __init__(self, name):
        seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
        self.generator = np.random.default_rng(seed)

    def normal(self, dtype, shape):
        """Normally distributed, rounded to the type."""
        return self.generator.standard_normal(shape).astype(dtype)

    def integers(self, low, high, shape):
        """Evenly distributed over low … high - 1, as int32."""
        return self.generator.integers(low, high, shape).astype(np.int32)

    def permutation(self, n):
        return self.generator.permutation(n)

    def any(self, dtype, shape):
        """Numbers of every magnitude that the type has; floats with zeros, subnormal numbers, infinities and NaN among
        them."""
        dtype = np.dtype(dtype)
        if dtype == np.bool_:
            return self.generator.integers(0, 2, shape).astype(np.bool_)
        size = int(np.prod(shape))
        raw = self.generator.integers(0, 256, size * dtype.itemsize, dtype=np.uint8).view(dtype).copy()
        if dtype.kind in "iu":
            raw[::3] >>= dtype.type(dtype.itemsize * 4)
            info = np.iinfo(dtype)
            raw[:4] = [info.min, info.max, 0, 1][:raw[:4].size]
        else:
            raw[::2] = self.generator.standard_normal(raw[::2].size).astype(dtype)
            info = ml_dtypes.finfo(dtype)
            corners = [0.0, -0.0, info.smallest_subnormal, -info.smallest_normal, info.max, np.inf, -np.inf, np.nan]
            raw[self.generator.permutation(size)[:len(corners)]] = np.array(corners, F64).astype(dtype)
        return raw.reshape(shape)
