//===- BytecodeWriterTest.cpp - Modules that text can't express -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Bytecode/BytecodeWriter.h"
#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

namespace {
class BytecodeWriterTest : public ::testing::Test {
protected:
  BytecodeWriterTest()
      : handler(&context, [&](Diagnostic &diagnostic) {
          errors += diagnostic.str() + "\n";
        }) {
    context.loadDialect<CudaTileDialect>();
    // Some tests build modules that can't be printed.
    context.printOpOnDiagnostic(false);
  }

  OwningOpRef<mlir::ModuleOp> parse(StringRef text) {
    return parseSourceString<mlir::ModuleOp>(text, &context);
  }

  /// The bytecode; empty if writing fails.
  std::string write(mlir::ModuleOp module,
                    BytecodeVersion version = kNewestBytecodeVersion) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    LogicalResult result = writeBytecode(module, os, {version});
    EXPECT_EQ(failed(result), bytes.empty());
    return bytes;
  }

  EntryOp getKernel(mlir::ModuleOp module) {
    EntryOp kernel;
    module.walk([&](EntryOp entry) { kernel = entry; });
    return kernel;
  }

  /// A location in the subprogram `k`.
  Location inKernel() {
    auto str = [&](StringRef text) { return StringAttr::get(&context, text); };
    auto file = DIFileAttr::get(&context, str("a.py"), str("/d"));
    auto unit = DICompileUnitAttr::get(&context, file);
    auto kernel =
        DISubprogramAttr::get(&context, file, 1, str("k"), str("k"), unit, 1);
    return Location(DILocAttr::get(
        &context, FileLineColLoc::get(&context, "a.py", 2, 3), kernel));
  }

  MLIRContext context;
  std::string errors;
  ScopedDiagnosticHandler handler;
};

constexpr StringLiteral kKernel = R"(
  cuda_tile.module @kernels {
    entry @k(%x: tile<f32>) {
      %0 = addf %x, %x rounding<nearest_even> : tile<f32>
    }
  })";

/// An opaque location is written as its fallback.
/// Req: D-11
TEST_F(BytecodeWriterTest, OpaqueLocation) {
  auto module = parse(kKernel);
  EntryOp kernel = getKernel(*module);
  auto wrap = [](Location fallback) {
    static int origin;
    return OpaqueLoc::get(&origin, fallback);
  };
  kernel->setLoc(inKernel());
  Operation &first = kernel.getBody().front().front();
  first.setLoc(wrap(inKernel()));
  first.getNextNode()->setLoc(
      wrap(FileLineColLoc::get(&context, "a.py", 2, 3)));
  std::string bytes = write(*module);
  auto again = readBytecode(llvm::MemoryBufferRef(bytes, ""), &context);
  ASSERT_TRUE(again);
  Operation &firstAgain = getKernel(*again).getBody().front().front();
  EXPECT_EQ(firstAgain.getLoc(), inKernel());
  EXPECT_TRUE(isa<UnknownLoc>(firstAgain.getNextNode()->getLoc()));
}

TEST_F(BytecodeWriterTest, VersionOutOfRange) {
  auto module = parse(kKernel);
  EXPECT_EQ(write(*module, {13, 6}), "");
  EXPECT_EQ(write(*module, {13, 0}), "");
  EXPECT_EQ(errors,
            "unsupported Tile version 13.6, this writer supports versions "
            "[13.1 - 13.5]\n"
            "unsupported Tile version 13.0, this writer supports versions "
            "[13.1 - 13.5]\n");
}

/// A module that was built by hand may contain anything.
TEST_F(BytecodeWriterTest, ModuleThatDoesNotVerify) {
  auto module = parse(kKernel);
  Block &body = getKernel(*module).getBody().front();
  body.getTerminator()->erase();
  EXPECT_EQ(write(*module), "");
  EXPECT_NE(errors, "");
}

/// The verifier does not require attributes that have a default.
TEST_F(BytecodeWriterTest, AttributeLeftOut) {
  auto module = parse(R"(
    cuda_tile.module @kernels {
      entry @k(%x: tile<i32>) {
        %0 = addi %x, %x : tile<i32>
      }
    })");
  module->walk([](AddIOp add) { add.getProperties().overflow = {}; });
  EXPECT_EQ(write(*module), "");
  EXPECT_EQ(errors, "'cuda_tile.addi' op lacks attribute 'overflow'\n");
}

/// Builders may leave out inbounds flags that are all false; the format has
/// one for each index.
TEST_F(BytecodeWriterTest, InboundsLeftOut) {
  auto module = parse(R"(
    cuda_tile.module @kernels {
      entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
        %v = make_tensor_view %p, shape = [8], strides = [1]
            : tensor_view<8xi32, strides=[1]>
        %w = make_partition_view %v
            : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
        %0, %t = load_view_tko weak %w[%x]
            : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>,
              tile<i32> -> tile<8xi32>, token
      }
    })");
  ASSERT_TRUE(module);
  std::string whole = write(*module);
  module->walk([](LoadViewTkoOp load) { load.setInbounds({}); });
  EXPECT_EQ(write(*module), whole);
}

/// The same module in contexts of different history gives the same bytes.
TEST_F(BytecodeWriterTest, Deterministic) {
  std::string first = write(*parse(kKernel));
  MLIRContext other;
  other.loadDialect<CudaTileDialect>();
  parseSourceString<mlir::ModuleOp>(
      "cuda_tile.module @m { entry @z(%a: tile<i8>, %b: tile<f32>) {} }",
      &other);
  auto module = parseSourceString<mlir::ModuleOp>(kKernel, &other);
  EXPECT_EQ(write(*module), first);
}
} // namespace
