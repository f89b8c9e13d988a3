//===- Passes.h - Passes on nv_tileas ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_H
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_H

#include "tileiras/Dialect/TileAS/Contract/TensorMapProvider.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Pass/Pass.h"

namespace tileiras {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_H
