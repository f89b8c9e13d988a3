//===- TileAATranslation.cpp - Attributes of nv_tileaa in LLVM IR ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/TileAATranslation/TileAATranslation.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

using namespace mlir;
using nv_tileaa::TileAADialect;

namespace {

struct TileAATranslation : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult amendOperation(Operation *,
                               ArrayRef<llvm::Instruction *> instructions,
                               NamedAttribute attribute,
                               LLVM::ModuleTranslation &) const override {
    StringRef mark = TileAADialect::getMarkForReuseAttrName();
    if (attribute.getName() == mark)
      for (llvm::Instruction *instruction : instructions)
        instruction->setMetadata(
            mark, llvm::MDNode::get(instruction->getContext(), {}));
    return success();
  }
};

} // namespace

void tileiras::registerTileAATranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, TileAADialect *dialect) {
    dialect->addInterfaces<TileAATranslation>();
  });
}
