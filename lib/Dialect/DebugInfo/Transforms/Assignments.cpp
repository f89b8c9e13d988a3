//===- Assignments.cpp - Names in lines of Python -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assignments.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace tileiras {

namespace {

bool startsName(char c) { return isAlpha(c) || c == '_'; }
bool continuesName(char c) { return isAlnum(c) || c == '_'; }

/// A part of a line, from `begin` to `end`.
struct Span {
  size_t begin, end;
};

/// Returns the end of the string or comment that begins at `at`.
size_t skipQuoted(StringRef line, size_t at) {
  if (line[at] == '#')
    return line.size();
  char quote = line[at];
  for (size_t end = at + 1; end < line.size(); ++end) {
    if (line[end] == '\\')
      ++end;
    else if (line[end] == quote)
      return end + 1;
  }
  return line.size();
}

/// Finds the first position outside of brackets and strings for which
/// `isRequested` holds, or the line's end.
template <class Predicate>
size_t findOutside(StringRef line, size_t from, Predicate isRequested) {
  int depth = 0;
  for (size_t at = from; at < line.size();) {
    char c = line[at];
    if (c == '"' || c == '\'' || c == '#') {
      at = skipQuoted(line, at);
      continue;
    }
    if (depth == 0 && isRequested(at))
      return at;
    depth += StringRef("([{").contains(c) ? 1 : 0;
    depth -= StringRef(")]}").contains(c) ? 1 : 0;
    ++at;
  }
  return line.size();
}

/// Finds the '=' of an assignment, not of a comparison; the line's end if there
/// is none.
size_t findEquals(StringRef line, size_t from) {
  return findOutside(line, from, [&](size_t at) {
    char before = at == 0 ? ' ' : line[at - 1];
    char after = at + 1 < line.size() ? line[at + 1] : ' ';
    return line[at] == '=' && after != '=' &&
           !StringRef("=<>!:").contains(before);
  });
}

/// Removes blanks around a span.
Span trim(StringRef line, Span span) {
  while (span.begin < span.end && isSpace(line[span.begin]))
    ++span.begin;
  while (span.begin < span.end && isSpace(line[span.end - 1]))
    --span.end;
  return span;
}

SmallVector<Span> splitAtCommas(StringRef line, Span whole) {
  SmallVector<Span> parts;
  StringRef text = line.take_front(whole.end);
  for (size_t begin = whole.begin; begin < whole.end;) {
    size_t comma =
        findOutside(text, begin, [&](size_t at) { return line[at] == ','; });
    parts.push_back(trim(line, {begin, comma}));
    begin = comma + 1;
  }
  return parts;
}

/// Returns the name of a target: `x`, `x: type`, or `x` before the operator of
/// an augmented assignment.
StringRef getName(StringRef line, Span target, bool &isAugmented) {
  StringRef text = line.slice(target.begin, target.end);
  if (text.empty() || !startsName(text.front()))
    return {};
  StringRef name = text.take_while(continuesName);
  StringRef rest = text.drop_front(name.size()).ltrim();
  isAugmented =
      !rest.empty() && rest.front() != ':' &&
      all_of(rest, [](char c) { return StringRef("+-*/%@&|^<>").contains(c); });
  return rest.empty() || rest.front() == ':' || isAugmented ? name
                                                            : StringRef();
}

std::optional<Assignment> findLoopIndex(StringRef line, size_t begin) {
  StringRef rest = line.drop_front(begin);
  if (!rest.consume_front("for "))
    return std::nullopt;
  rest = rest.ltrim();
  StringRef name = rest.take_while(continuesName);
  if (name.empty() || !rest.drop_front(name.size()).ltrim().starts_with("in "))
    return std::nullopt;
  return Assignment{name, begin};
}

} // namespace

SmallVector<Assignment> findAssignments(StringRef line) {
  SmallVector<Assignment> found;
  line = line.take_front(
      findOutside(line, 0, [&](size_t at) { return line[at] == ';'; }));
  size_t statement = line.size() - line.ltrim().size();
  if (auto index = findLoopIndex(line, statement))
    return {*index};
  SmallVector<SmallVector<Span>> targets;
  size_t begin = statement;
  for (size_t equals = findEquals(line, begin); equals < line.size();
       equals = findEquals(line, begin)) {
    targets.push_back(splitAtCommas(line, {begin, equals}));
    begin = equals + 1;
  }
  SmallVector<Span> values = splitAtCommas(line, {begin, line.size()});
  for (const SmallVector<Span> &names : targets) {
    bool isTuple = names.size() > 1;
    bool isKnown = isTuple ? names.size() == values.size() : !values.empty();
    for (auto [index, target] : enumerate(names)) {
      bool isAugmented = false;
      StringRef name = getName(line, target, isAugmented);
      if (name.empty())
        continue;
      size_t value =
          isKnown ? values[isTuple ? index : 0].begin : Assignment::NoColumn;
      found.push_back({name, isAugmented ? statement : value});
    }
  }
  return found;
}

StringRef findParameter(StringRef line, size_t column) {
  if (column >= line.size() || !startsName(line[column]))
    return {};
  bool isBegin = column == 0 || !continuesName(line[column - 1]);
  StringRef name = line.drop_front(column).take_while(continuesName);
  StringRef before = line.take_front(column).rtrim();
  StringRef after = line.drop_front(column + name.size()).ltrim();
  bool isDeclared =
      before.empty() || before.ends_with("(") || before.ends_with(",");
  bool ends = after.empty() || StringRef(",):=").contains(after.front());
  return isBegin && isDeclared && ends ? name : StringRef();
}

} // namespace tileiras
