//===- AttachTmaDescArgs.cpp - Tensor maps as arguments ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map that depends on nothing but arguments of the kernel is encoded
// once per launch, by the host: it becomes an argument after the others, with
// an attribute that says how to encode it (#nv_tileas.tensor_map). Two requests
// for the same map get one argument.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/TensorMaps.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASATTACHTMADESCARGS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

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
    unsigned index = func.getNumArguments();
    Builder builder(func);
    NamedAttribute attribute(name, map);
    [[maybe_unused]] LogicalResult inserted =
        func.insertArgument(index, op.getDesc().getType(),
                            builder.getDictionaryAttr(attribute), op.getLoc());
    assert(succeeded(inserted) && "a function with a body");
    return func.getArgument(index);
  }
};

} // namespace
