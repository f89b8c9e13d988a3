//===- Serialization.cpp - Requests and results as bytes ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is a checksum of the rest, then the members in their order:
// integers of 64 bits, strings and lists preceded by their lengths. All is
// little-endian.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Serialization.h"

#include "tileiras/Support/Version.h"

#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tileiras {

namespace {

class Encoder {
public:
  explicit Encoder(raw_ostream &os) : writer(os, endianness::little) {}

  template <typename... Ts> void operator()(const Ts &...members) {
    (add(members), ...);
  }

private:
  template <typename T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  void add(T number) {
    writer.write(uint64_t(number));
  }
  void add(StringRef text) {
    add(text.size());
    writer.OS << text;
  }
  void add(const std::string &text) { add(StringRef(text)); }
  template <typename T> void add(const std::optional<T> &value) {
    add(value.has_value());
    if (value)
      add(*value);
  }
  void add(const std::vector<CompileDiagnostic> &list) {
    add(list.size());
    for (const CompileDiagnostic &each : list)
      (*this)(each.severity, each.file, each.line, each.column, each.message);
  }

  support::endian::Writer writer;
};

class Decoder {
public:
  explicit Decoder(StringRef bytes)
      : data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8) {}

  template <typename... Ts> void operator()(Ts &...members) {
    (take(members), ...);
  }

  /// Returns whether all members were read, and no bytes are left.
  bool finish() {
    bool atEnd = cursor && data.eof(cursor);
    consumeError(cursor.takeError());
    return atEnd;
  }

private:
  template <typename T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  void take(T &number) {
    number = T(data.getU64(cursor));
  }
  void take(std::string &text) {
    uint64_t size = data.getU64(cursor);
    text = data.getBytes(cursor, size).str();
  }
  template <typename T> void take(std::optional<T> &value) {
    bool isSet = false;
    take(isSet);
    if (isSet)
      take(value.emplace());
  }
  void take(std::vector<CompileDiagnostic> &list) {
    for (uint64_t left = data.getU64(cursor); left && cursor; --left) {
      CompileDiagnostic &each = list.emplace_back();
      (*this)(each.severity, each.file, each.line, each.column, each.message);
    }
  }

  DataExtractor data;
  DataExtractor::Cursor cursor{0};
};

/// The order of the members, for reading and writing.
template <typename Archive, typename Result>
void visitResult(Archive &archive, Result &result) {
  archive(result.status, result.output, result.produced, result.diagnostics,
          result.remarks, result.remarksYAML, result.ptxasUsed,
          result.fromCache, result.isInternalError);
}

template <typename Archive, typename Request>
void visitRequest(Archive &archive, Request &request) {
  archive(request.inputName, request.isText, request.allowPreview,
          request.optLevel, request.debugInfo, request.emit);
  auto &ptxas = request.ptxas;
  archive(ptxas.named, ptxas.preferred, ptxas.secondsToWait);
  auto &toolkits = ptxas.toolkits;
  archive(toolkits.virtualEnv, toolkits.cudaHome, toolkits.cudaRoot,
          toolkits.path, toolkits.pythonPrefix);
  archive(request.ptxasPolicy, request.deviceLibrary, request.ptxLanguage,
          request.extendedSharedMemory, request.tensorMaps,
          request.warpSpecialize, request.verifyEach, request.cacheDirectory,
          request.cachePolicy);
}

template <typename Archive, typename Categories>
void visitRemarks(Archive &archive, Categories &remarks) {
  archive(remarks.all, remarks.passed, remarks.missed, remarks.analysis,
          remarks.failed);
}

constexpr size_t kChecksumSize = sizeof(uint64_t);

std::string addChecksum(StringRef body) {
  std::string bytes;
  raw_string_ostream os(bytes);
  Encoder{os}(xxh3_64bits(body));
  os << body;
  return bytes;
}

/// Returns the bytes after the checksum; empty if they are damaged.
StringRef dropChecksum(StringRef bytes) {
  if (bytes.size() < kChecksumSize)
    return "";
  uint64_t checksum = 0;
  Decoder{bytes}(checksum);
  StringRef body = bytes.drop_front(kChecksumSize);
  return checksum == xxh3_64bits(body) ? body : "";
}

} // namespace

std::string encodeResult(const CompileResult &result) {
  std::string body;
  raw_string_ostream os(body);
  Encoder encoder(os);
  visitResult(encoder, result);
  return addChecksum(body);
}

std::optional<CompileResult> decodeResult(StringRef bytes) {
  Decoder decoder(dropChecksum(bytes));
  CompileResult result;
  visitResult(decoder, result);
  if (!decoder.finish())
    return std::nullopt;
  return result;
}

std::string encodeRequest(const CompileRequest &request) {
  std::string body;
  raw_string_ostream os(body);
  Encoder encoder(os);
  encoder(versionLine(), request.input, StringRef(request.target->Name));
  visitRequest(encoder, request);
  visitRemarks(encoder, request.remarks.get());
  return addChecksum(body);
}

std::unique_ptr<OwningRequest> decodeRequest(StringRef bytes) {
  Decoder decoder(dropChecksum(bytes));
  auto owner = std::make_unique<OwningRequest>();
  std::string version, target;
  decoder(version);
  if (version != versionLine()) {
    (void)decoder.finish();
    return nullptr;
  }
  decoder(owner->input, target);
  visitRequest(decoder, owner->request);
  mlir::remark::RemarkCategories remarks;
  visitRemarks(decoder, remarks);
  owner->request.remarks.set(std::move(remarks));
  owner->request.input = owner->input;
  owner->request.target = lookupTarget(target);
  return decoder.finish() && owner->request.target ? std::move(owner) : nullptr;
}

} // namespace tileiras
