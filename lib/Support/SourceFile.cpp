//===- SourceFile.cpp - Lines of a program's source -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tileiras {

namespace {
constexpr uint64_t MaxFileBytes = 16 << 20;
constexpr size_t MaxLineBytes = 512;
} // namespace

SourceFile::SourceFile(StringRef path) {
  uint64_t size;
  if (!sys::fs::is_regular_file(path) || sys::fs::file_size(path, size) ||
      size > MaxFileBytes)
    return;
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  for (line_iterator line(**buffer, /*SkipBlanks=*/false); !line.is_at_end();
       ++line) {
    std::string &text = lines.emplace_back(line->rtrim().str());
    for (char &c : text)
      if (c != '\t' && static_cast<unsigned char>(c) < ' ')
        c = ' ';
  }
}

std::optional<StringRef> SourceFile::getLine(unsigned line) const {
  if (line == 0 || line > lines.size() || lines[line - 1].size() > MaxLineBytes)
    return std::nullopt;
  return StringRef(lines[line - 1]);
}

SourceRoots::SourceRoots(ArrayRef<std::string> folders) {
  for (StringRef folder : folders)
    add(folder);
}

SourceRoots::SourceRoots(StringRef input, ArrayRef<std::string> others)
    : SourceRoots(others) {
  StringRef folder = input == "-" ? "" : sys::path::parent_path(input);
  add(folder.empty() ? "." : folder);
}

void SourceRoots::add(StringRef folder) {
  SmallString<128> real;
  if (!sys::fs::real_path(folder, real))
    folders.push_back(std::string(real));
}

bool SourceRoots::contain(StringRef path) const {
  SmallString<128> real;
  if (sys::fs::real_path(path, real))
    return false;
  return any_of(folders, [&](StringRef folder) {
    StringRef rest = real;
    return rest.consume_front(folder) &&
           (folder.ends_with("/") || rest.starts_with("/"));
  });
}

} // namespace tileiras
