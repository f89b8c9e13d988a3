//===- BarrierAtoms.cpp - Instructions of CTA barriers --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/BarrierAtoms.h"

#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Contract/PipelineContract.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

AtomAttr tileiras::chooseBarrierAtom(BarrierOp barrier) {
  MLIRContext *context = barrier.getContext();
  std::optional<AgentGroup> group = getEnclosingAgents(barrier);
  if (group && !needsNamedBarrier(barrier))
    return AtomAttr::get(context, lookupAtom("bar.warp.sync"));
  unsigned threads =
      group ? barrier.getThreads().value_or(group->threadsPerAgent())
            : countThreadsAt(barrier);
  return AtomAttr::get(context, lookupAtom("bar.sync"), threads);
}
