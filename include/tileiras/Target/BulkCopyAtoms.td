//===- BulkCopyAtoms.td - Bulk copies, TMA and tensor memory --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies and tensor copies (TMA): PTX ISA, "Bulk copy: cp.async.bulk" and
// "Tensor copy: cp.async.bulk.tensor". One thread starts them. Their cost is
// that of the bytes that they move, which depend on the tile: 128 bytes of
// shared memory in a cycle.
//
// Tensor memory: "Tensor Memory and Register Load/Store Instructions" and
// "tcgen05.cp". A warp moves its quarter of the lanes; the fragments are those
// of the four warps of a warpgroup. No throughput is published: the cost is
// that of the instruction's issue.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_BULKCOPYATOMS_TD
#define TILEIRAS_TARGET_BULKCOPYATOMS_TD

include "tileiras/Target/AtomBase.td"

//===----------------------------------------------------------------------===//
// Copies between global and shared memory
//===----------------------------------------------------------------------===//

class OneThreadCopy<string name> : Atom<name> {
  let TheKind = Copy;
  let TypesA = AnyElement;
  let TypesC = AnyElement;
}

class BulkLoad<string name> : OneThreadCopy<name> {
  let A = [Global];
  let C = [Shared];
  let TheCompletion = MbarrierTransaction;
}
class BulkStore<string name> : OneThreadCopy<name> {
  let A = [Shared];
  let C = [Global];
  let TheCompletion = BulkGroup;
}
class BulkReduce<string name> : BulkStore<name> {
  let TheKind = Reduce;
  let TypesA = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TypesC = [F16, BF16, F32, F64, S32, U32, S64, U64];
}

let Needs = "BulkCopy" in {
  let Ptx = "cp.async.bulk" in {
    def BulkLoadAtom : BulkLoad<"bulk_load">;
    def BulkStoreAtom : BulkStore<"bulk_store">;
  }
  let Ptx = "cp.reduce.async.bulk" in
    def BulkReduceAtom : BulkReduce<"bulk_reduce">;
}

// The size is the rank of the tensor in global memory.
let Needs = "Tma", TheSize = Dimensions, MinSize = 1, MaxSize = 5,
    SizeIsMultiple = 1 in {
  let Ptx = "cp.async.bulk.tensor" in {
    def TmaLoad : BulkLoad<"tma_load"> {
      let Mnemonic = "atom.tma_load";
      let TheLowering = NvvmOp;
      let FragmentC = SwizzledPanels;
    }
    def TmaStore : BulkStore<"tma_store"> {
      let Mnemonic = "atom.tma_store";
      let TheLowering = NvvmOp;
      let FragmentA = SwizzledPanels;
    }
  }
  let Ptx = "cp.reduce.async.bulk.tensor" in
    def TmaReduce : BulkReduce<"tma_reduce"> {
      let Mnemonic = "atom.tma_reduce";
      let FragmentA = SwizzledPanels;
    }
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

/// A load or store of `columns` 32-bit columns with .x1.
class TmemMove<string name, int columns, int max> : Atom<name> {
  let TheKind = Copy;
  let Threads = 32;
  let M = 128;
  let N = columns;
  let OperandBits = 32;
  let TypesA = AnyElement;
  let TypesC = AnyElement;
  let TheSize = Repetitions;
  let MinSize = 1;
  let MaxSize = max;
  let TheCompletion = TensorWait;
  let Needs = "Tcgen05";
}

multiclass TmemMoves<string shape, AtomFragment fragment, int columns,
                       int max> {
  def Load : TmemMove<"tmem_load." # shape, columns, max> {
    let Mnemonic = "atom.tmem_load";
    let Ptx = "tcgen05.ld.sync." # shape;
    let A = [Tensor];
    let C = [Register];
    let FragmentC = fragment;
  }
  def Store : TmemMove<"tmem_store." # shape, columns, max> {
    let Mnemonic = "atom.tmem_store";
    let Ptx = "tcgen05.st.sync." # shape;
    let A = [Register];
    let C = [Tensor];
    let FragmentA = fragment;
  }
}

let TheLowering = NvvmOp in {
  defm Tensor32x32b : TmemMoves<"32x32b", Lanes32Bits32, 1, 128>;
  defm Tensor16x256b : TmemMoves<"16x256b", Lanes16Bits256, 8, 32>;
}
defm Tensor16x64b : TmemMoves<"16x64b", Lanes16Bits64, 2, 128>;
defm Tensor16x128b : TmemMoves<"16x128b", Lanes16Bits128, 4, 64>;
defm Tensor16x32bx2 : TmemMoves<"16x32bx2", Lanes16Bits32x2, 2, 128>;

class SharedToTensor<string shape, int bytes>
    : OneThreadCopy<"s2t_copy." # shape> {
  let Mnemonic = "atom.s2t_copy";
  let Ptx = "tcgen05.cp." # shape;
  let A = [Shared];
  let C = [Tensor];
  let SharedBytes = bytes;
  let TheCompletion = TensorCommit;
  let Needs = "Tcgen05";
}

def S2T128x256b : SharedToTensor<"128x256b", 4096>;
def S2T4x256b : SharedToTensor<"4x256b", 128>;
def S2T128x128b : SharedToTensor<"128x128b", 2048>;
def S2T64x128b02 : SharedToTensor<"64x128b.warpx2.02_13", 1024>;
def S2T64x128b01 : SharedToTensor<"64x128b.warpx2.01_23", 1024>;
def S2T32x128b : SharedToTensor<"32x128b.warpx4", 512> {
  let TheLowering = NvvmOp;
  let M = 128;
  let N = 4;
  let OperandBits = 8;
  let TypesA = [UE8M0, UE4M3];
  let TypesC = [UE8M0, UE4M3];
  let FragmentA = ScaleFactors;
}

#endif // TILEIRAS_TARGET_BULKCOPYATOMS_TD
