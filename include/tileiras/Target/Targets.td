//===- Targets.td - One row per SM -------------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of each GPU architecture. Patterns and planners ask this table
// for a capability; nothing else compares SM numbers.
//
// Sources: CUDA programming guide, "Compute capabilities" (memory, registers,
// threads); PTX ISA, "Target ISA notes" of each instruction (capabilities);
// ptxas 13.5 (lowest `.version` of a target, maximal static array in shared
// memory); LLVM 22 (chips and highest PTX version).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_TARGETS_TD
#define TILEIRAS_TARGET_TARGETS_TD

include "llvm/TableGen/SearchableTable.td"

class Target<int cc> {
  /// major*10 + minor; the value of nv_tileaa.compute_capability.
  bits<16> ComputeCapability = cc;
  /// The name for --gpu-name.
  string Name = "sm_" # cc;
  /// The -mcpu for LLVM. It is architecture-specific ("a") if there is one: a
  /// cubin is made for exactly one SM anyway.
  string Chip = "sm_" # cc;
  /// The `.target` of the finished PTX, and the -arch of ptxas.
  string PtxTarget = "sm_" # cc;
  /// The feature string for LLVM: the highest PTX version that it knows. The
  /// finaliser lowers `.version` to the one that the text needs.
  string Features = "+ptx90";
  /// The lowest `.version` that supports PtxTarget, as major*10 + minor.
  bits<8> MinPtxVersion = 0;

  //--- Resources. Sizes in bytes.
  /// The maximal shared memory of a CTA without opt-in (a static array).
  bits<32> SharedMemoryStatic = 49152;
  /// The maximal shared memory of a CTA when the launcher opts in.
  bits<32> SharedMemoryOptIn = 49152;
  /// The shared memory of an SM, for occupancy. From sm_80 on, each CTA costs 1
  /// KiB more than it asks for (SharedMemoryReserved).
  bits<32> SharedMemoryPerSM = 49152;
  bits<32> SharedMemoryReserved = 1024;
  /// The 32-bit registers of an SM (and of a CTA), and of one thread.
  bits<32> RegistersPerSM = 65536;
  bits<16> RegistersPerThread = 255;
  bits<16> ThreadsPerSM = 2048;
  bits<16> CTAsPerSM = 32;
  /// Tensor memory: 128 lanes of this many 32-bit columns; 0 if there is none.
  bits<16> TensorMemoryColumns = 0;

  //--- Matrix instructions.
  bit MmaSyncK8 = 0;           // mma.sync.m16n8k8 in f16, the one of sm_75
  bit MmaSync = 0;             // mma.sync.m16n8k{8,16,32} f16 bf16 tf32 s8
  bit Wgmma = 0;               // wgmma.mma_async
  bit Tcgen05 = 0;             // tcgen05.mma and tensor memory
  bit Tcgen05Int8 = 0;         // tcgen05.mma.kind::i8
  bit MmaFp8 = 0;              // mma.sync with e4m3/e5m2
  bit MmaBlockScaled = 0;      // mma.sync.block_scale (mxf8f6f4, mxf4, nvf4)
  bit MmaF64 = 0;              // mma.sync.m8n8k4 in f64
  bit MmaF64Large = 0;         // mma.sync.m16n8k{4,8,16} in f64

  //--- Element types in arithmetic and conversions.
  bit Bf16 = 0;                // fma.bf16, cvt to bf16
  bit Bf16Arith = 0;           // add/sub/mul/cvt.f32 of bf16 without tricks
  bit Tf32Rounding = 0;        // cvt.rn.tf32, cvt.rz.tf32
  bit Fp8 = 0;                 // cvt with e4m3x2/e5m2x2
  bit Fp4 = 0;                 // cvt with e2m1x2, e2m3x2, e3m2x2, ue8m0x2
  bit F32x2 = 0;               // add/sub/mul/fma.f32x2 in one step (see below)

  //--- Data movement and synchronisation.
  bit WideAccesses = 0;        // ld.global and st.global of 256 bits
  bit LdMatrix = 0;
  bit StMatrix = 0;
  bit CpAsync = 0;             // cp.async
  bit BulkCopy = 0;            // cp.async.bulk (no tensor map)
  bit Tma = 0;                 // cp.async.bulk.tensor and tensormap.replace
  bit Mbarrier = 0;
  bit MbarrierTryWait = 0;     // try_wait, expect_tx
  bit Clusters = 0;
  bit SetMaxNReg = 0;
  bit ReduxSync = 0;           // redux.sync on integers
  bit ReduxSyncF32 = 0;        // redux.sync on f32
  bit VectorAtomics = 0;       // red/atom.global.v2/v4.f32, .v*.f16x2
}

def TargetTable : GenericTable {
  let FilterClass = "Target";
  let CppTypeName = "TargetInfo";
  let Fields = [
    "ComputeCapability", "Name", "Chip", "PtxTarget", "Features",
    "MinPtxVersion", "SharedMemoryStatic", "SharedMemoryOptIn",
    "SharedMemoryPerSM", "SharedMemoryReserved", "RegistersPerSM",
    "RegistersPerThread", "ThreadsPerSM", "CTAsPerSM", "TensorMemoryColumns",
    "MmaSyncK8", "MmaSync", "Wgmma", "Tcgen05", "Tcgen05Int8", "MmaFp8",
    "MmaBlockScaled", "MmaF64", "MmaF64Large", "Bf16", "Bf16Arith",
    "Tf32Rounding", "Fp8", "Fp4", "F32x2",
    "WideAccesses", "LdMatrix", "StMatrix", "CpAsync", "BulkCopy", "Tma",
    "Mbarrier", "MbarrierTryWait", "Clusters", "SetMaxNReg", "ReduxSync",
    "ReduxSyncF32", "VectorAtomics"];
  let PrimaryKey = ["ComputeCapability"];
  let PrimaryKeyName = "lookupTargetRow";
}

//===----------------------------------------------------------------------===//
// Families: each adds to the one it derives from.
//===----------------------------------------------------------------------===//

class Turing<int cc> : Target<cc> {
  let MmaSyncK8 = 1;
  let LdMatrix = 1;
}

class Ampere<int cc> : Turing<cc> {
  let MmaSync = 1;
  let MmaF64 = 1;
  let Bf16 = 1;
  let CpAsync = 1;
  let Mbarrier = 1;
  let ReduxSync = 1;
}

class Ada<int cc> : Ampere<cc> {
  let Fp8 = 1;
  let MmaFp8 = 1;
}

/// The features that Hopper introduced and every later SM kept.
class AfterHopper<int cc> : Ada<cc> {
  let MmaF64Large = 1;
  let Bf16Arith = 1;
  let Tf32Rounding = 1;
  let StMatrix = 1;
  let BulkCopy = 1;
  let Tma = 1;
  let MbarrierTryWait = 1;
  let Clusters = 1;
  let SetMaxNReg = 1;
  let VectorAtomics = 1;
}

class Blackwell<int cc> : AfterHopper<cc> {
  let Chip = "sm_" # cc # "a";
  let PtxTarget = "sm_" # cc # "a";
  let Fp4 = 1;
  let WideAccesses = 1;
}

// Every Blackwell accepts f32x2, but for sm_110 and sm_120 ptxas makes two
// instructions, as for two scalars: there are no units for pairs.
class DatacenterBlackwell<int cc> : Blackwell<cc> {
  let F32x2 = 1;
  let Tcgen05 = 1;
  let TensorMemoryColumns = 512;
  let ReduxSyncF32 = 1;
  let SharedMemoryStatic = 232448;
  let SharedMemoryOptIn = 232448;
  let SharedMemoryPerSM = 233472;
}

class ConsumerBlackwell<int cc> : Blackwell<cc> {
  let MmaBlockScaled = 1;
  let SharedMemoryStatic = 101376;
  let SharedMemoryOptIn = 101376;
  let SharedMemoryPerSM = 102400;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 24;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

def SM75 : Turing<75> {
  let MinPtxVersion = 63;
  let SharedMemoryOptIn = 65536;
  let SharedMemoryPerSM = 65536;
  let SharedMemoryReserved = 0;
  let ThreadsPerSM = 1024;
  let CTAsPerSM = 16;
}

def SM80 : Ampere<80> {
  let MinPtxVersion = 70;
  let SharedMemoryOptIn = 166912;
  let SharedMemoryPerSM = 167936;
}

def SM86 : Ampere<86> {
  let MinPtxVersion = 71;
  let SharedMemoryOptIn = 101376;
  let SharedMemoryPerSM = 102400;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 16;
}

def SM87 : Ampere<87> {
  let MinPtxVersion = 74;
  let SharedMemoryOptIn = 166912;
  let SharedMemoryPerSM = 167936;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 16;
}

// It is missing in the programming guide's tables: these are the smaller
// figures of sm_86.
def SM88 : Ampere<88> {
  let MinPtxVersion = 90;
  let SharedMemoryOptIn = 101376;
  let SharedMemoryPerSM = 102400;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 16;
}

def SM89 : Ada<89> {
  let MinPtxVersion = 78;
  let SharedMemoryOptIn = 101376;
  let SharedMemoryPerSM = 102400;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 24;
}

def SM90 : AfterHopper<90> {
  let Chip = "sm_90a";
  let PtxTarget = "sm_90a";
  let MinPtxVersion = 80;
  let Wgmma = 1;
  let SharedMemoryStatic = 232448;
  let SharedMemoryOptIn = 232448;
  let SharedMemoryPerSM = 233472;
}

def SM100 : DatacenterBlackwell<100> {
  let MinPtxVersion = 86;
  let Tcgen05Int8 = 1;
}
def SM103 : DatacenterBlackwell<103> { let MinPtxVersion = 88; }

// LLVM 22 does not know it: code is made for sm_103a and finished as sm_107a.
def SM107 : DatacenterBlackwell<107> {
  let Chip = "sm_103a";
  let MinPtxVersion = 94;
}

def SM110 : DatacenterBlackwell<110> {
  let MinPtxVersion = 90;
  let Tcgen05Int8 = 1;
  let F32x2 = 0;
  let ReduxSyncF32 = 0;
  let ThreadsPerSM = 1536;
  let CTAsPerSM = 24;
}

def SM120 : ConsumerBlackwell<120> { let MinPtxVersion = 87; }
def SM121 : ConsumerBlackwell<121> { let MinPtxVersion = 88; }

#endif // TILEIRAS_TARGET_TARGETS_TD
