//===- OpRegisterDemand.h - Registers an operation needs --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers of a thread for the execution of an operation, in addition to
// its operands and results. The assembler interleaves the elements of a tile:
// it issues one instruction of a function for all of them before the next one,
// as far as registers go:
//
//   temporaries   that a function has of every element (the rounded exponent of
//                 `exp`), of those whose latency is hidden by others, and of
//                 one at a time where there is a loop or a branch (the
//                 reduction of wide angles)
//   addresses     64 bits of each row whose distance from the one before is not
//                 a constant, one for the tile otherwise; the coordinates that
//                 threads have along a dimension, and their limits
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_OPREGISTERDEMAND_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_OPREGISTERDEMAND_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Elements that are in progress at a time so that the latency of a chain of
/// instructions is hidden: 4 cycles each, of which a warp issues one in two.
constexpr int64_t kInFlight = 12;

/// Counts the registers of an element-wise operation or a change of layouts.
int64_t countTemporaries(mlir::Operation *op);

/// The registers of the addresses of an access to a tile of global memory, and
/// of the coordinates from which they are computed.
struct AddressRegisters {
  int64_t addresses = 0, coordinates = 0;
};
AddressRegisters countAddresses(mlir::nv_tileaa::TiledViewType view,
                                mlir::RankedTensorType tile);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_OPREGISTERDEMAND_H
