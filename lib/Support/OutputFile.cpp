//===- OutputFile.cpp - A file that appears when complete -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace tileiras {

[[clang::nomerge]] static Error cannotWrite(StringRef path,
                                            const Twine &reason) {
  return createStringError("cannot write output file '" + path +
                           "': " + reason);
}

/// Returns whether the path is a device, pipe or socket, which no file may
/// replace.
static bool isSpecial(StringRef path) {
  sys::fs::file_status status;
  if (path == "-")
    return true;
  return !sys::fs::status(path, status) && sys::fs::exists(status) &&
         !sys::fs::is_regular_file(status) && !sys::fs::is_directory(status);
}

/// Calls \p create with names next to \p path until one is unused. LLVM's
/// functions for this treat the whole path as a pattern, in which they replace
/// each `%`.
static std::error_code
findUnusedName(StringRef path, std::string &name,
               function_ref<std::error_code(StringRef)> create) {
  constexpr int Attempts = 128;
  std::error_code error;
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    SmallString<16> unique;
    sys::fs::createUniquePath("%%%%%%%%", unique, /*MakeAbsolute=*/false);
    name = (path + "." + unique + ".tmp").str();
    error = create(name);
    if (error != std::errc::file_exists)
      break;
  }
  return error;
}

/// Creates a file without a name in the folder of \p path, which vanishes
/// however the process ends; returns -1 if there can't be one.
static int createNameless(StringRef path) {
  StringRef folder = sys::path::parent_path(path);
  // A nameless file gets a name only by its descriptor in /proc.
  if (!sys::fs::exists("/proc/self/fd"))
    return -1;
  return ::open(folder.empty() ? "." : folder.str().c_str(),
                O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
}

static std::string nameOfDescriptor(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// Returns the path in a link; nullopt for other files.
static std::optional<std::string> readLink(StringRef path) {
  char target[PATH_MAX];
  ssize_t size = readlink(path.str().c_str(), target, sizeof target);
  if (size < 0)
    return std::nullopt;
  return std::string(target, size);
}

/// Returns the file to which links lead, which need not exist.
static std::string followLinks(StringRef path) {
  SmallString<128> place(path);
  constexpr int MaxLinks = 40;
  for (int links = 0; links < MaxLinks; ++links) {
    std::optional<std::string> target = readLink(place);
    if (!target)
      break;
    if (sys::path::is_absolute(*target))
      place.clear();
    else
      sys::path::remove_filename(place);
    sys::path::append(place, *target);
  }
  return place.str().str();
}

Expected<OutputFile> OutputFile::create(StringRef path) {
  OutputFile file(path);
  if (isSpecial(path))
    return file;
  if (sys::fs::is_directory(path))
    return cannotWrite(path, "it is a directory");
  file.path = followLinks(path);
  file.descriptor = createNameless(file.path);
  if (file.descriptor >= 0)
    return file;
  auto create = [&](StringRef name) {
    return sys::fs::openFileForReadWrite(
        name, file.descriptor, sys::fs::CD_CreateNew, sys::fs::OF_None);
  };
  std::string name;
  if (std::error_code error = findUnusedName(file.path, name, create))
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
    (void)sys::Process::SafelyCloseFileDescriptor(descriptor);
  descriptor = -1;
  if (temporary.empty())
    return;
  (void)sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
}

/// An error that is never checked would end the process in the stream's
/// destructor.
static std::error_code writeTo(raw_fd_ostream &os, FileWriter write) {
  write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

std::error_code OutputFile::nameTemporary() {
  std::string from = nameOfDescriptor(descriptor);
  auto create = [&](StringRef name) {
    return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.str().c_str(),
                  AT_SYMLINK_FOLLOW)
               ? std::error_code(errno, std::generic_category())
               : std::error_code();
  };
  std::string name;
  std::error_code error = findUnusedName(path, name, create);
  if (!error)
    temporary = name;
  return error;
}

Error OutputFile::commit(FileWriter write) {
  std::error_code error;
  if (descriptor < 0) {
    raw_fd_ostream os(path, error);
    if (!error)
      error = writeTo(os, write);
  } else {
    raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    error = writeTo(os, write);
    if (!error && temporary.empty())
      error = nameTemporary();
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
