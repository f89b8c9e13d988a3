//===- VerifyPipelines.h - Check producers and consumers --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A phase of an mbarrier that gets too few arrivals or bytes never ends, and
// one that gets too many ends too early. So the completion of each side of a
// pipeline is compared with the threads that execute its operations and with
// the bytes of its TMA copies.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYPIPELINES_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYPIPELINES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Checks the pipelines of a function whose boundary may have been converted
/// already: the sides are where the pipeline says, the number of threads that
/// arrive is that of the completion, and `target` has the instructions.
llvm::LogicalResult verifyPipelines(mlir::FunctionOpInterface func,
                                    const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYPIPELINES_H
