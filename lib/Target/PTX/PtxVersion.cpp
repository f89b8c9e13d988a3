//===- PtxVersion.cpp - The .version that PTX text requires ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/PTX/PtxVersion.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace tileiras {

namespace {
/// A row of PtxVersions.td.
struct PtxVersionRow {
  const char *Pattern;
  uint8_t Version;
};

#define GET_PtxVersionTable_DECL
#define GET_PtxVersionTable_IMPL
#include "tileiras/Target/PTX/PtxVersions.inc"

/// Returns the version of a table row, or 0 if there is none.
PtxVersion since(StringRef pattern) {
  const PtxVersionRow *row = lookupPtxVersion(pattern);
  return row ? row->Version : 0;
}

bool isWordChar(char c) {
  return isAlnum(c) || c == '_' || c == '.' || c == ':' || c == '$';
}

/// Sums the sizes of each entry's parameters.
class ParameterSpace {
public:
  /// Returns the bytes of an entry's parameters up to the end of `line`; 0
  /// outside of entries.
  uint64_t scanLine(StringRef line) {
    if (line.contains(".entry")) {
      isHead = true;
      bytes = 0;
    }
    if (!isHead)
      return 0;
    SmallVector<StringRef> parts;
    line.split('{').first.split(parts, ',');
    for_each(parts, [&](StringRef part) { add(part); });
    isHead = !line.contains('{');
    return bytes;
  }

private:
  /// Adds `.param .u64 .ptr .global .align 1 p` or `.param .align 64 .b8
  /// map[128]`: the alignment of a pointer's target comes after the type.
  void add(StringRef part) {
    size_t at = part.find(".param ");
    if (at == StringRef::npos)
      return;
    part = part.drop_front(at + StringRef(".param ").size()).ltrim();
    uint64_t alignment = 1, bits = 0, count = 1;
    if (part.consume_front(".align ")) {
      part = part.ltrim();
      part.consumeInteger(10, alignment);
      part = part.ltrim();
    }
    // The type is a dot, a kind and a width, as `.u64`.
    part = part.drop_front(std::min<size_t>(part.size(), 2));
    part.consumeInteger(10, bits);
    if (auto [name, extent] = part.split('['); !extent.empty())
      extent.consumeInteger(10, count);
    uint64_t size = bits / 8;
    bytes = alignTo(bytes, std::max({alignment, size, uint64_t(1)}));
    bytes += size * count;
  }

  bool isHead = false;
  uint64_t bytes = 0;
};

/// Reads the statements of a text one by one and keeps the highest version.
class VersionScanner {
public:
  explicit VersionScanner(PtxVersion unknown) : unknown(unknown) {}

  PtxVersion scan(StringRef ptx) {
    while (!ptx.empty()) {
      StringRef line;
      std::tie(line, ptx) = ptx.split('\n');
      line = line.split("//").first;
      if (parameters.scanLine(line) > kUsualParameterBytes)
        need(kManyParametersSince);
      scanLine(line);
    }
    return required;
  }

private:
  /// PTX ISA, "Kernel Function Parameters".
  static constexpr uint64_t kUsualParameterBytes = 4352;
  static constexpr PtxVersion kManyParametersSince = 81;

  void need(PtxVersion version) { required = std::max(required, version); }

  void scanLine(StringRef line) {
    while (!line.empty()) {
      StringRef statement;
      std::tie(statement, line) = line.split(';');
      scanStatement(statement);
    }
  }

  void scanStatement(StringRef text) {
    text = skipPrefix(text);
    if (text.starts_with(".")) {
      scanDirective(text);
    } else if (!text.empty() && isAlpha(text.front())) {
      StringRef mnemonic = text.take_while(isWordChar);
      need(versionOf(mnemonic, text.drop_front(mnemonic.size())));
      scanRegisters(text.drop_front(mnemonic.size()));
    }
  }

  /// Drops braces, labels and the guard predicate.
  static StringRef skipPrefix(StringRef text) {
    while (true) {
      text = text.ltrim(" \t\r{}");
      StringRef word = text.take_while(isWordChar);
      if (word.size() > 1 && word.ends_with(":")) {
        text = text.drop_front(word.size());
      } else if (text.starts_with("@")) {
        text = text.drop_while([](char c) { return !isSpace(c); });
      } else {
        return text;
      }
    }
  }

  static StringRef getFirstWord(StringRef text) {
    return text.ltrim().take_while(isWordChar);
  }

  /// Every word of a directive that begins with a dot counts: linkage, state
  /// spaces and types as well as the directive's own name.
  void scanDirective(StringRef text) {
    bool isPragma = text.starts_with(".pragma");
    while (true) {
      text = text.drop_while([](char c) { return c != '.' && c != '"'; });
      if (text.empty())
        return;
      if (text.consume_front("\"")) {
        StringRef quoted;
        std::tie(quoted, text) = text.split('"');
        if (isPragma)
          needKnown(since((".pragma." + getFirstWord(quoted)).str()));
        continue;
      }
      StringRef word = text.take_while(isWordChar);
      text = text.drop_front(word.size());
      // Two directives may follow each other without a space: `.v2.b32`.
      SmallVector<StringRef> parts;
      word.drop_front().split(parts, '.');
      for (StringRef part : parts)
        if (!part.empty() && !isDigit(part.front()))
          needKnown(since(("." + part).str()));
      if (word == ".loc" && text.contains("inlined_at"))
        need(since(".loc.inlined_at"));
      // The word after `.version` and `.target` is a name, not a directive.
      if (word == ".version" || word == ".target")
        return;
    }
  }

  void scanRegisters(StringRef operands) {
    for (size_t at = operands.find('%'); at != StringRef::npos;
         at = operands.find('%', at + 1)) {
      StringRef name = operands.drop_front(at + 1).take_while(
          [](char c) { return isAlnum(c) || c == '_'; });
      // Plain registers (%r12, %rd4, %p1) end in a number.
      if (!name.empty() && !isDigit(name.back()))
        need(since(("%" + name).str()));
    }
  }

  void needKnown(PtxVersion version) { need(version ? version : unknown); }

  PtxVersion versionOf(StringRef mnemonic, StringRef operands) {
    auto [it, isNew] = mnemonics.try_emplace(mnemonic, 0);
    if (isNew)
      it->second = computeVersion(mnemonic);
    PtxVersion version = it->second;
    // Three-input min and max differ only in their operands.
    if (operands.count(',') >= 3 && !operands.contains('{'))
      version = std::max(
          version, since((mnemonic.split('.').first + ".operands4").str()));
    // Copies whose source may be ignored differ only in their operands, too.
    if (mnemonic.starts_with("cp.async.") &&
        operands.rsplit(',').second.trim().starts_with("%p"))
      version = std::max(version, since("cp.ignore_src"));
    return version;
  }

  PtxVersion computeVersion(StringRef mnemonic) {
    SmallVector<StringRef> words;
    mnemonic.split(words, '.');
    StringRef op = words.front();
    ArrayRef<StringRef> modifiers = ArrayRef(words).drop_front();
    PtxVersion version = orUnknown(since(op));
    for (auto [i, modifier] : enumerate(modifiers)) {
      PtxVersion own = since((op + "." + modifier).str());
      if (!own)
        own = since(("*." + modifier).str());
      version = std::max(version, orUnknown(own));
      for (StringRef later : modifiers.drop_front(i + 1))
        version =
            std::max(version, since((op + "." + modifier + "." + later).str()));
    }
    return version;
  }

  PtxVersion orUnknown(PtxVersion version) const {
    return version ? version : unknown;
  }

  /// The version for an opcode or modifier outside the table.
  PtxVersion unknown;
  PtxVersion required = 60;
  ParameterSpace parameters;
  StringMap<PtxVersion> mnemonics;
};
} // namespace

std::string formatPtxVersion(PtxVersion version) {
  return (Twine(version / 10) + "." + Twine(version % 10)).str();
}

PtxVersion parsePtxVersion(StringRef text) {
  auto [majorText, minorText] = text.split('.');
  unsigned major, minor;
  if (majorText.getAsInteger(10, major) || minorText.getAsInteger(10, minor) ||
      minor > 9)
    return 0;
  return major * 10 + minor;
}

PtxVersion statedPtxVersion(StringRef ptx) {
  size_t at = ptx.find(".version");
  if (at == StringRef::npos)
    return 0;
  StringRef rest = ptx.drop_front(at + StringRef(".version").size()).ltrim();
  return parsePtxVersion(
      rest.take_while([](char c) { return isDigit(c) || c == '.'; }));
}

PtxVersion requiredPtxVersion(StringRef ptx) {
  return VersionScanner(statedPtxVersion(ptx)).scan(ptx);
}

} // namespace tileiras
