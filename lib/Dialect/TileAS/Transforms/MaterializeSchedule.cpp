//===- MaterializeSchedule.cpp - A warp of its own brings the tiles -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that multiplies tiles which come by TMA is split between agents:
//
//   the kernel                 one warp more                 its own warps
//
//   for k                      for k                         for k
//     start copies      =>       wait until a stage is         wait until it is
//     wait for them                empty                         full
//     multiply                   start copies                  multiply
//   store                                                      it is empty
//                                                            store
//
// Nobody starts copies between products then, threads don't meet in a step, and
// copies run ahead as far as the ring has stages, whatever the consumers do.
// The rings are as they were, but as deep as shared memory allows where a
// second CTA has no room beside them anyway.
//
// The producer is one warp: more would do nothing but take registers. Where
// consumers are two warpgroups registers move to them (setmaxnreg), which takes
// whole warpgroups: three warps of the producer's are idle.
//
// A loop stays as it is, and a remark says why, if it has no products in
// flight, is short, stands under a condition, some of its tiles come otherwise,
// or where they are depends on more than scalars.
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "RoleCode.h"
#include "RuntimeCalls.h"
#include "SplitPlan.h"
#include "StaggerProducts.h"

#include "tileiras/Dialect/TileAS/Transforms/AgentRules.h"
#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASMATERIALIZESCHEDULE
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

namespace {

constexpr int64_t kFewestSteps = 3;
constexpr int64_t kFewestStages = 2, kMostStages = 8;
constexpr int64_t kMaxWarps = 32;
/// What a thread that starts copies and waits for barriers needs, the least
/// that setmaxnreg takes; consumers get at most so many, a multiple of the step
/// (PTX ISA, "setmaxnreg").
constexpr unsigned kProducerRegisters = 24, kMostRegisters = 240,
                   kRegisterStep = 8;
enum Group : int32_t { kProducer, kConsumer };

class Specialiser {
public:
  Specialiser(nv_tileaa::FuncOp func, const TargetInfo &target, int64_t limit,
              int64_t numWarps)
      : func(func), target(target), limit(limit), numWarps(numWarps) {}

  void run() {
    SmallVector<scf::ForOp> candidates;
    func.walk([&](scf::ForOp loop) {
      if (!loop.getBody()->getOps<TiledTmaLoadOp>().empty())
        candidates.push_back(loop);
    });
    for (scf::ForOp loop : candidates)
      if (StringRef why = add(loop); !why.empty())
        refuse(loop, why);
    if (plan.isEmpty())
      return;
    StringRef why = check();
    if (!why.empty())
      return refuse(candidates.front(), why);
    for (scf::ForOp loop : loops)
      delayWait(loop);
    split();
  }

private:
  remark::RemarkOpts getRemark() {
    return remark::RemarkOpts::name("Schedule")
        .category("memory")
        .function(func.getSymName());
  }

  void refuse(scf::ForOp loop, StringRef why) {
    remark::missed(loop.getLoc(), getRemark()) << remark::reason(
        "no warp of its own starts the copies of a loop: {0}", why);
  }

  StringRef add(scf::ForOp loop) {
    if (llvm::none_of(*loop.getBody(),
                      [](Operation &op) { return isProductInFlight(&op); }))
      return "it has no products in flight";
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (trips && trips->ult(kFewestSteps))
      return "it has few steps";
    StringRef why = plan.add(loop);
    if (why.empty())
      loops.push_back(loop);
    return why;
  }

  StringRef check() {
    if (getAgentSwitch(func))
      return "the kernel has agents";
    if (callsRuntime(func))
      return "the kernel prints or asserts, for which its threads take turns";
    if (numWarps + 1 > kMaxWarps)
      return "the kernel has no warp to spare";
    if (StringRef why = plan.assignParts(func); !why.empty())
      return why;
    stages = chooseStages();
    return stages < kFewestStages ? "shared memory has no room for two stages"
                                  : "";
  }

  /// As many as there were, less what other buffers need beside the rings; as
  /// fit where only one CTA does anyway, or where several would have no rings.
  int64_t chooseStages() {
    SmallVector<Buffer> buffers = collectBuffers(func.getBody());
    int64_t reserved = target.SharedMemoryReserved, all = limit + reserved,
            ctas = all / (placeBuffers(buffers) + reserved);
    int64_t had = kMostStages, bytes = 0, alignment = 1;
    for (Buffer &buffer : buffers)
      if (auto ring = dyn_cast<AllocTensorOp>(buffer.op.getOperation());
          ring && plan.isReplaced(ring)) {
        had = std::min(had, ring.getType().getStages());
        alignment = std::max(alignment, buffer.alignment);
      }
    llvm::erase_if(buffers,
                   [&](Buffer &buffer) { return plan.isReplaced(buffer.op); });
    for (const PipelinePlan &pipeline : plan.getPipelines())
      bytes += pipeline.bytes;
    int64_t others = llvm::alignTo(placeBuffers(buffers), alignment) +
                     plan.getPipelines().size() * 2 * kMostStages *
                         AllocMBarrierOp::kObjectBytes;
    auto countRoom = [&](int64_t ctas) {
      return (all / ctas - reserved - others) / bytes;
    };
    bool isAlone =
        ctas <= 1 || sharesRegisters() || countRoom(ctas) < kFewestStages;
    return isAlone ? std::min(countRoom(1), kMostStages)
                   : std::min(countRoom(ctas), had);
  }

  /// Stages say themselves when products have read them; where a wait then
  /// only keeps scales that are still read, it moves to where the next ones are
  /// stored. Those are loaded while the products run.
  static void delayWait(scf::ForOp loop) {
    Block *body = loop.getBody();
    auto waits = llvm::to_vector(body->getOps<TmemWaitOp>());
    CopyOp first;
    for (auto copy : body->getOps<CopyOp>()) {
      bool isOfScales = copy.isStore() && holdsScales(copy.getBuffer());
      if (!isOfScales &&
          (copy.isStore() || copy.getBuffer().getType().isInTensorMemory()))
        return;
      if (isOfScales && !first)
        first = copy;
    }
    if (first && waits.size() == 1 && llvm::all_of(*body, [](Operation &op) {
          return op.getNumRegions() == 0;
        }))
      waits.front()->moveBefore(first);
  }

  static bool holdsScales(Value buffer) {
    return llvm::all_of(
               buffer.getUses(),
               [](OpOperand &use) {
                 auto dot = dyn_cast<TmemDotOp>(use.getOwner());
                 return isa<CopyOp>(use.getOwner()) ||
                        (dot && llvm::is_contained(dot.getScales(), use.get()));
               }) &&
           llvm::any_of(buffer.getUsers(), llvm::IsaPred<TmemDotOp>);
  }

  void split() {
    Block &body = func.getBody().front();
    OpBuilder builder(body.getTerminator());
    SmallVector<Operation *> old = llvm::map_to_vector(
        body.without_terminator(), [](Operation &op) { return &op; });
    SmallVector<Value> captures;
    llvm::copy_if(body.getArguments(), std::back_inserter(captures),
                  [](Value argument) { return !argument.use_empty(); });
    size_t numArguments = captures.size();
    for (const PipelinePlan &pipeline : plan.getPipelines())
      createPipeline(builder, pipeline, captures);
    AgentSwitchOp agents = createSwitch(builder, captures);
    for (Region &region : agents.getGroups())
      emit(region, captures, numArguments, body);
    for (Operation *op : llvm::reverse(old))
      op->erase();
    setRegisters(agents);
    std::optional<ArrayRef<int32_t>> registers = agents.getMaxRegs();
    staggerProducts(agents.getGroups()[kConsumer],
                    registers ? (*registers)[kConsumer]
                              : getLaunchRegisters(agents, target));
    remark::passed(agents.getLoc(), getRemark()) << remark::add(
        "a warp of its own starts the copies of loops, to rings of {0} stages",
        stages);
  }

  /// Its rings and itself.
  void createPipeline(OpBuilder &builder, const PipelinePlan &plan,
                      SmallVectorImpl<Value> &captures) {
    MLIRContext *context = builder.getContext();
    for (auto [stage, alignment] :
         llvm::zip_equal(plan.stageTypes, plan.alignments)) {
      auto ring =
          StridedMemRefType::get(stage.getShape(), stage.getElementType(),
                                 stage.getLayout(), /*parts=*/1, stages);
      captures.push_back(AllocTensorOp::create(
          builder, plan.loc, ring, builder.getI64IntegerAttr(alignment),
          /*offset=*/IntegerAttr()));
    }
    SmallVector<Value> barriers;
    for (int side = 0; side < 2; ++side)
      barriers.push_back(AllocMBarrierOp::create(
          builder, plan.loc, MBarrierType::get(context, stages),
          /*offset=*/IntegerAttr()));
    auto empty =
        plan.isEmptiedByProducts
            ? CompletionAttr::get(context, CompletionKind::Products, 1, 0)
            : CompletionAttr::get(context, CompletionKind::Threads, numWarps,
                                  0);
    auto type = PipelineType::get(
        context, stages,
        CompletionAttr::get(context, CompletionKind::Tx, 1, plan.bytes), empty);
    captures.push_back(CreatePipelineOp::create(
        builder, plan.loc, type, barriers, builder.getI32IntegerAttr(kProducer),
        builder.getI32IntegerAttr(kConsumer)));
  }

  AgentSwitchOp createSwitch(OpBuilder &builder, ValueRange captures) {
    auto numbers = [&](int32_t producer, int32_t consumer) {
      return builder.getDenseI32ArrayAttr({producer, consumer});
    };
    auto agents = AgentSwitchOp::create(
        builder, func.getLoc(), captures, numbers(1, 1), numbers(1, numWarps),
        numbers(numWarps, 0), /*max_regs=*/DenseI32ArrayAttr(),
        /*agent_strides=*/DenseI32ArrayAttr(), /*groupsCount=*/2);
    SmallVector<Type> types = {builder.getI32Type()};
    llvm::append_range(types, captures.getTypes());
    for (Region &region : agents.getGroups())
      region.emplaceBlock().addArguments(
          types, SmallVector<Location>(types.size(), func.getLoc()));
    return agents;
  }

  void emit(Region &region, ValueRange captures, size_t numArguments,
            Block &body) {
    Block &block = region.front();
    OpBuilder builder(func.getContext());
    builder.setInsertionPointToStart(&block);
    IRMapping mapping;
    ValueRange seen = block.getArguments().drop_front();
    mapping.map(captures.take_front(numArguments),
                seen.take_front(numArguments));
    seen = seen.drop_front(numArguments);
    SmallVector<PipelineValues> pipelines;
    for (const PipelinePlan &pipeline : plan.getPipelines()) {
      size_t rings = pipeline.stageTypes.size();
      pipelines.push_back(
          {seen[rings], SmallVector<Value>(seen.take_front(rings))});
      seen = seen.drop_front(rings + 1);
    }
    if (region.getRegionNumber() == kProducer)
      emitProducer(plan, builder, pipelines, std::move(mapping), body);
    else
      emitConsumer(plan, builder, pipelines, std::move(mapping), body);
    YieldOp::create(builder, func.getLoc());
  }

  /// Two warpgroups have less than 255 registers for each thread, and take what
  /// the producer doesn't need: the whole SM is theirs.
  bool sharesRegisters() {
    return numWarps > kWarpsPerWarpgroup && target.SetMaxNReg;
  }

  void setRegisters(AgentSwitchOp agents) {
    if (!sharesRegisters())
      return;
    auto get = [&](unsigned consumer) {
      return DenseI32ArrayAttr::get(
          func.getContext(), {int32_t(kProducerRegisters), int32_t(consumer)});
    };
    agents.setMaxRegsAttr(get(kProducerRegisters));
    unsigned total = agents.getTotalWarps();
    unsigned all = total * getLaunchRegisters(agents, target);
    unsigned others = (total - numWarps) * kProducerRegisters;
    agents.setMaxRegsAttr(get(std::min<unsigned>(
        llvm::alignDown((all - others) / numWarps, kRegisterStep),
        kMostRegisters)));
  }

  nv_tileaa::FuncOp func;
  const TargetInfo &target;
  int64_t limit, numWarps, stages = 0;
  SplitPlan plan;
  /// Those of the plan.
  SmallVector<scf::ForOp> loops;
};

class MaterializeSchedule
    : public tileiras::impl::TileASMaterializeScheduleBase<
          MaterializeSchedule> {
public:
  using TileASMaterializeScheduleBase::TileASMaterializeScheduleBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (!func.getKernelSpec())
      return;
    const TargetInfo *target = getTarget(func);
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (!target || failed(numWarps))
      return signalPassFailure();
    Specialiser(func, *target, getSharedMemoryLimit(*target, extendedSmem),
                *numWarps)
        .run();
  }
};

} // namespace
