//===- TensorLoads.h - Loads of loops that TMA can make --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORLOADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORLOADS_H

#include "TensorAccess.h"

namespace tileiras {

/// The same with the order that tokens ask of a load.
std::optional<TensorAccess>
planTensorLoad(mlir::nv_tileas::TiledLoadOp load, TensorMapHome home,
               mlir::nv_tileaa::StridedMemRefType given, llvm::StringRef &why);

/// Barrier objects of the stages of a ring that tensor copies fill.
class TensorRing {
public:
  /// Makes them, ready for the first phase.
  TensorRing(mlir::OpBuilder &builder, mlir::Location loc, int64_t stages);

  /// That of the stage in `slot`.
  mlir::Value getBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value slot) const;

private:
  mlir::Value barriers;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORLOADS_H
