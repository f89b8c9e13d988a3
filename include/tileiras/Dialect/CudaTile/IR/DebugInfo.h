//===- DebugInfo.h - Source locations of Tile IR -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A location of Tile IR is a DILocAttr (file, line, column and the scope they
// belong to) or a CallSiteLoc of such; see chapter 9 of the specification.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_DEBUGINFO_H
#define TILEIRAS_DIALECT_CUDATILE_IR_DEBUGINFO_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"

namespace mlir::cuda_tile {
class EntryOp;

/// Which place a call site stands for.
enum class CallSiteSide { Callee, Caller };

/// File, line and column inside any location: of a DILocAttr, one side of a
/// call site, the first part of a fused location that has one, the child of a
/// name, the fallback of an opaque location. Null if there is none.
FileLineColLoc findFileLineCol(Location loc,
                               CallSiteSide side = CallSiteSide::Callee);

/// The DILocAttr or call site of such that `loc` is or wraps, as bytecode can
/// hold it: null if there is none. A call site counts only if callee and
/// caller both do.
LocationAttr findDebugLoc(Location loc);

/// The subprogram that encloses a scope (a subprogram or lexical block); null
/// for any other attribute.
DISubprogramAttr findSubprogram(Attribute scope);

/// The subprogram a location belongs to; a call site belongs to its caller's.
/// Null if the location has no scope.
DISubprogramAttr findSubprogramOf(Location loc);

/// A kernel and its operations have no scopes, or all in one subprogram that
/// links under the kernel's name.
LogicalResult verifyDebugInfo(EntryOp entry);

/// Replaces the locations of operations and block arguments inside `root`, not
/// that of `root` itself.
void mapLocations(Operation *root, function_ref<Location(Location)> map);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_DIALECT_CUDATILE_IR_DEBUGINFO_H
