//===- Passes.h - Passes on cute -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_H
#define TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_H

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace tileiras {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tileiras/Dialect/Cute/Transforms/Passes.h.inc"

} // namespace tileiras

#endif // TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_H
