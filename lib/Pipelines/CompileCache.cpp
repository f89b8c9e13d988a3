//===- CompileCache.cpp - Results of earlier compilations -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a file that appears when complete, and is never changed. What is
// too much, or older than a week, LLVM's CachePruning removes, the entry used
// least recently first; it is the one that fixes the names of the files.
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

using namespace llvm;

namespace tileiras {

static std::string entryPath(StringRef directory, StringRef key) {
  SmallString<128> path(directory);
  sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

/// Reading makes an entry one that was used lately, whatever the file system
/// itself notes down.
static std::unique_ptr<MemoryBuffer> read(StringRef path) {
  auto file = sys::fs::openNativeFileForRead(path, sys::fs::OF_UpdateAtime);
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  auto buffer = MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false);
  sys::fs::closeFile(*file);
  return buffer ? std::move(*buffer) : nullptr;
}

/// A damaged entry is none, and is replaced later.
static std::optional<CompileResult> load(StringRef path) {
  std::unique_ptr<MemoryBuffer> entry = read(path);
  return entry ? decodeResult(entry->getBuffer()) : std::nullopt;
}

static Error store(const CompileRequest &request, StringRef path,
                   const CompileResult &result) {
  StringRef directory = request.cacheDirectory;
  if (std::error_code error = sys::fs::create_directories(directory))
    return createStringError("cannot create '" + directory +
                             "': " + error.message());
  std::string bytes = encodeResult(result);
  if (Error error = writeFile(path, [&](raw_ostream &os) { os << bytes; }))
    return error;
  auto policy = parseCachePruningPolicy(request.cachePolicy);
  if (!policy)
    return policy.takeError();
  pruneCache(directory, *policy);
  return Error::success();
}

CompileResult compileCached(const CompileRequest &request,
                            function_ref<CompileResult()> compile) {
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
  if (Error error = store(request, path, result)) {
    CompileDiagnostic warning;
    warning.severity = CompileDiagnostic::Severity::Warning;
    warning.message =
        "nothing is kept in the cache: " + toString(std::move(error));
    result.diagnostics.push_back(std::move(warning));
  }
  return result;
}

} // namespace tileiras
