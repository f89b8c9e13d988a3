//===- PerformanceLosses.cpp - ptxas reports of serialised MMAs -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Ptxas/PerformanceLosses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras {

static constexpr unsigned kFirstCode = 7506, kLastCode = 7518;

/// Returns NAME of "… in [the] function 'NAME'".
static StringRef findKernel(StringRef text) {
  return text.rsplit("function '").second.split('\'').first;
}

/// A line without such a code gives an empty text.
static PerformanceLoss parse(StringRef line) {
  auto [code, text] = line.split("(C").second.split(") ");
  unsigned number;
  if (code.getAsInteger(10, number) || number < kFirstCode ||
      number > kLastCode)
    return {};
  return {code, text.rtrim(), findKernel(text)};
}

SmallVector<PerformanceLoss> findPerformanceLosses(StringRef ptxasLog) {
  SmallVector<PerformanceLoss> losses;
  for (StringRef line : split(ptxasLog, '\n')) {
    PerformanceLoss loss = parse(line);
    if (!loss.text.empty() && none_of(losses, [&](PerformanceLoss &other) {
          return other.code == loss.code && other.kernel == loss.kernel;
        }))
      losses.push_back(loss);
  }
  return losses;
}

} // namespace tileiras
