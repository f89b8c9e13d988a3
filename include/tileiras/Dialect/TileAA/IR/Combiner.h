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

/// The number that combines with every number to that number, on either side
/// and to the last bit; none where it isn't known. Identities of a reduction or
/// scan are what the program says.
std::optional<TypedAttr> findNeutral(Block &combiner);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_COMBINER_H
