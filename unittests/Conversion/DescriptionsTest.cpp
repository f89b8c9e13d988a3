//===- DescriptionsTest.cpp - Without the dialect of LLVM -------*- C++ -*-===//
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

#include "Descriptions.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tileiras;

// Req: C-19
TEST(Descriptions, UnknownOperation) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<debuginfo::DebugInfoDialect, func::FuncDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &error) { message += error.str(); });

  OpBuilder builder(&context);
  auto file = cuda_tile::DIFileAttr::get(
      &context, builder.getStringAttr("k.py"), builder.getStringAttr("/src"));
  auto name = builder.getStringAttr("k");
  auto subprogram = cuda_tile::DISubprogramAttr::get(
      &context, file, /*line=*/1, name, name,
      cuda_tile::DICompileUnitAttr::get(&context, file), /*scopeLine=*/1);
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(
      loc, "k", builder.getFunctionType({builder.getI32Type()}, {}));
  builder.setInsertionPointToStart(function->addEntryBlock());
  auto op = debuginfo::ValueOp::create(
      builder, loc, debuginfo::Kind::Value, function->getArgument(0),
      debuginfo::LocalVariableAttr::get(&context, builder.getStringAttr("x"),
                                        subprogram, /*line=*/1, /*arg=*/0),
      /*expression=*/LLVM::DIExpressionAttr(), /*layout=*/StringAttr(),
      debuginfo::ValueType::get(&context, builder.getI32Type()));

  ScopeConverter scopes(&context, LLVM::DIEmissionKind::Full,
                        /*isOptimized=*/false);
  EXPECT_TRUE(failed(DescriptionTranslator(scopes).translate(op, subprogram)));
  StringRef text = message;
  EXPECT_TRUE(text.starts_with("Building op `llvm.call_intrinsic`")) << message;
  EXPECT_TRUE(text.contains("isn't known in this MLIRContext")) << message;
}
