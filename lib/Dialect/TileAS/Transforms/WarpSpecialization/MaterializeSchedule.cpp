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
// Where threads take sums of products in tensor memory in each step, each
// product of a step is started by one more warp (IssuedProducts.h), and where a
// warpgroup has the rows of such sums whole, two share the steps
// (AlternateSteps.h).
//
// The producer is one warp: more would do nothing but take registers. Where
// consumers are two warpgroups registers move to them (setmaxnreg), which takes
// whole warpgroups: those of the producer's that start no products are idle.
//
// A loop stays as it is, and a remark says why, if it has no products in
// flight, is short, stands in a loop that does not count, some of its tiles
// come otherwise, or where they are depends on more than scalars.
//
//===----------------------------------------------------------------------===//

#include "AdmitOccupancy.h"
#include "AlternateSteps.h"
#include "Pipelining/StaggerProducts.h"
#include "Pipelining/StaggerSums.h"
#include "RoleCode.h"
#include "SplitExponentials.h"
#include "SplitPlan.h"
#include "TensorMemory/SliceChanges.h"
#include "TurnsOfStep.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"
#include "tileiras/Dialect/TileAS/Analysis/RuntimeCalls.h"
#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Target/MachineModel.h"

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
/// Of wgmma. More stages take at most `kMaxRingBytes`.
constexpr int64_t kUsualStages = 4;
constexpr int64_t kRegisterBytes = 4;
/// What a thread that starts copies and waits for barriers needs, the least
/// that setmaxnreg takes (PTX ISA).
constexpr unsigned kProducerRegisters = 24;
/// A producer that also loads indices of tiles needs more: 24 registers spill
/// in the loop of an attention kernel with pages.
constexpr unsigned kIndexingProducerRegisters = 40;
/// Of a thread that has every second step to itself.
constexpr int64_t kFewestSums = 64;
/// Regions of the agents: who starts products follows, each in its own.
enum Group : int32_t { kProducer, kConsumer, kFirstIssuer };
/// Beside the producer, in its warpgroup.
constexpr int64_t kMostIssuers = kWarpsPerWarpgroup - 1;

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
    reportProducts();
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

  /// Reports why threads that compute on sums in each iteration start the
  /// products, too.
  void reportProducts() {
    auto *loop = llvm::find_if(loops, [](scf::ForOp each) {
      return llvm::any_of(each.getOps<CopyOp>(), [](CopyOp copy) {
        return copy.getBuffer().getType().isInTensorMemory() &&
               !holdsScales(copy.getBuffer());
      });
    });
    if (plan.getProducts().empty() && loop != loops.end())
      remark::missed(loop->getLoc(), getRemark()) << remark::reason(
          "no warp of its own starts the products of a loop: {0}",
          plan.getObstacle());
  }

  StringRef add(scf::ForOp loop) {
    if (llvm::none_of(*loop.getBody(),
                      [](Operation &op) { return isAsyncMma(&op); }))
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
    if (numWarps + 1 > kMaxWarpsOfCTA)
      return "the kernel has no warp to spare";
    size_t issuers = std::min(kMaxWarpsOfCTA - numWarps - 1, kMostIssuers);
    if (StringRef why = plan.assignParts(func, issuers); !why.empty())
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
    llvm::erase_if(buffers, [&](Buffer &buffer) {
      return plan.isReplaced(buffer.op) || plan.isHandedOver(buffer.op);
    });
    for (const PipelinePlan &pipeline : plan.getPipelines())
      bytes += pipeline.bytes;
    int64_t objects = plan.getPipelines().size() * 2 * kMostStages *
                      AllocMBarrierOp::kObjectBytes;
    // They live as long as the agents do.
    for (const IssuedProduct &product : plan.getProducts()) {
      objects += 2 * AllocMBarrierOp::kObjectBytes;
      for (AllocationOpInterface operand : product.getOperands())
        if (operand.getSpace() == nv_tileaa::MemSpace::SHARED)
          objects += llvm::alignTo(operand.getBytes(), alignment);
    }
    if (mayAlternate())
      objects += countAlternation();
    int64_t others = placeBuffers(buffers);
    llvm::erase_if(buffers,
                   [&](Buffer &buffer) { return isBehindLoops(buffer.op); });
    int64_t beside = llvm::alignTo(placeBuffers(buffers), alignment);
    auto countRoom = [&](int64_t ctas) {
      int64_t room = all / ctas - reserved - objects;
      return room < others ? 0 : (room - beside) / bytes;
    };
    bool isAlone = ctas <= 1 || sharesRegisters(numWarps) || mayAlternate() ||
                   countRoom(ctas) < kFewestStages;
    return isAlone ? std::min(countRoom(1), getMostStages(bytes))
                   : std::min(countRoom(ctas), had);
  }

  /// What two agents need to take turns: barrier objects, and what loops carry
  /// of rows.
  int64_t countAlternation() {
    int64_t bytes = kNumTurns * 2 * AllocMBarrierOp::kObjectBytes;
    for (scf::ForOp loop : loops)
      for (Value init : loop.getInitArgs())
        if (int64_t count = countRegisters(init.getType());
            count <= kMostRowRegisters)
          bytes += count * kWarpsPerWarpgroup * kLanesPerWarp * kRegisterBytes;
    return bytes;
  }

  /// Of `bytes` each.
  int64_t getMostStages(int64_t bytes) {
    return usesTensorMemory()
               ? kMostStages
               : std::clamp(kMaxRingBytes / bytes, kUsualStages, kMostStages);
  }

  bool usesTensorMemory() {
    return llvm::any_of(loops, [](scf::ForOp loop) {
      return !loop.getOps<TmemDotOp>().empty();
    });
  }

  /// Of one who reads the rings itself, and waits for products that do, before
  /// it comes to `op` (BufferLiveness.h).
  bool isBehindLoops(Operation *op) {
    Block &body = func.getBody().front();
    Operation *here = body.findAncestorOpInBlock(*op);
    return !usesTensorMemory() && llvm::all_of(loops, [&](scf::ForOp loop) {
      return body.findAncestorOpInBlock(*loop)->isBeforeInBlock(here);
    });
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
    SmallVector<Operation *> old;
    for (Operation &op : body.without_terminator())
      old.push_back(&op);
    SmallVector<Value> captures;
    llvm::copy_if(body.getArguments(), std::back_inserter(captures),
                  [](Value argument) { return !argument.use_empty(); });
    size_t numArguments = captures.size();
    SmallVector<Value> buffers = takeBuffers(builder);
    captures.append(buffers);
    for (auto [number, pipeline] : llvm::enumerate(plan.getPipelines()))
      createPipeline(builder, pipeline, plan.getIssuerOf(number), captures);
    for (auto [number, product] : llvm::enumerate(plan.getProducts()))
      createHandover(builder, product, kFirstIssuer + number, captures);
    // Other CTAs use the barrier objects of this one.
    if (plan.isOfCluster())
      ClusterBarrierOp::create(builder, func.getLoc());
    AgentSwitchOp agents = createSwitch(builder, captures);
    for (Region &region : agents.getGroups())
      emit(region, captures, numArguments + buffers.size(), body);
    llvm::erase_if(old, [&](Operation *op) {
      return op->getNumResults() == 1 &&
             llvm::is_contained(buffers, op->getResult(0));
    });
    for (Operation *op : llvm::reverse(old))
      op->erase();
    StringRef why;
    bool alternates =
        mayAlternate() &&
        alternateSteps(agents, agents.getGroups()[kConsumer], target, why);
    if (!why.empty())
      remark::missed(agents.getLoc(), getRemark()) << remark::reason(
          "no two agents share the iterations of loops: {0}", why);
    setRegisters(agents);
    std::optional<ArrayRef<int32_t>> ofAgents = agents.getMaxRegs();
    int64_t registers =
        ofAgents ? (*ofAgents)[kConsumer] : getLaunchRegisters(agents, target);
    staggerProducts(agents.getGroups()[kConsumer], registers);
    if (!alternates)
      staggerSums(agents.getGroups()[kConsumer], registers);
    sliceChanges(agents.getGroups()[kConsumer]);
    splitExponentials(agents.getGroups()[kConsumer], target);
    remark::passed(agents.getLoc(), getRemark()) << remark::add(
        "a warp of its own starts the copies of loops, to rings of {0} stages",
        stages);
    if (!plan.getProducts().empty())
      remark::passed(agents.getLoc(), getRemark())
          << remark::add("{0} warps start products, while others compute on "
                         "the sums of other products",
                         plan.getProducts().size());
    if (alternates)
      remark::passed(agents.getLoc(), getRemark()) << remark::add(
          "two agents of {0} warps compute on the sums of every second step",
          numWarps);
    if (plan.isOfCluster())
      remark::passed(agents.getLoc(), getRemark()) << remark::add(
          "tiles that the CTAs of a cluster share are copied once, a part by "
          "each CTA to all");
  }

  /// What sides hand to each other, out of all loops.
  SmallVector<Value> takeBuffers(OpBuilder &builder) {
    llvm::SetVector<Value> buffers;
    for (const IssuedProduct &product : plan.getProducts()) {
      product.joinBuffers();
      SmallVector<Operation *> ops = {product.getAccumulatorType()};
      llvm::append_range(ops, product.getOperands());
      for (Operation *op : ops)
        if (buffers.insert(op->getResult(0)))
          op->moveBefore(&*builder.getInsertionPoint());
    }
    return buffers.takeVector();
  }

  CreatePipelineOp createPipelineOp(OpBuilder &builder, Location loc,
                                    PipelineType type, int32_t producer,
                                    int32_t consumer) {
    SmallVector<Value> barriers;
    for (int side = 0; side < 2; ++side)
      barriers.push_back(AllocMBarrierOp::create(
          builder, loc,
          MBarrierType::get(builder.getContext(), type.getStages()),
          /*offset=*/IntegerAttr()));
    return CreatePipelineOp::create(builder, loc, type, barriers,
                                    builder.getI32IntegerAttr(producer),
                                    builder.getI32IntegerAttr(consumer));
  }

  /// Between threads and who starts a product.
  void createHandover(OpBuilder &builder, const IssuedProduct &product,
                      int32_t issuer, SmallVectorImpl<Value> &captures) {
    MLIRContext *context = builder.getContext();
    auto ofThreads = CompletionAttr::get(context, CompletionKind::Threads,
                                         numWarps, /*bytes=*/0, /*ctas=*/1),
         ofProducts = CompletionAttr::get(context, CompletionKind::Mma,
                                          /*arrivals=*/1, /*bytes=*/0,
                                          /*ctas=*/1);
    bool isFresh = product.isFresh;
    auto type = PipelineType::get(context, /*stages=*/1,
                                  isFresh ? ofProducts : ofThreads,
                                  isFresh ? ofThreads : ofProducts);
    captures.push_back(createPipelineOp(
        builder, product.getAccumulatorType().getLoc(), type,
        isFresh ? issuer : kConsumer, isFresh ? kConsumer : issuer));
  }

  /// Its rings and itself.
  void createPipeline(OpBuilder &builder, const PipelinePlan &plan,
                      std::optional<unsigned> issuer,
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
    auto empty =
        plan.isEmptiedByMma
            ? CompletionAttr::get(context, CompletionKind::Mma, 1, 0, 1)
            : CompletionAttr::get(context, CompletionKind::Threads, numWarps, 0,
                                  plan.ctas);
    auto type = PipelineType::get(
        context, stages,
        CompletionAttr::get(context, CompletionKind::Tx, 1, plan.bytes, 1),
        empty);
    captures.push_back(
        createPipelineOp(builder, plan.loc, type, kProducer,
                         issuer ? kFirstIssuer + *issuer : kConsumer));
  }

  AgentSwitchOp createSwitch(OpBuilder &builder, ValueRange captures) {
    SmallVector<int32_t> agentsPerGroup = {1, 1},
                         warps = {1, int32_t(numWarps)},
                         first = {int32_t(numWarps), 0};
    for (size_t issuer = 0; issuer < plan.getProducts().size(); ++issuer) {
      agentsPerGroup.push_back(1);
      warps.push_back(1);
      first.push_back(numWarps + 1 + issuer);
    }
    auto agents = AgentSwitchOp::create(
        builder, func.getLoc(), captures,
        builder.getDenseI32ArrayAttr(agentsPerGroup),
        builder.getDenseI32ArrayAttr(warps),
        builder.getDenseI32ArrayAttr(first), /*max_regs=*/DenseI32ArrayAttr(),
        /*agent_strides=*/DenseI32ArrayAttr(), /*groupsCount=*/warps.size());
    SmallVector<Type> types = {builder.getI32Type()};
    llvm::append_range(types, captures.getTypes());
    for (Region &region : agents.getGroups())
      region.emplaceBlock().addArguments(
          types, SmallVector<Location>(types.size(), func.getLoc()));
    return agents;
  }

  void emit(Region &region, ValueRange captures, size_t numOwn, Block &body) {
    Block &block = region.front();
    OpBuilder builder(func.getContext());
    builder.setInsertionPointToStart(&block);
    IRMapping mapping;
    ValueRange seen = block.getArguments().drop_front();
    mapping.map(captures.take_front(numOwn), seen.take_front(numOwn));
    seen = seen.drop_front(numOwn);
    int32_t group = region.getRegionNumber();
    SmallVector<PipelineValues> pipelines;
    for (Value capture : captures.drop_front(numOwn)) {
      // Rings come before their pipeline.
      if (pipelines.empty() || pipelines.back().pipeline)
        pipelines.emplace_back();
      PipelineValues &values = pipelines.back();
      if (auto create = capture.getDefiningOp<CreatePipelineOp>()) {
        values.pipeline = seen.front();
        if (int32_t(*create.getProducerGroup()) == group)
          values.role = PipelineRole::Producer;
        else if (int32_t(*create.getConsumerGroup()) == group)
          values.role = PipelineRole::Consumer;
      } else {
        values.rings.push_back(seen.front());
      }
      seen = seen.drop_front();
    }
    if (group == kProducer)
      emitProducer(plan, builder, pipelines, std::move(mapping), body);
    else if (group == kConsumer)
      emitConsumer(plan, builder, pipelines, std::move(mapping), body);
    else
      emitIssuer(plan, group - kFirstIssuer, builder, pipelines,
                 std::move(mapping), body);
    // Until nobody writes to this CTA or arrives at its barriers any more.
    if (plan.isOfCluster())
      ClusterBarrierOp::create(builder, func.getLoc());
    YieldOp::create(builder, func.getLoc());
  }

  /// Two warpgroups have less than 255 registers for each thread, and take what
  /// the producer doesn't need: the whole SM is theirs.
  bool sharesRegisters(int64_t numConsumers) {
    return numConsumers > kWarpsPerWarpgroup && target.SetMaxNReg;
  }

  /// Whether a warpgroup has the rows of sums whole, and another one may have
  /// those of every second step. Of few sums several CTAs do so.
  bool mayAlternate() {
    ArrayRef<IssuedProduct> products = plan.getProducts();
    const auto *fresh = llvm::find_if(
        products, [](const IssuedProduct &each) { return each.isFresh; });
    return numWarps == kWarpsPerWarpgroup && target.SetMaxNReg &&
           products.size() == 2 && !plan.isOfCluster() &&
           fresh != products.end() &&
           fresh->getAccumulatorType().getBytes() >=
               kFewestSums * kRegisterBytes * kWarpsPerWarpgroup *
                   kLanesPerWarp;
  }

  /// Whether it loads something in each iteration.
  static bool loadsIndices(Region &producer) {
    return producer
        .walk([](ProduceOneAsyncOp produce) {
          return produce->getBlock()->getOps<LoadOp>().empty()
                     ? WalkResult::advance()
                     : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  void setRegisters(AgentSwitchOp agents) {
    int64_t numConsumers = numWarps * agents.getNumAgentsPerGroup()[kConsumer];
    unsigned ofProducer = loadsIndices(agents.getGroups()[kProducer])
                              ? kIndexingProducerRegisters
                              : kProducerRegisters;
    auto distribute = [&] {
      if (sharesRegisters(numConsumers))
        distributeRegisters(agents, kConsumer, ofProducer, target);
    };
    distribute();
    if (admitOccupancy(func, target, numWarps))
      distribute();
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
