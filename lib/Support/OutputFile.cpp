//===- OutputFile.cpp - A file that appears when complete -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

using namespace llvm;

namespace tileiras {

[[clang::nomerge]] static Error cannotWrite(StringRef path,
                                            const Twine &reason) {
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

/// Opens a new file beside \p path. LLVM's functions for this take the whole
/// path for a pattern, in which they replace each `%`.
static std::error_code createBeside(StringRef path, std::string &name,
                                    int &descriptor) {
  constexpr int Attempts = 128;
  std::error_code error;
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    SmallString<16> unique;
    sys::fs::createUniquePath("%%%%%%%%", unique, /*MakeAbsolute=*/false);
    name = (path + "." + unique + ".tmp").str();
    error = sys::fs::openFileForReadWrite(
        name, descriptor, sys::fs::CD_CreateNew, sys::fs::OF_None);
    if (error != std::errc::file_exists)
      break;
  }
  return error;
}

Expected<OutputFile> OutputFile::create(StringRef path) {
  OutputFile file(path);
  if (isSpecial(path))
    return file;
  if (sys::fs::is_directory(path))
    return cannotWrite(path, "it is a directory");
  std::string name;
  if (std::error_code error = createBeside(path, name, file.descriptor))
    return cannotWrite(path, error.message());
  file.temporary = name;
  return file;
}

Expected<OutputFile> OutputFile::open(StringRef path) {
  Expected<OutputFile> file = create(path);
  if (file && !file->temporary.empty())
    sys::RemoveFileOnSignal(file->temporary);
  return file;
}

OutputFile::OutputFile(OutputFile &&other)
    : path(std::move(other.path)),
      temporary(std::exchange(other.temporary, {})),
      descriptor(std::exchange(other.descriptor, -1)) {}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (descriptor >= 0)
    sys::Process::SafelyCloseFileDescriptor(descriptor);
  descriptor = -1;
  if (temporary.empty())
    return;
  sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
}

/// An error that is not asked for would end the process with the stream.
static std::error_code writeTo(raw_fd_ostream &os, FileWriter write) {
  write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

Error OutputFile::commit(FileWriter write) {
  std::error_code error;
  if (temporary.empty()) {
    raw_fd_ostream os(path, error);
    if (!error)
      error = writeTo(os, write);
  } else {
    raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    error = writeTo(os, write);
    if (!error)
      error = sys::Process::SafelyCloseFileDescriptor(
          std::exchange(descriptor, -1));
    if (!error)
      error = sys::fs::rename(temporary, path);
    discard();
  }
  return error ? cannotWrite(path, error.message()) : Error::success();
}

Error OutputFile::commit(StringRef contents) {
  return commit([&](raw_ostream &os) { os << contents; });
}

Error writeFile(StringRef path, FileWriter write) {
  Expected<OutputFile> file = OutputFile::create(path);
  return file ? file->commit(write) : file.takeError();
}

} // namespace tileiras
