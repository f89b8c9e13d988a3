//===- ReduceAtoms.td - Atomics and warp reductions --------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "atom", "red" and "redux.sync". C is the operand in memory, A the
// value that is combined with it. The cost of an atomic RMW in memory depends
// on contention; the records have the issue alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_REDUCEATOMS_TD
#define TILEIRAS_TARGET_REDUCEATOMS_TD

include "tileiras/Target/AtomBase.td"

class AtomicRMW<string name> : Atom<name> {
  let TheKind = Reduce;
  let A = [Register];
  let C = [Shared, Global];
  let TypesA = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TypesC = [F16, BF16, F32, F64, S32, U32, S64, U64];
}

def AtomUpdate : AtomicRMW<"atom"> {
  let Ptx = "atom";
  let TheLowering = InlineAtomic;
}
def AtomCas : AtomicRMW<"atom.cas"> {
  let Ptx = "atom";
  let TypesA = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TypesC = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TheLowering = InlineAtomic;
}
def Red : AtomicRMW<"red"> { let Ptx = "red"; }

/// Adds to adjacent elements, each atomically by itself: two or four f32, or
/// one, two or four f16x2 or bf16x2.
class RedVectorized<string name, list<AtomElement> types>
    : AtomicRMW<name> {
  let C = [Global];
  let TypesA = types;
  let TypesC = types;
  let TheSize = Bits;
  let MinSize = 32;
  let TheLowering = InlineAtomic;
}
def RedVector : RedVectorized<"red.vector", [F16, BF16, F32]> {
  let Ptx = "red.global.add.v";
  let MaxSize = 128;
  let Needs = "VectorAtomics";
}
/// The variant that every target has.
def RedF16x2 : RedVectorized<"red.f16x2", [F16]> {
  let Ptx = "red.global.add.noftz.f16x2";
  let MaxSize = 32;
}

/// An access to several replicas at one address, in registers of 32 bits or
/// more (PTX ISA, "multimem").
class MultimemAccess<string name> : AtomicRMW<name> {
  let Ptx = name;
  let C = [Global];
  let TheSize = Bits;
  let MinSize = 32;
  let MaxSize = 128;
  let TheLowering = InlineAtomic;
  let Needs = "Clusters"; // sm_90 has both
}
def MultimemLdReduce : MultimemAccess<"multimem.ld_reduce">;
def MultimemRed : MultimemAccess<"multimem.red">;
def MultimemSt : MultimemAccess<"multimem.st"> {
  let TheKind = Copy;
  let TypesA = AnyElement;
  let TypesC = AnyElement;
}

class WarpReduce<string name> : Atom<name> {
  let TheKind = Reduce;
  let Ptx = "redux.sync";
  let Threads = 32;
  let A = [Register];
  let C = [Register];
}

def Redux : WarpReduce<"redux"> {
  let TheLowering = NvvmOp;
  let TypesA = [S32, U32];
  let TypesC = [S32, U32];
  let Needs = "ReduxSync";
}
/// PTX ISA, "shfl.sync": one for each bit of the lane, with any combiner of any
/// types.
def Butterfly : WarpReduce<"shfl.bfly"> {
  let Ptx = "shfl.sync.bfly";
  let TypesA = AnyElement;
  let TypesC = AnyElement;
  let TheLowering = NvvmOp;
}

/// Maxima and minima.
def ReduxF32 : WarpReduce<"redux.f32"> {
  let TheLowering = InlineAtomic;
  let TypesA = [F32];
  let TypesC = [F32];
  let Needs = "ReduxSyncF32";
}

#endif // TILEIRAS_TARGET_REDUCEATOMS_TD
