//===- DebugValuesToLLVM.cpp - Debug values of tiles ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debuginfo.value gets the registers that hold its operand, and the layout
// that maps these to elements. Its other attributes remain for
// convert-debuginfo-to-llvm.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

struct DebugValueLowering : ConvertOpToLLVMPattern<debuginfo::ValueOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(debuginfo::ValueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value held = adaptor.getValue();
    if (!LLVM::isCompatibleType(held.getType()))
      held = makePlaceholder(op, rewriter);
    nv_tileas::LayoutAttr layout =
        nv_tileas::getLayoutAttr(op.getValue().getType());
    rewriter.modifyOpInPlace(op, [&] {
      op.getValueMutable().assign(held);
      if (layout)
        op.setLayout(layout.getLayout().str());
    });
    return success();
  }

private:
  /// A value whose type is converted in a later phase, as those of pipelines
  /// are, becomes a placeholder, since only the compiler uses it.
  static Value makePlaceholder(debuginfo::ValueOp op, OpBuilder &builder) {
    std::string reason;
    llvm::raw_string_ostream(reason) << "no registers hold a value of type '"
                                     << op.getValue().getType() << "'";
    return debuginfo::UnresolvedOp::create(builder, op.getLoc(),
                                           builder.getI1Type(), reason);
  }
};

} // namespace

void populateDebugValuePatterns(const TileTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<DebugValueLowering>(converter);
}

} // namespace tileiras::to_llvm
