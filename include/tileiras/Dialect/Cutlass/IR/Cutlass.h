//===- Cutlass.h - The cutlass dialect --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a user of cutlass needs. See docs/Rationale/Cutlass.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASS_H
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tileiras/Dialect/Cutlass/IR/CutlassEnums.h.inc"

#include "tileiras/Dialect/Cutlass/IR/CutlassDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassTypes.h.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassOps.h.inc"

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASS_H
