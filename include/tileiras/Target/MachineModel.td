//===- MachineModel.td - One row per family of SMs ---------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Throughputs, latencies and hand-offs of each family of SMs, for planners in
// C++ (MachineModel.h) and for the loop model in Python (bench/loopmodel):
// `tileiras-tblgen -gen-machine-model` prints both. What a kernel may use of an
// SM (registers, shared memory, columns) is in Targets.td, and what one
// instruction costs is in the records of atoms.
//
// Every number has the letter of its source:
//
//   A  CUDA C++ Programming Guide, "Arithmetic Instructions", results per clock
//      cycle and SM, and "Technical Specifications per Compute Capability"
//   B  peak rates and SM counts of NVIDIA's papers on the architecture (GA100:
//      1,024 f16 FMA a cycle and SM, 5,120 bytes a cycle of its second-level
//      cache; GH100: 989.4 TFLOPS at 1.83 GHz on 132 SMs = 2,048 FMA; GB202 as
//      RTX PRO 6000: 503.8 TFLOPS at 2.617 GHz on 188 SMs = 512 FMA; GeForce
//      cards of that chip add in f32 at half the rate; B200: 2,250 TFLOPS at
//      1.85 GHz on 148 SMs = 4,096 FMA)
//   C  Sun et al., "Dissecting Tensor Cores via Microbenchmarks", 2022 (arXiv
//      2206.02874): mma and ldmatrix on sm_80
//   D  Luo et al., "Dissecting the NVIDIA Hopper Architecture through
//      Microbenchmarking", 2025 (arXiv 2501.12084): mma.sync reaches 62 % of
//      the peak that wgmma reaches; memory latencies on sm_80 and 90; TMA needs
//      some 170 cycles more than a load of the same bytes
//   E  Jarmusch et al., "Dissecting the NVIDIA Blackwell Architecture with
//      Microbenchmarks", 2025 (arXiv 2507.10789)
//   F  the distances that ptxas 13.5 itself keeps between instructions
//   G  an estimate, to be measured on a GPU
//   H  facebookexperimental/triton, pull request 1913: measured on a B200
//   I  fitted to the times of bench/results/data/gpu.jsonl (an H200)
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_MACHINEMODEL_TD
#define TILEIRAS_TARGET_MACHINEMODEL_TD

/// A number of a machine with its source. TableGen has no fractions: the number
/// is `value` / `scale`.
class MachineNumber<string name, int value, string source, int scale = 1> {
  string Name = name;
  int Value = value;
  int Scale = scale;
  string Source = source;
}

/// The work of a unit of the SM in a cycle: elements of an instruction, bytes of a
/// port ("smem": operand reads of MMAs, writes of TMA and cp.async, LDS and STS;
/// "l2": loads of the SM from the second-level cache), or words.
class Unit<string name, int rate, string source, int scale = 1>
    : MachineNumber<name, rate, source, scale>;

/// Multiply-adds of the SM's matrix units in a cycle, by type of the operands.
class TensorRate<string name, int rate, string source, int scale = 1>
    : MachineNumber<name, rate, source, scale>;

/// Cycles from an instruction to its result.
class Latency<string name, int cycles, string source>
    : MachineNumber<name, cycles, source>;

/// Cycles from an arrival of one thread until another one goes on.
class Handoff<string name, int cycles, string source>
    : MachineNumber<name, cycles, source>;

/// Resources of an SM that decide how much of a kernel the loop model runs:
/// 32-bit registers, bytes of shared memory, warps, and the bytes of the
/// first-level cache that remain with most shared memory.
class Limit<string name, int value, string source>
    : MachineNumber<name, value, source>;

/// A number that is the same in all families: a constant of MachineModel.h.
class MachineConstant<int value, string source> {
  int Value = value;
  string Source = source;
}

/// The schedulers of an SM. Each issues an instruction in a cycle.
def SchedulersOfSM : MachineConstant<4, "A">;
def MaxWarpsOfCTA : MachineConstant<32, "A">;
/// Bytes that an SM takes in a cycle from the second-level cache, at most.
def CachePortBytes : MachineConstant<64, "G">;
/// Bytes of global memory that are moved together.
def SectorBytes : MachineConstant<32, "A">;
/// Cycles until all warps of a CTA have arrived at a barrier, and continue: more
/// than the hand-off, since they don't arrive at the same time.
def BarrierCycles : MachineConstant<32, "G">;
/// Bytes of copies in flight of a CTA, above which the copies of CTAs run so far
/// ahead of each other that the second-level cache loses what they share: on an
/// H200 a sixth stage of 32 KiB costs products of 8192 up to a tenth of their
/// time, and gains nothing at other sizes.
def MaxRingBytes : MachineConstant<163840, "I">;
/// tcgen05.alloc takes powers of two between these.
def MinTensorColumns : MachineConstant<32, "A">;
def MaxTensorColumns : MachineConstant<512, "A">;

class MachineModel<string name, int firstCC> {
  string Name = name;
  /// The row is that of GPUs from this compute capability on, up to the next
  /// row's.
  int FirstComputeCapability = firstCC;
  list<Unit> Units = ?;
  list<TensorRate> Tensor = ?;
  list<Latency> Latencies = ?;
  /// "poll": the part of "mbarrier" that a poll takes which finds the phase
  /// completed.
  list<Handoff> Handoffs = [
    Handoff<"mbarrier", 92, "H">, Handoff<"poll", 62, "I">,
    Handoff<"named_barrier", 30, "H">, Handoff<"cta_barrier", 22, "G">];
  list<Limit> Limits = ?;
  /// The percentage of the tensor rate that mma.sync reaches.
  int SynchronousPercent = 100;
  string SynchronousSource = "B";
  /// Whether MMAs of a warpgroup exist.
  bit Warpgroups = 0;
}

def Sm80Model : MachineModel<"sm_80", 80> {
  let Units = [Unit<"issue", 4, "A">, Unit<"fma", 64, "A">,
               Unit<"imad", 64, "A">, Unit<"half", 128, "A">,
               Unit<"alu", 64, "A">, Unit<"mufu", 16, "A">,
               Unit<"double", 32, "A">, Unit<"uniform", 64, "F">,
               Unit<"smem", 128, "A">, Unit<"l2", 47, "B">];
  let Tensor = [TensorRate<"f16", 1024, "B">, TensorRate<"bf16", 1024, "B">,
                TensorRate<"tf32", 512, "B">, TensorRate<"i8", 2048, "B">,
                TensorRate<"i4", 4096, "B">, TensorRate<"f64", 64, "B">];
  let SynchronousSource = "C";
  let Latencies = [Latency<"shared", 29, "C">, Latency<"shuffle", 24, "F">,
                   Latency<"special", 18, "F">, Latency<"global", 262, "D">,
                   Latency<"bulk", 0, "A">];
  let Limits = [Limit<"registers", 65536, "A">, Limit<"shared", 167936, "A">,
                Limit<"warps", 64, "A">, Limit<"first_level", 28672, "A">];
}

def Sm90Model : MachineModel<"sm_90", 90> {
  // The port of an SM to the second-level cache has 64 bytes. When all SMs read,
  // they share GA100's 5,120 bytes a cycle (GH100's are not published): 38.8.
  let Units = [Unit<"issue", 4, "A">, Unit<"fma", 128, "A">,
               Unit<"imad", 64, "A">, Unit<"half", 128, "A">,
               Unit<"alu", 64, "A">, Unit<"mufu", 16, "A">,
               Unit<"double", 64, "A">, Unit<"uniform", 64, "F">,
               Unit<"smem", 128, "A">, Unit<"l2", 388, "G", 10>];
  let Tensor = [TensorRate<"f16", 2048, "B">, TensorRate<"bf16", 2048, "B">,
                TensorRate<"tf32", 1024, "B">, TensorRate<"i8", 4096, "B">,
                TensorRate<"f8", 4096, "B">, TensorRate<"f64", 128, "B">];
  let SynchronousPercent = 62;
  let SynchronousSource = "D";
  let Warpgroups = 1;
  let Latencies = [Latency<"shared", 29, "D">, Latency<"shuffle", 24, "F">,
                   Latency<"special", 18, "F">, Latency<"global", 273, "D">,
                   Latency<"bulk", 700, "D">];
  let Limits = [Limit<"registers", 65536, "A">, Limit<"shared", 233472, "A">,
                Limit<"warps", 64, "A">, Limit<"first_level", 28672, "A">];
}

// Where no source has a number, it is that of sm_90.
def Sm100Model : MachineModel<"sm_100", 100> {
  // A sub-partition moves a word of each lane to or from tensor memory in a
  // cycle.
  let Units = [Unit<"issue", 4, "A">, Unit<"fma", 128, "A">,
               Unit<"imad", 64, "A">, Unit<"half", 128, "A">,
               Unit<"alu", 64, "A">, Unit<"mufu", 16, "A">,
               Unit<"double", 64, "A">, Unit<"uniform", 64, "F">,
               Unit<"smem", 128, "A">, Unit<"l2", 64, "G">,
               Unit<"tmem_read", 128, "G">, Unit<"tmem_write", 128, "G">];
  let Tensor = [TensorRate<"f16", 4096, "B">, TensorRate<"bf16", 4096, "B">,
                TensorRate<"tf32", 2048, "B">, TensorRate<"i8", 8192, "B">,
                TensorRate<"f8", 8192, "B">, TensorRate<"f4", 16384, "B">,
                TensorRate<"f64", 64, "B">];
  let SynchronousPercent = 62;
  let SynchronousSource = "G";
  let Latencies = [Latency<"shared", 29, "G">, Latency<"shuffle", 24, "G">,
                   Latency<"special", 18, "G">, Latency<"global", 273, "G">,
                   Latency<"bulk", 700, "G">];
  let Limits = [Limit<"registers", 65536, "A">, Limit<"shared", 233472, "A">,
                Limit<"warps", 64, "A">, Limit<"first_level", 28672, "A">];
}

def Sm120Model : MachineModel<"sm_120", 120> {
  let Units = [Unit<"issue", 4, "A">, Unit<"fma", 128, "A">,
               Unit<"imad", 128, "A">, Unit<"half", 128, "A">,
               Unit<"alu", 128, "A">, Unit<"mufu", 16, "A">,
               Unit<"double", 2, "A">, Unit<"uniform", 64, "F">,
               Unit<"smem", 128, "A">, Unit<"l2", 64, "G">];
  let Tensor = [TensorRate<"f16", 512, "B">, TensorRate<"bf16", 512, "B">,
                TensorRate<"tf32", 256, "B">, TensorRate<"i8", 1024, "B">,
                TensorRate<"f8", 1024, "B">, TensorRate<"f4", 2048, "B">,
                TensorRate<"f64", 2, "B">];
  let Latencies = [Latency<"shared", 30, "E">, Latency<"shuffle", 24, "F">,
                   Latency<"special", 18, "F">, Latency<"global", 358, "E">,
                   Latency<"bulk", 700, "G">];
  let Limits = [Limit<"registers", 65536, "A">, Limit<"shared", 102400, "A">,
                Limit<"warps", 48, "A">, Limit<"first_level", 28672, "A">];
}

/// A card that was measured: the fraction of the tensor rate that its power
/// admits, in percent, and the SMs and clock (MHz) for which the rate of its
/// matrix units is published.
class MachineCard<string name, MachineModel model, int sustained, int sms,
                  int clock> {
  string Name = name;
  MachineModel Model = model;
  int SustainedPercent = sustained;
  int SMs = sms;
  int Clock = clock;
}
def H200 : MachineCard<"H200", Sm90Model, 76, 132, 1830>;

#endif // TILEIRAS_TARGET_MACHINEMODEL_TD
