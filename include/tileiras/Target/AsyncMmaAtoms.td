//===- AsyncMmaAtoms.td - Asynchronous MMA instructions ----*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma (PTX ISA, "Asynchronous warpgroup level matrix instructions") and
// tcgen05.mma ("TensorCore 5th generation family instructions"). An instruction
// processes 256 bits of K; the size is N. B, and mostly A, are read from shared
// memory through matrix descriptors.
//
// Multiply-adds of an SM in a cycle: "NVIDIA H100 Tensor Core GPU Architecture"
// (2022), table 2: 2,048 in f16 and bf16, 1,024 in tf32, 4,096 in fp8 and int8.
// tcgen05 performs twice that, in fp4 four times the rate of fp8 (CUTLASS,
// media/docs/cpp/blackwell_functionality.md, table 1).
//
// wgmma with b1 has no record: no figure is published.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_ASYNCMMAATOMS_TD
#define TILEIRAS_TARGET_ASYNCMMAATOMS_TD

include "tileiras/Target/AtomBase.td"

/// m x n x k with n a multiple of `min`.
class AsyncMma<string name, int m, int min, int k, int width, int rate>
    : Atom<name> {
  let TheKind = Matrix;
  let M = m;
  let N = min;
  let K = k;
  let OperandBits = width;
  let FragmentB = SwizzledPanels;
  let B = [Shared];
  let TheSize = Columns;
  let MinSize = min;
  let MaxSize = 256;
  let SizeIsMultiple = 1;
  let TensorCycles = !div(!mul(m, !mul(min, k)), rate);
  let SharedBytes = !div(!mul(m, !mul(k, width)), 8);
  let SharedBytesPerSize = !div(!mul(min, !mul(k, width)), 8);
}

//===----------------------------------------------------------------------===//
// For integers n is 8, 24, or a multiple of 16; the records omit the first two.
//===----------------------------------------------------------------------===//

class Wgmma<string types, int min, int k, int width, int rate>
    : AsyncMma<"sm90.mma.m64k" # k # "." # types, 64, min, k, width, rate> {
  let Mnemonic = "sm90.mma";
  let Ptx = "wgmma.mma_async";
  let Threads = 128;
  let A = [Register, Shared];
  let C = [Register];
  let FragmentA = MmaA;
  let FragmentC = MmaC;
  let TheCompletion = WgmmaGroup;
  let TheLowering = WarpgroupMma;
  let Needs = "Wgmma";
}

let TypesA = [F16], TypesB = [F16], MnMajor = [F16] in {
  def Sm90MmaF16F32 : Wgmma<"f16.f32", 8, 16, 16, 2048> {
    let TypesC = [F32];
  }
  def Sm90MmaF16F16 : Wgmma<"f16.f16", 8, 16, 16, 2048> {
    let TypesC = [F16];
  }
}
def Sm90MmaBf16 : Wgmma<"bf16.f32", 8, 16, 16, 2048> {
  let TypesA = [BF16];
  let TypesB = [BF16];
  let TypesC = [F32];
  let MnMajor = [BF16];
}
def Sm90MmaTf32 : Wgmma<"tf32.f32", 8, 8, 32, 1024> {
  let TypesA = [TF32];
  let TypesB = [TF32];
  let TypesC = [F32];
}
let TypesA = Fp8, TypesB = Fp8 in {
  def Sm90MmaFp8F32 : Wgmma<"f8.f32", 8, 32, 8, 4096> { let TypesC = [F32]; }
  def Sm90MmaFp8F16 : Wgmma<"f8.f16", 8, 32, 8, 4096> { let TypesC = [F16]; }
}
def Sm90MmaI8 : Wgmma<"i8.i32", 16, 32, 8, 4096> {
  let TypesA = [S8, U8];
  let TypesB = [S8, U8];
  let TypesC = [S32];
}

//===----------------------------------------------------------------------===//
// The records of tcgen05.mma are those of one CTA, with 128 rows, or 64 in the
// same number of cycles. Pairs of CTAs and .ws have no records: the layouts of
// their accumulators have no factories yet.
//===----------------------------------------------------------------------===//

class Tcgen05<string kind, string types, int k, int width, int rate,
              int rows = 128>
    : AsyncMma<"sm100.mma.m" # rows # "k" # k # "." # types, rows, 16, k, width,
               !div(!mul(rate, rows), 128)> {
  let Mnemonic = "sm100.mma";
  let Ptx = "tcgen05.mma.cta_group::1.kind::" # kind;
  let A = [Shared, Tensor];
  let C = [Tensor];
  let FragmentA = SwizzledPanels;
  let FragmentC = TensorAccumulator;
  let TheCompletion = TensorCommit;
  let TheLowering = TensorMma;
  let Needs = "Tcgen05";
}

multiclass Tcgen05OfRows<string kind, string types, int k, int width,
                         int rate> {
  def "" : Tcgen05<kind, types, k, width, rate>;
  def Half : Tcgen05<kind, types, k, width, rate, 64>;
}

let TypesA = [F16], TypesB = [F16], MnMajor = [F16] in {
  let TypesC = [F32] in
    defm Sm100MmaF16F32 : Tcgen05OfRows<"f16", "f16.f32", 16, 16, 4096>;
  let TypesC = [F16] in
    defm Sm100MmaF16F16 : Tcgen05OfRows<"f16", "f16.f16", 16, 16, 4096>;
}
let TypesA = [BF16], TypesB = [BF16], TypesC = [F32], MnMajor = [BF16] in
  defm Sm100MmaBf16 : Tcgen05OfRows<"f16", "bf16.f32", 16, 16, 4096>;
// An operand that is contiguous along M or N needs a special swizzle (PTX ISA,
// "128-Byte swizzle with 32-byte atomicity").
let TypesA = [TF32], TypesB = [TF32], TypesC = [F32], MnMajor = [TF32] in
  defm Sm100MmaTf32 : Tcgen05OfRows<"tf32", "tf32.f32", 8, 32, 2048>;
let TypesA = [S8, U8], TypesB = [S8, U8], TypesC = [S32], MnMajor = [S8, U8],
    Needs = "Tcgen05Int8" in
  defm Sm100MmaI8 : Tcgen05OfRows<"i8", "i8.i32", 32, 8, 8192>;
let TypesA = Fp8Fp6Fp4, TypesB = Fp8Fp6Fp4, MnMajor = Fp8Fp6Fp4 in {
  let TypesC = [F32] in
    defm Sm100MmaF8F6F4 : Tcgen05OfRows<"f8f6f4", "f8f6f4.f32", 32, 8, 8192>;
  let TypesC = [F16] in
    defm Sm100MmaF8F6F4F16 : Tcgen05OfRows<"f8f6f4", "f8f6f4.f16", 32, 8, 8192>;
}

let Mnemonic = "sm100.mma_bs", TypesC = [F32] in {
  def Sm100MmaMxf8 : Tcgen05<"mxf8f6f4", "mxf8f6f4.f32", 32, 8, 8192> {
    let TypesA = Fp8Fp6Fp4;
    let TypesB = Fp8Fp6Fp4;
    let MnMajor = Fp8Fp6Fp4;
    let Scales = [UE8M0];
    let ScaleBlock = 32;
  }
  let TypesA = [E2M1], TypesB = [E2M1] in {
    def Sm100MmaMxf4 : Tcgen05<"mxf4", "mxf4.f32", 64, 4, 16384> {
      let Scales = [UE8M0];
      let ScaleBlock = 32;
    }
    def Sm100MmaNvf4 : Tcgen05<"mxf4nvf4", "mxf4nvf4.f32", 64, 4, 16384> {
      let Scales = [UE4M3];
      let ScaleBlock = 16;
    }
  }
}

#endif // TILEIRAS_TARGET_ASYNCMMAATOMS_TD
