//===- CuteToLLVM.cpp - Addresses -----------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of cute becomes the values of its dynamic leaves, a view its pointer
// and those of its layout. So static parts cost nothing.
//
//===----------------------------------------------------------------------===//

#include "CombinePointerOffsets.h"
#include "IndexArithmetic.h"

#include "tileiras/Conversion/CuteToLLVM/Passes.h"
#include "tileiras/Conversion/DialectOperations.h"
#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTCUTETOLLVM
#include "tileiras/Conversion/CuteToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cute;
using namespace tileiras;

namespace {

/// Converts types of cute to the types of their dynamic parts.
class CuteTypeConverter : public TypeConverter {
public:
  CuteTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion(
        [](Type type,
           SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
          if (!isa<CuteDialect>(type.getDialect()))
            return std::nullopt;
          if (isa<ViewType>(type))
            parts.push_back(getPointerType(type));
          llvm::append_range(parts, getLeafTypes(type));
          return success();
        });
  }
};

/// Returns the value of an operand that was converted to one part.
Value onlyValue(ValueRange parts) { return parts.front(); }

struct StaticLowering : OpConversionPattern<StaticOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(StaticOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
  }
};

/// A value that is constructed from parts is converted to these parts, in their
/// order.
template <typename OpTy>
struct ConcatenationLowering : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult matchAndRewrite(
      OpTy op,
      typename OpTy::template GenericAdaptor<ArrayRef<ValueRange>> adaptor,
      ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (ValueRange operand : adaptor.getOperands())
      llvm::append_range(parts, operand);
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

struct Crd2IdxLowering : OpConversionPattern<Crd2IdxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Crd2IdxOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    IndexArithmetic index(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, index.crd2idx(op.getCoord().getType().getTree(),
                                         adaptor.getCoord(),
                                         op.getLayout().getType().getLayout(),
                                         adaptor.getLayout()));
    return success();
  }
};

Value createGEP(OpBuilder &builder, Location loc, Type elementType, Value base,
                Value offset) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), elementType, base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

struct LocalTileLowering : OpConversionPattern<LocalTileOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LocalTileOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ViewType view = op.getView().getType();
    const StridedLayout &layout = view.getLayout();
    ValueRange leaves = adaptor.getView().drop_front();
    ValueTree shape(layout.getShape(), leaves),
        stride(layout.getStride(), leaves);
    Value pointer = adaptor.getView().front();
    if (Value offset = getOffset(op, adaptor.getCoord(), stride, rewriter))
      pointer = createGEP(rewriter, op.getLoc(), view.getElementType(), pointer,
                          offset);
    SmallVector<Value> parts = {pointer};
    for (auto [mode, size] : llvm::enumerate(shape.elements))
      if (op.getTile().getTree()[mode].isWhole())
        appendLeaves(size, parts);
    appendLeaves(stride, parts);
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }

private:
  static void appendLeaves(const ValueTree &tree, SmallVector<Value> &leaves) {
    if (tree.value)
      leaves.push_back(tree.value);
    for (const ValueTree &element : tree.elements)
      appendLeaves(element, leaves);
  }

  /// Returns the offset of the tile's first element; null if it is 0.
  static Value getOffset(LocalTileOp op, ValueRange coordLeaves,
                         const ValueTree &stride, OpBuilder &builder) {
    Location loc = op.getLoc();
    bool isNear = op.getView().getType().getSpace() == Space::smem;
    IndexArithmetic distance(builder, loc,
                             builder.getIntegerType(isNear ? 32 : 64));
    ValueTree coord(op.getCoord().getType().getTree(), coordLeaves);
    Value offset;
    for (auto [mode, c] : llvm::enumerate(coord.elements))
      if (!c.isNothing())
        offset = distance.add(offset,
                              distance.multiply(getOrigin(op, mode, c, builder),
                                                stride.elements[mode]));
    return offset;
  }

  /// Returns the first coordinate of the tile along a mode.
  static ValueTree getOrigin(LocalTileOp op, unsigned mode,
                             const ValueTree &coord, OpBuilder &builder) {
    int64_t step = op.getStepOf(mode);
    ValueRange none;
    if (!coord.value)
      return ValueTree(IntTuple::integer(coord.form.getValue() * step), none);
    IndexArithmetic own(builder, op.getLoc(), coord.value.getType());
    ValueTree origin = coord;
    origin.value =
        own.multiply(coord, ValueTree(IntTuple::integer(step), none));
    return origin;
  }
};

struct GetIterLowering : OpConversionPattern<GetIterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetIterOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getView().front());
    return success();
  }
};

struct AddOffsetLowering : OpConversionPattern<AddOffsetOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AddOffsetOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createGEP(rewriter, op.getLoc(), op.getElementType(),
                                     onlyValue(adaptor.getBase()),
                                     onlyValue(adaptor.getOffset())));
    return success();
  }
};

/// Layouts are created where they are used: no block has one as argument.
LogicalResult checkBlocks(Operation *root) {
  auto isOfCute = [](Type type) { return isa<CuteDialect>(type.getDialect()); };
  WalkResult result = root->walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      if (isOfCute(argument.getType())) {
        emitError(argument.getLoc(),
                  "expected no values of cute as arguments of blocks, got ")
            << argument.getType();
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  result = root->walk([&](Operation *op) {
    if (isa_and_present<CuteDialect>(op->getDialect()) ||
        !llvm::any_of(op->getOperandTypes(), isOfCute))
      return WalkResult::advance();
    op->emitOpError("has an operand of cute, which has no form in LLVM");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult convertAddresses(Operation *root) {
  MLIRContext *context = root->getContext();
  CuteTypeConverter converter;
  RewritePatternSet patterns(context);
  patterns.add<
      StaticLowering, ConcatenationLowering<MakeShapeOp>,
      ConcatenationLowering<MakeStrideOp>, ConcatenationLowering<MakeCoordOp>,
      ConcatenationLowering<MakeLayoutOp>, ConcatenationLowering<MakeViewOp>,
      Crd2IdxLowering, LocalTileLowering, GetIterLowering, AddOffsetLowering>(
      converter, context);
  ConversionTarget target(*context);
  target.addIllegalDialect<CuteDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(collectOperationsOf<CuteDialect>(root), target,
                                std::move(patterns));
}

struct ConvertCuteToLLVMPass
    : tileiras::impl::ConvertCuteToLLVMBase<ConvertCuteToLLVMPass> {
  void runOnOperation() override {
    if (failed(checkBlocks(getOperation())) ||
        failed(convertAddresses(getOperation())))
      return signalPassFailure();
    combinePointerOffsets(getOperation());
  }
};

} // namespace
