//===- Interpreter.cpp - Runs Tile IR as the specification says -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Interpreter/Interpreter.h"

#include "Execution.h"
#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

const OperationTable &OperationTable::get() {
  static const OperationTable table = [] {
    OperationTable table;
    addAggregateOps(table);
    addAssumeOps(table);
    addAtomicOps(table);
    addControlOps(table);
    addConversionOps(table);
    addFloatOps(table);
    addGridOps(table);
    addIntegerOps(table);
    addMathOps(table);
    addMatrixOps(table);
    addMemoryOps(table);
    addPrintOps(table);
    addShapeOps(table);
    addViewOps(table);
    return table;
  }();
  return table;
}

bool isInterpreted(OperationName name) {
  // The contents of a module are used, but not executed.
  if (name.getTypeID() == TypeID::get<cuda_tile::ModuleOp>() ||
      name.getTypeID() == TypeID::get<EntryOp>() ||
      name.getTypeID() == TypeID::get<GlobalOp>())
    return true;
  return OperationTable::get().find(name);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(cuda_tile::ModuleOp module) : module(module) {
  for (GlobalOp global : module.getOps<GlobalOp>()) {
    Type element = global.getTileType().getElementType();
    unsigned size = divideCeil(getStorageBits(element), 8);
    std::vector<uint8_t> bytes;
    for (uint64_t bits : readConstant(global.getValue()))
      for (unsigned byte = 0; byte < size; ++byte)
        bytes.push_back(toStorage(element, bits) >> (8 * byte));
    std::string name = global.getSymName().str();
    Pointer pointer =
        memory.allocate(bytes, "global '" + name + "'", global.getAlignment());
    memory.getAllocation(pointer.origin).isConstant = global.getConstant();
    globals[name] = pointer;
  }
}

Expected<EntryOp> Interpreter::findKernel(StringRef name) {
  SmallVector<EntryOp> kernels(module.getOps<EntryOp>());
  if (name.empty() && kernels.size() == 1)
    return kernels.front();
  for (EntryOp kernel : kernels)
    if (kernel.getSymName() == name)
      return kernel;
  std::string names = join(
      map_range(kernels, [](EntryOp kernel) { return kernel.getSymName(); }),
      ", ");
  return createStringError("expected the name of a kernel of: " + names +
                           "; got '" + name + "'");
}

static void bindParameters(Execution &execution, EntryOp kernel,
                           ArrayRef<Parameter> parameters) {
  for (auto [argument, parameter] :
       zip_equal(kernel.getArguments(), parameters)) {
    Tile tile(cast<TileType>(argument.getType()));
    if (isa<PointerType>(tile.getElementType()))
      tile.setPointer(0, parameter);
    else
      tile.setBits(0, fromStorage(tile.getElementType(), parameter.address));
    execution.set(argument, std::move(tile));
  }
}

LogicalResult Interpreter::launch(EntryOp kernel,
                                  ArrayRef<Parameter> parameters,
                                  const Launch &launch) {
  auto [x, y, z] = launch.grid;
  for (uint32_t k = 0; k < z; ++k)
    for (uint32_t j = 0; j < y; ++j)
      for (uint32_t i = 0; i < x; ++i) {
        Execution execution(*this, launch, {i, j, k});
        bindParameters(execution, kernel, parameters);
        if (failed(execution.runBlock(kernel.getBody().front())))
          return failure();
      }
  return success();
}

} // namespace tileiras::interpreter
