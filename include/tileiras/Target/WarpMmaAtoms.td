//===- WarpMmaAtoms.td - MMAs of one warp ------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync (PTX ISA, "Warp-level matrix multiply-accumulate instruction:
// mma.sync") and the fused multiply-add of one thread that every target has.
// Operands and results are in registers; A has rows, B columns.
//
// m8n8k4 in f16 has no record: it is Volta's, and slow on every other GPU.
//
// Tensor cycles are computed from the dense multiply-adds of an SM in a cycle,
// a quarter of which are the warp's. "NVIDIA A100 Tensor Core GPU Architecture"
// (2020), table 1: 1,024 in f16 and bf16, 512 in tf32, 2,048 in int8, 4,096 in
// int4, 16,384 in b1, 64 in f64.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_WARPMMAATOMS_TD
#define TILEIRAS_TARGET_WARPMMAATOMS_TD

include "tileiras/Target/AtomBase.td"

def UniversalFma : Atom<"universal_fma"> {
  let Mnemonic = "atom.universal_fma";
  let Ptx = "fma";
  let TheKind = Matrix;
  let M = 1;
  let N = 1;
  let K = 1;
  let A = [Register];
  let B = [Register];
  let C = [Register];
  let TypesA = AnyElement;
  let TypesB = AnyElement;
  let TypesC = AnyElement;
  let TheLowering = Fma;
}

/// An instruction of the warp, m x n x k. `rate` is the number of multiply-adds
/// of an SM in a cycle.
class WarpMma<string name, int m, int n, int k, int width, int rate>
    : Atom<name> {
  let Ptx = "mma.sync";
  let TheKind = Matrix;
  let Threads = 32;
  let M = m;
  let N = n;
  let K = k;
  let OperandBits = width;
  let A = [Register];
  let B = [Register];
  let C = [Register];
  let FragmentA = MmaA;
  let FragmentB = MmaB;
  let FragmentC = MmaC;
  let TensorCycles = !div(!mul(4, !mul(m, !mul(n, k))), rate);
}

class Sm80Mma<string types, int m, int n, int k, int width, int rate>
    : WarpMma<"sm80.mma.m" # m # "n" # n # "k" # k # "." # types, m, n, k, width,
              rate> {
  let Mnemonic = "sm80.mma";
  let Needs = "MmaSync";
}

//===----------------------------------------------------------------------===//
// f16, bf16 and tf32
//===----------------------------------------------------------------------===//

/// Turing's; 512 multiply-adds in f16, 1,024 in int8, 2,048 in int4 ("NVIDIA
/// Turing GPU Architecture" (2018), table 1). Later GPUs have them all.
class Sm75Mma<string types, int m, int n, int k, int width, int rate>
    : WarpMma<"sm75.mma.m" # m # "n" # n # "k" # k # "." # types, m, n, k,
              width, rate> {
  let Needs = "MmaSyncK8";
}

let TheLowering = NvvmMma in {
  let TypesA = [F16], TypesB = [F16] in {
    let TypesC = [F32] in {
      def Sm80MmaF16F32 : Sm80Mma<"f16.f32", 16, 8, 16, 16, 1024>;
      def Sm75MmaF16F32 : Sm75Mma<"f16.f32", 16, 8, 8, 16, 512>;
    }
    let TypesC = [F16] in {
      def Sm80MmaF16F16 : Sm80Mma<"f16.f16", 16, 8, 16, 16, 1024>;
      def Sm75MmaF16F16 : Sm75Mma<"f16.f16", 16, 8, 8, 16, 512>;
    }
  }
  let TypesA = [BF16], TypesB = [BF16], TypesC = [F32] in {
    def Sm80MmaBf16 : Sm80Mma<"bf16.f32", 16, 8, 16, 16, 1024>;
    def Sm80MmaBf16K8 : Sm80Mma<"bf16.f32", 16, 8, 8, 16, 1024>;
  }
  let TypesA = [TF32], TypesB = [TF32], TypesC = [F32] in {
    def Sm80MmaTf32 : Sm80Mma<"tf32.f32", 16, 8, 8, 32, 512>;
    def Sm80MmaTf32K4 : Sm80Mma<"tf32.f32", 16, 8, 4, 32, 512>;
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

let TypesA = [S8, U8], TypesB = [S8, U8], TypesC = [S32],
    TheLowering = NvvmMma in {
  def Sm80MmaI8 : Sm80Mma<"i8.i32", 16, 8, 32, 8, 2048>;
  def Sm80MmaI8K16 : Sm80Mma<"i8.i32", 16, 8, 16, 8, 2048>;
  def Sm75MmaI8 : Sm75Mma<"i8.i32", 8, 8, 16, 8, 1024>;
}

// These have no lowering: Tile IR multiplies integers of 8 bits only (mmai), so
// they are never selected.
let TypesA = [S4, U4], TypesB = [S4, U4], TypesC = [S32] in {
  def Sm75MmaI4 : Sm75Mma<"i4.i32", 8, 8, 32, 4, 2048>;
  def Sm80MmaI4K32 : Sm80Mma<"i4.i32", 16, 8, 32, 4, 4096>;
  def Sm80MmaI4 : Sm80Mma<"i4.i32", 16, 8, 64, 4, 4096>;
}
let TypesA = [B1], TypesB = [B1], TypesC = [S32] in {
  def Sm80MmaB1K128 : Sm80Mma<"b1.i32", 16, 8, 128, 1, 16384>;
  def Sm80MmaB1 : Sm80Mma<"b1.i32", 16, 8, 256, 1, 16384>;
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

// "NVIDIA H100 Tensor Core GPU Architecture" (2022), table 2: 67 Tflop/s in f64
// on 132 SMs are 128 multiply-adds of an SM in a cycle.
let TypesA = [F64], TypesB = [F64], TypesC = [F64] in {
  foreach k = [4, 8, 16] in
    def Sm90MmaF64K # k
        : WarpMma<"sm90.mma.m16n8k" # k # ".f64.f64", 16, 8, k, 64, 128> {
      let Needs = "MmaF64Large";
      let TheLowering = MmaIntrinsic; // nvvm.mma.sync has m8n8k4 only.
    }
  def Sm80MmaF64 : Sm80Mma<"f64.f64", 8, 8, 4, 64, 64> {
    let Needs = "MmaF64";
    let TheLowering = NvvmMma;
  }
}

//===----------------------------------------------------------------------===//
// Narrow floats
//===----------------------------------------------------------------------===//

// "NVIDIA Ada GPU Architecture" (2023), appendix A: with accumulators in f16
// twice the rate of f16, 1,024; instructions with accumulators in f32 are given
// the same rate, which holds unless the GPU is a GeForce.
class Sm89Mma<string sum, int k>
    : WarpMma<"sm89.mma.m16n8k" # k # ".f8." # sum, 16, 8, k, 8, 1024> {
  let Mnemonic = "sm89.mma";
  let Needs = "MmaFp8";
  let TypesA = Fp8;
  let TypesB = Fp8;
}

let TheLowering = MmaIntrinsic in {
  let TypesC = [F32] in {
    def Sm89MmaFp8 : Sm89Mma<"f32", 32>;
    def Sm89MmaFp8K16 : Sm89Mma<"f32", 16>;
  }
  let TypesC = [F16] in {
    def Sm89MmaFp8F16 : Sm89Mma<"f16", 32>;
    def Sm89MmaFp8F16K16 : Sm89Mma<"f16", 16>;
  }
}

// "NVIDIA RTX Blackwell GPU Architecture" (2025), appendix A: a GeForce RTX
// 5090 has 419 Tflop/s in fp8 with accumulators in f32, 838 with accumulators
// in f16, 1,676 in fp4, on 170 SMs at 2.41 GHz: 512, 1,024 and 2,048
// multiply-adds of an SM in a cycle. Elements of 6 and 4 bits occupy a byte
// each in f8f6f4 and mxf8f6f4.
class Sm120Mma<string types, int k, int width, int rate>
    : WarpMma<"sm120.mma.m16n8k" # k # "." # types, 16, 8, k, width, rate> {
  let Needs = "MmaBlockScaled";
}

let TypesA = Fp8Fp6Fp4, TypesB = Fp8Fp6Fp4 in {
  def Sm120MmaF8F6F4 : Sm120Mma<"f8f6f4.f32", 32, 8, 512> {
    let TypesC = [F32];
  }
  def Sm120MmaF8F6F4F16 : Sm120Mma<"f8f6f4.f16", 32, 8, 1024> {
    let TypesC = [F16];
  }
}

let Mnemonic = "SM120.mma_bs", TypesC = [F32] in {
  def Sm120MmaMxf8 : Sm120Mma<"mxf8f6f4.f32", 32, 8, 512> {
    let TypesA = Fp8Fp6Fp4;
    let TypesB = Fp8Fp6Fp4;
    let Scales = [UE8M0];
    let ScaleBlock = 32;
    let TheLowering = NvvmMmaBlockScale;
  }
  let TypesA = [E2M1], TypesB = [E2M1], TheLowering = NvvmMmaBlockScale in {
    def Sm120MmaMxf4 : Sm120Mma<"mxf4.f32", 64, 4, 2048> {
      let Scales = [UE8M0];
      let ScaleBlock = 32;
    }
    def Sm120MmaNvf4 : Sm120Mma<"mxf4nvf4.f32", 64, 4, 2048> {
      let Scales = [UE4M3];
      let ScaleBlock = 16;
    }
  }
}

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

/// The same instruction for the transposed MMA, C^T += B^T x A^T: the
/// columns of C are its 16 rows, so that a tile needs no more than 8 rows.
class TransposedMma<Atom instruction> : Atom<instruction.Name # ".transposed"> {
  let TransposeOf = instruction.Name;
  let Mnemonic = instruction.Mnemonic;
  let Ptx = instruction.Ptx;
  let TheKind = instruction.TheKind;
  let Threads = instruction.Threads;
  let M = instruction.N;
  let N = instruction.M;
  let K = instruction.K;
  let OperandBits = instruction.OperandBits;
  let A = instruction.B;
  let B = instruction.A;
  let C = instruction.C;
  let TypesA = instruction.TypesB;
  let TypesB = instruction.TypesA;
  let TypesC = instruction.TypesC;
  let FragmentA = MmaBTransposed;
  let FragmentB = MmaATransposed;
  let FragmentC = MmaCTransposed;
  let Needs = instruction.Needs;
  let TheLowering = instruction.TheLowering;
  let TensorCycles = instruction.TensorCycles;
  let IssueSlots = instruction.IssueSlots;
}

// The instructions that have a lowering, and whose rows and columns differ.
foreach instruction =
    [Sm80MmaF16F32, Sm75MmaF16F32, Sm80MmaF16F16, Sm75MmaF16F16, Sm80MmaBf16,
     Sm80MmaBf16K8, Sm80MmaTf32, Sm80MmaTf32K4, Sm80MmaI8, Sm80MmaI8K16,
     Sm90MmaF64K4, Sm90MmaF64K8, Sm90MmaF64K16, Sm89MmaFp8, Sm89MmaFp8K16,
     Sm89MmaFp8F16, Sm89MmaFp8F16K16] in
  def : TransposedMma<instruction>;

#endif // TILEIRAS_TARGET_WARPMMAATOMS_TD
