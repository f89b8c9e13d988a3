//===- AttachTmaDescArgs.cpp - Tensor maps as arguments ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map that depends on nothing but arguments of the kernel is made once
// for a launch, by who launches it: it becomes an argument behind the others,
// which says what it is made of (#nv_tileas.tensor_map). Who asks for the same
// map twice gets one.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/TensorMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASATTACHTMADESCARGS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Where a map comes from
//===----------------------------------------------------------------------===//

/// The number of the kernel's argument that `value` is, behind what changes no
/// number: facts about it, and a wider type.
static std::optional<int64_t> getArgumentNumber(Value value) {
  for (;;) {
    value = lookThroughCapture(value);
    if (auto assume = value.getDefiningOp<nv_tileaa::AssumeOp>())
      value = assume.getValue();
    else if (Operation *op = value.getDefiningOp();
             op && isa<arith::ExtSIOp, arith::ExtUIOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<nv_tileaa::FuncOp>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  return argument.getArgNumber();
}

static FailureOr<DenseI64ArrayAttr> getArgumentNumbers(ValueRange values) {
  SmallVector<int64_t> numbers;
  for (Value value : values) {
    std::optional<int64_t> number = getArgumentNumber(value);
    if (!number)
      return failure();
    numbers.push_back(*number);
  }
  return values.empty()
             ? DenseI64ArrayAttr()
             : DenseI64ArrayAttr::get(values.front().getContext(), numbers);
}

TensorMapAttr tileiras::getTensorMap(Value view, OobMode oob) {
  auto tiles = view.getDefiningOp<nv_tileaa::BlockTileOp>();
  auto array = tiles
                   ? tiles.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>()
                   : nv_tileaa::MakeMemRefOp();
  if (!array)
    return {};
  std::optional<int64_t> base = getArgumentNumber(array.getBase());
  FailureOr<DenseI64ArrayAttr> sizes = getArgumentNumbers(array.getSizes()),
                               strides = getArgumentNumbers(array.getStrides());
  if (!base || failed(sizes) || failed(strides))
    return {};
  MLIRContext *context = view.getContext();
  DenseI64ArrayAttr none = DenseI64ArrayAttr::get(context, {});
  return TensorMapAttr::get(context, *base, *sizes ? *sizes : none,
                            *strides ? *strides : none, oob);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class AttachTmaDescArgs
    : public tileiras::impl::TileASAttachTmaDescArgsBase<AttachTmaDescArgs> {
public:
  void runOnOperation() override {
    SmallVector<MakeTiledTmaDescOp> maps;
    getOperation().walk([&](MakeTiledTmaDescOp op) { maps.push_back(op); });
    for (MakeTiledTmaDescOp op : maps)
      if (failed(attach(op)))
        return signalPassFailure();
  }

private:
  LogicalResult attach(MakeTiledTmaDescOp op) {
    nv_tileaa::FuncOp func = getOperation();
    if (!func.getKernelSpec())
      return op.emitOpError("expected a kernel, which has arguments that a "
                            "launch makes");
    if (op->getParentRegion() != &func.getBody())
      return op.emitOpError("expected to be in the body of the kernel: agents "
                            "capture tensor maps");
    TensorMapAttr map = getTensorMap(op.getView(), op.getOobMode());
    if (!map)
      return op.emitOpError("expected an array whose base, sizes and strides "
                            "are arguments of the kernel or constants of its "
                            "type");
    op.replaceAllUsesWith(findOrAddArgument(func, op, map));
    op.erase();
    return success();
  }

  Value findOrAddArgument(nv_tileaa::FuncOp func, MakeTiledTmaDescOp op,
                          TensorMapAttr map) {
    StringRef name = TileASDialect::getTensorMapAttrName();
    for (BlockArgument argument : func.getArguments())
      if (argument.getType() == op.getDesc().getType() &&
          func.getArgAttr(argument.getArgNumber(), name) == map)
        return argument;
    unsigned number = func.getNumArguments();
    Builder builder(func);
    NamedAttribute attribute(name, map);
    [[maybe_unused]] LogicalResult inserted =
        func.insertArgument(number, op.getDesc().getType(),
                            builder.getDictionaryAttr(attribute), op.getLoc());
    assert(succeeded(inserted) && "a function with a body");
    return func.getArgument(number);
  }
};

} // namespace
