//===- Buffers.cpp - Shared memory as the dialect sees it -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using tileiras::InDim;
using tileiras::LinearLayout;
using tileiras::SharedAccess;

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
// alloc_tensor
//===----------------------------------------------------------------------===//

/// A layout of a buffer gives every element one offset.
static bool isPlacement(const LinearLayout &layout) {
  return layout.getTotalInBits() == layout.getInBits(InDim::Offset) &&
         layout.getTotalInBits() == layout.getOutBits() &&
         layout.isSurjective();
}

LogicalResult AllocTensorOp::verify() {
  StridedMemRefType type = getType();
  auto layout = dyn_cast<LayoutAttr>(type.getLayout());
  if (!layout || !isPlacement(layout.getLayout()))
    return emitOpError("expected a layout with one offset for every element, "
                       "got ")
           << type.getLayout();
  if (ShapedType::getNumElements(type.getShape()) < type.getParts())
    return emitOpError("expected at most as many parts as elements, got ")
           << type;
  int64_t alignment = getAlignment();
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expected an alignment that is a power of two, got ")
           << alignment;
  if (getOffset() && (*getOffset() < 0 || *getOffset() % alignment != 0))
    return emitOpError("expected an offset that is a multiple of the "
                       "alignment, ")
           << alignment << ", got " << *getOffset();
  return success();
}

//===----------------------------------------------------------------------===//
// copy
//===----------------------------------------------------------------------===//

static bool isBuffer(Value value) {
  return value && isa<StridedMemRefType>(value.getType());
}

bool CopyOp::isStore() { return !isBuffer(getSource()); }

TypedValue<StridedMemRefType> CopyOp::getBuffer() {
  return cast<TypedValue<StridedMemRefType>>(isStore() ? getDestination()
                                                       : getSource());
}

Type CopyOp::getTileType() {
  return isStore() ? getSource().getType() : getResult().getType();
}

void CopyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isStore())
    effects.emplace_back(MemoryEffects::Write::get(),
                         &getDestinationMutable()[0], SharedMemory::get());
  else
    effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable(),
                         SharedMemory::get());
}

std::optional<SharedAccess> nv_tileas::planCopy(CopyOp copy) {
  StridedMemRefType buffer = copy.getBuffer().getType();
  const LinearLayout &registers = getLayout(copy.getTileType());
  const LinearLayout &memory = getBufferLayout(buffer);
  unsigned bits = getMemoryBits(buffer.getElementType()),
           bufferBits = getBufferBits(buffer);
  AtomAttr atom = copy.getAtom();
  if (atom->SizeUnit == tileiras::atoms::Bits) {
    unsigned elements = atom.getSize() / bits;
    if (elements == 0 || llvm::Log2_32(elements) > bufferBits)
      return std::nullopt;
    return tileiras::planSharedVectors(registers, memory, bits, bufferBits,
                                       llvm::Log2_32(elements));
  }
  if (atom->SizeUnit != tileiras::atoms::Matrices)
    return std::nullopt;
  bool transpose = atom->FragmentC == tileiras::atoms::MmaCTransposed;
  std::optional<SharedAccess> access = tileiras::planSharedMatrices(
      registers, memory, bits, bufferBits, transpose);
  if (!access || access->matrix->numMatrices != atom.getSize())
    return std::nullopt;
  return access;
}

/// What is wrong with the sides of a copy; empty if nothing.
static StringRef findFault(CopyOp copy) {
  bool store = copy.isStore();
  if (store ? !isBuffer(copy.getDestination()) || copy.getResult()
            : !copy.getResult() || isBuffer(copy.getResult()))
    return "a tile and a buffer, or a buffer and a result";
  if (!store && copy.getDestination() &&
      copy.getDestination().getType() != copy.getResult().getType())
    return "the other elements to come from a tile of the result's type";
  return {};
}

LogicalResult CopyOp::verify() {
  if (StringRef fault = findFault(*this); !fault.empty())
    return emitOpError("expected ") << fault;
  StridedMemRefType buffer = getBuffer().getType();
  Type tile = getTileType();
  auto tensor = dyn_cast<RankedTensorType>(tile);
  static constexpr int64_t kScalarShape[] = {1};
  ArrayRef<int64_t> shape =
      tensor ? tensor.getShape() : ArrayRef<int64_t>(kScalarShape);
  if (getElementTypeOrSelf(tile) != buffer.getElementType() ||
      shape != buffer.getShape())
    return emitOpError("expected a tile of the buffer's elements and shape, "
                       "got ")
           << tile << " and " << buffer;
  int64_t part = getPart();
  if (part < 0 || part >= buffer.getParts())
    return emitOpError("expected a part below ")
           << buffer.getParts() << ", got " << part;
  bool store = isStore();
  auto inRegisters = tileiras::atoms::Register;
  auto inBuffer = tileiras::atoms::Shared;
  if (!getAtom()->copies(store ? inRegisters : inBuffer,
                         store ? inBuffer : inRegisters))
    return emitOpError("expected an atom that ")
           << (store ? "stores to" : "loads from") << " shared memory, got "
           << getAtom();
  auto memory = dyn_cast<LayoutAttr>(buffer.getLayout());
  if (!getLayoutAttr(tile) || !memory || !isPlacement(memory.getLayout()))
    return success(); // alloc_tensor says what is wrong with the buffer.
  if (!planCopy(*this))
    return emitOpError("expected an atom that fits the layouts, got ")
           << getAtom() << " for " << tile << " and " << buffer;
  return success();
}
