//===- CutlassOps.td - Operations of cutlass -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSOPS_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSOPS_TD

include "tileiras/Dialect/Cutlass/IR/CutlassBarrier.td"
include "tileiras/Dialect/Cutlass/IR/CutlassPipeline.td"
include "tileiras/Dialect/Cutlass/IR/CutlassSeqBar.td"

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSOPS_TD
