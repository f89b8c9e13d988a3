//===- BlockMemoryToLLVM.cpp - Memory of a tile block ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread allocates the memory on the device heap, and frees it. The heap's
// addresses are multiples of 16 (CUDA C++ Programming Guide, "Dynamic Global
// Memory Allocation and Operations"). Where the program requires a larger
// alignment, that many more bytes are allocated. At least 16 of them precede
// the memory that the program gets; the last 8 of these hold the address to
// free.
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"
#include "OwnerPredicate.h"
#include "Patterns.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

constexpr uint64_t kHeapAlignment = 16;
constexpr int32_t kAddressBytes = 8;

Value getConstant(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(value));
}

/// Returns the location of the address to free, right before `memory`.
Value getHeader(OpBuilder &builder, Location loc, Value memory) {
  return LLVM::GEPOp::create(builder, loc, memory.getType(),
                             builder.getI8Type(), memory,
                             ArrayRef<LLVM::GEPArg>{-kAddressBytes});
}

/// Returns the number of bytes to allocate: at least one, since the heap may
/// answer a request for 0 bytes with the null pointer, as if it had failed.
/// More than 63 bits can't be allocated either.
int64_t countAllocatedBytes(nv_tileaa::AllocaOp op) {
  uint64_t bytes = std::max<uint64_t>(op.getBytes(), 1);
  if (op.getAlignment() > kHeapAlignment)
    bytes = llvm::SaturatingAdd<uint64_t>(bytes, op.getAlignment());
  return std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
}

/// Allocates the memory, in the thread that executes it.
Value allocate(OpBuilder &builder, Location loc, nv_tileaa::AllocaOp op,
               Type pointer) {
  Value generic = emitMalloc(
      builder, loc, getConstant(builder, loc, countAllocatedBytes(op)));
  Value null = LLVM::ZeroOp::create(builder, loc, generic.getType());
  Value isNone = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      generic, null);
  createIf(builder, loc, isNone, [](OpBuilder &inside, Location at) {
    LLVM::Trap::create(inside, at);
  });
  Value allocated =
      LLVM::AddrSpaceCastOp::create(builder, loc, pointer, generic);
  if (op.getAlignment() <= kHeapAlignment)
    return allocated;
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), allocated);
  int64_t alignment = op.getAlignment();
  Value beyond = LLVM::AddOp::create(builder, loc, address,
                                     getConstant(builder, loc, alignment));
  Value aligned = LLVM::AndOp::create(builder, loc, beyond,
                                      getConstant(builder, loc, -alignment));
  Value memory = LLVM::IntToPtrOp::create(builder, loc, pointer, aligned);
  LLVM::StoreOp::create(builder, loc, address, getHeader(builder, loc, memory));
  return memory;
}

struct AllocaLowering : ConvertOpToLLVMPattern<nv_tileaa::AllocaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::AllocaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type pointer = getTypeConverter()->convertType(op.getType());
    // The declarations of malloc and free are inserted in the module around the
    // branch.
    auto branch = scf::IfOp::create(rewriter, loc, pointer,
                                    createFirstThreadPredicate(rewriter, loc),
                                    /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(rewriter, loc, allocate(rewriter, loc, op, pointer));
      rewriter.setInsertionPointToStart(branch.elseBlock());
      Value none = LLVM::ZeroOp::create(rewriter, loc, pointer);
      scf::YieldOp::create(rewriter, loc, none);
    }
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct ReleaseLowering : ConvertOpToLLVMPattern<nv_tileaa::ReleaseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::ReleaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    createInFirstThread(
        rewriter, op.getLoc(), [&](OpBuilder &inside, Location at) {
          Value memory = adaptor.getPtr();
          if (op.getAlignment() > kHeapAlignment) {
            Value address = LLVM::LoadOp::create(
                inside, at, inside.getI64Type(), getHeader(inside, at, memory));
            memory =
                LLVM::IntToPtrOp::create(inside, at, memory.getType(), address);
          }
          Type generic = LLVM::LLVMPointerType::get(getContext());
          emitFree(inside, at,
                   LLVM::AddrSpaceCastOp::create(inside, at, generic, memory));
        });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateBlockMemoryPatterns(const TileTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<AllocaLowering, ReleaseLowering>(converter);
}

} // namespace tileiras::to_llvm
