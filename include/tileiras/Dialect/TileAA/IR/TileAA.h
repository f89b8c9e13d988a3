//===- TileAA.h - The nv_tileaa dialect -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a user of nv_tileaa needs. See docs/Rationale/TileAA.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAA_H
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAA_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tileiras/Dialect/TileAA/IR/AccessFacts.h"
#include "tileiras/Dialect/TileAA/IR/TileTypes.h"
#include "tileiras/Dialect/TileAA/IR/TileVerification.h"

#include "tileiras/Dialect/TileAA/IR/TileAADialect.h.inc"
#include "tileiras/Dialect/TileAA/IR/TileAAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAAAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAATypes.h.inc"

#include "tileiras/Dialect/TileAA/IR/TileAAInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAAOps.h.inc"

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAA_H
