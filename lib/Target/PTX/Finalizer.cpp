//===- Finalizer.cpp - Final rewriting of PTX text ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/PTX/Finalizer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace tileiras {

namespace {
/// Returns whether `line` is the directive `name` with operands.
bool isDirective(StringRef line, StringRef name) {
  line = line.ltrim();
  return line.consume_front(name) && !line.empty() && isSpace(line.front());
}

/// Returns `.target sm_103a, debug` with another name.
std::string retarget(StringRef line, StringRef target) {
  auto [name, options] = line.split(',');
  std::string result = (".target " + target).str();
  if (!options.empty())
    result += "," + options.str();
  return result;
}

/// Returns `.file 1 "a\"b.py"` without the quote: a string of PTX has no
/// escapes and ends there.
std::string withoutQuotes(StringRef line) {
  std::string result;
  while (!line.empty()) {
    if (line.consume_front("\\\""))
      result += '\'';
    else if (line.consume_front("\\\\"))
      result += "\\\\";
    else {
      result += line.front();
      line = line.drop_front();
    }
  }
  return result;
}

/// Rewrites the line of a large array of bytes, such as `.global .align 4 .b8
/// c[4096] = {0, 0, 128, 63, …};`, to words as wide as its alignment: ptxas
/// needs an eighth of the memory for them. Returns nullopt for other lines.
std::optional<std::string> joinBytes(StringRef line) {
  constexpr uint64_t kManyBytes = 1024, kWidest = 8;
  auto [head, list] = line.split("] = {");
  size_t type = head.find(" .b8 "), aligned = head.find(".align ");
  if (line.size() < kManyBytes || type == StringRef::npos ||
      aligned == StringRef::npos)
    return std::nullopt;
  auto [name, extent] = head.drop_front(type + strlen(" .b8 ")).split('[');
  StringRef alignment = head.drop_front(aligned + strlen(".align "));
  uint64_t width = 0, size = 0;
  if (alignment.consumeInteger(10, width) || extent.getAsInteger(10, size))
    return std::nullopt;
  width = std::min(width, kWidest);
  if (size < kManyBytes || width < 2 || size % width != 0)
    return std::nullopt;
  std::string result = (head.take_front(type) + " .b" + Twine(8 * width) + " " +
                        name + "[" + Twine(size / width) + "] = {")
                           .str();
  uint64_t word = 0, count = 0;
  for (bool isLast = false; !isLast;) {
    uint64_t byte = 0;
    list = list.ltrim();
    if (list.consumeInteger(10, byte) || byte > 255)
      return std::nullopt;
    word |= byte << (8 * (count++ % width));
    isLast = !list.consume_front(",");
    if (count % width != 0 && !isLast)
      continue;
    result += utostr(word) + (isLast ? "" : ", ");
    word = 0;
  }
  return result + list.str();
}

/// Numbers the calls of the text from 0. LLVM counts those of the process, so
/// that a program's second text would be different.
class CallNumbers {
public:
  /// Renumbers "{ // callseq 7, 0" and "} // callseq 7" for this text.
  std::string renumber(StringRef line) {
    auto [before, rest] = line.split(kMark);
    StringRef after = rest;
    unsigned number = 0;
    if (before.size() == line.size() || after.consumeInteger(10, number))
      return line.str();
    unsigned own = numbers.try_emplace(number, numbers.size()).first->second;
    return (before + kMark + Twine(own) + after).str();
  }

private:
  static constexpr StringLiteral kMark = "// callseq ";
  DenseMap<unsigned, unsigned> numbers;
};

/// Rewrites everything but `.version`.
std::string rewriteLines(StringRef ptx, const FinalizeRequest &request) {
  std::string result;
  result.reserve(ptx.size() + 128);
  bool hasReqntid = false;
  CallNumbers calls;
  while (!ptx.empty()) {
    StringRef line;
    std::tie(line, ptx) = ptx.split('\n');
    // Performance directives are between the parameters and the body.
    if (isDirective(line, ".reqntid"))
      hasReqntid = true;
    if (hasReqntid && line.trim() == "{") {
      if (request.language)
        result += ".language " + utostr(*request.language) + "\n";
      hasReqntid = false;
    }
    if (!request.target.empty() && isDirective(line, ".target"))
      result += retarget(line, request.target);
    else if (isDirective(line, ".file"))
      result += withoutQuotes(line);
    else if (std::optional<std::string> words = joinBytes(line))
      result += *words;
    else
      result += calls.renumber(line);
    result += '\n';
  }
  return result;
}

void setVersion(std::string &ptx, PtxVersion version) {
  size_t at = StringRef(ptx).find(".version");
  if (at == StringRef::npos)
    return;
  size_t end = ptx.find('\n', at);
  ptx.replace(at, end - at, ".version " + formatPtxVersion(version));
}
} // namespace

std::string finalizePTX(StringRef ptx, const FinalizeRequest &request) {
  std::string result = rewriteLines(ptx, request);
  PtxVersion version =
      std::max(requiredPtxVersion(result), request.targetMinVersion);
  setVersion(result, version);
  return result;
}

} // namespace tileiras
