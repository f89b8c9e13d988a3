//===- SplitClusters.cpp - Tiles that several CTAs work on ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CTAs of a cluster run the same program on the same tile. Each store is
// replaced by one of a part of its tile, the part that has the number of the
// CTA in the cluster, and what it is computed from by what that part takes
// (SlicePlan.h). Control flow comes from scalars, which are whole and therefore
// the same in all of them. Where a tile can't be divided into as many parts as
// the hint has CTAs, the cluster has half as many.
//
// What a program may see of it:
//   * effects other than weak stores would be had again, so there may be none;
//   * tokens order accesses of a tile block, and here only those of one CTA are
//     in order. So nothing may write to what is loaded (ReadOnlyLoads.h), and
//     stores that a token orders must be to tiles of one view that don't
//     overlap: then an element is always the same CTA's;
//   * a product that several CTAs would compute wins nothing.
//
//===----------------------------------------------------------------------===//

#include "AliasGroups.h"
#include "SliceConsumers.h"

#include "tileiras/Analysis/ReadOnlyLoads.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAAPARTITIONCTACLUSTER
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The CTAs that a cluster may have on every target with clusters (CUDA C++
/// Programming Guide, "Thread Block Clusters").
constexpr int64_t kMaxCtas = 8;
/// The columns of a part of a product below which the other operand is most of
/// what a CTA loads.
constexpr int64_t kFewestColumns = 32;

/// The registers of a thread for accumulators.
constexpr int64_t kAccumulators = 128;

struct DividedStore {
  TiledStoreOp store;
  int cut;
  SlicePlan plan;
};

class ClusterPlanner {
public:
  ClusterPlanner(FuncOp func, int64_t ctas) : func(func), ctas(ctas) {}

  /// None if every store can be divided.
  std::optional<Refusal> plan() {
    SmallVector<DotOp> products;
    func.walk([&](DotOp dot) { products.push_back(dot); });
    if (products.empty())
      return Refusal{func, "the kernel has no products, whose operands CTAs "
                           "could share"};
    SmallVector<TiledStoreOp> found;
    if (auto obstacle = findStores(found))
      return obstacle;
    for (TiledStoreOp store : found)
      if (auto obstacle = planStore(store))
        return obstacle;
    if (auto obstacle = checkProducts(products))
      return obstacle;
    return checkOrder();
  }

  MutableArrayRef<DividedStore> getStores() { return stores; }

private:
  static bool isPlainStore(TiledStoreOp store) {
    TiledViewType view = store.getView().getType();
    return store.getMemSemantic() == MemSemantic::WEAK &&
           !store.getMulticast() && !view.getSparseDim();
  }

  static bool isPlainLoad(Operation *op) {
    auto tiled = dyn_cast<TiledLoadOp>(op);
    return isWeakLoad(op) && !(tiled && tiled.getMulticast());
  }

  std::optional<Refusal> findStores(SmallVectorImpl<TiledStoreOp> &found) {
    std::optional<Refusal> obstacle;
    func.walk([&](Operation *op) {
      if (op == func || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
        return WalkResult::advance();
      if (auto store = dyn_cast<TiledStoreOp>(op); store && isPlainStore(store))
        found.push_back(store);
      else if (!isPlainLoad(op) && !isMemoryEffectFree(op))
        obstacle = Refusal{op, "each CTA of a cluster would do it"};
      return obstacle ? WalkResult::interrupt() : WalkResult::advance();
    });
    return obstacle;
  }

  std::optional<Refusal> planStore(TiledStoreOp store) {
    Refusal first;
    TiledViewType view = store.getView().getType();
    for (int cut = 0; cut < int(view.getRank()); ++cut) {
      SlicePlan plan(store, cut, ctas, [](Type) { return false; });
      plan.keepDimensions();
      Refusal obstacle = tryCut(store, cut, plan);
      if (!obstacle.op) {
        stores.push_back({store, cut, std::move(plan)});
        return std::nullopt;
      }
      if (!first.op)
        first = obstacle;
    }
    return first.op ? first : Refusal{store, "it has no part for each CTA"};
  }

  Refusal tryCut(TiledStoreOp store, int cut, SlicePlan &plan) const {
    TiledViewType view = store.getView().getType();
    if (view.getShape()[cut] % ctas != 0 ||
        view.getSteps()[cut] < view.getShape()[cut])
      return {store, "it has no parts that only one CTA writes"};
    SmallVector<Part> parts = getStoreParts({store, plan.getCut()}, plan);
    if (parts.empty())
      return {store, "it has no part for each CTA"};
    for (auto [value, dim] : parts)
      if (failed(plan.require(value, dim)))
        return {plan.getFailureReason() ? plan.getFailureReason()
                                        : store.getOperation(),
                "a CTA would need more than its part of it, or a part of it is "
                "not computed from parts"};
    Refusal product;
    store->getParentOfType<FuncOp>().walk([&](DotOp dot) {
      if (plan.contains(dot) && !product.op)
        product = checkProduct(dot, plan);
    });
    return product;
  }

  Refusal checkProduct(DotOp dot, const SlicePlan &plan) const {
    ArrayRef<int> cuts = plan.getCuts(dot);
    if (cuts.size() != 1 || cuts.front() == kWhole)
      return {dot, "each CTA of a cluster would compute it"};
    ArrayRef<int64_t> shape = dot.getType().getShape();
    int dim = cuts.front(), rank = shape.size();
    if (dim == rank - 2 && shape[dim] % (ctas * kRowsPerGroup) == 0)
      return {};
    if (dim == rank - 1 && shape[dim] >= ctas * kFewestColumns)
      return {};
    return {dot, "a part of it is less than a CTA should compute"};
  }

  /// Each is part of one store.
  std::optional<Refusal> checkProducts(ArrayRef<DotOp> products) {
    for (DotOp dot : products)
      if (llvm::count_if(stores, [&](const DividedStore &divided) {
            return divided.plan.contains(dot);
          }) != 1)
        return Refusal{dot, "each CTA of a cluster would compute it, or it "
                            "would be computed for each of several stores"};
    return std::nullopt;
  }

  int getCut(TiledStoreOp store) {
    return llvm::find_if(stores,
                         [&](const DividedStore &divided) {
                           return divided.store == store;
                         })
        ->cut;
  }

  bool isSamePartition(TiledStoreOp lhs, TiledStoreOp rhs) {
    auto left = lhs.getView().getDefiningOp<BlockTileOp>(),
         right = rhs.getView().getDefiningOp<BlockTileOp>();
    return left && right && left.getSource() == right.getSource() &&
           left.getType() == right.getType() && getCut(lhs) == getCut(rhs);
  }

  std::optional<Refusal> checkOrder() {
    llvm::SetVector<Operation *> readOnly = findReadOnlyLoads(func);
    AliasGroups accesses(func);
    for (ArrayRef<Operation *> group : accesses.getGroups()) {
      auto first = llvm::find_if(group, llvm::IsaPred<TiledStoreOp>);
      for (Operation *op : group) {
        auto store = dyn_cast<TiledStoreOp>(op);
        if (store ? !isSamePartition(cast<TiledStoreOp>(*first), store)
                  : !readOnly.contains(op))
          return Refusal{op, "it may be ordered with a store, of which other "
                             "CTAs make parts"};
      }
    }
    return std::nullopt;
  }

  FuncOp func;
  int64_t ctas;
  SmallVector<DividedStore, 1> stores;
};

class SplitClusters
    : public tileiras::impl::TileAAPartitionCtaClusterBase<SplitClusters> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    auto hint = func->getAttrOfType<IntegerAttr>(
        TileAADialect::getClusterHintAttrName());
    if (!hint)
      return markAllAnalysesPreserved();
    func->removeAttr(TileAADialect::getClusterHintAttrName());
    int64_t ctas = hint.getInt();
    if (ctas == 1 || !func.getKernelSpec())
      return;
    if (StringRef why = findReason(ctas); !why.empty())
      return refuse(ctas, ctas, {func, why});
    for (int64_t count = ctas; count > 1; count /= 2) {
      ClusterPlanner planner(func, count);
      std::optional<Refusal> obstacle = planner.plan();
      if (!obstacle)
        return split(planner, count);
      refuse(ctas, count, *obstacle);
    }
  }

private:
  StringRef findReason(int64_t ctas) {
    const TargetInfo *target = findTarget(getOperation());
    if (!target || !target->Wgmma)
      return "CTAs share operands on targets with wgmma only";
    return ctas <= kMaxCtas && llvm::isPowerOf2_64(ctas)
               ? ""
               : "2, 4 or 8 CTAs can share a tile";
  }

  remark::RemarkOpts getRemark(StringRef name) {
    return remark::RemarkOpts::name(name).category("launch").function(
        getOperation().getSymName());
  }

  /// Reports why not as many CTAs as the hint has, or half of them and so on,
  /// share a tile.
  void refuse(int64_t hint, int64_t ctas, Refusal obstacle) {
    std::string who;
    if (!isa<FuncOp>(obstacle.op))
      who = ("'" + obstacle.op->getName().getStringRef() +
             "' stands in the way: ")
                .str();
    std::string with =
        ctas == hint ? "" : (" with " + Twine(ctas) + " CTAs either").str();
    remark::missed(obstacle.op->getLoc(), getRemark("ClusterHintNotFollowed"))
        << remark::reason("num_cta_in_cga = {0} is not followed{1}: {2}{3}",
                          hint, with, who, obstacle.reason);
  }

  /// A part of a tile needs fewer warps than the tile, and an instruction of a
  /// warpgroup computes more then. Pairs keep the warps of the tile.
  unsigned chooseNumWarps(KernelSpecAttr spec, int64_t ctas) {
    int64_t words = 0, warps = spec.getNumWarps();
    getOperation().walk([&](DotOp dot) {
      words += dot.getType().getNumElements() *
               int64_t(getMemoryBits(dot.getType().getElementType())) / 32;
    });
    while (ctas > 2 && warps > kWarpsPerGroup &&
           words <= kAccumulators * kLanes * warps / 2)
      warps /= 2;
    return warps;
  }

  void split(ClusterPlanner &planner, int64_t ctas) {
    FuncOp func = getOperation();
    OpBuilder builder(&func.getBody().front(), func.getBody().front().begin());
    Value rank =
        GetClusterRankOp::create(builder, func.getLoc(), builder.getI32Type());
    for (DividedStore &divided : planner.getStores()) {
      remark::passed(divided.store.getLoc(), getRemark("Cluster"))
          << remark::add(
                 "each of {0} CTAs computes its part of a tile along dimension "
                 "{1}",
                 ctas, divided.cut);
      takeSlice(divided.store, divided.plan, rank);
    }
    eraseDead(func, dropTokens);
    hoistScalars(func);
    KernelSpecAttr spec = func.getKernelSpec();
    func->setAttr(TileAADialect::getKernelSpecAttrName(),
                  KernelSpecAttr::get(&getContext(), chooseNumWarps(spec, ctas),
                                      ctas,
                                      /*clusterDimY=*/1, /*clusterDimZ=*/1));
  }
};

} // namespace
