//===- DeviceRuntime.cpp - Functions that every driver links --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tileiras::to_llvm {

static gpu::GPUModuleOp getModule(OpBuilder &builder) {
  return builder.getInsertionBlock()
      ->getParentOp()
      ->getParentOfType<gpu::GPUModuleOp>();
}

/// Returns the address of a text that ends with a zero; equal texts share one
/// global.
static Value getText(OpBuilder &builder, Location loc, StringRef text) {
  constexpr StringLiteral kPrefix = "tile_text_";
  gpu::GPUModuleOp module = getModule(builder);
  StringAttr data = builder.getStringAttr(text.str() + '\0');
  LLVM::GlobalOp found;
  unsigned count = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!global.getSymName().starts_with(kPrefix))
      continue;
    if (global.getConstant() && global.getValueAttr() == data)
      found = global;
    ++count;
  }
  if (!found) {
    // Arrays of the program may have any name.
    std::string name;
    do
      name = (kPrefix + Twine(count++)).str();
    while (module.lookupSymbol(name));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), data.size());
    found = LLVM::GlobalOp::create(
        builder, builder.getUnknownLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal, name, data, /*alignment=*/1, /*addrSpace=*/1);
  }
  Value address = LLVM::AddressOfOp::create(builder, loc, found);
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

/// The function gets no location: that of a call would be one in the caller.
static LLVM::LLVMFuncOp getFunction(OpBuilder &builder, StringRef name,
                                    LLVM::LLVMFunctionType type) {
  gpu::GPUModuleOp module = getModule(builder);
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, builder.getUnknownLoc(), name, type);
}

/// Returns local memory with the values one after the other, aligned to their
/// sizes. It is allocated at the function's entry: an alloca in a loop would
/// allocate more in each iteration.
static Value storeArguments(OpBuilder &builder, Location loc,
                            ValueRange values) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  if (values.empty())
    return LLVM::ZeroOp::create(builder, loc, pointer);
  SmallVector<uint64_t> offsets;
  uint64_t end = 0;
  for (Value value : values) {
    bool isPointer = isa<LLVM::LLVMPointerType>(value.getType());
    uint64_t bytes =
        isPointer ? 8 : value.getType().getIntOrFloatBitWidth() / 8;
    offsets.push_back(llvm::alignTo(end, bytes));
    end = offsets.back() + bytes;
  }
  Value memory;
  {
    OpBuilder::InsertionGuard guard(builder);
    auto function = builder.getInsertionBlock()
                        ->getParentOp()
                        ->getParentOfType<FunctionOpInterface>();
    if (auto own = dyn_cast<FunctionOpInterface>(
            builder.getInsertionBlock()->getParentOp()))
      function = own;
    builder.setInsertionPointToStart(&function.getFunctionBody().front());
    Value words = LLVM::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(llvm::divideCeil(end, 8)));
    memory = LLVM::AllocaOp::create(builder, loc, pointer, builder.getI64Type(),
                                    words, /*alignment=*/8);
  }
  for (auto [value, offset] : llvm::zip_equal(values, offsets)) {
    Value address =
        LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), memory,
                            ArrayRef<LLVM::GEPArg>{int32_t(offset)});
    LLVM::StoreOp::create(builder, loc, value, address);
  }
  return memory;
}

void emitPrintf(OpBuilder &builder, Location loc, StringRef format,
                ValueRange values) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer, pointer});
  LLVM::LLVMFuncOp function = getFunction(builder, "vprintf", type);
  Value text = getText(builder, loc, format);
  Value arguments = storeArguments(builder, loc, values);
  LLVM::CallOp::create(builder, loc, function, ValueRange{text, arguments});
}

Value emitMalloc(OpBuilder &builder, Location loc, Value bytes) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(pointer, builder.getI64Type());
  LLVM::LLVMFuncOp function = getFunction(builder, "malloc", type);
  return LLVM::CallOp::create(builder, loc, function, bytes).getResult();
}

void emitFree(OpBuilder &builder, Location loc, Value address) {
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), address.getType());
  LLVM::LLVMFuncOp function = getFunction(builder, "free", type);
  LLVM::CallOp::create(builder, loc, function, address);
}

void emitAssertFail(OpBuilder &builder, Location loc, StringRef message,
                    StringRef file, unsigned line, StringRef name) {
  MLIRContext *context = builder.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(context),
      {pointer, pointer, builder.getI32Type(), pointer, builder.getI64Type()});
  LLVM::LLVMFuncOp function = getFunction(builder, "__assertfail", type);
  Value number =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(line));
  Value charBytes =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  LLVM::CallOp::create(builder, loc, function,
                       ValueRange{getText(builder, loc, message),
                                  getText(builder, loc, file), number,
                                  getText(builder, loc, name), charBytes});
}

} // namespace tileiras::to_llvm
