//===- TwoOverPi.cpp - A table of the bits of 2/pi ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TwoOverPi.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// The words have kTwoOverPiZeros zeros and the first 1,184 bits.
constexpr uint64_t kWords[] = {
    0x00000000a2f9836e, 0x4e441529fc2757d1, 0xf534ddc0db629599,
    0x3c439041fe5163ab, 0xdebbc561b7246e3a, 0x424dd2e006492eea,
    0x09d1921cfe1deb1c, 0xb129a73ee88235f5, 0x2ebb4484e99c7026,
    0xb45f7e413991d639, 0x835339f49c845f8b, 0xbdf9283b1ff897ff,
    0xde05980fef2f118b, 0x5a0a6d1f6d367ecf, 0x27cb09b74f463f66,
    0x9e5fea2d7527bac7, 0xebe5f17b3d0739f7, 0x8a5292ea6bfb5fb1,
    0x1f8d5d0856033046};

void createTwoOverPi(gpu::GPUModuleOp module) {
  if (module.lookupSymbol(kTwoOverPi))
    return;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  constexpr int64_t size = std::size(kWords);
  Type word = builder.getI64Type();
  auto values = DenseElementsAttr::get(RankedTensorType::get(size, word),
                                       ArrayRef<uint64_t>(kWords));
  LLVM::GlobalOp::create(builder, module.getLoc(),
                         LLVM::LLVMArrayType::get(word, size),
                         /*isConstant=*/true, LLVM::Linkage::Internal,
                         kTwoOverPi, values, /*alignment=*/8, kConstantSpace);
}

} // namespace tileiras::to_llvm
