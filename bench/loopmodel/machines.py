"""Throughputs and latencies of the modelled GPUs: the rows of include/tileiras/Target/MachineModel.td, where each number has
its source, as `tileiras-tblgen` prints them.

All rates of a `Machine` are of one of the SM's four sub-partitions (a scheduler with its pipes), all times are cycles."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = ROOT / "include"
LANES = 32  # of a warp


def table_generator():
    """The path of tileiras-tblgen: $TILEIRAS_TBLGEN, or the one on PATH or in build/."""
    for found in (os.environ.get("TILEIRAS_TBLGEN"), shutil.which("tileiras-tblgen"), ROOT / "build/bin/tileiras-tblgen"):
        if found and os.access(found, os.X_OK):
            return found
    raise FileNotFoundError("tileiras-tblgen is needed, on PATH, in build/bin or as $TILEIRAS_TBLGEN: cmake --build build "
                            "--target tileiras-tblgen")


def records():
    """The rows of MachineModel.td; a number is a pair of its value and the letter of its source."""
    command = [table_generator(), "-gen-machine-model", INCLUDE / "tileiras/Target/MachineModel.td", "-I", INCLUDE]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


RECORDS = records()
FIRST = next(iter(RECORDS["models"].values()))
PARTS = int(FIRST["units"]["issue"][0])  # schedulers of an SM
SHARED_BYTES = FIRST["units"]["smem"][0]  # that shared memory moves in a cycle, for the whole SM
# Cycles of a poll that finds a phase of an mbarrier completed, and from the arrival until a poll finds it.
POLL_LATENCY = FIRST["handoffs"]["poll"][0]
ARRIVAL_LATENCY = FIRST["handoffs"]["mbarrier"][0] - POLL_LATENCY
# Bytes of the first-level cache that remain with most shared memory.
FIRST_LEVEL_BYTES = FIRST["limits"]["first_level"][0]


@dataclasses.dataclass(frozen=True)
class Machine:
    name: str
    # Multiply-adds per cycle and sub-partition, by the types of the operands.
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
    # Cycles for which a word of each lane that is read from or written to tensor memory occupies its port; 0 without any.
    tensor_read: float
    tensor_write: float
    # Latencies.
    shared_latency: int
    shuffle_latency: int
    special_latency: int
    global_latency: int  # for data in the second-level cache
    bulk_latency: int  # TMA, from the instruction to the mbarrier
    barrier_latency: int  # from the last warp's arrival at a barrier to the next instruction
    bytes_from_cache: float  # a cycle and SM
    # Resources of an SM; each CTA uses 1 KiB of shared memory in addition to its own.
    registers: int
    shared: int
    warps: int
    # Async MMAs of warpgroups exist.
    warpgroups: bool


def made(name, record):
    """The machine of a row of MachineModel.td."""
    value = lambda field, key: record[field][key][0]
    cycles = lambda unit: PARTS * LANES / value("units", unit) if unit in record["units"] else 0
    return Machine(
        name, {element: rate / PARTS for element, (rate, _) in record["tensor"].items()}, record["synchronous"][0],
        fma=cycles("fma"), imad=cycles("imad"), half=cycles("half"), alu=cycles("alu"), special=cycles("mufu"),
        double=cycles("double"), uniform=cycles("uniform"), tensor_read=cycles("tmem_read"),
        tensor_write=cycles("tmem_write"), barrier_latency=value("handoffs", "cta_barrier"),
        bytes_from_cache=value("units", "l2"), registers=value("limits", "registers"), shared=value("limits", "shared"),
        warps=value("limits", "warps"), warpgroups=record["warpgroups"],
        **{f"{kind}_latency": value("latencies", kind) for kind in ("shared", "shuffle", "special", "global", "bulk")})


ALL = {name: made(name, record) for name, record in RECORDS["models"].items()}
SM_80, SM_90, SM_100, SM_120 = (ALL[f"sm_{cc}"] for cc in (80, 90, 100, 120))
MACHINES = {m.name: m for m in (SM_80, SM_90, SM_120)}
# Architectures of which the model runs only the code that overlaps MMAs: those are tcgen05, whose opcodes don't give
# the size.
PARTLY_MODELLED = {m.name: m for m in (SM_100,)}
# Cards whose power doesn't let the matrix units reach their rate, by the fraction that they reach.
SUSTAINED = {name: card["sustained"] for name, card in RECORDS["cards"].items()}
CARDS = {name: dataclasses.replace(ALL[card["model"]], name=name,
                                   tensor={k: SUSTAINED[name] * rate for k, rate in ALL[card["model"]].tensor.items()})
         for name, card in RECORDS["cards"].items()}


def nominal_rate(card, element):
    """TFLOP/s of a card's matrix units, as published."""
    record = RECORDS["cards"][card]
    return 2 * PARTS * CARDS[card].tensor[element] / SUSTAINED[card] * record["sms"] * record["clock"] * 1e-6


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
