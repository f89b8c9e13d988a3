//===- PipelinesToLLVM.cpp - Stages, phases and barrier objects -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pipeline becomes, each one or two values that loops and agents carry:
//
//   pipeline    the addresses of its barriers `full` and `empty`, if it has any
//   iterator    the stage, and how often the side has been through all stages:
//               its phase. Both i32
//   token       the phase, i32
//
// A barrier object ends phases 0, 1, 2, …, and knows of the last two by their
// parity. Who is at a stage for the n-th time waits for phase n of `full`; of
// `empty`, for phase n - 1, so the producer counts from one: before a first
// phase has ended, the one before counts as ended.
//
//===----------------------------------------------------------------------===//

#include "Owners.h"
#include "Patterns.h"
#include "StageBarriers.h"
#include "ThreadIndex.h"

#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Transforms/PipelineRules.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A converted pipeline.
struct Barriers {
  Value full, empty;

  explicit Barriers(ValueRange converted)
      : full(converted.empty() ? Value() : converted[0]),
        empty(converted.empty() ? Value() : converted[1]) {}
};

/// A converted iterator.
struct State {
  Value stage, phase;

  explicit State(ValueRange converted)
      : stage(converted[0]), phase(converted[1]) {}
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

template <typename OpTy> class StepPattern : public OpConversionPattern<OpTy> {
public:
  StepPattern(const TypeConverter &converter, MLIRContext *context,
              const TargetInfo &target)
      : OpConversionPattern<OpTy>(converter, context), target(target) {}

protected:
  const TargetInfo &target;
};

/// The first thread of the CTA makes the barriers.
struct CreatePipelineLowering : StepPattern<CreatePipelineOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(CreatePipelineOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PipelineType type = op.getType();
    SmallVector<Value> addresses;
    if (type.hasBarriers()) {
      Value first =
          createOwnerPredicate(rewriter, op.getLoc(), rewriter.getI32Type());
      for (auto [barrier, completion] :
           llvm::zip_equal(adaptor.getMbarriers(),
                           ArrayRef{type.getFull(), type.getEmpty()})) {
        addresses.push_back(LLVM::ExtractValueOp::create(rewriter, op.getLoc(),
                                                         barrier.front(), 0));
        createInit(rewriter, op.getLoc(), addresses.back(), type.getStages(),
                   completion.getArrivals(), first);
      }
      if (type.isFilledByTransactions())
        FenceMbarrierInitOp::create(rewriter, op.getLoc());
    }
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{addresses});
    return success();
  }
};

struct CreateIteratorLowering : StepPattern<CreateIteratorOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(CreateIteratorOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isProducer = op.getType().getRole() == PipelineRole::Producer;
    SmallVector<Value> state = {i32Constant(rewriter, op.getLoc(), 0),
                                i32Constant(rewriter, op.getLoc(), isProducer)};
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{state});
    return success();
  }
};

struct IncIteratorLowering : StepPattern<IncIteratorOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(IncIteratorOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    State state(adaptor.getIterator());
    Value one = i32Constant(rewriter, loc, 1);
    Value next = LLVM::AddOp::create(rewriter, loc, state.stage, one);
    Value isBehind = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::eq, next,
        i32Constant(rewriter, loc, op.getType().getStages()));
    Value stage = LLVM::SelectOp::create(rewriter, loc, isBehind,
                                         i32Constant(rewriter, loc, 0), next);
    Value more =
        LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(), isBehind);
    Value phase = LLVM::AddOp::create(rewriter, loc, state.phase, more);
    SmallVector<Value> values = {stage, phase};
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{values});
    return success();
  }
};

struct ProducerAcquireLowering : StepPattern<ProducerAcquireOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(ProducerAcquireOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    State state(adaptor.getIterator());
    auto wait = [&](OpBuilder &builder, Location loc) {
      if (Value empty = Barriers(adaptor.getPipeline()).empty)
        createWait(builder, loc, target,
                   getBarrier(builder, loc, empty, state.stage), state.phase);
    };
    if (op.getPipeline().getType().isFilledByTransactions())
      createInFirstThread(rewriter, op.getLoc(), wait);
    else
      wait(rewriter, op.getLoc());
    rewriter.replaceOp(op, state.phase);
    return success();
  }
};

struct ConsumerWaitLowering : StepPattern<ConsumerWaitOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(ConsumerWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    State state(adaptor.getIterator());
    if (Value full = Barriers(adaptor.getPipeline()).full)
      createWait(rewriter, op.getLoc(), target,
                 getBarrier(rewriter, op.getLoc(), full, state.stage),
                 state.phase);
    else
      CpAsyncWaitGroupOp::create(rewriter, op.getLoc(), *op.getPending());
    rewriter.replaceOp(op, state.phase);
    return success();
  }
};

struct ProducerCommitLowering : StepPattern<ProducerCommitOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(ProducerCommitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (Value full = Barriers(adaptor.getPipeline()).full)
      createArrival(
          rewriter, loc,
          getBarrier(rewriter, loc, full, State(adaptor.getIterator()).stage),
          op.getPipeline().getType().getFull(), countThreadsAt(op));
    else
      CpAsyncCommitGroupOp::create(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConsumerReleaseLowering : StepPattern<ConsumerReleaseOp> {
  using StepPattern::StepPattern;

  LogicalResult
  matchAndRewrite(ConsumerReleaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (Value empty = Barriers(adaptor.getPipeline()).empty)
      createArrival(
          rewriter, loc,
          getBarrier(rewriter, loc, empty, State(adaptor.getIterator()).stage),
          op.getPipeline().getType().getEmpty(), countThreadsAt(op));
    rewriter.eraseOp(op);
    return success();
  }
};

/// A barrier object as a value that is not converted.
Value castToMBarrier(OpBuilder &builder, Location loc,
                     const TypeConverter &converter, Value address) {
  auto type = MBarrierType::get(builder.getContext(), 1);
  Value slot =
      LLVM::PoisonOp::create(builder, loc, converter.convertType(type));
  slot = LLVM::InsertValueOp::create(builder, loc, slot, address,
                                     ArrayRef<int64_t>{0});
  return UnrealizedConversionCastOp::create(builder, loc, type, slot)
      .getResult(0);
}

/// The region comes in place of the operation.
template <typename OpTy> struct AccessLowering : StepPattern<OpTy> {
  using StepPattern<OpTy>::StepPattern;
  using OneToNOpAdaptor = typename StepPattern<OpTy>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    Operation *yield = body.getTerminator();
    SmallVector<Value> results(yield->getOperands());
    rewriter.eraseOp(yield);
    SmallVector<Value> arguments = {State(adaptor.getIterator()).stage};
    if (body.getNumArguments() > 1) {
      Value barrier =
          getBarrier(rewriter, op.getLoc(),
                     Barriers(adaptor.getPipeline()).full, arguments.front());
      arguments.push_back(castToMBarrier(rewriter, op.getLoc(),
                                         *this->getTypeConverter(), barrier));
    }
    rewriter.inlineBlockBefore(&body, op, arguments);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// What a pipeline is made of; everything else stays.
class PipelineTypeConverter : public TypeConverter {
public:
  explicit PipelineTypeConverter(const TypeConverter &tiles) {
    addConversion([](Type type) { return type; });
    addConversion([](PipelineType type, SmallVectorImpl<Type> &types) {
      auto address = LLVM::LLVMPointerType::get(type.getContext(), 3);
      types.assign(type.hasBarriers() ? 2 : 0, address);
      return success();
    });
    addConversion([](PipelineIteratorType type, SmallVectorImpl<Type> &types) {
      types.assign(2, IntegerType::get(type.getContext(), 32));
      return success();
    });
    addConversion([](PipelineProducerTokenType type) -> Type {
      return IntegerType::get(type.getContext(), 32);
    });
    addConversion([](PipelineConsumerTokenType type) -> Type {
      return IntegerType::get(type.getContext(), 32);
    });
    addConversion([&](MBarrierType type) { return tiles.convertType(type); });
    auto cast = [](OpBuilder &builder, Type type, ValueRange inputs,
                   Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    };
    addSourceMaterialization(cast);
    addTargetMaterialization(cast);
  }
};

} // namespace

LogicalResult convertPipelines(Operation *module, const TypeConverter &tiles,
                               const TargetInfo &targetInfo) {
  MLIRContext *context = module->getContext();
  RewritePatternSet steps(context);
  populatePipelineStepPatterns(steps);
  walkAndApplyPatterns(module, std::move(steps));

  PipelineTypeConverter converter(tiles);
  ConversionTarget target =
      getBodyTarget(tiles, *context, BodyPhase::Pipelines);
  RewritePatternSet patterns(context);
  patterns
      .add<CreatePipelineLowering, CreateIteratorLowering, IncIteratorLowering,
           ProducerAcquireLowering, ProducerCommitLowering,
           ConsumerWaitLowering, ConsumerReleaseLowering,
           AccessLowering<ProducerWriteOp>, AccessLowering<ConsumerReadOp>>(
          converter, context, targetInfo);
  populateAgentTypePatterns(converter, patterns, target);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  return applyPartialConversion(module, target, std::move(patterns));
}

} // namespace tileiras::to_llvm
