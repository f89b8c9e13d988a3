//===- ReadOnlyLoads.h - Loads of memory that is never written --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX's `ld.global.nc` may only read memory that no thread writes while the
// kernel runs. Tile IR promises nothing about the arguments of a kernel: they
// may overlap. It does say how accesses are ordered (Tile IR specification,
// chapter on memory):
//
// * Only tokens order the accesses of a tile block; neither the order in the
//   program nor a data dependence does.
// * Only acquire and release order the accesses of different tile blocks.
// * Nothing else may access the memory of a weak access at the same time: not
//   in any order.
//
// So in a kernel whose accesses are all weak, a load that no tokens connect
// with any store must not overlap one; else the program is undefined. Front
// ends that know of an overlap, or can't exclude it, have to connect the two: a
// kernel that works in place does, one whose arrays are disjoint does not.
//
// The analysis is stricter than the specification requires. It considers tokens
// connected if any chain of tokens leads from one to the other, in either
// direction, and a load only counts if its address comes from an argument from
// which no address of a store comes, and all addresses of stores come from
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_READONLYLOADS_H
#define TILEIRAS_ANALYSIS_READONLYLOADS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// Returns the loads of a kernel that nothing interferes with; none in a
/// function that isn't a kernel. Takes time linear in operations and operands.
llvm::SetVector<mlir::Operation *>
findReadOnlyLoads(mlir::nv_tileaa::FuncOp function);

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_READONLYLOADS_H
