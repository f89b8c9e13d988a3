//===- TileAAOps.td - All of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAOPS_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAOPS_TD

include "tileiras/Dialect/TileAA/IR/TileAABlockMemory.td"
include "tileiras/Dialect/TileAA/IR/TileAADebug.td"
include "tileiras/Dialect/TileAA/IR/TileAAFences.td"
include "tileiras/Dialect/TileAA/IR/TileAAGlobals.td"
include "tileiras/Dialect/TileAA/IR/TileAAMath.td"
include "tileiras/Dialect/TileAA/IR/TileAAMemory.td"
include "tileiras/Dialect/TileAA/IR/TileAAShape.td"
include "tileiras/Dialect/TileAA/IR/TileAAStructure.td"

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAOPS_TD
