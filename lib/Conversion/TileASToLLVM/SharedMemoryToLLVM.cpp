//===- SharedMemoryToLLVM.cpp - Buffers as addresses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryToLLVM.h"

#include "Patterns.h"

#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// The symbols
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kSymbolName = "global_smem";
/// One wavefront serves this many bytes.
static constexpr unsigned kSymbolAlignment = 128;

static std::string getSymbolName(func::FuncOp func) {
  auto functions = func->getParentRegion()->getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    return kSymbolName.str();
  return (kSymbolName + "_" + func.getSymName()).str();
}

/// Bytes of a symbol that is there already, if it is an array of bytes in
/// shared memory; else 0.
static int64_t getSymbolBytes(Operation *symbol) {
  auto global = dyn_cast<LLVM::GlobalOp>(symbol);
  auto array = global && global.getAddrSpace() == 3
                   ? dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType())
                   : LLVM::LLVMArrayType();
  return array && array.getElementType().isInteger(8)
             ? int64_t(array.getNumElements())
             : 0;
}

static LogicalResult useSymbol(Operation *symbol, int64_t bytes) {
  if (getSymbolBytes(symbol) >= bytes) {
    auto global = cast<LLVM::GlobalOp>(symbol);
    global.setAlignment(std::max<uint64_t>(global.getAlignment().value_or(1),
                                           kSymbolAlignment));
    return success();
  }
  InFlightDiagnostic error = symbol->emitError("expected '")
                             << SymbolTable::getSymbolName(symbol).getValue()
                             << "' to be an array of at least " << bytes
                             << " x i8 in address space 3, got ";
  if (auto global = dyn_cast<LLVM::GlobalOp>(symbol))
    return error << global.getGlobalType() << " in address space "
                 << global.getAddrSpace();
  return error << "'" << symbol->getName() << "'";
}

LogicalResult createSharedMemory(gpu::GPUModuleOp module,
                                 const TargetInfo &target) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto func : module.getOps<func::FuncOp>()) {
    if (failed(verifyBuffers(func, target)))
      return failure();
    auto bytes = func->getAttrOfType<IntegerAttr>(
        TileASDialect::getSharedMemoryAttrName());
    if (!bytes || bytes.getInt() == 0)
      continue;
    std::string name = getSymbolName(func);
    if (Operation *existing = module.lookupSymbol(name)) {
      if (failed(useSymbol(existing, bytes.getInt())))
        return failure();
      continue;
    }
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.getInt());
    LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/false,
                           LLVM::Linkage::Internal, name,
                           /*value=*/Attribute(), kSymbolAlignment,
                           /*addrSpace=*/3);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {

/// Base pointers and offset of the descriptor are stored; its sizes are the
/// type's, and it has no strides.
struct AllocTensorLowering : ConvertOpToLLVMPattern<AllocTensorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AllocTensorOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(getContext(), 3);
    Value address = LLVM::AddressOfOp::create(
        rewriter, loc, pointer,
        getSymbolName(op->getParentOfType<func::FuncOp>()));
    if (*op.getOffset() != 0)
      address = LLVM::GEPOp::create(
          rewriter, loc, pointer, rewriter.getI8Type(), address,
          ArrayRef<LLVM::GEPArg>{int32_t(*op.getOffset())});
    Value descriptor = LLVM::PoisonOp::create(
        rewriter, loc, getTypeConverter()->convertType(op.getType()));
    for (int64_t field : {0, 1})
      descriptor = LLVM::InsertValueOp::create(rewriter, loc, descriptor,
                                               address, field);
    Value zero = LLVM::ZeroOp::create(rewriter, loc, rewriter.getI64Type());
    rewriter.replaceOp(
        op, LLVM::InsertValueOp::create(rewriter, loc, descriptor, zero, 2));
    return success();
  }
};

} // namespace

Value getBufferStart(OpBuilder &builder, Location loc, Value buffer) {
  return builder.createOrFold<LLVM::ExtractValueOp>(loc, buffer, 0);
}

void populateSharedMemoryPatterns(const TileTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<AllocTensorLowering>(converter);
}

} // namespace tileiras::to_llvm
