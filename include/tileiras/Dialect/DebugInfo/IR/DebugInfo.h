//===- DebugInfo.h - The debuginfo dialect ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a user of debuginfo needs. See docs/Rationale/DebugInfo.md.
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
/// What descriptions write: nothing that a program reads.
struct DescriptionResource
    : public SideEffects::Resource::Base<DescriptionResource> {
  StringRef getName() final { return "Descriptions"; }
};
} // namespace mlir::debuginfo

#define GET_OP_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoOps.h.inc"

namespace mlir::debuginfo {
/// Descriptions inside `root`, and placeholders that nothing uses then.
void eraseDescriptions(Operation *root);
} // namespace mlir::debuginfo

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFO_H
