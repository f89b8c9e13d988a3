//===- Serialization.h - Requests and results as bytes ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the cache, and for compilations in another process. The bytes hold all
// members but functions, and a checksum; those of another version of Tileiras
// mean nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_SERIALIZATION_H
#define TILEIRAS_PIPELINES_SERIALIZATION_H

#include "tileiras/Pipelines/Compiler.h"

#include <memory>

namespace tileiras {

std::string encodeResult(const CompileResult &result);

/// The result that was encoded; none for bytes that are damaged or not
/// complete.
std::optional<CompileResult> decodeResult(llvm::StringRef bytes);

/// A request that holds its own input.
struct OwningRequest {
  CompileRequest request;
  std::string input;
};

/// The bytes begin with the version of the compiler.
std::string encodeRequest(const CompileRequest &request);

/// The request that was encoded by this version; null for other bytes.
std::unique_ptr<OwningRequest> decodeRequest(llvm::StringRef bytes);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_SERIALIZATION_H
