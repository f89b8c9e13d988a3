//===- Copies.cpp - Copies between registers and buffers --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between registers and buffers, and cp.async. The layouts of tile and
// buffer and the atom determine a `SharedAccess`: which registers each
// instruction of a thread moves (planCopy, planAsyncCopy). A copy is valid if
// such a plan exists; the lowering emits the same plan.
//
//===----------------------------------------------------------------------===//

#include "PartLayouts.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using tileiras::InDim;
using tileiras::LinearLayout;
using tileiras::MatrixForm;
using tileiras::SharedAccess;

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
  SideEffects::Resource *memory = SharedMemory::get();
  if (getBuffer().getType().isInTensorMemory())
    memory = TensorMemory::get();
  if (isStore())
    effects.emplace_back(MemoryEffects::Write::get(),
                         &getDestinationMutable()[0], memory);
  else
    effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable(),
                         memory);
}

LinearLayout nv_tileas::within(const LinearLayout &layout,
                               ArrayRef<int64_t> sizes) {
  if (layout.getOutSizes() == sizes)
    return layout;
  SmallVector<LinearLayout::DimBases> inputs;
  for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp}) {
    LinearLayout::DimBases &input = inputs.emplace_back();
    input.dim = in;
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit)
      input.bases.push_back(layout.getBasis(in, bit));
  }
  return LinearLayout::fromBases(inputs, sizes);
}

static uint64_t getSlot(ArrayRef<int64_t> coords, StridedMemRefType buffer) {
  const LinearLayout &memory = getBufferLayout(buffer);
  return memory.pseudoInvert().applyPacked(memory.flatten(coords));
}

uint64_t nv_tileas::getFirstSlot(CopyOp copy) {
  if (!copy.getSlice())
    return 0;
  return getSlot(*copy.getSlice(), copy.getBuffer().getType());
}

bool nv_tileas::mayBeginAt(ArrayRef<int64_t> origin, StridedMemRefType buffer,
                           const SharedAccess &access) {
  constexpr unsigned kRowBits = 128;
  unsigned elements = access.matrix
                          ? kRowBits / getMemoryBits(buffer.getElementType())
                          : access.getVectorElements();
  return getSlot(origin, buffer) % elements == 0;
}

/// Returns whether an atom that moves matrices stores them to shared memory.
static bool storesMatrices(AtomAttr atom) {
  return atom->FragmentA != tileiras::atoms::NoFragment;
}

/// Returns the form of the matrices of an atom; none for an atom that moves
/// none.
static std::optional<MatrixForm> getMatrixForm(AtomAttr atom) {
  if (atom->SizeUnit != tileiras::atoms::Matrices)
    return std::nullopt;
  switch (storesMatrices(atom) ? atom->FragmentA : atom->FragmentC) {
  case tileiras::atoms::MmaC:
    return MatrixForm::Rows;
  case tileiras::atoms::MmaCTransposed:
    return MatrixForm::Transposed;
  case tileiras::atoms::ByteMatrixTransposed:
    return MatrixForm::TransposedBytes;
  default:
    return std::nullopt;
  }
}

std::optional<SharedAccess> nv_tileas::planCopy(CopyOp copy) {
  return planCopy(copy.getBuffer().getType(), copy.getTileType(),
                  copy.getAtom());
}

std::optional<SharedAccess> nv_tileas::planCopy(StridedMemRefType buffer,
                                                Type tile, AtomAttr atom) {
  const LinearLayout &memory = getBufferLayout(buffer);
  LinearLayout registers = within(getLayout(tile), memory.getOutSizes());
  unsigned bits = getMemoryBits(buffer.getElementType()),
           bufferBits = getBufferBits(buffer);
  if (atom->SizeUnit == tileiras::atoms::Bits) {
    unsigned elements = atom.getSize() / bits;
    if (elements == 0 || llvm::Log2_32(elements) > bufferBits)
      return std::nullopt;
    return tileiras::planSharedVectors(registers, memory, bits, bufferBits,
                                       llvm::Log2_32(elements));
  }
  std::optional<MatrixForm> form = getMatrixForm(atom);
  if (!form)
    return std::nullopt;
  std::optional<SharedAccess> access =
      tileiras::planSharedMatrices(registers, memory, bits, bufferBits, *form);
  if (!access || access->matrix->numMatrices != atom.getSize())
    return std::nullopt;
  // All lanes execute the store; those that only replicate others may not.
  if (storesMatrices(atom) && access->freeLanes != 0)
    return std::nullopt;
  return access;
}

/// Returns what a copy lacks in its operands; empty if nothing.
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

static bool isSlice(ArrayRef<int64_t> origin, ArrayRef<int64_t> tile,
                    ArrayRef<int64_t> buffer) {
  if (origin.size() != buffer.size() || tile.size() != buffer.size())
    return false;
  return llvm::all_of(llvm::seq(buffer.size()), [&](size_t dim) {
    return origin[dim] >= 0 && origin[dim] % tile[dim] == 0 &&
           origin[dim] + tile[dim] <= buffer[dim];
  });
}

/// Returns whether its first cell is in the first lane of a column.
static bool beginsColumn(CopyOp copy) {
  int64_t lanes =
      getBufferLayout(copy.getBuffer().getType()).getInSize(InDim::TensorLane);
  return getMemoryBits(copy.getBuffer().getType().getElementType()) == 32 &&
         getFirstSlot(copy) % lanes == 0;
}

/// Checks a copy between registers and tensor memory; the operands are a tile
/// and a buffer of its elements, and of its shape except for loads.
static LogicalResult verifyTmemCopy(CopyOp copy) {
  bool store = copy.isStore();
  auto inRegisters = tileiras::atoms::Register;
  auto inMemory = tileiras::atoms::Tensor;
  AtomAttr atom = copy.getAtom();
  if (!atom->copies(store ? inRegisters : inMemory,
                    store ? inMemory : inRegisters))
    return copy.emitOpError("expected an atom that ")
           << (store ? "stores to" : "loads from") << " tensor memory, got "
           << atom;
  if (copy.getPart() != 0 || (!store && copy.getDestination()) ||
      (copy.getSlice() && !beginsColumn(copy)))
    return copy.emitOpError("expected a whole buffer in tensor memory, or "
                            "whole columns of 32 bits");
  Type tile = copy.getTileType();
  if (!isa<RankedTensorType>(tile))
    return copy.emitOpError("expected a tensor, whose rows threads have, at "
                            "tensor memory, got ")
           << tile;
  if (!getLayoutAttr(tile) ||
      planTmemMove(copy.getBuffer().getType(), tile, atom))
    return success();
  return copy.emitOpError("expected an atom that fits the layouts, got ")
         << atom << " for " << tile << " and " << copy.getBuffer().getType();
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
      (!getSlice() && shape != buffer.getShape()))
    return emitOpError("expected a tile of the buffer's elements and shape, "
                       "got ")
           << tile << " and " << buffer;
  if (getSlice() && !isSlice(*getSlice(), shape, buffer.getShape()))
    return emitOpError("expected a slice of the buffer that begins at "
                       "multiples of the tile's sizes, got [")
           << *getSlice() << "] for " << tile << " and " << buffer;
  if (buffer.isInTensorMemory())
    return verifyTmemCopy(*this);
  if (buffer.isRing())
    return emitOpError("expected one buffer, which nv_tileas.buffer_view gives "
                       "of a ring, got ")
           << buffer;
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
  if (!getLayoutAttr(tile) || !isPlacement(buffer.getLayout()))
    return success(); // alloc_tensor reports what is wrong.
  std::optional<SharedAccess> access = planCopy(*this);
  if (!access)
    return emitOpError("expected an atom that fits the layouts, got ")
           << getAtom() << " for " << tile << " and " << buffer;
  if (getSlice() && !mayBeginAt(*getSlice(), buffer, *access))
    return emitOpError("expected a slice that begins where a vector of ")
           << getAtom() << " does, got [" << *getSlice() << "] of " << buffer;
  return success();
}

//===----------------------------------------------------------------------===//
// async.copy
//===----------------------------------------------------------------------===//

Type AsyncCopyOp::getTile() {
  return RankedTensorType::get(getView().getType().getShape(),
                               getView().getType().getElementType(),
                               getThreads());
}

void AsyncCopyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getBufferMutable(),
                       SharedMemory::get());
}

/// Returns whether the elements of a vector are contiguous along `dim`, in
/// order: it begins at a multiple of its size, which a swizzle within vectors
/// would change.
static bool runsAlong(const SharedAccess &access, const LinearLayout &threads,
                      unsigned dim) {
  tileiras::Coords step(threads.getRank(), 0);
  for (auto [bit, mask] : llvm::enumerate(access.vectorMasks)) {
    step[dim] = int64_t(1) << bit;
    if (threads.apply(mask) != step)
      return false;
  }
  auto begins = [&](const tileiras::Coords &at) {
    return at[dim] % access.getVectorElements() == 0;
  };
  for (tileiras::InDim in : {tileiras::InDim::Lane, tileiras::InDim::Warp})
    for (unsigned bit = 0; bit < threads.getInBits(in); ++bit)
      if (!begins(threads.getBasis(in, bit)))
        return false;
  return llvm::all_of(access.groupMasks,
                      [&](auto mask) { return begins(threads.apply(mask)); });
}

std::optional<SharedAccess>
nv_tileas::planAsyncCopy(nv_tileaa::AccessOpInterface access,
                         const LinearLayout &threads, StridedMemRefType buffer,
                         unsigned bytes) {
  unsigned bits = getMemoryBits(buffer.getElementType());
  nv_tileaa::AccessVector vector =
      nv_tileaa::getRowVector(access, bits / 8, bytes);
  if (vector.elements * bits != bytes * 8)
    return std::nullopt;
  std::optional<SharedAccess> plan = tileiras::planSharedVectors(
      threads, getBufferLayout(buffer), bits, getBufferBits(buffer),
      llvm::Log2_64(vector.elements));
  if (!plan || !runsAlong(*plan, threads, vector.dim))
    return std::nullopt;
  return plan;
}

std::optional<SharedAccess> nv_tileas::planAsyncCopy(AsyncCopyOp copy) {
  if (copy.getAtom()->SizeUnit != tileiras::atoms::Bytes)
    return std::nullopt;
  return planAsyncCopy(cast<nv_tileaa::AccessOpInterface>(copy.getOperation()),
                       copy.getThreads().getLayout(),
                       copy.getBuffer().getType(), copy.getAtom().getSize());
}

LogicalResult AsyncCopyOp::verify() {
  nv_tileaa::TiledViewType view = getView().getType();
  StridedMemRefType buffer = getBuffer().getType();
  if (getThreads().getLayout().getOutSizes() != view.getShape())
    return emitOpError("expected threads that copy a tile of [")
           << view.getShape() << "], got " << getThreads();
  if (failed(nv_tileaa::verifyTiledAccess(
          *this, view, cast<RankedTensorType>(getTile()), getCoords(),
          getInBounds(), getPaddingValue(), nv_tileaa::MemSemantic::WEAK,
          /*scope=*/std::nullopt)))
    return failure();
  if (buffer.getElementType() != view.getElementType() ||
      buffer.getShape() != view.getShape() || buffer.isRing() ||
      buffer.getParts() != 1 || !isPlacement(buffer.getLayout()))
    return emitOpError("expected one buffer for a tile of the view, got ")
           << buffer << " and " << view;
  if (!getAtom()->copies(tileiras::atoms::Global, tileiras::atoms::Shared))
    return emitOpError("expected an atom that copies from global to shared "
                       "memory, got ")
           << getAtom();
  if (!planAsyncCopy(*this))
    return emitOpError("expected an atom that fits the layouts and the facts "
                       "of the access, got ")
           << getAtom();
  return success();
}

LogicalResult AsyncWaitOp::verify() {
  auto pending = int64_t(getPending().value_or(0));
  if (pending < 0)
    return emitOpError("expected a number of groups that may be pending, got ")
           << pending;
  if (getGroups().empty() && pending != 0)
    return emitOpError("expected nothing to be pending after a wait for "
                       "everything, got ")
           << pending;
  return success();
}
