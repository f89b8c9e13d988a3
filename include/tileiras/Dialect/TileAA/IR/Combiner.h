//===- Combiner.h - Regions of reductions and scans -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_COMBINER_H
#define TILEIRAS_DIALECT_TILEAA_IR_COMBINER_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"

#include <optional>

namespace mlir::nv_tileaa {

/// Returns the neutral element: combined with any number, on either side, it
/// gives that number to the last bit; none if it isn't known. The program's own
/// identities of a reduction or scan need not be neutral.
std::optional<TypedAttr> findNeutral(Block &combiner);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_COMBINER_H
