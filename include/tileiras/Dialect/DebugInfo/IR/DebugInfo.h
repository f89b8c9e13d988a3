//===- DebugInfo.h - The debuginfo dialect ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares all that users of debuginfo need. See
// docs/Rationale/DebugInfo.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFO_H
#define TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfoEnums.h.inc"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfoDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoTypes.h.inc"

namespace mlir::debuginfo {
/// The resource that descriptions write; no program reads it.
struct DescriptionResource
    : public SideEffects::Resource::Base<DescriptionResource> {
  StringRef getName() final { return "Descriptions"; }
};
} // namespace mlir::debuginfo

#define GET_OP_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoOps.h.inc"

namespace mlir::debuginfo {
/// Erases descriptions inside `root`, and placeholders that are unused then.
void eraseDescriptions(Operation *root);
} // namespace mlir::debuginfo

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFO_H
