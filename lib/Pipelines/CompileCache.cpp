//===- CompileCache.cpp - Results of earlier compilations -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a file that appears when complete, and is never changed. LLVM's
// CachePruning removes entries older than a week and, above the size limit, the
// least recently used ones; it also prescribes the names of the files.
//
//===----------------------------------------------------------------------===//

#include "CompileCache.h"

#include "CacheKey.h"

#include "tileiras/Pipelines/Serialization.h"
#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace tileiras {

static std::string entryPath(StringRef directory, StringRef key) {
  SmallString<128> path(directory);
  sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

/// Fails if other users may write to the folder; a missing folder is accepted.
static Error checkFolder(StringRef directory) {
  struct stat status;
  if (stat(directory.str().c_str(), &status))
    return Error::success();
  if (status.st_uid != geteuid())
    return createStringError("'" + directory + "' belongs to another user");
  if (S_ISDIR(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)))
    return createStringError("'" + directory +
                             "' can be written to by other users: chmod go-w");
  return Error::success();
}

/// Returns whether the file is a regular file of this user, and not a link.
static bool isEntry(int file) {
  constexpr off_t kMaxBytes = 1 << 30;
  struct stat status;
  return !fstat(file, &status) && S_ISREG(status.st_mode) &&
         status.st_uid == geteuid() && status.st_size <= kMaxBytes;
}

/// Reading an entry marks it as recently used, even if the file system does not
/// record access times.
static std::unique_ptr<MemoryBuffer> read(StringRef path) {
  int file =
      open(path.str().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  std::unique_ptr<MemoryBuffer> entry;
  if (isEntry(file)) {
    timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    futimens(file, times);
    auto buffer = MemoryBuffer::getOpenFile(file, path, /*FileSize=*/-1,
                                            /*RequiresNullTerminator=*/false);
    entry = buffer ? std::move(*buffer) : nullptr;
  }
  close(file);
  return entry;
}

/// A damaged entry counts as missing, and is replaced later.
static std::optional<CompileResult> load(StringRef path) {
  std::unique_ptr<MemoryBuffer> entry = read(path);
  return entry ? decodeResult(entry->getBuffer()) : std::nullopt;
}

static Error store(const CompileRequest &request, StringRef path,
                   const CompileResult &result) {
  StringRef directory = request.cacheDirectory;
  if (std::error_code error = sys::fs::create_directories(
          directory, /*IgnoreExisting=*/true, sys::fs::owner_all))
    return createStringError("cannot create '" + directory +
                             "': " + error.message());
  sys::fs::file_status status;
  if (!sys::fs::status(path, status, /*follow=*/false) &&
      !sys::fs::is_regular_file(status) && !sys::fs::is_directory(status))
    unlink(path.str().c_str());
  std::string bytes = encodeResult(result);
  if (Error error = writeFile(path, [&](raw_ostream &os) { os << bytes; }))
    return error;
  auto policy = parseCachePruningPolicy(request.cachePolicy);
  if (!policy)
    return policy.takeError();
  pruneCache(directory, *policy);
  return Error::success();
}

static void warn(CompileResult &result, Error error) {
  CompileDiagnostic warning;
  warning.severity = CompileDiagnostic::Severity::Warning;
  warning.message =
      "nothing is kept in the cache: " + toString(std::move(error));
  result.diagnostics.push_back(std::move(warning));
}

CompileResult compileCached(const CompileRequest &request,
                            function_ref<CompileResult()> compile) {
  if (Error error = checkFolder(request.cacheDirectory)) {
    CompileResult result = compile();
    warn(result, std::move(error));
    return result;
  }
  std::optional<std::string> key = cacheKey(request);
  if (!key)
    return compile();
  std::string path = entryPath(request.cacheDirectory, *key);
  if (std::optional<CompileResult> known = load(path)) {
    known->fromCache = true;
    return std::move(*known);
  }
  CompileResult result = compile();
  if (result.status != CompileStatus::Success)
    return result;
  if (Error error = store(request, path, result))
    warn(result, std::move(error));
  return result;
}

} // namespace tileiras
