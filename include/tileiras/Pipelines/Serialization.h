//===- Serialization.h - Requests and results as bytes ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache and compilations in another process use this encoding. The bytes
// hold all members but functions, and a checksum; bytes of another version of
// Tileiras are rejected.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_SERIALIZATION_H
#define TILEIRAS_PIPELINES_SERIALIZATION_H

#include "tileiras/Pipelines/Compiler.h"

#include <memory>

namespace tileiras {

std::string encodeResult(const CompileResult &result);

/// Returns the result that was encoded; nullopt if bytes are damaged or
/// incomplete.
std::optional<CompileResult> decodeResult(llvm::StringRef bytes);

/// A request that holds its own input.
struct OwningRequest {
  CompileRequest request;
  std::string input;
};

/// Encodes a request; the bytes begin with the version of the compiler.
std::string encodeRequest(const CompileRequest &request);

/// Returns the request that this version encoded; null for other bytes.
std::unique_ptr<OwningRequest> decodeRequest(llvm::StringRef bytes);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_SERIALIZATION_H
