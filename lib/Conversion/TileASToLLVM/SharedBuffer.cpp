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

FailureOr<Value> ScratchSpace::getBase(OpBuilder &builder, Operation *op,
                                       int64_t bytes) const {
  if (bytes > reservedBytes)
    return op->emitOpError("uses ") << bytes << " bytes of scratch space, but "
                                    << reservedBytes << " are reserved";
  auto type = LLVM::LLVMPointerType::get(builder.getContext(), 3);
  return LLVM::AddressOfOp::create(builder, op->getLoc(), type,
                                   kSharedMemoryName)
      .getResult();
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
