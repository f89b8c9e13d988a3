//===- TensorLoads.h - Loads of loops that TMA can make ----------*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORLOADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORLOADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/TensorMapHome.h"

namespace tileiras {

/// A tensor copy in place of a load.
struct TensorLoad {
  mlir::nv_tileas::TmaDescriptorIterType desc;
  /// Of the buffer.
  int64_t alignment;
};

/// The buffer has rows along the dimension that is contiguous in memory, with
/// the widest swizzle that they fill. None where the hints of the load forbid
/// it, whoever makes its tensor map can't, or rows are not known to start at
/// multiples of 16 bytes; then `why` says so. A buffer that is `given` is taken
/// as it is, if it has such rows.
std::optional<TensorLoad>
planTensorLoad(mlir::nv_tileas::TiledLoadOp load, TensorMapHome home,
               mlir::nv_tileaa::StridedMemRefType given, llvm::StringRef &why);

/// The atom that copies a buffer to registers in the fewest wavefronts; null
/// where some take more than the bytes do.
mlir::nv_tileas::AtomAttr
findReadAtom(mlir::nv_tileaa::StridedMemRefType buffer, mlir::Type tile);

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
