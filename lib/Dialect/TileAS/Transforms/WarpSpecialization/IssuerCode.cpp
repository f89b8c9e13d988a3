//===- IssuerCode.cpp - The side that starts a product -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In each step it waits for what threads give or have taken, and for the stage
// that copies fill, starts the product, and lets the product tell both.
//
//===----------------------------------------------------------------------===//

#include "RoleCode.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class IssuerCode : public RoleCode {
public:
  IssuerCode(const SplitPlan &plan, unsigned product, OpBuilder &builder,
             ArrayRef<PipelineValues> pipelines, IRMapping mapping)
      : RoleCode(plan, plan.issuer, builder, pipelines, std::move(mapping)),
        product(plan.getProducts()[product]) {}

private:
  void before(Operation *op) override {
    if (!plan.getSteps(op).empty())
      meet(op->getLoc());
  }

  SmallVector<Value> endStep(scf::ForOp loop) override {
    const IssuedStep &step = *product.findStep(loop.getBody());
    Location loc = step.dots.front()->getLoc();
    unsigned number = plan.getPipelineOf(product);
    Value pipeline = pipelines[number].pipeline, iterator = iterators[number];
    if (product.isFresh) {
      Value token = ProducerAcquireOp::create(builder, loc, pipeline, iterator);
      multiply(step);
      ProducerCommitOp::create(builder, loc, token, pipeline, iterator);
    } else {
      Value token = ConsumerWaitOp::create(builder, loc, pipeline, iterator,
                                           /*pending=*/IntegerAttr());
      multiply(step);
      ConsumerReleaseOp::create(builder, loc, token, pipeline, iterator);
    }
    advance(number, loc);
    return {};
  }

  void multiply(const IssuedStep &step) {
    for (auto [dot, ring] : llvm::zip_equal(step.dots, product.rings))
      multiply(dot, ring);
  }

  void multiply(TmemDotOp dot, unsigned number) {
    Location loc = dot.getLoc();
    const PipelineValues &ring = pipelines[number];
    Value &iterator = iterators[number], here = iterator;
    auto consume = ConsumeOneAsyncOp::create(
        builder, loc,
        TypeRange{here.getType(),
                  PipelineConsumerTokenType::get(builder.getContext())},
        ring.pipeline, here);
    iterator = consume.getNext();
    {
      OpBuilder::InsertionGuard guard(builder);
      Block *body = builder.createBlock(&consume.getBody(), {},
                                        builder.getI32Type(), loc);
      IRMapping inside = mapping;
      view(dot.getA(), inside, {}, {});
      view(dot.getB(), inside, ring.rings.front(), body->getArgument(0));
      if (Value accumulate = dot.getAccumulate())
        inside.map(accumulate,
                   builder.clone(*accumulate.getDefiningOp())->getResult(0));
      builder.clone(*dot, inside);
      PipelineYieldOp::create(builder, loc);
    }
    ConsumerReleaseOp::create(builder, loc, consume.getToken(), ring.pipeline,
                              here);
  }

  /// Views of a buffer that is handed over, or of a stage of a ring, as the
  /// product had them.
  void view(Value buffer, IRMapping &inside, Value ring, Value stage) {
    auto op = buffer.getDefiningOp<BufferViewOp>();
    if (!op || inside.contains(buffer))
      return;
    if (ring && op.getStage()) {
      inside.map(buffer, BufferViewOp::create(builder, op.getLoc(),
                                              buffer.getType(), ring, stage));
      return;
    }
    view(op.getSource(), inside, ring, stage);
    builder.clone(*op, inside);
  }

  const IssuedProduct &product;
};

} // namespace

void tileiras::emitIssuer(const SplitPlan &plan, unsigned product,
                          OpBuilder &builder,
                          ArrayRef<PipelineValues> pipelines, IRMapping mapping,
                          Block &body) {
  IssuerCode(plan, product, builder, pipelines, std::move(mapping)).emit(body);
}
