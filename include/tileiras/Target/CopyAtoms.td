//===- CopyAtoms.td - Copies by threads --------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between registers, shared and global memory by the threads that
// execute them. An SM moves 128 bytes of shared memory in a cycle (CUDA
// programming guide, "Shared memory": 32 banks of 4 bytes).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_COPYATOMS_TD
#define TILEIRAS_TARGET_COPYATOMS_TD

include "tileiras/Target/AtomBase.td"

/// ld and st of one thread: PTX ISA, "Vectors".
def UniversalCopy : Atom<"universal_copy"> {
  let Mnemonic = "atom.universal_copy";
  let Ptx = "ld, st";
  let TheKind = Copy;
  let A = [Register, Shared, Global];
  let C = [Register, Shared, Global];
  let TypesA = AnyElement;
  let TypesC = AnyElement;
  let TheSize = Bits;
  let MinSize = 8;
  let MaxSize = 128;
  let SharedBytesPerSize = 1;
  let TheLowering = Vectors;
}

/// ld and st of 256 bits, which only global memory supports: PTX ISA, "ld",
/// "st".
def WideCopy : Atom<"wide_copy"> {
  let Ptx = "ld, st";
  let TheKind = Copy;
  let A = [Register, Global];
  let C = [Register, Global];
  let TypesA = AnyElement;
  let TypesC = AnyElement;
  let TheSize = Bits;
  let MinSize = 256;
  let MaxSize = 256;
  let Needs = "WideAccesses";
  let TheLowering = Vectors;
}

/// A matrix has 8 rows of 16 bytes; a lane gets one word of each: PTX ISA,
/// "Warp-level matrix load instruction: ldmatrix".
class MatrixMove<string name> : Atom<name> {
  let TheKind = Copy;
  let Threads = 32;
  let M = 8;
  let N = 8;
  let TheSize = Matrices;
  let MinSize = 1;
  let MaxSize = 4;
  let SharedBytesPerSize = 128;
  let TypesA = AnyElement;
  let TypesC = AnyElement;
}

class LdMatrix<string name> : MatrixMove<name> {
  let Mnemonic = "atom.ldsm";
  let Ptx = "ldmatrix.sync";
  let A = [Shared];
  let C = [Register];
  let Needs = "LdMatrix";
}

def Ldsm : LdMatrix<"ldsm"> {
  let FragmentC = MmaC;
  let TheLowering = NvvmLdMatrix;
}
def LdsmTrans : LdMatrix<"ldsm.trans"> {
  let FragmentC = MmaCTransposed;
  let TheLowering = NvvmLdMatrix;
}

/// PTX ISA, "Warp-level matrix store instruction: stmatrix".
class StMatrix<string name> : MatrixMove<name> {
  let Mnemonic = "atom.stsm";
  let Ptx = "stmatrix.sync";
  let A = [Register];
  let C = [Shared];
  let Needs = "StMatrix";
}

def Stsm : StMatrix<"stsm"> {
  let FragmentA = MmaC;
  let TheLowering = NvvmOp;
}
def StsmTrans : StMatrix<"stsm.trans"> {
  let FragmentA = MmaCTransposed;
  let TheLowering = NvvmOp;
}

// These move bytes, and packed elements of 6 and 4 bits that become bytes, in
// matrices of 16 x 16 (8 x 16) and 16 x 8. Every Blackwell has them (PTX ISA,
// "Target ISA notes" of ldmatrix and stmatrix), as it has fp4. The unpacking
// ones have no lowering yet.
let Needs = "Fp4", M = 16, N = 16, MaxSize = 2, SharedBytesPerSize = 256 in {
  def LdsmB8Trans : LdMatrix<"ldsm.m16n16.b8.trans"> {
    let TypesA = [S8, U8, E4M3, E5M2];
    let TypesC = [S8, U8, E4M3, E5M2];
    let FragmentC = ByteMatrixTransposed;
    let TheLowering = NvvmLdMatrix;
  }
  // The instruction reads 12 or 8 bytes of each row of 16.
  def LdsmB6Trans : LdMatrix<"ldsm.m16n16.b8x16.b6x16_p32.trans"> {
    let TypesA = [E3M2, E2M3];
    let TypesC = [E3M2, E2M3];
  }
  def LdsmB4Trans : LdMatrix<"ldsm.m16n16.b8x16.b4x16_p64.trans"> {
    let TypesA = [E2M1];
    let TypesC = [E2M1];
  }
}
let Needs = "Fp4", N = 16 in {
  def LdsmB6 : LdMatrix<"ldsm.m8n16.b8x16.b6x16_p32"> {
    let TypesA = [E3M2, E2M3];
    let TypesC = [E3M2, E2M3];
  }
  def LdsmB4 : LdMatrix<"ldsm.m8n16.b8x16.b4x16_p64"> {
    let TypesA = [E2M1];
    let TypesC = [E2M1];
  }
}
let Needs = "Fp4", M = 16 in
  def StsmB8Trans : StMatrix<"stsm.m16n8.b8.trans"> {
    let TypesA = [S8, U8, E4M3, E5M2];
    let TypesC = [S8, U8, E4M3, E5M2];
  }

/// PTX ISA, "Non-bulk copy: cp.async".
def SimtAsyncCopy : Atom<"simt_async_copy"> {
  let Mnemonic = "atom.simt_async_copy";
  let Ptx = "cp.async";
  let TheKind = Copy;
  let A = [Global];
  let C = [Shared];
  let TypesA = AnyElement;
  let TypesC = AnyElement;
  let TheSize = Bytes;
  let MinSize = 4;
  let MaxSize = 16;
  let SharedBytesPerSize = 4;
  let TheCompletion = CpAsyncGroup;
  let Needs = "CpAsync";
  let TheLowering = NvvmOp;
}

#endif // TILEIRAS_TARGET_COPYATOMS_TD
