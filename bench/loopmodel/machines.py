"""Throughputs and latencies of the modelled GPUs, each with its source.

Sources, by the letter after each constant:
  A  CUDA C++ Programming Guide, "Arithmetic Instructions", results per clock cycle and SM
  B  peak rates and SM counts of NVIDIA's papers on the architecture (GA100: 1,024 f16 FMA a cycle and SM; GH100: 989.4
     TFLOPS at 1.83 GHz on 132 SMs = 2,048 FMA; GB202 as RTX PRO 6000: 503.8 TFLOPS at 2.617 GHz on 188 SMs = 512 FMA;
     GeForce cards of that chip add in f32 at half the rate; B200: 2,250 TFLOPS at 1.85 GHz on 148 SMs = 4,096 FMA)
  C  Sun et al., "Dissecting Tensor Cores via Microbenchmarks", 2022 (arXiv 2206.02874): mma and ldmatrix on sm_80
  D  Luo et al., "Dissecting the NVIDIA Hopper Architecture through Microbenchmarking", 2025 (arXiv 2501.12084):
     mma.sync reaches 62 % of the peak that wgmma reaches; memory latencies on sm_80 and 90
  E  Jarmusch et al., "Dissecting the NVIDIA Blackwell Architecture with Microbenchmarks", 2025 (arXiv 2507.10789)
  F  the distances that ptxas 13.5 itself keeps between instructions in its code
  G  an estimate, to be fitted on a GPU
  H  facebookexperimental/triton, pull request 1913: measured on a B200
  I  fitted to the times of bench/results/data/gpu.jsonl (model-error)

All rates are of one of the SM's four sub-partitions (a scheduler with its pipes), all times are cycles.
"""
import dataclasses

PARTS = 4  # schedulers of an SM
SHARED_BYTES = 128  # bytes that shared memory moves in a cycle, for the whole SM (A: 32 banks of 4 bytes)
# Cycles from an arrival at an mbarrier until a thread that polls it goes on: 92 (H), of which a poll that succeeds takes 62
# (G: closed compiler's matmul_f16_64x64x32, whose only warpgroup polls twice in an iteration, fits with that).
POLL_LATENCY = 62
ARRIVAL_LATENCY = 92 - POLL_LATENCY
# Bytes of the first-level cache that remain with most shared memory: 192 - 164, 256 - 228 and 128 - 100 KiB (A).
FIRST_LEVEL_BYTES = 28 * 1024


@dataclasses.dataclass(frozen=True)
class Machine:
    name: str
    # Multiply-adds per cycle and sub-partition, by the types of the operands (B).
    tensor: dict
    # The fraction of that rate that mma.sync reaches; async MMAs (wgmma) reach all of it.
    synchronous: float
    # Cycles that an instruction of a warp occupies its pipe: 32 lanes / lanes of the sub-partition.
    fma: float
    imad: float
    half: float
    alu: float
    special: float  # MUFU and conversions
    double: float
    uniform: float
    # Latencies.
    shared_latency: int
    shuffle_latency: int
    special_latency: int
    global_latency: int  # for data in the second-level cache
    bulk_latency: int  # TMA, from the instruction to the mbarrier
    barrier_latency: int  # from the last warp's arrival at a barrier to the next instruction
    bytes_from_cache: int  # a cycle and SM
    # Resources of an SM.
    registers: int = 65536
    # bytes; each CTA uses 1 KiB in addition to its own (A, "Technical Specifications per Compute Capability")
    shared: int = 0
    warps: int = 64
    # Async MMAs exist.
    warpgroups: bool = False


SM_80 = Machine(
    "sm_80",
    tensor={"f16": 256, "bf16": 256, "tf32": 128, "i8": 512, "i4": 1024, "f64": 16},  # B
    synchronous=1.0,  # C: m16n8k16 of several warps reaches the peak
    fma=2, imad=2, half=1, alu=2, special=8, double=4, uniform=2,  # A: 64, 64, 256, 64, 16, 32 a cycle and SM; F
    shared_latency=29,  # C, D
    shuffle_latency=24, special_latency=18,  # F: waits that ptxas fills before the scoreboard; G
    global_latency=262,  # D: second-level cache
    bulk_latency=0, barrier_latency=22,  # G
    bytes_from_cache=47,  # B: 5,120 bytes a cycle from the cache, for 108 SMs; the port of an SM has 64
    shared=164 * 1024, warps=64)

SM_90 = Machine(
    "sm_90",
    tensor={"f16": 512, "bf16": 512, "tf32": 256, "i8": 1024, "f8": 1024, "f64": 32},  # B
    synchronous=0.62,  # D
    fma=1, imad=2, half=1, alu=2, special=8, double=2, uniform=2,  # A: 128, 64, 256, 64, 16, 64; F
    shared_latency=29,  # D
    shuffle_latency=24, special_latency=18,  # F, G
    global_latency=273,  # D
    bulk_latency=700, barrier_latency=22,  # D: TMA needs some 170 cycles more than a load of the same bytes; G
    bytes_from_cache=38.8,  # G: GA100's 5,120 bytes a cycle, for 132 SMs; the port of an SM has 64
    shared=228 * 1024, warps=64, warpgroups=True)

SM_120 = Machine(
    "sm_120",
    tensor={"f16": 128, "bf16": 128, "tf32": 64, "i8": 256, "f8": 256, "f4": 512, "f64": 0.5},  # B
    synchronous=1.0,  # the only MMA
    fma=1, imad=1, half=1, alu=1, special=8, double=64, uniform=2,  # A: 128 of each, integers included; 2 of f64; F
    shared_latency=30,  # E
    shuffle_latency=24, special_latency=18,  # F, G
    global_latency=358,  # E
    bulk_latency=700, barrier_latency=22,  # G
    bytes_from_cache=64,  # G
    shared=100 * 1024, warps=48)

# This machine is for threads that work while MMAs run in tensor memory.
SM_100 = Machine(
    "sm_100",
    tensor={"f16": 1024, "bf16": 1024, "tf32": 512, "i8": 2048, "f8": 2048, "f4": 4096, "f64": 16},  # B
    synchronous=0.62,  # G: as SM_90
    fma=1, imad=2, half=1, alu=2, special=8, double=2, uniform=2,  # A: 128, 64, 256, 64, 16, 64; F
    shared_latency=29, shuffle_latency=24, special_latency=18, global_latency=273,  # G: as SM_90
    bulk_latency=700, barrier_latency=22, bytes_from_cache=64,  # G
    shared=228 * 1024, warps=64)

MACHINES = {m.name: m for m in (SM_80, SM_90, SM_120)}
# Architectures of which the model runs only the code that overlaps MMAs: those are tcgen05, whose opcodes don't give
# the size.
PARTLY_MODELLED = {m.name: m for m in (SM_100,)}
# Cards whose power doesn't let the matrix units reach their rate, by the fraction that they reach (I).
SUSTAINED = {"H200": 0.76}
CARDS = {"H200": dataclasses.replace(SM_90, name="H200",
                                     tensor={k: SUSTAINED["H200"] * rate for k, rate in SM_90.tensor.items()})}
# SMs and clock for which the rate of the matrix units is published (B).
NOMINAL = {"H200": (132, 1.83e9)}


def nominal_rate(card, element):
    """TFLOP/s of a card's matrix units, as published."""
    sms, clock = NOMINAL[card]
    return 2 * PARTS * CARDS[card].tensor[element] / SUSTAINED[card] * sms * clock * 1e-12


def machine(arch):
    """The machine of an architecture or of a card; a ValueError for one without figures."""
    found = MACHINES | PARTLY_MODELLED | CARDS
    if arch not in found:
        raise ValueError(f"no figures for {arch}, only for {', '.join(found)}")
    return found[arch]


def resident(machine, warps, registers, shared):
    """The CTAs that an SM holds at a time. Registers are allocated to warps in units of 256, 8 a thread."""
    by_registers = machine.registers // (max(8, -(-registers // 8) * 8) * 32 * warps)
    by_shared = machine.shared // (shared + 1024) if shared else machine.warps
    return max(1, min(by_registers, by_shared, machine.warps // warps))
