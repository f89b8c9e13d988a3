//===- VerifyBuffers.h - Check buffers in shared memory ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All shared memory is in the IR (Contract/SharedMemoryStaging.h). Live ranges
// are those of Analysis/BufferLiveness.h; two buffers may share bytes only
// where their ranges are disjoint.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYBUFFERS_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYBUFFERS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Checks the state after all of these passes, in a function whose boundary may
/// have been converted already: operations exchange values between warps only
/// through buffers, every buffer is within the shared memory of the function,
/// and no two that live at the same time overlap.
llvm::LogicalResult verifyBuffers(mlir::FunctionOpInterface func,
                                  const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYBUFFERS_H
