//===- Expression.cpp - Expressions to print ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Expression.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"

using namespace llvm;

namespace tileiras::dbg {

/// Each call stays separate, so that utils/check-diagnostics can tell which
/// ones ran.
[[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE static Error
fail(const Twine &message) {
  return createStringError(message);
}

static StringRef takeName(StringRef &text) {
  StringRef name = text.take_while(
      [](char c) { return isAlnum(c) || c == '_' || c == '$'; });
  text = text.drop_front(name.size());
  return name;
}

static Error parseIndex(StringRef text, Expression &expression) {
  auto number = [&](StringRef part, std::optional<uint64_t> &to) -> Error {
    part = part.trim();
    if (part.empty())
      return Error::success();
    if (part.getAsInteger(10, to.emplace()))
      return fail("expected a number or a range such as 2:4 as "
                  "index, got '" +
                  part + "'");
    return Error::success();
  };
  Selector selector;
  selector.isRange = text.contains(':');
  auto [first, last] = text.split(':');
  if (text.trim().empty())
    return fail("expected an index between '[' and ']'");
  if (Error error = number(first, selector.first))
    return error;
  if (Error error = number(last, selector.last))
    return error;
  expression.selectors.push_back(std::move(selector));
  return Error::success();
}

static Error parseIndices(StringRef &text, Expression &expression) {
  size_t end = text.find(']');
  if (end == StringRef::npos)
    return fail("expected ']' at the end of '[" + text + "'");
  SmallVector<StringRef> indices;
  text.take_front(end).split(indices, ',');
  text = text.drop_front(end + 1);
  for (StringRef index : indices)
    if (Error error = parseIndex(index, expression))
      return error;
  return Error::success();
}

Expected<Expression> parseExpression(StringRef text) {
  Expression expression;
  StringRef rest = text.trim();
  bool isRegister = rest.consume_front("%");
  expression.name = ((isRegister ? "%" : "") + takeName(rest)).str();
  if (expression.name.empty() || expression.name == "%")
    return fail("expected the name of a variable, got '" + text + "'");
  while (!rest.empty()) {
    if (rest.consume_front(".")) {
      Selector selector;
      selector.field = takeName(rest).str();
      if (selector.field.empty())
        return fail("expected the name of a field after '.'");
      expression.selectors.push_back(std::move(selector));
    } else if (rest.consume_front("[")) {
      if (Error error = parseIndices(rest, expression))
        return std::move(error);
    } else {
      return fail("expected '[' or '.' after '" + expression.name + "', got '" +
                  rest + "'");
    }
    rest = rest.ltrim();
  }
  return expression;
}

} // namespace tileiras::dbg
