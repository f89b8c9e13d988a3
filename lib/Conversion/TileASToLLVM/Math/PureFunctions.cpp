//===- PureFunctions.cpp - Functions of a module without effects ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PureFunctions.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tileiras::to_llvm {

LLVM::LLVMFuncOp getPureFunction(gpu::GPUModuleOp module, StringRef name,
                                 Type operand, ArrayRef<Type> results,
                                 WriteBody writeBody) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  MLIRContext *context = module.getContext();
  Type result = LLVM::LLVMStructType::getLiteral(context, results);
  auto function = LLVM::LLVMFuncOp::create(
      builder, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(result, operand), LLVM::Linkage::Internal);
  function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      context, SmallVector<LLVM::ModRefInfo>(6, LLVM::ModRefInfo::NoModRef)));
  function.setNoUnwindAttr(builder.getUnitAttr());
  function.setWillReturnAttr(builder.getUnitAttr());
  writeBody(builder, function);
  return function;
}

SmallVector<Value> callPure(OpBuilder &builder, Location loc,
                            LLVM::LLVMFuncOp function, Value operand) {
  Value result =
      LLVM::CallOp::create(builder, loc, function, operand).getResult();
  auto type = cast<LLVM::LLVMStructType>(result.getType());
  SmallVector<Value> fields;
  for (int64_t i = 0, e = type.getBody().size(); i < e; ++i)
    fields.push_back(LLVM::ExtractValueOp::create(builder, loc, result, i));
  return fields;
}

void returnStruct(OpBuilder &builder, Location loc, LLVM::LLVMFuncOp function,
                  ValueRange values) {
  Value result = LLVM::PoisonOp::create(
      builder, loc, function.getFunctionType().getReturnType());
  for (auto [i, value] : llvm::enumerate(values))
    result = LLVM::InsertValueOp::create(builder, loc, result, value,
                                         static_cast<int64_t>(i));
  LLVM::ReturnOp::create(builder, loc, result);
}

} // namespace tileiras::to_llvm
