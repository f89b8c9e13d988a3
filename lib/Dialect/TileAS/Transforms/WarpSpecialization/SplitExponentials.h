//===- SplitExponentials.h - Exponentials of two units ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The special function units (MUFU) of an SM compute 16 exponentials per cycle.
// Where a softmax needs more of them in an iteration than its other
// instructions take cycles of the schedulers, some are computed by fused
// multiply-adds instead. Each pair is then 15 instructions and not two, so
// that this pays only while the schedulers have time for them: masks, biases
// and the rescale of accumulators leave none.
//
// The cycles of an iteration, by MachineModel.td, are those of the busier unit:
//
//   issue    warp instructions / 4
//   MUFU     special functions of the elements / 16
//
// Instructions are counted from the tiles of an iteration: one for each
// register of a thread, half of it for pairs of f32 (f32x2), conversions to 16
// bits and reductions (three operands), and none for changes of shape.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITEXPONENTIALS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITEXPONENTIALS_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Region.h"

namespace tileiras {

/// Marks the exponentials of the region's loops of which a part is computed by
/// fused multiply-adds.
void splitExponentials(mlir::Region &region, const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITEXPONENTIALS_H
