//===- BytecodeVersion.h - Versions of the Tile IR format -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version that a Tile IR bytecode file states, and the range that is
// supported.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_BYTECODE_BYTECODEVERSION_H
#define TILEIRAS_BYTECODE_BYTECODEVERSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace tileiras {

/// A version "MAJOR.MINOR". The header's third number, the tag, is not part of
/// the order: it marks preview content and is checked by the reader.
class BytecodeVersion {
public:
  constexpr BytecodeVersion(uint8_t majorNumber, uint8_t minorNumber)
      : majorNumber(majorNumber), minorNumber(minorNumber) {}

  /// Parses "13.4"; returns nullopt for any other form.
  static std::optional<BytecodeVersion> parse(llvm::StringRef text) {
    auto [first, second] = text.split('.');
    uint8_t majorNumber, minorNumber;
    if (first.getAsInteger(10, majorNumber) ||
        second.getAsInteger(10, minorNumber))
      return std::nullopt;
    return BytecodeVersion(majorNumber, minorNumber);
  }

  constexpr uint8_t getMajor() const { return majorNumber; }
  constexpr uint8_t getMinor() const { return minorNumber; }
  std::string str() const {
    return std::to_string(majorNumber) + "." + std::to_string(minorNumber);
  }

  constexpr auto operator<=>(const BytecodeVersion &) const = default;

private:
  uint8_t majorNumber;
  uint8_t minorNumber;
};

/// The range of versions that this project reads and writes.
inline constexpr BytecodeVersion kOldestBytecodeVersion(13, 1);
inline constexpr BytecodeVersion kNewestBytecodeVersion(13, 5);

/// Returns all supported versions, oldest first.
inline llvm::ArrayRef<BytecodeVersion> getBytecodeVersions() {
  static constexpr BytecodeVersion versions[] = {
      {13, 1}, {13, 2}, {13, 3}, {13, 4}, {13, 5}};
  static_assert(versions[0] == kOldestBytecodeVersion &&
                versions[std::size(versions) - 1] == kNewestBytecodeVersion);
  return versions;
}

} // namespace tileiras

#endif // TILEIRAS_BYTECODE_BYTECODEVERSION_H
