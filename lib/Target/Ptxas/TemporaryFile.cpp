//===- TemporaryFile.cpp - A temporary file -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

using namespace llvm;

namespace tileiras {

Expected<TemporaryFile> TemporaryFile::create(StringRef suffix,
                                              bool removeOnSignal) {
  SmallString<128> path;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tileiras", suffix, path)) {
    SmallString<128> directory;
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, directory);
    return createStringError("cannot create a temporary file in '" + directory +
                             "': " + error.message());
  }
  if (removeOnSignal)
    sys::RemoveFileOnSignal(path);
  return TemporaryFile(path);
}

TemporaryFile::~TemporaryFile() {
  if (name.empty())
    return;
  sys::fs::remove(name);
  sys::DontRemoveFileOnSignal(name);
}

} // namespace tileiras
