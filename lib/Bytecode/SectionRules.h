//===- SectionRules.h - Rules of the format for sections --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader and writer share these rules.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_SECTIONRULES_H
#define TILEIRAS_LIB_BYTECODE_SECTIONRULES_H

#include "tileiras/Bytecode/BytecodeFormat.h"

namespace tileiras {

struct SectionRule {
  llvm::StringLiteral name;
  /// The section's alignment must be a multiple of this; if 1, it need not be
  /// stated.
  uint64_t alignment;
  bool mandatory;
  BytecodeVersion since;
};

/// Indexed by SectionId.
inline constexpr SectionRule kSectionRules[kNumSections] = {
    {"end of bytecode", 1, false, kOldestBytecodeVersion},
    {"string section", 4, true, kOldestBytecodeVersion},
    {"function section", 8, true, kOldestBytecodeVersion},
    {"debug section", 8, false, kOldestBytecodeVersion},
    {"constant section", 8, false, kOldestBytecodeVersion},
    {"type section", 4, false, kOldestBytecodeVersion},
    {"global section", 1, false, kOldestBytecodeVersion},
    {"producer section", 1, false, kProducerSince},
};

inline const SectionRule &getSectionRule(SectionId id) {
  return kSectionRules[static_cast<unsigned>(id)];
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_SECTIONRULES_H
