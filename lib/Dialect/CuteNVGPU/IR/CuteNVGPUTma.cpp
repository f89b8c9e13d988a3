//===- CuteNVGPUTma.cpp - Tensor copies of one thread ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
namespace atoms = tileiras::atoms;

/// Checks that the atom copies boxes between these memories, and that there is
/// a coordinate for each of its dimensions.
template <typename OpTy>
static LogicalResult verifyBox(OpTy op, atoms::Space from, atoms::Space to) {
  AtomAttr atom = op.getAtom();
  if (atom->SizeUnit != atoms::Dimensions || !atom->copies(from, to))
    return op.emitOpError("expected an atom of tensor copies ")
           << (to == atoms::Shared ? "to" : "from") << " shared memory, got "
           << atom;
  if (op.getBox().size() != atom.getSize())
    return op.emitOpError("expected ")
           << atom.getSize() << " coordinates, got " << op.getBox().size();
  return success();
}

LogicalResult TmaLoadOp::verify() {
  if (failed(verifyBox(*this, atoms::Global, atoms::Shared)))
    return failure();
  // PTX ISA, "Im2col mode": the first and the last dimension have no offset.
  if (!getIm2col().empty() && getIm2col().size() + 2 != getBox().size())
    return emitOpError("expected two offsets less than coordinates, got ")
           << getIm2col().size() << " and " << getBox().size();
  return success();
}

LogicalResult TmaStoreOp::verify() {
  return verifyBox(*this, atoms::Shared, atoms::Global);
}
