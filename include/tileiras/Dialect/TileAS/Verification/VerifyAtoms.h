//===- VerifyAtoms.h - Check the atoms of operations ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atoms name the PTX instructions of operations. Their types and shapes are
// checked by the operations' verifiers; this checks what depends on the target,
// and on the facts and layouts of accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYATOMS_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYATOMS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Checks that the target has the atoms of the function's operations, and that
/// vector accesses are no wider than they may be.
llvm::LogicalResult verifyAtoms(mlir::FunctionOpInterface func,
                                const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYATOMS_H
