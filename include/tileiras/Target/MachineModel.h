//===- MachineModel.h - Throughputs and latencies of SMs --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of MachineModel.td, where every number is described with its source.
// Planners ask this table, and have no cycles and rates of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_MACHINEMODEL_H
#define TILEIRAS_TARGET_MACHINEMODEL_H

#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>

namespace tileiras {

/// A number of a machine, with the letter of its source.
struct MachineNumber {
  llvm::StringLiteral name;
  double value;
  char source;
};

// Numbers that are the same in all families: MachineModel.td describes them.
#define GET_MACHINE_CONSTANTS
#include "tileiras/Target/MachineModel.inc"

/// Returns the columns of tensor memory that an allocation of at least
/// `columns` has: a power of two, also where it exceeds kMaxTensorColumns (PTX
/// ISA, "tcgen05.alloc").
constexpr int64_t alignTensorColumns(int64_t columns) {
  return std::max<int64_t>(llvm::PowerOf2Ceil(columns), kMinTensorColumns);
}
/// Returns whether an allocation can have this number of columns.
constexpr bool isTensorAllocation(int64_t columns) {
  return columns <= kMaxTensorColumns && columns == alignTensorColumns(columns);
}

/// A family of SMs.
struct MachineModel {
  llvm::StringLiteral name;
  unsigned firstComputeCapability;
  llvm::ArrayRef<MachineNumber> units, tensorRates, latencies, handoffs;
  /// The percentage of the tensor rate that mma.sync reaches.
  unsigned synchronousPercent;

  /// Returns what a unit does in a cycle, and 0 for a unit that the SM lacks.
  [[nodiscard]] double getRate(llvm::StringRef unit) const;
  /// Returns the multiply-adds of matrix units in a cycle.
  [[nodiscard]] double getTensorRate(llvm::StringRef element) const;
  [[nodiscard]] unsigned getLatency(llvm::StringRef name) const;
  [[nodiscard]] unsigned getHandoff(llvm::StringRef name) const;
};

/// Returns the model of a target's family. Targets before the first row have
/// the first row's.
const MachineModel &getMachineModel(const TargetInfo &target);

/// Returns every row, in ascending order.
llvm::ArrayRef<MachineModel> allMachineModels();

} // namespace tileiras

#endif // TILEIRAS_TARGET_MACHINEMODEL_H
