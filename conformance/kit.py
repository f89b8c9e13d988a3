"""What the conformance tests are made with.

A test writes a kernel in cuTile Python, hands it to a `Target` with NumPy arrays, and compares what comes back with
NumPy. A target is an architecture and an optimisation level; underneath lie three steps that nothing else knows:

    export   kernel and signature    -> Tile IR bytecode   cuTile Python, without a compiler or a device
    compile  bytecode, arch, opt     -> PTX                our `tileiras`
    launch   PTX, grid, arguments    -> arrays             a backend: the emulator (`tileiras-run`)

Arguments of a launch, in the order of the kernel's parameters:

    numpy.ndarray              an array that the kernel must leave as it is
    Out(numpy.ndarray)         an array that it may write; `launch` returns these in order
    numpy scalar (np.int32(5)) a scalar passed at launch
    bool, int, float           a constant, compiled in
"""
import dataclasses
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np

import cuda.tile as ct
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature,
                                   ScalarConstraint, export_kernel)

ARCHS = ("sm_80", "sm_90", "sm_100", "sm_120")
LEVELS = (0, 3)
BYTECODE = "13.3"

DTYPES = {np.dtype(n): t for n, t in {
    np.bool_: ct.bool_, np.int8: ct.int8, np.int16: ct.int16, np.int32: ct.int32, np.int64: ct.int64,
    np.uint8: ct.uint8, np.uint16: ct.uint16, np.uint32: ct.uint32, np.uint64: ct.uint64,
    np.float16: ct.float16, np.float32: ct.float32, np.float64: ct.float64, ml_dtypes.bfloat16: ct.bfloat16,
    ml_dtypes.float8_e4m3fn: ct.float8_e4m3fn, ml_dtypes.float8_e5m2: ct.float8_e5m2}.items()}

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
    """An array that the kernel may write, with what it holds before."""
    array: np.ndarray


class CompileError(AssertionError):
    """The compiler refused a program, or failed."""


class LaunchError(AssertionError):
    """The program could not be run to its end, or a check of the emulator fired."""


# ---------------------------------------------------------------- export


def divisor(n):
    """What the cuTile launcher lets the compiler assume of a size or stride: that 16 divides it, or nothing."""
    return 16 if n % 16 == 0 else 1


def constraint(argument):
    """The signature entry of an argument: what a launcher infers from a tensor like it."""
    if isinstance(argument, Out):
        argument = argument.array
    if isinstance(argument, np.ndarray):
        strides = [s // argument.itemsize for s in argument.strides]
        constant = tuple(1 if s == 1 and i == argument.ndim - 1 else None for i, s in enumerate(strides))
        return ArrayConstraint(
            tile_type(argument.dtype), argument.ndim, index_dtype=ct.int32, stride_lower_bound_incl=0,
            alias_groups=(), may_alias_internally=False, stride_constant=constant,
            stride_divisible_by=tuple(1 if c else divisor(s) for s, c in zip(strides, constant)),
            shape_divisible_by=tuple(divisor(n) for n in argument.shape), base_addr_divisible_by=16)
    if isinstance(argument, np.generic):
        return ScalarConstraint(tile_type(argument.dtype))
    return ConstantConstraint(argument)


def export(kernel, arguments, arch, version=BYTECODE):
    """Tile IR bytecode of `kernel` specialised to arguments like these."""
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
    """The environment for a program: an old toolkit of the machine must not get in. `path` comes first on PATH."""
    kept = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH")}
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


class Compiler:
    """Compiles bytecode with our `tileiras`; what was compiled once in a session is kept."""

    def __init__(self, bin_dir, work_dir):
        self.program = pathlib.Path(bin_dir) / "tileiras"
        self.work_dir = pathlib.Path(work_dir)

    def compile(self, bytecode, arch, level, emit="ptx"):
        digest = hashlib.sha256(bytecode).hexdigest()[:16]
        source = self.work_dir / f"{digest}.tileirbc"
        output = self.work_dir / f"{digest}.{arch}.O{level}.{emit}"
        if not output.exists():
            source.write_bytes(bytecode)
            run_program([self.program, source, "-o", output, f"--emit={emit}", "--gpu-name", arch, f"-O{level}"],
                        CompileError)
        return output


class ClosedCompiler(Compiler):
    """NVIDIA's compiler (PyPI: nvidia-cuda-tileiras), as an oracle: its sm_80 cubins carry their PTX, which `tileiras-run`
    takes out of them. For later architectures they carry none."""

    def __init__(self, bin_dir, work_dir):
        super().__init__(bin_dir, work_dir)
        found = sorted(pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/bin/tileiras"))
        if not found:
            raise FileNotFoundError("nvidia-cuda-tileiras is not in this environment")
        self.program = found[0]

    def compile(self, bytecode, arch, level, emit="ptx"):
        source = self.work_dir / f"{hashlib.sha256(bytecode).hexdigest()[:16]}.tileirbc"
        output = source.with_suffix(f".{arch}.O{level}.cubin")
        if not output.exists():
            source.write_bytes(bytecode)
            run_program([self.program, source, "-o", output, "--gpu-name", arch, f"-O{level}", "--lineinfo"],
                        CompileError, path=[self.program.parent])
        return output


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

    def __init__(self, bin_dir, work_dir):
        self.program = pathlib.Path(bin_dir) / "tileiras-run"
        self.work_dir = pathlib.Path(work_dir)

    def array_argument(self, path):
        """How a kernel of cuTile takes an array: pointer, sizes, strides."""
        return f"array:{path}"

    def launch(self, ptx, kernel, grid, arguments, options=()):
        """Runs `kernel` of a PTX file; returns the arrays as they are afterwards, None for arguments that are none."""
        command = [self.program, ptx, "--kernel", kernel, "--grid", ",".join(map(str, grid)), *options]
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
        return [np.load(outputs[n]).view(a.dtype).reshape(a.shape) if n in outputs else None
                for n, a in enumerate(arguments)]


def scalar_argument(value):
    """A launch-time scalar as `tileiras-run` takes it."""
    return f"{value.dtype.kind}{8 * value.dtype.itemsize}:{value.item()}"


BACKENDS = {"emulator": Emulator}


# ---------------------------------------------------------------- targets


@dataclasses.dataclass(frozen=True)
class Target:
    """Where and how a kernel is compiled and run."""
    arch: str
    level: int
    compiler: Compiler
    backend: object

    @property
    def number(self):
        return int(self.arch.removeprefix("sm_"))

    def launch(self, kernel, grid, *arguments, version=BYTECODE):
        """Exports, compiles and runs; returns the arrays marked `Out`, the only one itself if it is alone."""
        grid = grid if isinstance(grid, tuple) else (grid,)
        grid += (1,) * (3 - len(grid))
        ptx = self.compiler.compile(export(kernel, arguments, self.arch, version), self.arch, self.level)
        passed = [a for a in arguments if isinstance(a, (Out, np.ndarray, np.generic))]  # constants are compiled in
        after = self.backend.launch(ptx, kernel._pyfunc.__name__, grid,
                                    [a.array if isinstance(a, Out) else a for a in passed])
        results = []
        for before, now in zip(passed, after, strict=True):
            if isinstance(before, Out):
                results.append(now)
            elif now is not None:
                assert storage(before).tobytes() == storage(now).tobytes(), "an input array was written"
        return results[0] if len(results) == 1 else results


# ---------------------------------------------------------------- comparison


@dataclasses.dataclass(frozen=True)
class Within:
    """How far a result may be from the exact value, and why: in units in the last place of the result's type
    (`ulp`), as a part of the exact value (`rtol`), and absolutely (`atol`); the three add up."""
    because: str
    ulp: float = 0
    rtol: float = 0
    atol: float = 0


EXACT = Within("the operation is exact, or rounded to the nearest once")


def spacing(exact, dtype):
    """The unit in the last place of `dtype` at each exact value (a float64 array)."""
    info = ml_dtypes.finfo(dtype)
    smallest = int(np.frexp(np.float64(info.smallest_normal))[1])
    _, exponent = np.frexp(exact)
    return np.ldexp(1.0, np.maximum(exponent, smallest) - 1 - info.nmant)


def check(actual, exact, tolerance=EXACT):
    """Asserts that `actual` is `exact` within the tolerance; NaN and infinities must be where the oracle has them."""
    assert actual.shape == exact.shape, f"shape {actual.shape}, expected {exact.shape}"
    if actual.dtype.kind in "biu":
        wrong = actual != exact
        error = np.zeros(actual.shape)
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            rounded = exact.astype(actual.dtype).astype(np.float64)
            wide, exact = actual.astype(np.float64), exact.astype(np.float64)
            same = (wide == rounded) | (np.isnan(wide) & np.isnan(rounded))
            special = ~np.isfinite(rounded) | ~np.isfinite(wide)
            error = np.where(special, 0, np.abs(wide - exact))
            allowed = (tolerance.ulp * spacing(np.where(special, 0, exact), actual.dtype) +
                       tolerance.rtol * np.abs(exact) + tolerance.atol)
            wrong = ~same if tolerance is EXACT else np.where(special, ~same, error > allowed)
    if wrong.any():
        first = np.argwhere(wrong)[0] if wrong.ndim else ()
        at = tuple(int(i) for i in first)
        raise AssertionError(f"{int(wrong.sum())} of {wrong.size} elements differ; first at {at}: got {actual[at]}, "
                             f"expected {exact[at]}; largest error {error.max():g} ({tolerance.because})")


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
        """Of every size that the type has; floats with zeros, subnormal numbers, infinities and NaN among them."""
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
        return raw.reshape(shape)
