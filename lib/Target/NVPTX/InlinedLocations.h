//===- InlinedLocations.h - Call sites in .loc directives -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX states the call site of inlined code in the directive of its line (PTX
// ISA, section "Debugging Directives: .loc", since 7.2). The location of each
// call is stated before the location inside the callee:
//
//   .loc 1 6 7
//   .loc 1 32 5, function_name info_string0, inlined_at 1 6 7
//
// where `info_string0` labels the callee's name in `.debug_str`. LLVM 22 prints
// `.loc 1 32 5` alone, and the text doesn't tell which call it was. So each
// inlined location gets a unique line number before printing, which nothing in
// the module uses, and those lines are replaced afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_INLINEDLOCATIONS_H
#define TILEIRAS_LIB_TARGET_NVPTX_INLINEDLOCATIONS_H

#include "llvm/IR/DebugInfoMetadata.h"

#include <map>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tileiras {

/// The inlined locations of a module, between marking and printing them.
class InlinedLocations {
public:
  /// Marks the locations in `module`, which may then only be printed.
  explicit InlinedLocations(llvm::Module &module);

  /// Returns `ptx`, the printed module, with call sites in place of the marks.
  std::string expand(llvm::StringRef ptx) const;

private:
  /// The key is the line number that marks the location.
  std::map<unsigned, const llvm::DILocation *> marked;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_INLINEDLOCATIONS_H
