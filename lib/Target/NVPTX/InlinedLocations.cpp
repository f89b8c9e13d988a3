//===- InlinedLocations.cpp - Call sites in .loc directives -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedLocations.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace tileiras {

//===----------------------------------------------------------------------===//
// Marking
//===----------------------------------------------------------------------===//

/// Returns the lines that a `.loc` of the module may state.
static std::set<unsigned> collectLines(const Module &module) {
  std::set<unsigned> lines = {0};
  SmallPtrSet<const DILocation *, 32> seen;
  for (const Function &function : module) {
    if (const DISubprogram *subprogram = function.getSubprogram())
      lines.insert({subprogram->getLine(), subprogram->getScopeLine()});
    for (const Instruction &instruction : instructions(function))
      for (const DILocation *loc = instruction.getDebugLoc();
           loc && seen.insert(loc).second; loc = loc->getInlinedAt())
        lines.insert(loc->getLine());
  }
  return lines;
}

InlinedLocations::InlinedLocations(Module &module) {
  std::set<unsigned> lines = collectLines(module);
  DenseMap<const DILocation *, const DILocation *> marks;
  unsigned line = 0;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      const DILocation *loc = instruction.getDebugLoc();
      if (!loc || !loc->getInlinedAt())
        continue;
      const DILocation *&mark = marks[loc];
      if (!mark) {
        while (lines.contains(line))
          ++line;
        marked[line] = loc;
        mark = DILocation::get(module.getContext(), line++, loc->getColumn(),
                               loc->getScope(), loc->getInlinedAt());
      }
      instruction.setDebugLoc(mark);
    }
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Returns a path as LLVM quotes it in `.file`.
static std::string quote(StringRef path) {
  constexpr StringRef special = "\b\f\n\r\t\"\\";
  constexpr StringRef letters = "bfnrt\"\\";
  std::string text;
  for (unsigned char c : path) {
    if (size_t at = special.find(c); at != StringRef::npos)
      text += {'\\', letters[at]};
    else if (isPrint(c))
      text += static_cast<char>(c);
    else
      text += "\\" + utostr(c >> 6) + utostr((c >> 3) & 7) + utostr(c & 7);
  }
  return text;
}

static std::string getPath(const DIFile &file) {
  if (sys::path::is_absolute(file.getFilename()))
    return quote(file.getFilename());
  SmallString<128> path = file.getDirectory();
  sys::path::append(path, file.getFilename());
  return quote(path);
}

namespace {

/// The indices that a text gives to files, including ones that are still to be
/// declared.
class FileNumbers {
public:
  explicit FileNumbers(StringRef ptx) {
    for (StringRef line : split(ptx, '\n'))
      add(line);
  }

  unsigned get(const DIFile &file) {
    std::string path = getPath(file);
    auto [known, isNew] = numbers.try_emplace(path, last + 1);
    if (isNew)
      added += "\t.file\t" + utostr(++last) + " \"" + path + "\"\n";
    return known->second;
  }

  StringRef directivesOfAdded() const { return added; }

private:
  /// Adds `.file 1 "/src/kernel.py"`.
  void add(StringRef line) {
    line = line.trim();
    unsigned number;
    if (!line.consume_front(".file") ||
        (line = line.ltrim()).consumeInteger(10, number))
      return;
    line = line.trim();
    if (line.consume_front("\"") && line.consume_back("\""))
      numbers.try_emplace(line, number);
    last = std::max(last, number);
  }

  StringMap<unsigned> numbers;
  unsigned last = 0;
  std::string added;
};

/// The names of functions, in a separate section.
class NameSection {
public:
  /// Returns the label of a name.
  std::string label(StringRef name) {
    auto [known, isNew] = numbers.try_emplace(name, numbers.size());
    std::string result = "info_string" + utostr(known->second);
    if (isNew)
      append(result, name);
    return result;
  }

  std::string text() const {
    if (body.empty())
      return {};
    return "\t.section\t.debug_str\n\t{\n" + body + "\t}\n";
  }

private:
  void append(StringRef label, StringRef name) {
    body += label.str() + ":\n";
    for (unsigned char c : name)
      body += ".b8 " + utostr(c) + "\n";
    body += ".b8 0\n";
  }

  StringMap<unsigned> numbers;
  std::string body;
};

/// Writes the text with marks replaced.
class Expander {
public:
  Expander(StringRef ptx, const std::map<unsigned, const DILocation *> &marked)
      : ptx(ptx), marked(marked), files(ptx) {}

  std::string run() {
    while (!ptx.empty()) {
      StringRef line;
      std::tie(line, ptx) = ptx.split('\n');
      if (const DILocation *loc = findMarked(line)) {
        append(*loc);
        continue;
      }
      if (line.ltrim().starts_with(".loc"))
        statedSite = nullptr;
      result += line.str() + "\n";
    }
    return result + files.directivesOfAdded().str() + names.text();
  }

private:
  /// Returns the location for which the line of a `.loc` is a mark.
  const DILocation *findMarked(StringRef line) const {
    line = line.ltrim();
    unsigned file, mark;
    if (!line.consume_front(".loc") ||
        (line = line.ltrim()).consumeInteger(10, file) ||
        (line = line.ltrim()).consumeInteger(10, mark))
      return nullptr;
    auto it = marked.find(mark);
    return it == marked.end() ? nullptr : it->second;
  }

  std::string position(const DILocation &loc) {
    return utostr(files.get(*loc.getFile())) + " " + utostr(loc.getLine()) +
           " " + utostr(loc.getColumn());
  }

  /// Appends the calls from the outermost to `loc`, unless `loc` follows
  /// another location of the same call.
  void append(const DILocation &loc) {
    const DILocation *site = loc.getInlinedAt();
    if (site && site != statedSite)
      append(*site);
    std::string here = position(loc), there = site ? position(*site) : "";
    result += "\t.loc\t" + here;
    if (site)
      result +=
          ", function_name " + names.label(name(loc)) + ", inlined_at " + there;
    result += '\n';
    // In a recursion, the location of the call would now mean this one.
    statedSite = here == there ? nullptr : site;
  }

  static StringRef name(const DILocation &loc) {
    const DISubprogram *callee = loc.getScope()->getSubprogram();
    StringRef linkageName = callee->getLinkageName();
    return linkageName.empty() ? callee->getName() : linkageName;
  }

  StringRef ptx;
  const std::map<unsigned, const DILocation *> &marked;
  FileNumbers files;
  NameSection names;
  /// The call that contains the last `.loc`.
  const DILocation *statedSite = nullptr;
  std::string result;
};

} // namespace

std::string InlinedLocations::expand(StringRef ptx) const {
  return marked.empty() ? ptx.str() : Expander(ptx, marked).run();
}

} // namespace tileiras
