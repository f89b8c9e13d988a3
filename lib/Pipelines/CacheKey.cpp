//===- CacheKey.cpp - What the output of a compilation depends on ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheKey.h"

#include "tileiras/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/HashBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tileiras {

namespace {

/// The format of entries, so that entries of another format have other keys.
/// Any change of Serialization.cpp raises it.
constexpr unsigned kFormat = 2;

using Digest = HashBuilder<TruncatedBLAKE3<32>, endianness::little>;

template <typename T> void add(Digest &digest, const std::optional<T> &value) {
  digest.add(value.has_value());
  if (value)
    digest.add(*value);
}

void addOptions(Digest &digest, const CompileRequest &request) {
  digest.add(request.isText, request.allowPreview, request.optLevel,
             request.debugInfo, request.emit, request.ptxasPolicy);
  digest.add(StringRef(request.target->Name));
  add(digest, request.ptxLanguage);
  add(digest, request.extendedSharedMemory);
  digest.add(request.getTensorMaps(), request.getWarpSpecialize());
  // The locations of text have the name of the input.
  if (request.isText)
    digest.add(StringRef(request.inputName));
  const auto &remarks = request.remarks.get();
  for (const std::optional<std::string> *category :
       {&remarks.all, &remarks.passed, &remarks.missed, &remarks.analysis,
        &remarks.failed})
    add(digest, *category);
}

/// Hashes the library inside this program once, as it is megabytes long.
uint64_t hashEmbeddedLibrary() {
  static const uint64_t hash = xxh3_64bits(
      StringRef(embeddedLibrary().data(), embeddedLibrary().size()));
  return hash;
}

bool addDeviceLibrary(Digest &digest, const CompileRequest &request) {
  digest.add(StringRef(request.deviceLibrary));
  if (request.deviceLibrary.empty())
    return true;
  if (request.deviceLibrary == kEmbeddedLibrary) {
    digest.add(hashEmbeddedLibrary());
    return true;
  }
  auto file = MemoryBuffer::getFile(request.deviceLibrary, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return false;
  digest.add((*file)->getBuffer());
  return true;
}

/// Adds all candidates: the PTX text, which is not known yet, decides between
/// them.
bool addAssemblers(Digest &digest, const CompileRequest &request) {
  if (request.emit != Stage::Cubin || request.ptxasPolicy == PtxasPolicy::None)
    return true;
  auto candidates = findPtxas(request.ptxas);
  if (!candidates) {
    consumeError(candidates.takeError());
    return false;
  }
  for (const PtxasCandidate &candidate : *candidates) {
    sys::fs::file_status status;
    if (sys::fs::status(candidate.path, status))
      return false;
    digest.add(StringRef(candidate.path), StringRef(candidate.origin),
               status.getSize(),
               status.getLastModificationTime().time_since_epoch().count());
  }
  return true;
}

} // namespace

std::optional<std::string> cacheKey(const CompileRequest &request) {
  if (request.verifyEach || request.debugInfo == DebugInfoKind::SourceVariables)
    return std::nullopt;
  Digest digest;
  digest.add(kFormat, StringRef(versionLine()));
  digest.add(request.input);
  addOptions(digest, request);
  if (!addDeviceLibrary(digest, request) || !addAssemblers(digest, request))
    return std::nullopt;
  return toHex(digest.final(), /*LowerCase=*/true);
}

} // namespace tileiras
