//===- Cute.h - The cute dialect -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares all that users of cute need. See docs/Rationale/Cute.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTE_H
#define TILEIRAS_DIALECT_CUTE_IR_CUTE_H

#include "tileiras/Layout/StridedLayout.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tileiras/Dialect/Cute/IR/CuteEnums.h.inc"

#include "tileiras/Dialect/Cute/IR/CuteDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteTypes.h.inc"

namespace mlir::cute {

/// Returns the types of the dynamic leaves of a shape, stride, coordinate,
/// layout (shape before stride) or memref: i32 and i64.
SmallVector<Type> getLeafTypes(Type type);

/// Whether a shape, stride, coordinate or layout has no dynamic leaves.
bool isStaticType(Type type);

/// Returns the type of a pointer to the first element of a memref.
Type getPointerType(Type memref);
/// Returns the type of a memref's layout.
Type getLayoutType(Type memref);

} // namespace mlir::cute

#define GET_OP_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteOps.h.inc"

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTE_H
