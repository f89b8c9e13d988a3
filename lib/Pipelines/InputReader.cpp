//===- InputReader.cpp - Bytes to a module ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputReader.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Pipelines/TextReader.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tileiras {

static OwningOpRef<ModuleOp> refuse(const CompileRequest &request,
                                    MLIRContext *context) {
  StringRef hint = isMLIRBytecode(request.input)
                       ? " (it looks like MLIR bytecode instead)"
                       : "";
  emitError(UnknownLoc::get(context))
      << "input does not correspond to Tile IR bytecode" << hint;
  return nullptr;
}

OwningOpRef<ModuleOp> readInput(const CompileRequest &request,
                                MLIRContext *context) {
  if (isTileIRBytecode(request.input)) {
    BytecodeReaderOptions options;
    options.allowPreview = request.allowPreview;
    return readBytecode({request.input, request.inputName}, context, options);
  }
  if (request.isText && !isMLIRBytecode(request.input))
    return readText(request.input, request.inputName, context);
  return refuse(request, context);
}

void nameUnknownLocations(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isa<UnknownLoc>(op->getLoc()))
      return;
    std::string name = op->getName().getStringRef().str();
    Operation *function =
        isa<FunctionOpInterface>(op)
            ? op
            : op->getParentOfType<FunctionOpInterface>().getOperation();
    if (function)
      name += " in function '" +
              SymbolTable::getSymbolName(function).getValue().str() + "'";
    op->setLoc(NameLoc::get(StringAttr::get(op->getContext(), name)));
  });
}

} // namespace tileiras
