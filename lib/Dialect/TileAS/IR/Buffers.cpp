//===- Buffers.cpp - Buffers in shared memory -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts and sizes of buffers in shared memory, and the verifiers of
// allocations, views and mbarrier initialisation.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using tileiras::InDim;
using tileiras::LinearLayout;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const LinearLayout &nv_tileas::getBufferLayout(StridedMemRefType buffer) {
  return cast<LayoutAttr>(buffer.getLayout()).getLayout();
}

unsigned nv_tileas::getBufferBits(StridedMemRefType buffer) {
  return llvm::Log2_64(ShapedType::getNumElements(buffer.getShape()) /
                       buffer.getParts());
}

int64_t nv_tileas::getBufferBytes(StridedMemRefType buffer) {
  return (int64_t(1) << getBufferBits(buffer)) *
         getMemoryBits(buffer.getElementType()) / 8;
}

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

bool nv_tileas::isPlacement(Attribute layout) {
  auto attribute = dyn_cast<LayoutAttr>(layout);
  if (!attribute)
    return false;
  const LinearLayout &map = attribute.getLayout();
  return map.getTotalInBits() == map.getInBits(InDim::Offset) &&
         map.getTotalInBits() == map.getOutBits() && map.isSurjective();
}

LogicalResult AllocTensorOp::verify() {
  StridedMemRefType type = getType();
  if (!isPlacement(type.getLayout()))
    return emitOpError("expected a layout with one offset for every element, "
                       "got ")
           << type.getLayout();
  if (ShapedType::getNumElements(type.getShape()) < type.getParts())
    return emitOpError("expected at most as many parts as elements, got ")
           << type;
  return success();
}

LogicalResult nv_tileas::verifyAllocation(Operation *op, int64_t alignment,
                                          std::optional<int64_t> offset) {
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return op->emitOpError("expected an alignment that is a power of two, got ")
           << alignment;
  if (offset && (*offset < 0 || *offset % alignment != 0))
    return op->emitOpError("expected an offset that is a multiple of the "
                           "alignment, ")
           << alignment << ", got " << *offset;
  return success();
}

AllocationOpInterface nv_tileas::getAllocation(Value buffer) {
  for (Value seen; buffer != seen;) {
    seen = buffer;
    if (auto view = buffer.getDefiningOp<BufferViewOp>())
      buffer = view.getSource();
    buffer = lookThroughCapture(buffer);
  }
  return buffer.getDefiningOp<AllocationOpInterface>();
}

//===----------------------------------------------------------------------===//
// buffer_view
//===----------------------------------------------------------------------===//

Value BufferViewOp::getViewSource() { return getSource(); }

/// Returns the number of stages or mbarriers that a value has.
static int64_t getNumStages(Type type) {
  if (auto buffer = dyn_cast<StridedMemRefType>(type))
    return buffer.getStages();
  return cast<MBarrierType>(type).getCount();
}

/// Returns whether the same bytes are seen as another tile of the same
/// elements.
static bool isRetyped(StridedMemRefType source, StridedMemRefType result) {
  return source.getElementType() == result.getElementType() &&
         source.getParts() == result.getParts() &&
         ShapedType::getNumElements(source.getShape()) ==
             ShapedType::getNumElements(result.getShape()) &&
         isPlacement(result.getLayout());
}

LogicalResult BufferViewOp::verify() {
  Type source = getSource().getType(), result = getResult().getType();
  if (getNumStages(result) != (getStage() ? 1 : getNumStages(source)))
    return emitOpError("expected ")
           << (getStage() ? "one stage" : "as many stages as the source has")
           << ", got " << result;
  if (isa<MBarrierType>(source) && isa<MBarrierType>(result))
    return success();
  auto from = dyn_cast<StridedMemRefType>(source);
  auto to = dyn_cast<StridedMemRefType>(result);
  if (!from || !to || !isRetyped(from, to))
    return emitOpError("expected a view of as many elements of the same type, "
                       "with one offset for each, got ")
           << result << " of " << source;
  return success();
}

//===----------------------------------------------------------------------===//
// Mbarriers
//===----------------------------------------------------------------------===//

LogicalResult AsyncMBarrierInitOp::verify() {
  if (getMbarrier().getType().getCount() != 1)
    return emitOpError("expected one barrier, got ") << getMbarrier().getType();
  APInt ticks;
  if (matchPattern(getTicks(), m_ConstantInt(&ticks)) &&
      !ticks.isStrictlyPositive())
    return emitOpError("expected at least one arrival, got ")
           << ticks.getSExtValue();
  return success();
}
