//===- SharedMemoryStaging.cpp - Staging in shared memory -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// The alignment of a buffer: the widest vector, or a row of a matrix.
static constexpr int64_t kBufferAlignment = 16;

static ConversionOptions getOptions(Type elementType,
                                    const TargetInfo &target) {
  ConversionOptions options;
  options.elementBits = getMemoryBits(elementType);
  options.maxSharedBytes = kMaxStagingBytes;
  options.useLdMatrix = lookupAtom("ldsm")->isOn(target);
  options.useLdMatrixBytes = lookupAtom("ldsm.m16n16.b8.trans")->isOn(target);
  options.useStMatrix = lookupAtom("stsm")->isOn(target);
  return options;
}

ConversionPlan tileiras::planConversion(ConvertLayoutOp op,
                                        const TargetInfo &target) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  return tileiras::planConversion(getLayout(source), getLayout(op.getType()),
                                  getOptions(source.getElementType(), target));
}

SharedMemoryPlan tileiras::planStaging(const LinearLayout &src,
                                       const LinearLayout &dst,
                                       Type elementType,
                                       const TargetInfo &target) {
  return planSharedMemory(src, dst, getOptions(elementType, target));
}

std::optional<SharedMemoryPlan>
tileiras::planFill(const LinearLayout &src, const LinearLayout &dst,
                   Type elementType, const TargetInfo &target, unsigned dim,
                   int64_t elements) {
  ConversionOptions options = getOptions(elementType, target);
  options.maxSharedBytes =
      std::max(options.maxSharedBytes,
               (int64_t(1) << src.getOutBits()) * options.elementBits / 8);
  SmallVector<uint64_t> vector;
  Coords step(src.getRank(), 0);
  for (int64_t element = 1; element < elements; element *= 2) {
    step[dim] = element;
    vector.push_back(src.flatten(step));
  }
  return planSharedFill(src, dst, vector, options);
}

bool tileiras::executesOnOneThread(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK;
  return isa<AtomicRmwOp, AtomicCasOp, nv_tileaa::AllocaOp>(op);
}

bool tileiras::isStoreToBuffer(Operation *user) {
  auto copy = dyn_cast<CopyOp>(user);
  return copy && copy.isStore();
}

bool tileiras::needsSharedResult(Operation *op) {
  if (!executesOnOneThread(op))
    return false;
  Value result = op->getResult(0);
  if (llvm::all_of(result.getUsers(), isStoreToBuffer))
    return false;
  LayoutAttr layout = getLayoutAttr(result.getType());
  return !layout || layout.getLayout().getFreeMask(InDim::Warp) != 0;
}

uint64_t tileiras::getReducedWarps(ReduceOp op) {
  const LinearLayout &layout = getLayout(op.getOperand(0).getType());
  uint64_t mask = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Warp); ++bit)
    if (layout.getBasis(InDim::Warp, bit)[op.getDim()] != 0)
      mask |= uint64_t(1) << bit;
  return mask;
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

nv_tileaa::StridedMemRefType
tileiras::getBufferAfter(ArrayRef<Operation *> moves,
                         nv_tileaa::StridedMemRefType buffer) {
  LinearLayout seen = getBufferLayout(buffer);
  for (Operation *move : moves)
    seen = *resultLayoutFrom(move, seen);
  return nv_tileaa::StridedMemRefType::get(
      seen.getOutSizes(), buffer.getElementType(),
      LayoutAttr::get(buffer.getContext(), seen));
}

static const AtomInfo *getMatrixLoad(MatrixForm form) {
  switch (form) {
  case MatrixForm::Rows:
    return lookupAtom("ldsm");
  case MatrixForm::Transposed:
    return lookupAtom("ldsm.trans");
  case MatrixForm::TransposedBytes:
    return lookupAtom("ldsm.m16n16.b8.trans");
  }
  llvm_unreachable("the forms");
}

static const AtomInfo *getMatrixStore(MatrixForm form) {
  return lookupAtom(form == MatrixForm::Rows ? "stsm" : "stsm.trans");
}

static AtomAttr getSharedVectorAtom(MLIRContext *context,
                                    const SharedAccess &access,
                                    unsigned elementBits) {
  return AtomAttr::get(context, lookupAtom("universal_copy"),
                       access.getVectorElements() * elementBits);
}

AtomAttr tileiras::getAtom(MLIRContext *context, const SharedAccess &access,
                           unsigned elementBits) {
  if (access.matrix)
    return AtomAttr::get(context, getMatrixLoad(access.matrix->form),
                         access.matrix->numMatrices);
  return getSharedVectorAtom(context, access, elementBits);
}

static AtomAttr getStoreAtom(MLIRContext *context, const SharedAccess &access,
                             unsigned elementBits) {
  if (access.matrix)
    return AtomAttr::get(context, getMatrixStore(access.matrix->form),
                         access.matrix->numMatrices);
  return getSharedVectorAtom(context, access, elementBits);
}

Value tileiras::createBuffer(OpBuilder &builder, Location loc,
                             const SharedMemoryPlan &plan, Type elementType) {
  auto memory = nv_tileaa::StridedMemRefType::get(
      plan.smem.getOutSizes(), elementType,
      LayoutAttr::get(builder.getContext(), plan.smem), plan.getNumRounds());
  return AllocTensorOp::create(builder, loc, memory,
                               builder.getI64IntegerAttr(kBufferAlignment),
                               /*offset=*/IntegerAttr());
}

void StagedConversion::start(OpBuilder &builder, Location loc, Value tile) {
  this->tile = tile;
  buffer =
      createBuffer(builder, loc, plan, getElementTypeOrSelf(tile.getType()));
  store(builder, loc, 0);
}

void StagedConversion::store(OpBuilder &builder, Location loc, int64_t part) {
  CopyOp::create(
      builder, loc, /*result=*/Type(), tile, buffer,
      getStoreAtom(builder.getContext(), plan.store, plan.elementBits), part,
      /*slice=*/DenseI64ArrayAttr());
}

Value StagedConversion::finish(OpBuilder &builder, Location loc) {
  AtomAttr atom = getAtom(builder.getContext(), plan.load, plan.elementBits);
  Value result;
  for (int64_t part = 0; part < plan.getNumRounds(); ++part) {
    if (part != 0)
      store(builder, loc, part);
    result =
        CopyOp::create(builder, loc, resultType, buffer, result, atom, part,
                       /*slice=*/DenseI64ArrayAttr())
            .getResult();
  }
  return result;
}
