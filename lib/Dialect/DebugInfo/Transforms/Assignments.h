//===- Assignments.h - Names in lines of Python -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode has no names, but it has source locations: for an operation the line
// and column at which its expression begins. The assignments of a line tell
// which expressions have names:
//
//   acc = ct.mma(a, b, acc)       acc: column 6
//   m, n = ct.bid(0), ct.bid(1)   m: column 7, n: column 18
//   x: Tile = y = a + b           x and y: column 14
//   acc += a                      acc: column 0, where the statement begins
//   for k in range(n):            k: column 0
//
// Targets other than names (x[i] = …, f.x = …) are skipped. Values that are
// only known at run time (a, b = f()), or that begin in another line, have no
// column. Neither do further statements of a line. Columns count from 0.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_ASSIGNMENTS_H
#define TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_ASSIGNMENTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras {

/// A name, and the column of the expression or statement that gives its value.
struct Assignment {
  static constexpr size_t NoColumn = llvm::StringRef::npos;
  llvm::StringRef name;
  size_t column;
};

/// The assignments of one line of Python; the names are parts of `line`.
llvm::SmallVector<Assignment> findAssignments(llvm::StringRef line);

/// The parameter that a function's line declares at a column; empty if none.
llvm::StringRef findParameter(llvm::StringRef line, size_t column);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_ASSIGNMENTS_H
