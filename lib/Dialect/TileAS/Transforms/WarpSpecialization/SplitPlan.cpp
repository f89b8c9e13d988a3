//===- SplitPlan.cpp - Who does what in a kernel with a producer ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitPlan.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Loops and pipelines
//===----------------------------------------------------------------------===//

StringRef SplitPlan::add(scf::ForOp loop) {
  SmallVector<Operation *> around = {loop};
  while (isa<scf::ForOp, scf::IfOp>(around.back()->getParentOp()))
    around.push_back(around.back()->getParentOp());
  if (!isa<nv_tileaa::FuncOp>(around.back()->getParentOp()))
    return "it stands in a loop that does not count";
  StagedLoadsOfLoop found = findStagedLoads(loop);
  if (!found.whyNot.empty())
    return found.whyNot;
  SmallVector<StepPlan> &plans = steps[loop];
  for (StagedLoads &staged : found.groups) {
    unsigned pipeline = findPipeline(staged, loop);
    for (TiledTmaLoadOp load : staged.loads)
      replaceRing(load);
    plans.push_back({std::move(staged), pipeline});
  }
  replaced.insert_range(found.waits);
  path.insert_range(around);
  return {};
}

unsigned SplitPlan::findPipeline(const StagedLoads &staged, scf::ForOp loop) {
  auto types = staged.getStageTypes();
  auto isTaken = [&](unsigned number) {
    return llvm::any_of(steps.find(loop)->second, [&](const StepPlan &step) {
      return step.pipeline == number;
    });
  };
  for (auto [number, pipeline] : llvm::enumerate(pipelines))
    if (pipeline.stageTypes == types && !isTaken(number) &&
        pipeline.isEmptiedByMma == staged.isReadByProducts &&
        pipeline.ctas == staged.countCtas())
      return number;
  auto alignments = llvm::map_to_vector(staged.loads, [](TiledTmaLoadOp load) {
    return int64_t(getRing(load).getAlignment());
  });
  pipelines.push_back({loop.getLoc(), types, alignments, staged.getBytes(),
                       staged.isReadByProducts, staged.countCtas()});
  return pipelines.size() - 1;
}

/// The ring with its reads stays in the plan of the loop; what makes and uses
/// its barrier objects has no part in the new code.
void SplitPlan::replaceRing(TiledTmaLoadOp load) {
  replaced.insert(getRing(load));
  replaceBarriers(load.getMbarrier());
}

void SplitPlan::replaceBarriers(Value mbarrier) {
  AllocationOpInterface barriers = getAllocation(mbarrier);
  if (!barriers)
    return;
  SmallVector<Operation *> users = {barriers};
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    if (!replaced.insert(user).second)
      continue;
    llvm::append_range(users, user->getUsers());
    // Threads meet behind it: to see what was copied, or the barrier objects.
    Operation *next = user->getNextNode();
    if (isa<AsyncMBarrierInitOp>(user) && isa_and_present<ProxyFenceOp>(next)) {
      replaced.insert(next);
      next = next->getNextNode();
    }
    if (isa<AsyncMBarrierInitOp, AsyncMBarrierWaitOp>(user) &&
        isa_and_present<BarrierOp>(next))
      replaced.insert(next);
  }
}

SmallVector<unsigned> SplitPlan::getPipelinesIn(Operation *around) const {
  llvm::SetVector<unsigned> numbers;
  for (const auto &[split, plans] : steps)
    if (around->isAncestor(split))
      for (const StepPlan &plan : plans)
        numbers.insert(plan.pipeline);
  for (const IssuedProduct &product : products)
    if (llvm::any_of(product.steps, [&](const IssuedStep &step) {
          return around->isAncestor(step.dots.front());
        }))
      numbers.insert(getPipelineOf(product));
  return numbers.takeVector();
}

std::optional<unsigned> SplitPlan::getIssuerOf(unsigned ring) const {
  for (auto [number, product] : llvm::enumerate(products))
    if (llvm::is_contained(product.rings, ring))
      return number;
  return std::nullopt;
}

/// Products and waits for them stay in the plan; threads have no part in them.
void SplitPlan::planProducts(nv_tileaa::FuncOp func, size_t most) {
  SmallVector<LoopWithProducts> loops;
  for (auto &[loop, plans] : steps) {
    LoopWithProducts &here = loops.emplace_back();
    here.loop = cast<scf::ForOp>(loop);
    for (const StepPlan &plan : plans)
      here.stages.push_back({&plan.staged, plan.pipeline});
  }
  products = findIssuedProducts(func, loops, obstacle);
  if (products.size() > most) {
    obstacle = "there are more products than warps for them";
    products.clear();
  }
  for (const IssuedProduct &product : products)
    for (IssuedStep step : product.steps) {
      handedOver.insert(step.sums);
      handedOver.insert_range(step.operands);
      for (TmemDotOp dot : step.dots) {
        replaced.insert(dot);
        replaceViews(dot.getB());
      }
      replaceBarriers(step.wait.getMbarrier());
    }
}

void SplitPlan::replaceViews(Value buffer) {
  for (auto view = buffer.getDefiningOp<BufferViewOp>(); view;
       view = view.getSource().getDefiningOp<BufferViewOp>())
    replaced.insert(view);
}

bool SplitPlan::isStageView(Operation *op) const {
  auto view = dyn_cast<BufferViewOp>(op);
  AllocationOpInterface allocation =
      view ? getAllocation(view.getResult()) : AllocationOpInterface();
  return allocation && isReplaced(allocation) && !isReplaced(op) &&
         !llvm::all_of(op->getUsers(),
                       [&](Operation *user) { return isReplaced(user); });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {

/// Goes back from what a side has to do to what that needs.
class Marker {
public:
  Marker(const SplitPlan &plan, RoleParts &parts) : plan(plan), parts(parts) {}

  void need(ValueRange values) {
    SmallVector<Value> worklist(values);
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (auto argument = dyn_cast<BlockArgument>(value))
        needArgument(argument, worklist);
      else if (plan.isOnPath(value.getDefiningOp()))
        needResult(cast<OpResult>(value), worklist);
      else
        needOp(value.getDefiningOp(), worklist);
    }
  }

  /// With everything in it.
  void needOp(Operation *op) {
    SmallVector<Value> worklist;
    needOp(op, worklist);
    need(worklist);
  }

private:
  void needOp(Operation *op, SmallVectorImpl<Value> &worklist) {
    // The step has views of its own.
    if (plan.isStageView(op) || plan.isHandedOver(op) ||
        !parts.ops.insert(op).second)
      return;
    llvm::append_range(worklist, op->getOperands());
    SetVector<Value> above;
    getUsedValuesDefinedAbove(op->getRegions(), above);
    llvm::append_range(worklist, above);
  }

  /// Of a loop on the path its argument; of a condition what each arm gives.
  void needResult(OpResult result, SmallVectorImpl<Value> &worklist) {
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      return needArgument(loop.getTiedLoopRegionIterArg(result), worklist);
    if (!parts.carried.insert(result).second)
      return;
    for (Region &arm : result.getOwner()->getRegions())
      worklist.push_back(
          arm.front().getTerminator()->getOperand(result.getResultNumber()));
  }

  /// Of a loop on the path what it starts with and hands on.
  void needArgument(BlockArgument argument, SmallVectorImpl<Value> &worklist) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || !plan.isOnPath(loop) || argument == loop.getInductionVar() ||
        !parts.carried.insert(argument).second)
      return;
    worklist.push_back(loop.getTiedLoopInit(argument)->get());
    worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
  }

  const SplitPlan &plan;
  RoleParts &parts;
};

} // namespace

FutureWaitOp SplitPlan::findWaitBehind(Operation *loop) {
  while ((loop = loop->getNextNode()))
    if (auto wait = dyn_cast<FutureWaitOp>(loop);
        wait && wait.getPending().value_or(0) == 0)
      return wait;
  return {};
}

bool SplitPlan::usesReplaced(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(inner->getOperands(),
                            [&](Value operand) {
                              Operation *def = operand.getDefiningOp();
                              return def && isReplaced(def);
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A load that comes at any time: nothing is ordered with it.
static bool isUnordered(LoadOp load) {
  Value token = load.getToken();
  return load.getMemSemantic() == nv_tileaa::MemSemantic::WEAK &&
         load.getResultToken().use_empty() &&
         (!token || token.getDefiningOp<nv_tileaa::CreateMemTokenOp>());
}

bool tileiras::isForBothSides(Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  return (load ? isUnordered(load) : isPure(op)) && op->getNumRegions() == 0 &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

/// What says whether and how often a loop, or a condition, comes to its body.
static SmallVector<Value> getControl(Operation *op) {
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return {choice.getCondition()};
  auto loop = cast<scf::ForOp>(op);
  return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
}

StringRef SplitPlan::assignParts(nv_tileaa::FuncOp func, size_t mostIssuers) {
  planProducts(func, mostIssuers);
  Marker ofProducer(*this, producer), ofConsumer(*this, consumer),
      ofIssuer(*this, issuer);
  for (Operation *op : path) {
    SmallVector<Value> control = getControl(op);
    ofProducer.need(control);
    ofConsumer.need(control);
    if (!products.empty())
      ofIssuer.need(control);
    for (const StepPlan &step : getSteps(op))
      for (TiledTmaLoadOp load : step.staged.loads) {
        ofProducer.need(load.getCoords());
        ofProducer.need(load.getDesc());
      }
  }
  if (!llvm::all_of(producer.ops, isForBothSides))
    return "where its tiles are takes more than scalars";
  for (const auto &[split, plans] : steps)
    for (const StepPlan &step : plans)
      if (step.staged.isReleasedNextIteration && !findWaitBehind(split))
        return "no wait tells when its products have read a stage";

  SmallVector<Block *> blocks = {&func.getBody().front()};
  for (Operation *op : path)
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
  for (Block *block : blocks)
    for (Operation &op : block->without_terminator())
      if (!isOnPath(&op) && !isReplaced(&op) && !isHandedOver(&op) &&
          !wouldOpBeTriviallyDead(&op))
        ofConsumer.needOp(&op);
  if (llvm::any_of(consumer.ops,
                   [&](Operation *op) { return usesReplaced(op); }))
    return "its rings or their barrier objects are used otherwise";
  return {};
}
