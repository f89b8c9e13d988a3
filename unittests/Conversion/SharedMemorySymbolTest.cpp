//===- SharedMemorySymbolTest.cpp - Without the dialect of LLVM -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass loads the dialects that it needs. Its function may be called without.
//
//===----------------------------------------------------------------------===//

#include "Memory/SharedMemoryToLLVM.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tileiras;

// Req: G-25, H-10
TEST(SharedMemorySymbol, UnknownOperation) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<gpu::GPUDialect, func::FuncDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &error) { message += error.str(); });

  Location loc = UnknownLoc::get(&context);
  OpBuilder builder(&context);
  OwningOpRef<gpu::GPUModuleOp> module =
      gpu::GPUModuleOp::create(builder, loc, "k");
  builder.setInsertionPointToStart(module->getBody());
  auto func = func::FuncOp::create(builder, loc, "kernel",
                                   builder.getFunctionType({}, {}));
  func->setAttr("nv_tileas.shared_memory", builder.getI64IntegerAttr(64));

  EXPECT_TRUE(failed(to_llvm::createSharedMemory(*module, *lookupTarget(80))));
  StringRef text = message;
  EXPECT_TRUE(text.starts_with("Building op `llvm.mlir.global`")) << message;
  EXPECT_TRUE(text.contains("isn't known in this MLIRContext")) << message;
}
