//===- AtomBase.td - The record of an atom -----------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atom is one instruction that moves, multiplies or combines tiles, or that
// synchronises threads. Selection, verifiers, layouts, lowering and
// documentation all read these records; an instruction without a record can't
// be selected.
//
// A matrix atom computes C += A x B. A copy moves A to C, a reduction combines
// A into C; these have no B, and a barrier has no operands.
//
// Costs are estimates for planners, in cycles of one SM:
//
// * TensorCycles: how long the tensor cores of the instruction are busy: those
//   of the warp's quarter of the SM for an instruction of one warp, all four
//   for one of a warpgroup or of tcgen05.
// * SharedBytes + (size / MinSize) * SharedBytesPerSize: bytes of shared memory
//   that all its threads read or write, of which an SM moves 128 in a cycle.
// * IssueSlots: cycles in which the scheduler of a warp issues nothing else.
//
// Costs are those of the first GPU that has the instruction. TensorCycles, too,
// are for the smallest size, and grow with it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_ATOMBASE_TD
#define TILEIRAS_TARGET_ATOMBASE_TD

include "llvm/TableGen/SearchableTable.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// A case of an enumeration; `text` is its name in the documentation.
class AtomCase<string name, int value, string text> {
  string Name = name;
  int Value = value;
  string Text = text;
}

class AtomEnum<string filter> : GenericEnum {
  let FilterClass = filter;
  let NameField = "Name";
  let ValueField = "Value";
}

class AtomKind<string name, int value, string text>
    : AtomCase<name, value, text>;
def Kind : AtomEnum<"AtomKind">;
def Matrix : AtomKind<"Matrix", 0, "MMA">;
def Copy : AtomKind<"Copy", 1, "copy">;
def Reduce : AtomKind<"Reduce", 2, "reduction">;
def Barrier : AtomKind<"Barrier", 3, "barrier">;
def Control : AtomKind<"Control", 4, "control">;

/// Element types, as bits of a mask. MLIR's integers have no sign: an i8 stands
/// for s8 and u8.
class AtomElement<string name, int value, string text>
    : AtomCase<name, value, text>;
def Element : AtomEnum<"AtomElement">;
def F16 : AtomElement<"F16", 0, "f16">;
def BF16 : AtomElement<"BF16", 1, "bf16">;
def TF32 : AtomElement<"TF32", 2, "tf32">;
def F32 : AtomElement<"F32", 3, "f32">;
def F64 : AtomElement<"F64", 4, "f64">;
def E4M3 : AtomElement<"E4M3", 5, "e4m3">;
def E5M2 : AtomElement<"E5M2", 6, "e5m2">;
def E3M2 : AtomElement<"E3M2", 7, "e3m2">;
def E2M3 : AtomElement<"E2M3", 8, "e2m3">;
def E2M1 : AtomElement<"E2M1", 9, "e2m1">;
def UE8M0 : AtomElement<"UE8M0", 10, "ue8m0">;
def UE4M3 : AtomElement<"UE4M3", 11, "ue4m3">;
def S8 : AtomElement<"S8", 12, "s8">;
def U8 : AtomElement<"U8", 13, "u8">;
def S4 : AtomElement<"S4", 14, "s4">;
def U4 : AtomElement<"U4", 15, "u4">;
def B1 : AtomElement<"B1", 16, "b1">;
def S16 : AtomElement<"S16", 17, "s16">;
def S32 : AtomElement<"S32", 18, "s32">;
def U32 : AtomElement<"U32", 19, "u32">;
def S64 : AtomElement<"S64", 20, "s64">;
def U64 : AtomElement<"U64", 21, "u64">;
def Pointer : AtomElement<"Pointer", 22, "pointer">;

defvar Fp8 = [E4M3, E5M2];
defvar Fp8Fp6Fp4 = [E4M3, E5M2, E3M2, E2M3, E2M1];
defvar AnyElement = [F16, BF16, TF32, F32, F64, E4M3, E5M2, E3M2, E2M3, E2M1,
                     UE8M0, UE4M3, S8, U8, S4, U4, B1, S16, S32, U32, S64, U64,
                     Pointer];

/// The memory space of an operand, as bits of a mask.
class AtomSpace<string name, int value, string text>
    : AtomCase<name, value, text>;
def Space : AtomEnum<"AtomSpace">;
def Register : AtomSpace<"Register", 0, "registers">;
def Shared : AtomSpace<"Shared", 1, "shared">;
def Tensor : AtomSpace<"Tensor", 2, "tensor">;
def Global : AtomSpace<"Global", 3, "global">;

/// The factory of tileiras/Layout that makes the layout of an operand, named by
/// its function (getAtomFragment calls them).
class AtomFragment<string name, int value, string text>
    : AtomCase<name, value, text>;
def Fragment : AtomEnum<"AtomFragment">;
def NoFragment : AtomFragment<"NoFragment", 0, "any">;
def MmaA : AtomFragment<"MmaA", 1, "mmaFragmentA">;
def MmaB : AtomFragment<"MmaB", 2, "mmaFragmentB">;
def MmaC : AtomFragment<"MmaC", 3, "mmaFragmentC">;
def MmaCTransposed
    : AtomFragment<"MmaCTransposed", 4, "mmaFragmentC, transposed">;
def SwizzledPanels
    : AtomFragment<"SwizzledPanels", 5, "getSwizzledPanels">;
def TensorAccumulator
    : AtomFragment<"TensorAccumulator", 6, "getTmemAccumulator">;
def Lanes32Bits32
    : AtomFragment<"Lanes32Bits32", 7, "getTmemFragment, 32x32b">;
def Lanes16Bits64
    : AtomFragment<"Lanes16Bits64", 8, "getTmemFragment, 16x64b">;
def Lanes16Bits128
    : AtomFragment<"Lanes16Bits128", 9, "getTmemFragment, 16x128b">;
def Lanes16Bits256
    : AtomFragment<"Lanes16Bits256", 10, "getTmemFragment, 16x256b">;
def Lanes16Bits32x2
    : AtomFragment<"Lanes16Bits32x2", 11, "getTmemFragment, 16x32bx2">;
def ScaleFactors : AtomFragment<"ScaleFactors", 12, "getScaleFactors">;
def ByteMatrixTransposed
    : AtomFragment<"ByteMatrixTransposed", 13, "getByteMatrixTransposed">;
def MmaATransposed
    : AtomFragment<"MmaATransposed", 14, "mmaFragmentA, transposed">;
def MmaBTransposed
    : AtomFragment<"MmaBTransposed", 15, "mmaFragmentB, transposed">;

/// The mechanism that signals that the instruction is done with its operands.
class AtomCompletion<string name, int value, string text>
    : AtomCase<name, value, text>;
def Completion : AtomEnum<"AtomCompletion">;
def Synchronous : AtomCompletion<"Synchronous", 0, "none">;
def CpAsyncGroup : AtomCompletion<"CpAsyncGroup", 1, "cp.async group">;
def BulkGroup : AtomCompletion<"BulkGroup", 2, "bulk group">;
def MbarrierTransaction
    : AtomCompletion<"MbarrierTransaction", 3, "mbarrier transaction">;
def WgmmaGroup : AtomCompletion<"WgmmaGroup", 4, "wgmma group">;
def TensorCommit : AtomCompletion<"TensorCommit", 5, "tcgen05.commit">;
def TensorWait : AtomCompletion<"TensorWait", 6, "tcgen05.wait">;

/// The unit of the number after the record's name in an attribute.
class AtomSize<string name, int value, string text>
    : AtomCase<name, value, text>;
def SizeUnit : AtomEnum<"AtomSize">;
def NoSize : AtomSize<"NoSize", 0, "">;
def Bits : AtomSize<"Bits", 1, "bits">;
def Bytes : AtomSize<"Bytes", 2, "bytes">;
def Matrices : AtomSize<"Matrices", 3, "matrices">;
def Columns : AtomSize<"Columns", 4, "columns">;
def Dimensions : AtomSize<"Dimensions", 5, "dimensions">;
def ThreadCount : AtomSize<"ThreadCount", 6, "threads">;
def Repetitions : AtomSize<"Repetitions", 7, "repetitions">;

/// The lowering that makes the instruction; NoLowering is never selected.
class AtomLowering<string name, int value, string text>
    : AtomCase<name, value, text>;
def Lowering : AtomEnum<"AtomLowering">;
def NoLowering : AtomLowering<"NoLowering", 0, "not yet">;
def Fma : AtomLowering<"Fma", 1, "fma, one element after another">;
def NvvmMma : AtomLowering<"NvvmMma", 2, "nvvm.mma.sync">;
def MmaIntrinsic : AtomLowering<"MmaIntrinsic", 3, "llvm.nvvm.mma">;
def Vectors : AtomLowering<"Vectors", 4, "vectors of each thread">;
def NvvmLdMatrix : AtomLowering<"NvvmLdMatrix", 5, "nvvm.ldmatrix">;
def NvvmOp : AtomLowering<"NvvmOp", 6, "operation of nvvm">;
def InlineAtomic : AtomLowering<"InlineAtomic", 7, "inline PTX">;
def WarpgroupMma : AtomLowering<"WarpgroupMma", 8,
                                "nvvm.wgmma.mma_async or inline PTX">;
def Intrinsic : AtomLowering<"Intrinsic", 9, "intrinsic of LLVM">;
def NvvmMmaBlockScale : AtomLowering<"NvvmMmaBlockScale", 10,
                                     "nvvm.mma.block_scale">;
def TensorMma : AtomLowering<"TensorMma", 11, "nvvm.tcgen05.mma">;

class AtomMask<list<AtomCase> cases> {
  int Value = !foldl(0, cases, mask, one, !or(mask, !shl(1, one.Value)));
}

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

class Atom<string name> {
  /// The name in attributes.
  string Name = name;
  /// The documented operation of cute_nvgpu, if there is one.
  string Mnemonic = "";
  /// The instruction in PTX.
  string Ptx = "";
  AtomKind TheKind = ?;
  /// The number of threads that execute it together.
  bits<16> Threads = 1;

  /// Extents of an MMA; rows and columns (M x N) of a copied matrix.
  bits<16> M = 0;
  bits<16> N = 0;
  bits<16> K = 0;
  /// The record whose instruction computes this one as C^T += B^T x A^T.
  string TransposeOf = "";
  /// The bits of an element of A and B in the form that the instruction reads.
  bits<8> OperandBits = 0;

  list<AtomSpace> A = [];
  list<AtomSpace> B = [];
  list<AtomSpace> C = [];
  list<AtomElement> TypesA = [];
  list<AtomElement> TypesB = [];
  list<AtomElement> TypesC = [];
  /// Element types of A and B that may be contiguous along M or N, in shared
  /// memory. All types may be contiguous along K.
  list<AtomElement> MnMajor = [];
  AtomFragment FragmentA = NoFragment;
  AtomFragment FragmentB = NoFragment;
  AtomFragment FragmentC = NoFragment;
  /// Types of the scale factors, and the number of elements along K that share
  /// one.
  list<AtomElement> Scales = [];
  bits<8> ScaleBlock = 0;

  AtomCompletion TheCompletion = Synchronous;
  /// The capability of Targets.td; empty: every target has it.
  string Needs = "";

  /// The parameter of the attribute: powers of two, or (SizeIsMultiple)
  /// multiples of the smallest.
  AtomSize TheSize = NoSize;
  bits<16> MinSize = 0;
  bits<16> MaxSize = 0;
  bit SizeIsMultiple = 0;

  AtomLowering TheLowering = NoLowering;

  bits<16> TensorCycles = 0;
  bits<32> SharedBytes = 0;
  bits<32> SharedBytesPerSize = 0;
  bits<16> IssueSlots = 1;

  //--- Derived: what the table holds.
  bits<8> SpacesA = AtomMask<A>.Value;
  bits<8> SpacesB = AtomMask<B>.Value;
  bits<8> SpacesC = AtomMask<C>.Value;
  bits<32> ElementsA = AtomMask<TypesA>.Value;
  bits<32> ElementsB = AtomMask<TypesB>.Value;
  bits<32> ElementsC = AtomMask<TypesC>.Value;
  bits<32> ElementsMnMajor = AtomMask<MnMajor>.Value;
  bits<32> ElementsOfScales = AtomMask<Scales>.Value;
  string Capability =
      !if(!empty(Needs), "nullptr", "&TargetInfo::" # Needs);
}

#endif // TILEIRAS_TARGET_ATOMBASE_TD
