//===- SharedBuffer.cpp - Addresses in the kernel's shared memory -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBuffer.h"

#include "SharedScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

Value getScratchBase(OpBuilder &builder, Location loc) {
  auto type = LLVM::LLVMPointerType::get(builder.getContext(), 3);
  return LLVM::AddressOfOp::create(builder, loc, type, kSharedMemoryName);
}

Value offsetPointer(OpBuilder &builder, Location loc, Value base, Value offset,
                    unsigned bits) {
  return LLVM::GEPOp::create(builder, loc, base.getType(),
                             builder.getIntegerType(bits), base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

void createBarrier(OpBuilder &builder, Location loc) {
  NVVM::Barrier0Op::create(builder, loc);
}

} // namespace tileiras::to_llvm
