//===- TmaCopies.cpp - TMA copies of tiles --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"
#include "tileiras/Dialect/TileAA/IR/TileVerification.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;
namespace atoms = tileiras::atoms;

/// PTX ISA, "cp.async.bulk.tensor": the alignment of shared memory.
static constexpr int64_t kBoxAlignment = 128;
/// Rows after which a swizzle repeats.
static constexpr int64_t kRowsOfPattern = 8;
static constexpr int64_t kMaxDimensions = 5;
/// The maximum extent of a box (PTX ISA, "Tensor-map").
static constexpr int64_t kMaxRows = 256;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

int64_t TmaCopyPlan::getAlignment() const {
  return std::max(kBoxAlignment, kRowsOfPattern * boxes.swizzleBytes);
}

int64_t TmaCopyPlan::getSwizzleMode() const {
  return boxes.swizzleBytes == 0 ? 0 : llvm::Log2_32(boxes.swizzleBytes / 16);
}

int64_t TmaCopyPlan::getSwizzleAtomicity() const {
  return boxes.unitBytes == tileiras::kSwizzleUnitBytes ? 0 : 1;
}

/// The first number is PTX's, the second CUDA's.
static constexpr TensorMapElement kU8 = {0, 0}, kU16 = {1, 1}, kU32 = {2, 2},
                                  kU64 = {4, 4}, kF16 = {6, 6}, kF32 = {7, 7},
                                  kF64 = {9, 8}, kBF16 = {10, 9},
                                  kTF32 = {11, 11};

TensorMapElement mlir::nv_tileas::getTensorMapElement(Type inMemory,
                                                      Type inBuffer) {
  if (nv_tileaa::isRoundedByLoads(inMemory, inBuffer))
    return kTF32;
  return llvm::TypeSwitch<Type, TensorMapElement>(inMemory)
      .Case<Float16Type>([](auto) { return kF16; })
      .Case<BFloat16Type>([](auto) { return kBF16; })
      .Case<Float32Type, FloatTF32Type>([](auto) { return kF32; })
      .Case<Float64Type>([](auto) { return kF64; })
      .Default([](Type type) {
        unsigned bits = getMemoryBits(type);
        return bits == 8 ? kU8 : bits == 16 ? kU16 : bits == 32 ? kU32 : kU64;
      });
}

tileiras::Coords TmaCopyPlan::getBoxOrigin(int64_t box) const {
  return boxes.origins.unflatten(
      boxes.origins.applyFlat(tileiras::InDim::Offset, box));
}

std::optional<unsigned> nv_tileas::getContiguousDim(StridedMemRefType array) {
  ArrayRef<int64_t> strides = array.getStrides();
  // Dimensions of size one do not count; of several others the last is as good
  // as any.
  for (unsigned dim = strides.size(); dim-- != 0;)
    if (strides[dim] == 1)
      return dim;
  return std::nullopt;
}

/// Returns the largest boxes that form at least `parts` parts.
static std::optional<tileiras::TmaBoxes>
matchBoxes(StridedMemRefType buffer, ArrayRef<unsigned> order, int64_t parts) {
  for (int64_t rows = kMaxRows; rows >= kRowsOfPattern; rows /= 2) {
    std::optional<tileiras::TmaBoxes> boxes =
        tileiras::matchTmaBoxes(getBufferLayout(buffer), order,
                                getMemoryBits(buffer.getElementType()), rows);
    if (!boxes || boxes->getNumBoxes() % parts == 0)
      return boxes;
  }
  return std::nullopt;
}

std::optional<TmaCopyPlan> nv_tileas::planTmaCopy(TiledViewType view,
                                                  StridedMemRefType buffer,
                                                  int64_t parts) {
  StridedMemRefType array = view.getSource();
  std::optional<unsigned> contiguous = getContiguousDim(array);
  int64_t rank = array.getRank();
  if (!contiguous || rank > kMaxDimensions || view.getRank() != rank)
    return std::nullopt;
  TmaCopyPlan plan{{*contiguous}, {}, {}};
  for (unsigned dim = rank; dim-- != 0;)
    if (dim != *contiguous)
      plan.arrayDims.push_back(dim);
  for (unsigned dim : plan.arrayDims)
    plan.tileDims.push_back(llvm::find(view.getDimMap(), int32_t(dim)) -
                            view.getDimMap().begin());
  std::optional<tileiras::TmaBoxes> boxes =
      matchBoxes(buffer, plan.tileDims, parts);
  if (!boxes ||
      (boxes->getNumBoxes() > 1 && boxes->boxBytes % kBoxAlignment != 0))
    return std::nullopt;
  plan.boxes = std::move(*boxes);
  return plan;
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// Returns whether a tile of the view fits in the buffer, element by element.
static bool holdsTile(StridedMemRefType buffer, TiledViewType view) {
  Type inMemory = view.getElementType(), inBuffer = buffer.getElementType();
  return buffer.isShared() && !buffer.isRing() && buffer.getParts() == 1 &&
         (inBuffer == inMemory ||
          nv_tileaa::isRoundedByLoads(inMemory, inBuffer)) &&
         buffer.getShape() == view.getShape() &&
         isPlacement(buffer.getLayout());
}

LogicalResult
TmaDescriptorIterType::verify(function_ref<InFlightDiagnostic()> emitError,
                              TiledViewType view, StridedMemRefType buffer,
                              int64_t parts) {
  int64_t rank = view.getSource().getRank();
  if (rank < 1 || rank > kMaxDimensions || view.getRank() != rank ||
      view.getSparseDim())
    return emitError() << "expected a view that cuts all of 1 to "
                       << kMaxDimensions << " dimensions into tiles, got "
                       << view;
  if (!getContiguousDim(view.getSource()))
    return emitError() << "only support element_stride = 1 tma desc, got "
                       << view.getSource();
  if (!holdsTile(buffer, view))
    return emitError() << "expected one buffer for a tile of the view, got "
                       << buffer << " and " << view;
  if (!planTmaCopy(view, buffer))
    return emitError() << "smem layout is not TMA compatible: expected boxes "
                          "of rows of at least 16 bytes along the dimension "
                          "with stride 1, swizzled or not, got "
                       << buffer;
  if (parts < 1 || !llvm::isPowerOf2_64(parts) ||
      !planTmaCopy(view, buffer, parts))
    return emitError() << "expected a number of parts that are boxes of at "
                          "least "
                       << kRowsOfPattern << " rows, got " << parts << " of "
                       << buffer;
  return success();
}

/// Returns whether the arguments of `func` with these indices are integers, one
/// for each dynamic size or stride.
static bool areIntegers(FunctionOpInterface func, ArrayRef<int64_t> indices,
                        ArrayRef<int64_t> sizes) {
  return int64_t(indices.size()) ==
             llvm::count_if(sizes, ShapedType::isDynamic) &&
         llvm::all_of(indices, [&](int64_t index) {
           return index >= 0 && index < func.getNumArguments() &&
                  isa<IntegerType>(func.getArgumentTypes()[index]);
         });
}

LogicalResult TileASDialect::verifyRegionArgAttribute(
    Operation *op, unsigned, unsigned argument, NamedAttribute attribute) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  auto map = dyn_cast<TensorMapAttr>(attribute.getValue());
  auto type =
      func ? dyn_cast<TmaDescriptorIterType>(func.getArgumentTypes()[argument])
           : TmaDescriptorIterType();
  if (attribute.getName() != getTensorMapAttrName() || !map || !type)
    return op->emitError("expected '")
           << getTensorMapAttrName()
           << "' to be what an argument that is a tensor map is made of, got "
           << attribute.getName() << " = " << attribute.getValue();
  StridedMemRefType array = type.getView().getSource();
  bool isPointer =
      map.getBase() >= 0 && map.getBase() < func.getNumArguments() &&
      isa<nv_tileaa::PtrType>(func.getArgumentTypes()[map.getBase()]);
  if (isPointer && areIntegers(func, map.getSizes(), array.getShape()) &&
      areIntegers(func, map.getStrides(), array.getStrides()))
    return success();
  return op->emitError("expected numbers of arguments that are the pointer, "
                       "the sizes and the strides of ")
         << array << ", got " << map;
}

template <typename OpTy> static LogicalResult verifyOobMode(OpTy op) {
  Type element = op.getDesc().getType().getView().getElementType();
  if (op.getOobMode() == OobMode::NaN &&
      !(isa<FloatType>(element) && getMemoryBits(element) >= 16))
    return op.emitOpError("expected zero outside of the array for elements of "
                          "type ")
           << element << ", got nan";
  return success();
}

LogicalResult MakeTiledTmaDescOp::verify() {
  if (getDesc().getType().getView() != getView().getType())
    return emitOpError("expected a tensor map of the view, got ")
           << getDesc().getType() << " of " << getView().getType();
  return verifyOobMode(*this);
}

LogicalResult FindTmaDescOp::verify() {
  if (getDesc().getType().getView().getSource() != getArray().getType())
    return emitOpError("expected a tensor map of the array, got ")
           << getDesc().getType() << " of " << getArray().getType();
  if (!llvm::isPowerOf2_32(getEntries()))
    return emitOpError("expected a cache of a power of two of places, got ")
           << getEntries();
  return verifyOobMode(*this);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Checks that the map is for this buffer, and the atom for the map.
template <typename OpTy>
static LogicalResult verifyTmaCopy(OpTy op, StridedMemRefType buffer,
                                   atoms::Space from, atoms::Space to) {
  TmaDescriptorIterType desc = op.getDesc().getType();
  if (desc.getBuffer() != buffer)
    return op.emitOpError("expected the buffer that the tensor map is for, ")
           << desc.getBuffer() << ", got " << buffer;
  size_t rank = desc.getView().getRank();
  if (op.getCoords().size() != rank)
    return op.emitOpError("expected ")
           << rank << " coordinates, got " << op.getCoords().size();
  AtomAttr atom = op.getAtom();
  if (atom->SizeUnit != atoms::Dimensions || !atom->copies(from, to) ||
      atom.getSize() != rank)
    return op.emitOpError("tmaBoxDim and atomBoxDim mismatch: expected an atom "
                          "of tensor copies ")
           << (to == atoms::Shared ? "to" : "from")
           << " shared memory with as many dimensions as the array, " << rank
           << ", got " << atom;
  return success();
}

template <typename OpTy> static LogicalResult verifyBarrier(OpTy op) {
  MBarrierType type = op.getMbarrier().getType();
  if (type.getCount() == 1)
    return success();
  return op.emitOpError("expected one barrier, got ") << type;
}

LogicalResult AsyncMBarrierExpectTxOp::verify() { return verifyBarrier(*this); }
LogicalResult AsyncMBarrierWaitOp::verify() { return verifyBarrier(*this); }

/// Checks that the CTAs of the cluster copy a part each.
static LogicalResult verifyParts(TiledTmaLoadOp op) {
  int64_t parts = op.getDesc().getType().getParts();
  if (op.getPart() && (!op.getMulticastMask() || parts == 1))
    return op.emitOpError("expected a part of several that goes to all CTAs of "
                          "the cluster, got a tensor map of ")
           << parts << " parts";
  return success();
}

LogicalResult TiledTmaLoadOp::verify() {
  if (failed(verifyBarrier(*this)) || failed(verifyParts(*this)))
    return failure();
  return verifyTmaCopy(*this, getDestination().getType(), atoms::Global,
                       atoms::Shared);
}

LogicalResult TiledTmaStoreOp::verify() {
  TmaDescriptorIterType desc = getDesc().getType();
  Type inMemory = desc.getView().getElementType(),
       inBuffer = desc.getBuffer().getElementType();
  if (inBuffer != inMemory)
    return emitOpError("expected a buffer of the array's elements, ")
           << inMemory << ", got " << inBuffer;
  return verifyTmaCopy(*this, getSource().getType(), atoms::Shared,
                       atoms::Global);
}

void TiledTmaLoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getDestinationMutable(),
                       SharedMemory::get());
}

void TiledTmaStoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable(),
                       SharedMemory::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
