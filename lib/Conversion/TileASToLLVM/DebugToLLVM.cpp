//===- DebugToLLVM.cpp - Printing, assertions, globals, fences ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// print and assert become calls of the driver's functions (DeviceRuntime.h),
// globals of Tile IR those of LLVM, and fences and grid dependencies
// instructions. A failed assertion prints one line for each element that is
// false, with its position in the tile.
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"
#include "Memory/OwnerPredicate.h"
#include "Patterns.h"
#include "Printing.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

struct PrintLowering : ConvertOpToLLVMPattern<nv_tileaa::PrintOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (llvm::any_of(op.getArgs().getTypes(), llvm::IsaPred<RankedTensorType>))
      printTile(rewriter, op, adaptor.getArgs().front());
    else
      createInFirstThread(rewriter, loc, [&](OpBuilder &inside, Location at) {
        printNumbers(inside, at, op.getFormat(), adaptor.getArgs());
      });
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// assert
//===----------------------------------------------------------------------===//

/// The source location of an operation; that of the innermost call.
struct SourceLocation {
  std::string file = "(unknown)";
  unsigned line = 0;

  explicit SourceLocation(Location loc) {
    if (auto known = loc->findInstanceOf<FileLineColLoc>()) {
      file = known.getFilename().str();
      line = known.getLine();
    }
  }
};

/// Returns text as a format that prints it.
std::string escape(StringRef text) {
  std::string format;
  for (char character : text)
    format.append(character == '%' ? 2 : 1, character);
  return format;
}

struct AssertLowering : ConvertOpToLLVMPattern<nv_tileaa::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getCondition().getType();
    SmallVector<Value> holds =
        unpackRegisters(rewriter, loc, adaptor.getCondition());
    Value allHold;
    for (Value each : holds)
      allHold = andPredicates(rewriter, loc, allHold, each);
    Value fails =
        andPredicates(rewriter, loc, createOwnerPredicate(rewriter, loc, type),
                      negate(rewriter, loc, allHold));
    createIf(rewriter, loc, fails, [&](OpBuilder &inside, Location at) {
      report(inside, at, op, holds);
    });
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value negate(OpBuilder &builder, Location loc, Value condition) {
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                         builder.getBoolAttr(true));
    return LLVM::XOrOp::create(builder, loc, condition, one);
  }

  /// Prints a line for each false element of the thread, and then ends the
  /// grid.
  static void report(OpBuilder &builder, Location loc, nv_tileaa::AssertOp op,
                     ArrayRef<Value> holds) {
    SourceLocation source(op.getLoc());
    auto tile = dyn_cast<RankedTensorType>(op.getCondition().getType());
    SmallVector<Value> block = {
        NVVM::BlockIdXOp::create(builder, loc, builder.getI32Type()),
        NVVM::BlockIdYOp::create(builder, loc, builder.getI32Type()),
        NVVM::BlockIdZOp::create(builder, loc, builder.getI32Type())};
    SmallVector<RegisterIndex> coordinates;
    for (int64_t dim = 0; tile && dim < tile.getRank(); ++dim)
      coordinates.push_back(RegisterIndex::coordinate(
          builder, loc, getLayout(tile), dim, getThreadIndex(builder, loc)));
    SmallVector<StringRef> conversions(coordinates.size(), "%d");
    std::string format =
        escape(source.file) + ":" + std::to_string(source.line) +
        ": tile block: [%d, %d, %d], position: [" +
        llvm::join(conversions, ", ") + "]: " + escape(op.getMessage()) + "\n";
    for (auto [reg, holdsHere] : llvm::enumerate(holds)) {
      Value fails = negate(builder, loc, holdsHere);
      createIf(builder, loc, fails, [&](OpBuilder &inside, Location at) {
        SmallVector<Value> values = block;
        for (RegisterIndex &coordinate : coordinates)
          values.push_back(coordinate.get(inside, at, reg));
        emitPrintf(inside, at, format, values);
      });
    }
    auto function = op->getParentOfType<FunctionOpInterface>();
    emitAssertFail(builder, loc, op.getMessage(), source.file, source.line,
                   function.getName());
  }
};

//===----------------------------------------------------------------------===//
// Globals and fences
//===----------------------------------------------------------------------===//

struct GetGlobalLowering : ConvertOpToLLVMPattern<nv_tileaa::GetGlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
        op, getTypeConverter()->convertType(op.getType()), op.getName());
    return success();
  }
};

struct FenceAliasLowering : ConvertOpToLLVMPattern<nv_tileaa::FenceAliasOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::FenceAliasOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LLVM::CallIntrinsicOp::create(
        rewriter, op.getLoc(),
        rewriter.getStringAttr("llvm.nvvm.fence.proxy.alias"), ValueRange());
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return success();
  }
};

/// Below sm_90 a grid starts after its predecessors have ended, so the
/// operations have no effect.
template <typename OpTy, NVVM::GridDepActionKind Kind>
struct GridDependencyLowering : ConvertOpToLLVMPattern<OpTy> {
  GridDependencyLowering(const LLVMTypeConverter &converter,
                         const TargetInfo &target)
      : ConvertOpToLLVMPattern<OpTy>(converter), target(target) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (target.Clusters)
      NVVM::GriddepcontrolOp::create(rewriter, op.getLoc(), Kind);
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return success();
  }

private:
  const TargetInfo &target;
};

} // namespace

void populateDebugPatterns(const TileTypeConverter &converter,
                           const TargetInfo &target,
                           RewritePatternSet &patterns) {
  patterns.add<PrintLowering, AssertLowering, GetGlobalLowering,
               FenceAliasLowering>(converter);
  patterns
      .add<GridDependencyLowering<nv_tileaa::GdcLaunchDependentsOp,
                                  NVVM::GridDepActionKind::launch_dependents>,
           GridDependencyLowering<nv_tileaa::GdcWaitOp,
                                  NVVM::GridDepActionKind::wait>>(converter,
                                                                  target);
}

} // namespace tileiras::to_llvm
