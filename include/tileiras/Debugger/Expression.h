//===- Expression.h - Expressions to print ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of `print`: a name and selectors of fields, elements and
// ranges, in the syntax of Python.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_DEBUGGER_EXPRESSION_H
#define TILEIRAS_DEBUGGER_EXPRESSION_H

#include "tileiras/Debugger/Values.h"

namespace tileiras::dbg {

/// A variable or a PTX register (%r1), and the selected part of it.
struct Expression {
  std::string name;
  llvm::SmallVector<Selector> selectors;
};

/// Parses NAME, then any of .FIELD and [INDEX, …]; an index is an integer, or a
/// range as in Python: 2:4, :4, 2:, or : alone. a[0][1] is a[0,1].
llvm::Expected<Expression> parseExpression(llvm::StringRef text);

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_EXPRESSION_H
