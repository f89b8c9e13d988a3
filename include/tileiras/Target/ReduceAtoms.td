//===- ReduceAtoms.td - Updates of memory and reductions in a warp -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "atom", "red" and "redux.sync". C is what is updated, A what it is
// combined with. What an update costs in memory depends on who else updates the
// same; the records have the issue alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_REDUCEATOMS_TD
#define TILEIRAS_TARGET_REDUCEATOMS_TD

include "tileiras/Target/AtomBase.td"

class MemoryUpdate<string name> : Atom<name> {
  let TheKind = Reduce;
  let A = [Register];
  let C = [Shared, Global];
  let TypesA = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TypesC = [F16, BF16, F32, F64, S32, U32, S64, U64];
}

def AtomUpdate : MemoryUpdate<"atom"> {
  let Ptx = "atom";
  let TheLowering = InlineAtomic;
}
def AtomCas : MemoryUpdate<"atom.cas"> {
  let Ptx = "atom";
  let TypesA = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TypesC = [F16, BF16, F32, F64, S32, U32, S64, U64];
  let TheLowering = InlineAtomic;
}
def Red : MemoryUpdate<"red"> { let Ptx = "red"; }

/// Sums of neighbours, each updated on its own: of two or four f32, of one, two
/// or four f16x2 or bf16x2.
class RedOfNeighbours<string name, list<AtomElement> types>
    : MemoryUpdate<name> {
  let C = [Global];
  let TypesA = types;
  let TypesC = types;
  let TheSize = Bits;
  let MinSize = 32;
  let TheLowering = InlineAtomic;
}
def RedVector : RedOfNeighbours<"red.vector", [F16, BF16, F32]> {
  let Ptx = "red.global.add.v";
  let MaxSize = 128;
  let Needs = "VectorAtomics";
}
/// What every target has of them.
def RedF16x2 : RedOfNeighbours<"red.f16x2", [F16]> {
  let Ptx = "red.global.add.noftz.f16x2";
  let MaxSize = 32;
}

/// Of several replicas behind one address, in registers of 32 bits or more
/// (PTX ISA, "multimem").
class MultimemUpdate<string name> : MemoryUpdate<name> {
  let Ptx = name;
  let C = [Global];
  let TheSize = Bits;
  let MinSize = 32;
  let MaxSize = 128;
  let TheLowering = InlineAtomic;
  let Needs = "Clusters"; // sm_90 has both
}
def MultimemLdReduce : MultimemUpdate<"multimem.ld_reduce">;
def MultimemRed : MultimemUpdate<"multimem.red">;
def MultimemSt : MultimemUpdate<"multimem.st"> {
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
/// PTX ISA, "shfl.sync": one for each bit of the lane, with any combination of
/// any types.
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
