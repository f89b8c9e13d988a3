//===- OutputFile.cpp - A file that appears when complete -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

static Error cannotWrite(StringRef path, const Twine &reason) {
  return createStringError("cannot write output file '" + path +
                           "': " + reason);
}

/// True for what must not be replaced by a file: a device, pipe or socket.
static bool isSpecial(StringRef path) {
  sys::fs::file_status status;
  if (path == "-")
    return true;
  return !sys::fs::status(path, status) && sys::fs::exists(status) &&
         !sys::fs::is_regular_file(status) && !sys::fs::is_directory(status);
}

Expected<OutputFile> OutputFile::open(StringRef path) {
  OutputFile file(path);
  if (isSpecial(path))
    return file;
  if (sys::fs::is_directory(path))
    return cannotWrite(path, "it is a directory");
  auto temporary = sys::fs::TempFile::create(path + ".%%%%%%%%.tmp");
  if (!temporary)
    return cannotWrite(path, toString(temporary.takeError()));
  file.temporary = std::move(*temporary);
  return file;
}

OutputFile::~OutputFile() {
  if (temporary)
    consumeError(temporary->discard());
}

Error OutputFile::commit(StringRef data) {
  std::error_code error;
  if (!temporary) {
    raw_fd_ostream os(path, error);
    if (!error) {
      os << data;
      os.flush();
      error = os.error();
      os.clear_error();
    }
    return error ? cannotWrite(path, error.message()) : Error::success();
  }
  {
    raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
    os << data;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return cannotWrite(path, error.message());
  Error kept = temporary->keep(path);
  temporary.reset();
  if (kept)
    return cannotWrite(path, toString(std::move(kept)));
  return Error::success();
}

} // namespace tileiras
