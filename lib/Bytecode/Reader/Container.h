//===- Container.h - Header and sections ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outermost layer of a file: its version, and the positions of its
// sections.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_CONTAINER_H
#define TILEIRAS_LIB_BYTECODE_READER_CONTAINER_H

#include "ByteCursor.h"

#include "tileiras/Bytecode/BytecodeFormat.h"
#include "tileiras/Bytecode/BytecodeVersion.h"

#include <array>
#include <optional>

namespace tileiras {

struct Container {
  BytecodeVersion version;
  /// The payload of each section that the file has.
  std::array<std::optional<ByteCursor>, kNumSections> sections;

  const std::optional<ByteCursor> &operator[](SectionId id) const {
    return sections[static_cast<unsigned>(id)];
  }
};

/// Reads a whole file. `allowPreview` admits the header tag that announces
/// preview content.
mlir::FailureOr<Container> readContainer(ByteCursor file, bool allowPreview);

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_CONTAINER_H
