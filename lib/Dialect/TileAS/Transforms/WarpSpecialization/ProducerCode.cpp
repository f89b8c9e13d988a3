//===- ProducerCode.cpp - The side that fills the stages ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoleCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class ProducerCode : public RoleCode {
public:
  ProducerCode(const SplitPlan &plan, OpBuilder &builder,
               ArrayRef<PipelineValues> pipelines, IRMapping mapping)
      : RoleCode(plan, plan.producer, builder, pipelines, std::move(mapping)) {}

private:
  SmallVector<Value> endStep(scf::ForOp loop) override {
    for (const StepPlan &step : plan.getSteps(loop))
      produce(step);
    return {};
  }

  void produce(const StepPlan &step) {
    const PipelineValues &values = pipelines[step.pipeline];
    Value &iterator = iterators[step.pipeline];
    Location loc = pipelines[step.pipeline].pipeline.getLoc();
    auto produce = ProduceOneAsyncOp::create(builder, loc, iterator.getType(),
                                             values.pipeline, iterator);
    iterator = produce.getNext();
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(
        &produce.getBody(), {},
        {builder.getI32Type(), MBarrierType::get(builder.getContext(), 1)},
        {loc, loc});
    for (auto [load, ring] : llvm::zip_equal(step.staged.loads, values.rings))
      copy(load, ring, body->getArgument(0), body->getArgument(1));
    PipelineYieldOp::create(builder, loc);
  }

  void copy(TiledTmaLoadOp load, Value ring, Value stage, Value full) {
    Value buffer = BufferViewOp::create(
        builder, load.getLoc(), load.getDestination().getType(), ring, stage);
    auto coords = llvm::map_to_vector(load.getCoords(), [&](Value coord) {
      return mapping.lookupOrDefault(coord);
    });
    // What all CTAs of the cluster need, each brings a part of to all.
    Value mask, part;
    if (int64_t parts = load.getDesc().getType().getParts(); parts > 1) {
      mask = arith::ConstantOp::create(
          builder, load.getLoc(),
          builder.getI16IntegerAttr(int16_t((1 << parts) - 1)));
      part = nv_tileaa::GetClusterRankOp::create(builder, load.getLoc(),
                                                 builder.getI32Type());
    }
    TiledTmaLoadOp::create(
        builder, load.getLoc(), mapping.lookupOrDefault(load.getDesc()), buffer,
        coords, full, /*predicate=*/Value(), mask, part, load.getAtom());
  }
};

} // namespace

void tileiras::emitProducer(const SplitPlan &plan, OpBuilder &builder,
                            ArrayRef<PipelineValues> pipelines,
                            IRMapping mapping, Block &body) {
  ProducerCode(plan, builder, pipelines, std::move(mapping)).emit(body);
}
