//===- TargetInfo.cpp - The table of GPUs ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace tileiras {

namespace {
#define GET_TargetTable_DECL
#define GET_TargetTable_IMPL
#include "tileiras/Target/Targets.inc"
} // namespace

const TargetInfo *lookupTarget(unsigned cc) {
  if (cc > std::numeric_limits<uint16_t>::max())
    return nullptr;
  return lookupTargetRow(cc);
}

const TargetInfo *lookupTarget(StringRef name) {
  if (!name.consume_front("sm_"))
    return nullptr;
  unsigned cc;
  // At most one letter may follow the number.
  if (name.consumeInteger(10, cc) || (name != "" && name != "a" && name != "f"))
    return nullptr;
  return lookupTarget(cc);
}

ArrayRef<TargetInfo> allTargets() { return TargetTable; }

std::string targetNames() {
  return join(
      map_range(allTargets(), [](const TargetInfo &t) { return t.Name; }),
      ", ");
}

} // namespace tileiras
