//===- TileAAToTileAS.cpp - nv_tileaa to nv_tileas --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of nv_tileas are those of nv_tileaa with layouts, and have the
// same operands, attributes and regions. So the conversion renames operations;
// only `dot` gets a new attribute, its atom. Operations without a counterpart
// in nv_tileas are decomposed first.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/TileAAToTileAS/Passes.h"

#include "Decompose.h"
#include "MmaAtoms.h"

#include "tileiras/Dialect/TileAA/Utils/Dequantize.h"
#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringSwitch.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEAS
#include "tileiras/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

/// Returns the name in nv_tileas of an operation of nv_tileaa; empty if the
/// operation stays.
StringRef renamed(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("nv_tileaa.atomic_cas", "nv_tileas.atomic_cas")
      .Case("nv_tileaa.atomic_rmw", "nv_tileas.atomic_rmw")
      .Case("nv_tileaa.broadcast", "nv_tileas.broadcast")
      .Case("nv_tileaa.cat", "nv_tileas.cat")
      .Case("nv_tileaa.dot", "nv_tileas.dot")
      .Case("nv_tileaa.extract", "nv_tileas.extract_slice")
      .Case("nv_tileaa.load", "nv_tileas.load")
      .Case("nv_tileaa.make_range", "nv_tileas.make_range")
      .Case("nv_tileaa.permute", "nv_tileas.permute")
      .Case("nv_tileaa.reduce", "nv_tileas.reduce")
      .Case("nv_tileaa.scan", "nv_tileas.scan")
      .Case("nv_tileaa.store", "nv_tileas.store")
      .Case("nv_tileaa.tiled_atomic_rmw", "nv_tileas.tiled_atomic_rmw")
      .Case("nv_tileaa.tiled_load", "nv_tileas.tiled_load")
      .Case("nv_tileaa.tiled_store", "nv_tileas.tiled_store")
      .Case("nv_tileaa.view", "nv_tileas.view")
      .Default("");
}

/// Returns the target of the gpu.module around the function, or null.
const TargetInfo *findTarget(nv_tileaa::FuncOp func) {
  using nv_tileaa::TileAADialect;
  auto module = func->getParentOfType<gpu::GPUModuleOp>();
  if (!module)
    return nullptr;
  if (auto cc = module->getAttrOfType<IntegerAttr>(
          TileAADialect::getComputeCapabilityAttrName()))
    return lookupTarget(static_cast<unsigned>(cc.getInt()));
  if (auto spec = module->getAttrOfType<StringAttr>(
          TileAADialect::getTargetSpecAttrName()))
    return lookupTarget(spec.getValue());
  return nullptr;
}

/// Selects the dots with scales that an instruction computes.
class ScaledDots {
public:
  explicit ScaledDots(const TargetInfo &target) : target(target) {}

  /// Returns false if no instruction supports the scales: a slice may be too
  /// small for it, the accumulators of all dots may exceed tensor memory, and
  /// 4-bit numbers may not be unpacked from bytes.
  bool add(nv_tileaa::DotOp dot) {
    const AtomInfo *atom = findScaledMmaAtom(dot, target);
    if (!atom)
      return false;
    int64_t more = 0;
    if (atom->accumulatesInTmem()) {
      ArrayRef<int64_t> shape = dot.getType().getShape();
      more = atom->countTmemColumns(shape[0], shape[1], dot.getDepth());
      if (columns + more > int64_t(target.TensorMemoryColumns) ||
          !mayStoreScales(dot))
        return false;
    }
    if (!packOperands(dot))
      return false;
    columns += more;
    return true;
  }

private:
  /// The warps of the kernel divide the columns of the scales.
  static bool mayStoreScales(nv_tileaa::DotOp dot) {
    auto spec = dot->getParentOfType<nv_tileaa::FuncOp>()
                    ->getAttrOfType<nv_tileaa::KernelSpecAttr>(
                        nv_tileaa::TileAADialect::getKernelSpecAttrName());
    auto shapeOf = [&](unsigned number) {
      return cast<RankedTensorType>(dot.getScales()[number].getType())
          .getShape();
    };
    return spec &&
           nv_tileas::getScalesOfThreads(AtomOperand::A, shapeOf(0),
                                         spec.getNumWarps()) &&
           nv_tileas::getScalesOfThreads(AtomOperand::B, shapeOf(1),
                                         spec.getNumWarps());
  }

  const TargetInfo &target;
  /// The columns of tensor memory that earlier dots use.
  int64_t columns = 0;
};

void decompose(nv_tileaa::DotOp dot, const TargetInfo &target,
               ScaledDots &scaled) {
  if (dot.isScaled() && !scaled.add(dot))
    dequantizeOperands(dot);
  if (Type element = chooseWiderOperands(dot, target))
    widenOperands(dot, element);
}

void decompose(nv_tileaa::FuncOp func, const TargetInfo &target) {
  ScaledDots scaled(target);
  func.walk([&](Operation *op) {
    if (auto insert = dyn_cast<nv_tileaa::InsertOp>(op))
      decomposeInsert(insert);
    else if (auto dot = dyn_cast<nv_tileaa::DotOp>(op))
      decompose(dot, target, scaled);
  });
  // No dot reads these numbers as bytes.
  func.walk([](nv_tileaa::UnpackOp unpack) { decomposeUnpack(unpack); });
}

void rename(Operation *op, StringRef name, const TargetInfo &target) {
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  NamedAttrList properties;
  if (auto dict =
          dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute()))
    properties = dict;
  if (auto dot = dyn_cast<nv_tileaa::DotOp>(op))
    properties.set("atom", chooseMmaAtom(dot, target));
  if (!properties.empty())
    state.propertiesAttr = properties.getDictionary(op->getContext());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *result = OpBuilder(op).create(state);
  op->replaceAllUsesWith(result);
  op->erase();
}

/// Returns why a scan can't become one of nv_tileas; empty if it can. The
/// results of several warps are combined as tiles.
StringRef findScanFailure(nv_tileaa::ScanOp scan) {
  for (Operation &op : scan.getBody().front().without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>() &&
        !op.hasTrait<OpTrait::Elementwise>())
      return "a combination by other than element-wise operations is not "
             "supported";
  for (Value operand : scan.getOperands()) {
    Type element = getElementTypeOrSelf(operand);
    if (!element.isIntOrFloat() || isa<FloatTF32Type>(element))
      return "only tiles of integers and floats in memory formats are "
             "supported";
  }
  return "";
}

class ConvertTileAAToTileAS
    : public tileiras::impl::ConvertTileAAToTileASBase<ConvertTileAAToTileAS> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    const TargetInfo *target = findTarget(func);
    if (!target) {
      func.emitError("failed to get compute capability.");
      return signalPassFailure();
    }
    WalkResult reasons = func.walk([](nv_tileaa::ScanOp scan) {
      StringRef reason = findScanFailure(scan);
      if (reason.empty())
        return WalkResult::advance();
      scan.emitOpError(reason);
      return WalkResult::interrupt();
    });
    if (reasons.wasInterrupted())
      return signalPassFailure();
    decompose(func, *target);

    SmallVector<std::pair<Operation *, StringRef>> ops;
    func.walk([&](Operation *op) {
      if (StringRef name = renamed(op); !name.empty())
        ops.push_back({op, name});
    });
    for (auto [op, name] : ops)
      rename(op, name, *target);
  }
};

} // namespace
