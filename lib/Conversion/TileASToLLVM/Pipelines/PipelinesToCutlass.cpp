//===- PipelinesToCutlass.cpp - Barriers, states and operations -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are converted in the values that loops and agents carry:
//
//   pipeline    the addresses of its barriers `full` and `empty`, if it has any
//   iterator    !cutlass.pipeline_state: the stage, and the phase
//   token       the phase, i32; -1 for none
//   order       the address of its agents' barriers; its iterator is a state
//               of one stage
//
// An operation of a producer or consumer becomes one of cutlass, which
// convert-cutlass-to-cute-nvgpu then lowers to instructions. A predicate
// selects the threads that execute it for all threads of the producer or
// consumer. A pipeline of groups of copies has no barrier objects: its
// operations are single instructions.
//
//===----------------------------------------------------------------------===//

#include "Memory/OwnerPredicate.h"
#include "Patterns.h"
#include "ThreadIndex.h"

#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/TileAS/Contract/PipelineContract.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <array>

using namespace mlir;
using namespace mlir::cute_nvgpu;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The phase of no token: phases count up from zero.
constexpr int32_t kNoPhase = -1;

/// A converted pipeline.
struct Barriers {
  Value full, empty;

  explicit Barriers(ValueRange converted)
      : full(converted.empty() ? Value() : converted[0]),
        empty(converted.empty() ? Value() : converted[1]) {}
};

/// Returns the stage index that a region has as argument.
Value getStage(OpBuilder &builder, Location loc, Value state) {
  return cutlass::GetStageOp::create(builder, loc, builder.getI32Type(), state);
}

/// Returns the value that a token is converted to.
Value getPhase(OpBuilder &builder, Location loc, Value state) {
  return cutlass::GetPhaseOp::create(builder, loc, builder.getI32Type(), state);
}

/// The arrivals at a barrier on which `threads` threads complete a stage.
struct ArrivalPlan {
  cutlass::Arrival arrival;
  IntegerAttr bytes;
  Value predicate;

  ArrivalPlan(OpBuilder &builder, Location loc, CompletionAttr completion,
              unsigned threads) {
    switch (completion.getKind()) {
    case CompletionKind::CpAsync:
      arrival = cutlass::Arrival::Copies;
      return;
    case CompletionKind::Tx:
      arrival = cutlass::Arrival::Transactions;
      bytes = builder.getI32IntegerAttr(completion.getBytes());
      predicate = createElectedPredicate(builder, loc);
      return;
    case CompletionKind::Mma:
      arrival = cutlass::Arrival::Mma;
      return;
    default:
      bool isEach = completion.getArrivals() == threads;
      arrival = isEach ? cutlass::Arrival::Thread : cutlass::Arrival::Warp;
      if (!isEach)
        predicate = createOwnerPredicate(builder, loc, /*freeLanes=*/31,
                                         /*freeWarps=*/0);
    }
  }
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The first thread of the CTA initialises the barriers.
struct CreatePipelineLowering : OpConversionPattern<CreatePipelineOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CreatePipelineOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PipelineType type = op.getType();
    SmallVector<Value> addresses;
    if (type.hasBarriers()) {
      Value first = createFirstThreadPredicate(rewriter, op.getLoc());
      for (auto [barrier, completion] :
           llvm::zip_equal(adaptor.getMbarriers(),
                           std::array{type.getFull(), type.getEmpty()})) {
        addresses.push_back(LLVM::ExtractValueOp::create(rewriter, op.getLoc(),
                                                         barrier.front(), 0));
        cutlass::BarrierInitOp::create(rewriter, op.getLoc(), addresses.back(),
                                       type.getStages(),
                                       completion.getAllArrivals(), first);
      }
      // TMA copies signal through the async proxy, tcgen05.commit doesn't.
      if (type.isFilledByTransactions())
        FenceMbarrierInitOp::create(rewriter, op.getLoc());
    }
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{addresses});
    return success();
  }
};

struct CreateIteratorLowering : OpConversionPattern<CreateIteratorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CreateIteratorOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cutlass::MakeStateOp>(
        op, getTypeConverter()->convertType(op.getType()),
        op.getType().getRole() == PipelineRole::Producer
            ? cutlass::Role::Producer
            : cutlass::Role::Consumer);
    return success();
  }
};

struct IncIteratorLowering : OpConversionPattern<IncIteratorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IncIteratorOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cutlass::AdvanceOp>(
        op, adaptor.getIterator().front());
    return success();
  }
};

struct ProducerAcquireLowering : OpConversionPattern<ProducerAcquireOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ProducerAcquireOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value state = adaptor.getIterator().front();
    PipelineType type = op.getPipeline().getType();
    Value predicate;
    if (type.isFilledByTransactions())
      predicate = createElectedPredicate(rewriter, op.getLoc());
    Value empty = Barriers(adaptor.getPipeline()).empty;
    auto wait = [&](OpBuilder &builder, Location loc) {
      cutlass::ProducerAcquireOp::create(builder, loc, empty, state, predicate);
    };
    // Only the thread that issues MMAs waits for the stage, as below.
    if (type.isFilledByMma())
      createInNewlyElectedThread(rewriter, op.getLoc(), wait);
    else if (empty)
      wait(rewriter, op.getLoc());
    if (type.isEmptiedByMma() && !type.isFilledByTransactions())
      Tcgen05FenceAfterOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, getPhase(rewriter, op.getLoc(), state));
    return success();
  }
};

struct ConsumerWaitLowering : OpConversionPattern<ConsumerWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConsumerWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value state = adaptor.getIterator().front();
    Value full = Barriers(adaptor.getPipeline()).full;
    auto wait = [&](OpBuilder &builder, Location loc) {
      cutlass::ConsumerWaitOp::create(builder, loc, full, state,
                                      /*predicate=*/Value());
    };
    // Where MMAs release the stage, only the thread that issues them waits for
    // it: no other thread delays the release, so the stage could be filled
    // again before a waiting thread has seen it full.
    if (op.getPipeline().getType().isEmptiedByMma())
      createInNewlyElectedThread(rewriter, op.getLoc(), wait);
    else if (full)
      wait(rewriter, op.getLoc());
    else
      CpAsyncWaitGroupOp::create(rewriter, op.getLoc(), *op.getPending());
    if (op.getPipeline().getType().isFilledByMma())
      Tcgen05FenceAfterOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, getPhase(rewriter, op.getLoc(), state));
    return success();
  }
};

struct ProducerCommitLowering : OpConversionPattern<ProducerCommitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ProducerCommitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    PipelineType type = op.getPipeline().getType();
    Value full = Barriers(adaptor.getPipeline()).full;
    auto commit = [&](OpBuilder &builder, Location at) {
      ArrivalPlan plan(builder, at, type.getFull(), countThreadsAt(op));
      cutlass::ProducerCommitOp::create(
          builder, at, full, adaptor.getIterator().front(), plan.arrival,
          plan.bytes, plan.predicate);
    };
    if (type.isFilledByMma())
      createInNewlyElectedThread(rewriter, loc, commit);
    else if (full)
      commit(rewriter, loc);
    else
      CpAsyncCommitGroupOp::create(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConsumerReleaseLowering : OpConversionPattern<ConsumerReleaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConsumerReleaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    PipelineType type = op.getPipeline().getType();
    Value empty = Barriers(adaptor.getPipeline()).empty;
    if (type.isEmptiedByMma()) {
      createInNewlyElectedThread(rewriter, loc,
                                 [&](OpBuilder &builder, Location at) {
                                   release(builder, at, op, adaptor, empty);
                                 });
    } else if (empty) {
      release(rewriter, loc, op, adaptor, empty);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void release(OpBuilder &builder, Location loc, ConsumerReleaseOp op,
                      OneToNOpAdaptor adaptor, Value empty) {
    ArrivalPlan plan(builder, loc, op.getPipeline().getType().getEmpty(),
                     countThreadsAt(op));
    cutlass::ConsumerReleaseOp::create(
        builder, loc, empty, adaptor.getIterator().front(), plan.arrival,
        plan.bytes,
        andPredicates(builder, loc, plan.predicate,
                      isSome(builder, op, adaptor.getToken().front())),
        op.getPipeline().getType().getEmpty().getCtas());
  }

  /// Returns null if the token is known to be of this iteration.
  static Value isSome(OpBuilder &builder, ConsumerReleaseOp op, Value token) {
    if (op.getToken().getDefiningOp<ConsumerWaitOp>())
      return {};
    return LLVM::ICmpOp::create(builder, op.getLoc(), LLVM::ICmpPredicate::ne,
                                token,
                                i32Constant(builder, op.getLoc(), kNoPhase));
  }
};

struct CreateNoneLowering : OpConversionPattern<CreateNoneOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CreateNoneOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), kNoPhase));
    return success();
  }
};

/// Returns a barrier object as a value that is not converted.
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

/// The region replaces the operation.
template <typename OpTy> struct AccessLowering : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    Operation *yield = body.getTerminator();
    SmallVector<Value> results(yield->getOperands());
    rewriter.eraseOp(yield);
    Value state = adaptor.getIterator().front();
    SmallVector<Value> arguments = {getStage(rewriter, op.getLoc(), state)};
    if (body.getNumArguments() > 1) {
      Value full = Barriers(adaptor.getPipeline()).full;
      Value barrier = cutlass::GetBarrierOp::create(
          rewriter, op.getLoc(), full.getType(), full, state);
      arguments.push_back(castToMBarrier(rewriter, op.getLoc(),
                                         *this->getTypeConverter(), barrier));
    }
    rewriter.inlineBlockBefore(&body, op, arguments);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Converts the types of pipelines; other types are unchanged.
class PipelineTypeConverter : public TypeConverter {
public:
  explicit PipelineTypeConverter(const TypeConverter &tiles) {
    addConversion([](Type type) { return type; });
    addConversion([](PipelineType type, SmallVectorImpl<Type> &types) {
      auto address = LLVM::LLVMPointerType::get(type.getContext(), 3);
      types.assign(type.hasBarriers() ? 2 : 0, address);
      return success();
    });
    addConversion([](PipelineIteratorType type) -> Type {
      return cutlass::PipelineStateType::get(type.getContext(),
                                             type.getStages());
    });
    addConversion([](OrderType type) -> Type {
      return LLVM::LLVMPointerType::get(type.getContext(), 3);
    });
    addConversion([](OrderIteratorType type) -> Type {
      return cutlass::PipelineStateType::get(type.getContext(), 1);
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

LogicalResult convertPipelines(Operation *module, const TypeConverter &tiles) {
  MLIRContext *context = module->getContext();
  RewritePatternSet expansions(context);
  populatePipelineExpansionPatterns(expansions);
  walkAndApplyPatterns(module, std::move(expansions));

  PipelineTypeConverter converter(tiles);
  ConversionTarget target =
      getBodyTarget(tiles, *context, BodyPhase::Pipelines);
  RewritePatternSet patterns(context);
  patterns
      .add<CreatePipelineLowering, CreateIteratorLowering, IncIteratorLowering,
           ProducerAcquireLowering, ProducerCommitLowering,
           ConsumerWaitLowering, ConsumerReleaseLowering, CreateNoneLowering,
           AccessLowering<ProducerWriteOp>, AccessLowering<ConsumerReadOp>>(
          converter, context);
  populateOrderPatterns(converter, patterns);
  populateAgentTypePatterns(converter, patterns, target);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  return applyPartialConversion(module, target, std::move(patterns));
}

} // namespace tileiras::to_llvm
