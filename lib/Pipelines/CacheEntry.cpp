//===- CacheEntry.cpp - A result as bytes ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checksum of the rest, then the members in their order: numbers of 64 bits,
// strings and lists with their lengths before them. All is little-endian.
//
//===----------------------------------------------------------------------===//

#include "CacheEntry.h"

#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tileiras {

namespace {

class Encoder {
public:
  explicit Encoder(raw_ostream &os) : writer(os, endianness::little) {}

  void add(uint64_t number) { writer.write(number); }
  void add(StringRef text) {
    add(text.size());
    writer.OS << text;
  }
  void add(const std::vector<CompileDiagnostic> &list) {
    add(list.size());
    for (const CompileDiagnostic &each : list) {
      add(uint64_t(each.severity));
      add(StringRef(each.file));
      add(each.line);
      add(each.column);
      add(StringRef(each.message));
    }
  }

private:
  support::endian::Writer writer;
};

class Decoder {
public:
  explicit Decoder(StringRef bytes)
      : data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8) {}

  uint64_t number() { return data.getU64(cursor); }
  std::string text() {
    uint64_t size = number();
    return data.getBytes(cursor, size).str();
  }
  std::vector<CompileDiagnostic> list() {
    std::vector<CompileDiagnostic> list;
    for (uint64_t left = number(); left && cursor; --left) {
      CompileDiagnostic &each = list.emplace_back();
      each.severity = CompileDiagnostic::Severity(number());
      each.file = text();
      each.line = number();
      each.column = number();
      each.message = text();
    }
    return list;
  }
  /// Whether all was there, and nothing more.
  bool finish() {
    bool atEnd = cursor && data.eof(cursor);
    consumeError(cursor.takeError());
    return atEnd;
  }

private:
  DataExtractor data;
  DataExtractor::Cursor cursor{0};
};

} // namespace

std::string encodeResult(const CompileResult &result) {
  std::string body;
  raw_string_ostream os(body);
  Encoder encoder(os);
  encoder.add(StringRef(result.output));
  encoder.add(uint64_t(result.produced));
  encoder.add(result.diagnostics);
  encoder.add(result.remarks);
  encoder.add(StringRef(result.remarksYAML));
  encoder.add(StringRef(result.ptxasUsed));

  std::string bytes;
  raw_string_ostream entry(bytes);
  Encoder(entry).add(xxh3_64bits(StringRef(body)));
  entry << body;
  return bytes;
}

std::optional<CompileResult> decodeResult(StringRef bytes) {
  constexpr size_t kChecksumSize = sizeof(uint64_t);
  if (bytes.size() < kChecksumSize ||
      Decoder(bytes).number() != xxh3_64bits(bytes.drop_front(kChecksumSize)))
    return std::nullopt;
  Decoder decoder(bytes.drop_front(kChecksumSize));
  CompileResult result;
  result.status = CompileStatus::Success;
  result.output = decoder.text();
  result.produced = Stage(decoder.number());
  result.diagnostics = decoder.list();
  result.remarks = decoder.list();
  result.remarksYAML = decoder.text();
  result.ptxasUsed = decoder.text();
  if (!decoder.finish())
    return std::nullopt;
  return result;
}

} // namespace tileiras
