//===- VerifyTmaCopies.h - Check buffers of TMA copies ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYTMACOPIES_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYTMACOPIES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Checks the TMA copies of a function whose boundary may have been converted
/// already: buffers are aligned to their swizzle.
llvm::LogicalResult verifyTmaCopies(mlir::FunctionOpInterface func);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYTMACOPIES_H
