//===- BodyTargetTest.cpp - Legal operations of bodies, by phase ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target is asked about operations that have only a name and the type of
// their operand and result; no verifier sees them.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/LLVMTypes/TileTypeConverter.h"
#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"
#include "tileiras/Conversion/TileASToLLVM/Passes.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tileiras;

using Action = ConversionTarget::LegalizationAction;

namespace {

constexpr BodyPhase kPhases[] = {BodyPhase::Tiles, BodyPhase::Pipelines,
                                 BodyPhase::ControlFlow,
                                 BodyPhase::Instructions, BodyPhase::Scalars};

class BodyTargetTest : public testing::Test {
protected:
  BodyTargetTest() : converter(&context, LowerToLLVMOptions(&context)) {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                        func::FuncDialect, gpu::GPUDialect, math::MathDialect,
                        NVVM::NVVMDialect, scf::SCFDialect,
                        nv_tileas::TileASDialect, ub::UBDialect,
                        cute::CuteDialect, cutlass::CutlassDialect>();
  }

  /// The target's answer for operations of this name; none for unknown ones.
  std::optional<Action> actionOn(StringRef name,
                                 BodyPhase phase = BodyPhase::Tiles) {
    return getBodyTarget(converter, context, phase)
        .getOpAction(OperationName(name, &context));
  }

  bool isLegal(StringRef name, Type type, BodyPhase phase = BodyPhase::Tiles,
               ArrayRef<NamedAttribute> attributes = {}) {
    Location loc = UnknownLoc::get(&context);
    OpBuilder builder(&context);
    OwningOpRef<Operation *> source =
        builder.create(OperationState(loc, "test.source", {}, type, {}));
    OwningOpRef<Operation *> op = builder.create(
        OperationState(loc, name, (*source)->getResults(), type, attributes));
    bool legal =
        getBodyTarget(converter, context, phase).isLegal(op.get()).has_value();
    op = nullptr;
    return legal;
  }

  Type f32() { return Float32Type::get(&context); }
  Type tile() { return RankedTensorType::get({128}, f32()); }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  // "test.source" is registered nowhere.
  bool unregistered = (context.allowUnregisteredDialects(), true);
  to_llvm::TileTypeConverter converter;
};

} // namespace

// Req: I-02
TEST_F(BodyTargetTest, LegalDialects) {
  for (const char *name :
       {"gpu.thread_id", "nvvm.barrier", "scf.for", "cute.make_layout",
        "cute_nvgpu.barrier", "cutlass.barrier.wait", "llvm.add"})
    EXPECT_EQ(actionOn(name), Action::Legal) << name;
  // See Arithmetic.
  EXPECT_EQ(actionOn("arith.addf"), Action::Dynamic);
}

// Req: I-03
TEST_F(BodyTargetTest, IllegalDialects) {
  for (BodyPhase phase : kPhases) {
    EXPECT_EQ(actionOn("nv_tileaa.splat", phase), Action::Illegal);
    EXPECT_EQ(actionOn("nv_tileas.reduce", phase), Action::Illegal);
  }
}

// Req: I-04, I-12
TEST_F(BodyTargetTest, OperationsOfIllegalDialects) {
  for (const char *name : {"nv_tileas.alloc_tensor", "nv_tileas.convert_layout",
                           "nv_tileas.load", "nv_tileas.store"}) {
    EXPECT_EQ(actionOn(name), Action::Dynamic) << name;
    EXPECT_TRUE(isLegal(name, f32())) << name;
    EXPECT_FALSE(isLegal(name, tile())) << name;
  }
  EXPECT_TRUE(isLegal("nv_tileaa.plugin", f32()));
  EXPECT_FALSE(isLegal("nv_tileaa.plugin", tile()));
}

// Req: I-05
TEST_F(BodyTargetTest, OperationsOfLLVM) {
  for (BodyPhase phase : kPhases) {
    EXPECT_EQ(actionOn("llvm.getelementptr", phase), Action::Legal);
    EXPECT_EQ(actionOn("llvm.load", phase), Action::Legal);
    EXPECT_EQ(actionOn("llvm.inline_asm", phase), Action::Legal);
    EXPECT_EQ(actionOn("llvm.mlir.global", phase), Action::Legal);
    EXPECT_EQ(actionOn("llvm.extractelement", phase), Action::Legal);
  }
}

// Pipelines bridge two phases. Functions are converted before, and an operation
// is marked for reuse by an attribute, which changes nothing.
// Req: G-04, I-06
TEST_F(BodyTargetTest, OperationsThatBridge) {
  for (const char *name :
       {"create_pipeline", "producer_acquire", "produce_one", "consume_one",
        "consumer_wait", "consumer_release", "yield"}) {
    auto action = [&](BodyPhase phase) {
      return actionOn(std::string("nv_tileas.async.pipeline.") + name, phase);
    };
    EXPECT_EQ(action(BodyPhase::Tiles), Action::Legal) << name;
    for (BodyPhase phase : ArrayRef(kPhases).drop_front())
      EXPECT_EQ(action(phase), Action::Illegal) << name;
  }
  EXPECT_EQ(actionOn("nv_tileas.async.pipeline.yield"), Action::Legal);
  EXPECT_EQ(actionOn("func.func"), Action::Legal);
  EXPECT_EQ(actionOn("nv_tileaa.func"), Action::Illegal);
  EXPECT_EQ(actionOn("nv_tileaa.return"), Action::Illegal);
  EXPECT_EQ(actionOn("nv_tileaa.mark_for_reuse"), Action::Illegal);
  StringRef name = nv_tileaa::TileAADialect::getMarkForReuseAttrName();
  NamedAttribute mark(StringAttr::get(&context, name), UnitAttr::get(&context));
  EXPECT_TRUE(isLegal("arith.negf", f32(), BodyPhase::Tiles, mark));
  EXPECT_FALSE(isLegal("arith.negf", tile(), BodyPhase::Tiles, mark));
}

// Were the legal dialects declared last, tiles would be left to phase 7, which
// can't convert them.
// Req: I-08, I-13
TEST_F(BodyTargetTest, Arithmetic) {
  Type index = IndexType::get(&context);
  for (const char *name : {"arith.addf", "arith.cmpi", "arith.constant",
                           "arith.select", "arith.trunci"}) {
    EXPECT_TRUE(isLegal(name, f32())) << name;
    EXPECT_TRUE(isLegal(name, index)) << name;
    EXPECT_FALSE(isLegal(name, tile())) << name;
  }
  EXPECT_TRUE(isLegal("arith.addf", f32(), BodyPhase::ControlFlow));
  EXPECT_FALSE(isLegal("arith.addf", f32(), BodyPhase::Scalars));
}

// Req: I-09, I-11
TEST_F(BodyTargetTest, MathAndPoison) {
  EXPECT_EQ(actionOn("math.absi"), Action::Dynamic);
  EXPECT_EQ(actionOn("ub.poison"), Action::Dynamic);
  for (const char *name : {"math.absi", "math.ctlz", "math.ctpop", "math.cttz",
                           "math.trunc", "ub.poison"}) {
    EXPECT_EQ(actionOn(name), Action::Dynamic) << name;
    EXPECT_TRUE(isLegal(name, f32())) << name;
    EXPECT_FALSE(isLegal(name, tile())) << name;
    EXPECT_EQ(actionOn(name, BodyPhase::Scalars), Action::Illegal) << name;
  }
}

// Req: I-14
TEST_F(BodyTargetTest, EachPhaseTakesAway) {
  EXPECT_EQ(actionOn("scf.for", BodyPhase::ControlFlow), Action::Illegal);
  EXPECT_FALSE(isLegal("nv_tileas.load", f32(), BodyPhase::ControlFlow));
  EXPECT_EQ(actionOn("gpu.thread_id", BodyPhase::Instructions),
            Action::Illegal);
  EXPECT_EQ(actionOn("gpu.module", BodyPhase::Scalars), Action::Legal);
  for (const char *name : {"cf.br", "func.func", "func.return"}) {
    EXPECT_NE(actionOn(name, BodyPhase::Instructions), Action::Illegal) << name;
    EXPECT_EQ(actionOn(name, BodyPhase::Scalars), Action::Illegal) << name;
  }
}
