//===- DebugToLLVM.cpp - Printing and assertions -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are printed by the first thread. Of a tile, each thread holds
// neighbours in row-major order (printLayout), thread t those from t * R on,
// and the threads take turns:
//
//   barrier
//   for turn in 0 ... holders - 1
//     if (thread == turn) print R elements and the brackets around them
//     barrier
//
// An element is behind as many "[" as there are dimensions d whose rows start
// with it: those for which S(d), the number of elements of dimensions d and up,
// divides its number. In a thread's own elements that is known but for the rows
// that are longer than R, which start with a thread's first element or not at
// all.
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"
#include "Owners.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/PrintFormat.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// Elements that one call prints: 128 bytes of arguments.
constexpr size_t kMostArguments = 16;

using Body = function_ref<void(OpBuilder &, Location)>;

/// What `body` makes finds the function around it.
void createIf(OpBuilder &builder, Location loc, Value condition, Body body) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body(builder, loc);
}

Value isZero(OpBuilder &builder, Location loc, Value number) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, number,
                              i32Constant(builder, loc, 0));
}

/// What C passes to a function without a prototype. A truth value is 0 or 1.
Value promote(OpBuilder &builder, Location loc, Value value, bool isSigned) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
  if (isa<FloatType>(type))
    return type.isF64() ? value
                        : LLVM::FPExtOp::create(builder, loc,
                                                builder.getF64Type(), value)
                              .getResult();
  if (type.getIntOrFloatBitWidth() >= 32)
    return value;
  if (isSigned && !type.isInteger(1))
    return LLVM::SExtOp::create(builder, loc, builder.getI32Type(), value);
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), value);
}

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

/// Collects what a thread prints of a tile, and prints it in few calls.
class TilePrinter {
public:
  TilePrinter(OpBuilder &builder, Location loc, StringRef conversion,
              ArrayRef<int64_t> shape, Value turn)
      : builder(builder), loc(loc), conversion(conversion), turn(turn) {
    int64_t size = 1;
    for (int64_t extent : llvm::reverse(shape))
      rows.push_back(size *= extent);
    isSigned = nv_tileaa::splitPrintFormat(conversion).front().isSigned();
  }

  void print(ArrayRef<Value> registers) {
    int64_t count = registers.size();
    if (rows.back() > count)
      createIf(builder, loc, isNotZero(turn), [](OpBuilder &in, Location at) {
        emitPrintf(in, at, ", ", {});
      });
    for (int64_t size : llvm::reverse(rows))
      if (size > count)
        printWhere(startsRow(size / count), "[");
    for (auto [number, value] : llvm::enumerate(registers)) {
      if (number != 0)
        text += ", ";
      for (int64_t size : rows)
        if (size <= count && number % size == 0)
          text += "[";
      text += conversion;
      values.push_back(promote(builder, loc, value, isSigned));
      for (int64_t size : rows)
        if (size <= count && (number + 1) % size == 0)
          text += "]";
      if (values.size() == kMostArguments)
        flush();
    }
    flush();
    for (int64_t size : rows)
      if (size > count)
        printWhere(endsRow(size / count), "]");
  }

private:
  void flush() {
    if (!text.empty())
      emitPrintf(builder, loc, text, values);
    text.clear();
    values.clear();
  }

  void printWhere(Value condition, StringRef bracket) {
    createIf(builder, loc, condition, [&](OpBuilder &inside, Location at) {
      emitPrintf(inside, at, bracket, {});
    });
  }

  Value isNotZero(Value number) {
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, number,
                                i32Constant(builder, loc, 0));
  }

  /// A row that `threads` threads hold starts with this one's elements.
  Value startsRow(int64_t threads) {
    return isZero(builder, loc,
                  LLVM::AndOp::create(builder, loc, turn,
                                      i32Constant(builder, loc, threads - 1)));
  }
  Value endsRow(int64_t threads) {
    Value last = i32Constant(builder, loc, threads - 1);
    Value place = LLVM::AndOp::create(builder, loc, turn, last);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, place,
                                last);
  }

  OpBuilder &builder;
  Location loc;
  std::string conversion;
  bool isSigned;
  Value turn;
  /// Elements of a row along each dimension, the last dimension first.
  SmallVector<int64_t> rows;
  std::string text;
  SmallVector<Value> values;
};

struct PrintLowering : ConvertOpToLLVMPattern<nv_tileaa::PrintOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (llvm::any_of(op.getArgs().getTypes(), llvm::IsaPred<RankedTensorType>))
      printTile(op, adaptor.getArgs().front(), rewriter);
    else
      createInFirstThread(rewriter, loc, [&](OpBuilder &inside, Location at) {
        printNumbers(inside, at, op.getFormat(), adaptor.getArgs());
      });
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }

private:
  static void printNumbers(OpBuilder &builder, Location loc, StringRef format,
                           ValueRange args) {
    SmallVector<Value> values;
    for (auto [piece, value] :
         llvm::zip(nv_tileaa::splitPrintFormat(format), args))
      values.push_back(promote(builder, loc, value, piece.isSigned()));
    emitPrintf(builder, loc, format, values);
  }

  static void printTile(nv_tileaa::PrintOp op, Value tile,
                        ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getArgs().front().getType());
    SmallVector<Value> registers = unpackRegisters(rewriter, loc, tile);
    int64_t holders = type.getNumElements() / int64_t(registers.size());
    ThreadIndex index = getThreadIndex(rewriter, loc);
    Value first = LLVM::MulOp::create(rewriter, loc, index.warp,
                                      i32Constant(rewriter, loc, 32));
    Value thread = LLVM::AddOp::create(rewriter, loc, first, index.lane);
    BarrierOp::create(rewriter, loc);
    auto loop = scf::ForOp::create(rewriter, loc, i32Constant(rewriter, loc, 0),
                                   i32Constant(rewriter, loc, holders),
                                   i32Constant(rewriter, loc, 1));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(loop.getBody()->getTerminator());
    Value turn = loop.getInductionVar();
    Value isMine = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                        thread, turn);
    createIf(rewriter, loc, isMine, [&](OpBuilder &inside, Location at) {
      TilePrinter(inside, at, op.getFormat(), type.getShape(), turn)
          .print(registers);
    });
    BarrierOp::create(rewriter, loc);
  }
};

//===----------------------------------------------------------------------===//
// assert
//===----------------------------------------------------------------------===//

/// Where in the source an operation comes from; the innermost call.
struct Place {
  std::string file = "(unknown)";
  unsigned line = 0;

  explicit Place(Location loc) {
    if (auto known = loc->findInstanceOf<FileLineColLoc>()) {
      file = known.getFilename().str();
      line = known.getLine();
    }
  }
};

/// Text as a format that prints it.
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

  /// One line for each false element of the thread, then the end.
  static void report(OpBuilder &builder, Location loc, nv_tileaa::AssertOp op,
                     ArrayRef<Value> holds) {
    Place place(op.getLoc());
    auto tile = dyn_cast<RankedTensorType>(op.getCondition().getType());
    SmallVector<Value> block = {
        NVVM::BlockIdXOp::create(builder, loc, builder.getI32Type()),
        NVVM::BlockIdYOp::create(builder, loc, builder.getI32Type()),
        NVVM::BlockIdZOp::create(builder, loc, builder.getI32Type())};
    SmallVector<RegisterIndex> coordinates;
    for (int64_t dim = 0; tile && dim < tile.getRank(); ++dim)
      coordinates.push_back(RegisterIndex::coordinate(
          builder, loc, getLayout(tile), dim, getThreadIndex(builder, loc)));
    SmallVector<StringRef> numbers(coordinates.size(), "%d");
    std::string format = escape(place.file) + ":" + std::to_string(place.line) +
                         ": tile block: [%d, %d, %d], position: [" +
                         llvm::join(numbers, ", ") +
                         "]: " + escape(op.getMessage()) + "\n";
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
    emitAssertFail(builder, loc, op.getMessage(), place.file, place.line,
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

/// Below sm_90 a grid starts when those before have ended.
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
