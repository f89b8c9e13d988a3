"""The pipe that an instruction occupies and the latency of its result: a `Cost` for each opcode."""
import dataclasses
import functools
import math
import re

from . import machines

MMA = re.compile(r"(H|HG|I|IG|Q|QG|B|D|O)MMA$")
SHAPE = re.compile(r"\.(\d+x\d+x\d+|\d{3,5})\b")
# Pipes of a sub-partition that execute its warps' instructions one after the other.
FMA, ALU, SPECIAL, DOUBLE, UNIFORM, TENSOR, NONE = "fma", "alu", "special", "double", "uniform", "tensor", "none"
TENSOR_READ, TENSOR_WRITE = "tensor memory", "writes of tensor memory"
# Pipes of the whole SM, before which instructions queue: shared memory with shuffles, and requests to global memory.
SHARED, GLOBAL = "shared", "global"
QUEUES = SHARED, GLOBAL

FMA_OPCODES = re.compile(r"(FFMA2?|FADD2?|FMUL2?|IMAD)$")
HALF_OPCODES = re.compile(r"H(ADD|MUL|FMA)2$")
SPECIAL_OPCODES = re.compile(r"(MUFU|I2F|F2I|F2F|I2I|FRND|POPC|FLO|BREV|I2FP64)$")
DOUBLE_OPCODES = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)$")
GLOBAL_OPCODES = re.compile(r"(LDG|LD|ATOMG?|STG|ST|RED[G]?|LDGSTS)$")
NO_PIPE = re.compile(r"(BRA|EXIT|BAR|NOP|DEPBAR|LDGDEPBAR|WARPGROUP|SYNCS|CALL|RET|WARPSYNC|BSSY|BSYNC|YIELD|MEMBAR|"
                     r"FENCE|ERRBAR|CCTL|UTM\w+|UBLK\w+|ARRIVES|USETMAXREG|ELECT)$")


@dataclasses.dataclass(frozen=True)
class Cost:
    pipe: str
    busy: float  # cycles of the pipe
    latency: float  # from issue to result, where a scoreboard is waited for
    kind: str  # the report's name for a wait for the result
    bytes: int = 0  # bytes that an async copy of a warp moves
    multiply_adds: int = 0  # per warp
    element: str = ""  # type of the operands of an MMA


def element(opcode):
    """The type of an MMA's operands, as the machines' tables call it."""
    base = opcode.split(".")[0]
    if base.startswith("D"):
        return "f64"
    if base.startswith("I"):
        return "i4" if re.search(r"\.[SU]4", opcode) else "i8"
    if base.startswith("Q") or base.startswith("O"):
        return "f4" if base.startswith("O") else "f8"
    return "tf32" if "TF32" in opcode else "bf16" if "BF16" in opcode else "f16"


def extents(opcode):
    """m, n, k of an MMA's opcode: .16816 and .64x128x16 alike."""
    text = SHAPE.search(opcode)[1]
    if "x" in text:
        return tuple(map(int, text.split("x")))
    m = 16 if text.startswith("16") else 8
    return m, 8, int(text[len(str(m)) + 1:])


def in_flight(opcode):
    """Whether the MMA is a warpgroup's, which runs asynchronously to its warps."""
    return bool(re.match(r"[A-Z]GMMA", opcode))


def work(opcode):
    """Multiply-adds of a warp; 0 for other instructions, and for tcgen05, whose opcodes don't give the size."""
    if not MMA.match(opcode.split(".")[0]) or not SHAPE.search(opcode):
        return 0
    return math.prod(extents(opcode)) // (4 if in_flight(opcode) else 1)  # each of a warpgroup's warps does a quarter


def operand_bytes(instruction):
    """Bytes of shared memory that an async MMA reads, for each of its warps: all of B, and A unless it is in registers.
    K has 32 bytes."""
    if not in_flight(instruction.opcode):
        return 0
    m, n, _ = extents(instruction.opcode)
    first = instruction.operands.split(",")[1].strip()
    return 32 * (n + (m if first.startswith("gdesc") else 0)) // 4


def mma(machine, instruction):
    of = element(instruction.opcode)
    done = work(instruction.opcode)
    rate = machine.tensor.get(of) or machine.tensor["f16"]
    busy = done / rate / (1 if in_flight(instruction.opcode) else machine.synchronous)
    return Cost(TENSOR, busy, busy + 18, "MMA", multiply_adds=done, element=of)


def access_bytes(opcode):
    """Bytes of a thread that a load or store moves."""
    if width := re.search(r"\.(64|128|256)\b", opcode):
        return int(width[1]) // 8
    return 2 if re.search(r"\.[US]16\b", opcode) else 1 if re.search(r"\.[US]8\b", opcode) else 4


def matrix_bytes(opcode):
    """Bytes of a warp that LDSM or STSM moves: 128 for each 8x8 matrix."""
    count = re.search(r"\.([24])(?:\.|$)", opcode)
    return 128 * (int(count[1]) if count else 1)


def memory(machine, instruction):
    """Loads, stores, shuffles: wavefronts of 128 bytes, at least one. Bank conflicts can't be seen in the code."""
    base, opcode = instruction.base, instruction.opcode
    if base in ("LDTM", "STTM"):
        count = re.search(r"\.x(\d+)", opcode)
        pipe, each = (TENSOR_READ, machine.tensor_read) if base == "LDTM" else (TENSOR_WRITE, machine.tensor_write)
        return Cost(pipe, each * (int(count[1]) if count else 1), machine.shared_latency, "tensor memory")
    if base in ("LDSM", "STSM"):
        return Cost(SHARED, matrix_bytes(opcode) / 128, machine.shared_latency, "shared memory")
    if base == "SHFL":
        return Cost(SHARED, 1, machine.shuffle_latency, "shuffle")
    wavefronts = max(1, 32 * access_bytes(opcode) / 128)
    if base == "LDGSTS":  # its write to shared memory comes later, and is not modelled here
        return Cost(GLOBAL, wavefronts, 16, "operands", bytes=32 * access_bytes(opcode))
    if GLOBAL_OPCODES.match(base):
        return Cost(GLOBAL, wavefronts, machine.global_latency, "global memory")
    return Cost(SHARED, wavefronts, machine.shared_latency, "shared memory")


def local_miss(machine, instruction):
    """A spill that the first-level cache doesn't hold."""
    size = 32 * access_bytes(instruction.opcode)
    latency = machine.global_latency if instruction.base == "LDL" else 16
    return Cost(GLOBAL, max(1, size / 128), latency, "spills", bytes=size)


@functools.lru_cache(maxsize=None)
def cost(machine_name, opcode):
    """The cost of an opcode; no other part of an instruction affects it."""
    from . import sass
    machine = machines.machine(machine_name)
    instruction = sass.Instruction("", opcode, "", 1, False, 7, 7, 0)
    base = instruction.base
    if work(opcode):
        return mma(machine, instruction)
    if re.match(r"(LDS|STS|LDSM|STSM|LDG|STG|LDGSTS|LDL|STL|LD|ST|ATOM[GS]?|RED[GS]?|SHFL|LDTM|STTM)$", base):
        return memory(machine, instruction)
    if NO_PIPE.match(base):
        if base == "SYNCS":
            return Cost(NONE, 0, machines.POLL_LATENCY, "mbarrier")
        return Cost(NONE, 0, machine.barrier_latency, "control")
    if SPECIAL_OPCODES.match(base):
        return Cost(SPECIAL, machine.special, machine.special_latency, "special functions")
    if DOUBLE_OPCODES.match(base):
        return Cost(DOUBLE, machine.double, machine.double + 8, "f64")
    if HALF_OPCODES.match(base):
        return Cost(FMA, machine.half, 4, "fixed latency")
    if FMA_OPCODES.match(base):
        lanes = 2 if base.endswith("2") else 1  # pairs of f32
        return Cost(FMA, machine.imad if base == "IMAD" else machine.fma * lanes, 4, "fixed latency")
    if base.startswith("U") or base in ("R2UR", "S2UR"):
        return Cost(UNIFORM, machine.uniform, 12, "uniform registers")
    return Cost(ALU, machine.alu, 12, "fixed latency")
