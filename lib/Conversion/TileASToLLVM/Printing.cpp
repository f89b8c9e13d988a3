//===- Printing.cpp - Numbers and tiles as text ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Printing.h"

#include "DeviceRuntime.h"
#include "Memory/OwnerPredicate.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/PrintFormat.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// The number of elements that one call prints: 128 bytes of arguments.
constexpr size_t kMaxArguments = 16;

Value isZero(OpBuilder &builder, Location loc, Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, value,
                              i32Constant(builder, loc, 0));
}

/// Applies the default argument promotions of C. A bool is 0 or 1.
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

/// Collects the elements of a tile that a thread prints, and prints them in few
/// calls.
class TilePrinter {
public:
  TilePrinter(OpBuilder &builder, Location loc, StringRef conversion,
              ArrayRef<int64_t> shape, Value holder)
      : builder(builder), loc(loc), conversion(conversion), holder(holder) {
    int64_t size = 1;
    for (int64_t extent : llvm::reverse(shape))
      rows.push_back(size *= extent);
    isSigned = nv_tileaa::splitPrintFormat(conversion).front().isSigned();
  }

  void print(ArrayRef<Value> registers) {
    int64_t count = registers.size();
    if (rows.back() > count)
      createIf(builder, loc, isNotZero(holder), [](OpBuilder &in, Location at) {
        emitPrintf(in, at, ", ", {});
      });
    for (int64_t size : llvm::reverse(rows))
      if (size > count)
        printWhere(startsRow(size / count), "[");
    for (auto [index, value] : llvm::enumerate(registers)) {
      if (index != 0)
        text += ", ";
      for (int64_t size : rows)
        if (size <= count && index % size == 0)
          text += "[";
      text += conversion;
      values.push_back(promote(builder, loc, value, isSigned));
      for (int64_t size : rows)
        if (size <= count && (index + 1) % size == 0)
          text += "]";
      if (values.size() == kMaxArguments)
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

  Value isNotZero(Value value) {
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                                i32Constant(builder, loc, 0));
  }

  /// Returns whether a row that `threads` threads hold starts with this
  /// thread's elements.
  Value startsRow(int64_t threads) {
    return isZero(builder, loc,
                  LLVM::AndOp::create(builder, loc, holder,
                                      i32Constant(builder, loc, threads - 1)));
  }
  Value endsRow(int64_t threads) {
    Value last = i32Constant(builder, loc, threads - 1);
    Value position = LLVM::AndOp::create(builder, loc, holder, last);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, position,
                                last);
  }

  OpBuilder &builder;
  Location loc;
  std::string conversion;
  bool isSigned;
  Value holder;
  /// The number of elements of a row along each dimension, the last dimension
  /// first.
  SmallVector<int64_t> rows;
  std::string text;
  SmallVector<Value> values;
};

} // namespace

void printNumbers(OpBuilder &builder, Location loc, StringRef format,
                  ValueRange args) {
  SmallVector<Value> values;
  for (auto [piece, value] :
       llvm::zip(nv_tileaa::splitPrintFormat(format), args))
    values.push_back(promote(builder, loc, value, piece.isSigned()));
  emitPrintf(builder, loc, format, values);
}

void printTile(OpBuilder &builder, nv_tileaa::PrintOp op, Value tile) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getArgs().front().getType());
  SmallVector<Value> registers = unpackRegisters(builder, loc, tile);
  int64_t holders = type.getNumElements() / int64_t(registers.size());
  ThreadIndex self = getThreadIndex(builder, loc);
  Value first = LLVM::MulOp::create(builder, loc, self.warp,
                                    i32Constant(builder, loc, 32));
  Value thread = LLVM::AddOp::create(builder, loc, first, self.lane);
  BarrierOp::create(builder, loc);
  auto loop = scf::ForOp::create(builder, loc, i32Constant(builder, loc, 0),
                                 i32Constant(builder, loc, holders),
                                 i32Constant(builder, loc, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  Value holder = loop.getInductionVar();
  Value isMine = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      thread, holder);
  createIf(builder, loc, isMine, [&](OpBuilder &inside, Location at) {
    TilePrinter(inside, at, op.getFormat(), type.getShape(), holder)
        .print(registers);
  });
  BarrierOp::create(builder, loc);
}

} // namespace tileiras::to_llvm
