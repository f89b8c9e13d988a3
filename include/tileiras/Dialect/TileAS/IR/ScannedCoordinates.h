//===- ScannedCoordinates.h - Coordinates along a scan ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp scans a dimension by itself where each thread holds a run of adjacent
// elements, and the next lane the run after it. In a layout these are the
// lowest bits of the coordinate: first those that registers hold, then those of
// lanes, in the order of lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_SCANNEDCOORDINATES_H
#define TILEIRAS_DIALECT_TILEAS_IR_SCANNEDCOORDINATES_H

#include "tileiras/Layout/LinearLayout.h"

namespace mlir::nv_tileas {

/// The owners of the bits of the coordinate along a dimension, lowest first:
/// bits of registers, lanes or warps.
struct CoordinateBits {
  struct Owner {
    ::tileiras::InDim dim;
    unsigned bit;
  };
  llvm::SmallVector<Owner> owners;

  /// Returns how many of the lowest bits one warp can scan.
  unsigned countScanned() const;
};

/// Returns none where a bit has several owners, or an owner that holds a bit of
/// another dimension, too.
std::optional<CoordinateBits>
getCoordinateBits(const ::tileiras::LinearLayout &layout, unsigned dim);

/// The bits of registers and lanes along the dimension of a scan, by the
/// coordinate.
struct ScannedCoordinates {
  llvm::SmallVector<unsigned> registers, lanes;
};

/// Returns none where a warp can't scan all of the dimension.
std::optional<ScannedCoordinates>
getScannedCoordinates(const ::tileiras::LinearLayout &layout, unsigned dim);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_SCANNEDCOORDINATES_H
