//===- TargetInfo.h - The table of GPUs -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of Targets.td, where every field is described with its unit and
// source. Code that depends on the GPU asks for a capability here (Tma, Wgmma,
// SharedMemoryOptIn, ...) and never compares SM numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_TARGETINFO_H
#define TILEIRAS_TARGET_TARGETINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace tileiras {

/// One GPU architecture. The fields are those of `class Target` in Targets.td,
/// in the order of `TargetTable`.
struct TargetInfo {
  uint16_t ComputeCapability;
  const char *Name;
  const char *Chip;
  const char *PtxTarget;
  const char *Features;
  uint8_t MinPtxVersion;

  uint32_t SharedMemoryStatic;
  uint32_t SharedMemoryOptIn;
  uint32_t SharedMemoryPerSM;
  uint32_t SharedMemoryReserved;
  uint32_t RegistersPerSM;
  uint16_t RegistersPerThread;
  uint16_t ThreadsPerSM;
  uint16_t CTAsPerSM;
  uint16_t TensorMemoryColumns;

  bool MmaSyncK8;
  bool MmaSync;
  bool Wgmma;
  bool Tcgen05;
  bool Tcgen05Int8;
  bool MmaFp8;
  bool MmaBlockScaled;
  bool MmaF64;
  bool MmaF64Large;

  bool Bf16;
  bool Bf16Arith;
  bool Tf32Rounding;
  bool Fp8;
  bool Fp4;
  bool F32x2;

  bool WideAccesses;
  bool LdMatrix;
  bool StMatrix;
  bool CpAsync;
  bool BulkCopy;
  bool Tma;
  bool Mbarrier;
  bool MbarrierTryWait;
  bool Clusters;
  bool SetMaxNReg;
  bool ReduxSync;
  bool ReduxSyncF32;
  bool VectorAtomics;
};

/// Returns the row of compute capability `cc` (major*10 + minor, 90 for sm_90),
/// or null if the compiler does not know that GPU.
const TargetInfo *lookupTarget(unsigned cc);

/// Returns the row that `name` denotes: "sm_90", and with an architecture
/// suffix "sm_90a" or "sm_121f" (a cubin is for one GPU, so the suffix adds
/// nothing). Returns null for any other text.
const TargetInfo *lookupTarget(llvm::StringRef name);

/// Returns every row, in ascending order.
llvm::ArrayRef<TargetInfo> allTargets();

/// Returns "sm_75, sm_80, ..., sm_121", for diagnostics and help texts.
std::string targetNames();

} // namespace tileiras

#endif // TILEIRAS_TARGET_TARGETINFO_H
