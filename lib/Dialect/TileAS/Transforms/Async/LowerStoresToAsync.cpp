//===- LowerStoresToAsync.cpp - Stores of tiles by TMA ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is staged through shared memory on its way to a store, because
// the threads that computed it hold it in another layout than that of the
// store, is stored from there by TMA:
//
//   %y = convert_layout %x                 copy %x, %buffer
//   tiled_store %y, %view[%i, %j]    =>    async.proxy_fence
//                                          async.tiled_tma_store %buffer,
//                                              %desc[%i, %j]
//                                          ...
//                                          async.tma_store_wait () pending = 0
//
// Threads write their part once and are done: they neither read the buffer nor
// compute addresses, and the hardware leaves out elements outside of the array.
// The buffer has the swizzle of the tensor map, in which matrices of 8 rows
// (stmatrix) cause no bank conflicts.
//
// The fence of each thread makes its writes visible to the async proxy, and a
// barrier follows before one thread starts the store. In a loop the buffer is
// overwritten: the thread that stored waits until it was read, and the others
// wait at a barrier. At its end the kernel waits for all stores to have read
// their buffers.
//
// A map that the kernel finds is never of an empty array but has one element
// instead (lib/Conversion/TileASToLLVM/Tma/TensorMapCache.h), which may only be
// read: nothing is stored to an array with a size of zero.
//
// TmaStores.h decides which stores take part.
//
//===----------------------------------------------------------------------===//

#include "TmaStores.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLOWERSTORESTOASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class StoreLowering {
public:
  StoreLowering(nv_tileaa::FuncOp func, TensorMapProvider provider)
      : func(func), provider(provider) {}

  void rewrite(TmaStorePlan &plan) {
    TiledStoreOp store = plan.store;
    Location loc = store.getLoc();
    OpBuilder builder(store);
    Value desc = makeDesc(builder, plan);
    bool isAgain = store->getParentOfType<LoopLikeOpInterface>();
    if (isAgain || plan.isOrdered)
      AsyncTmaStoreWaitOp::create(builder, loc, ValueRange(), /*pending=*/0,
                                  /*read=*/!plan.isOrdered);
    if (isAgain)
      BarrierOp::create(builder, loc);
    Value buffer = allocate(builder, plan), seen = buffer;
    if (!plan.moves.empty())
      seen = BufferViewOp::create(builder, loc, plan.seen, buffer,
                                  /*stage=*/Value());
    CopyOp::create(builder, loc, /*result=*/Type(), plan.convert.getSource(),
                   seen, plan.write, /*part=*/0,
                   /*slice=*/DenseI64ArrayAttr());
    ProxyFenceOp::create(builder, loc);
    BarrierOp::create(builder, loc);
    Value hasElements = provider == TensorMapProvider::Device
                            ? makeHasElements(builder, store)
                            : Value();
    if (!hasElements)
      startCopy(builder, plan, buffer, desc);
    else
      scf::IfOp::create(builder, loc, hasElements,
                        [&](OpBuilder &inside, Location at) {
                          startCopy(inside, plan, buffer, desc);
                          scf::YieldOp::create(inside, at);
                        });
    replaceToken(builder, store);
    store.erase();
    for (Operation *move : plan.moves)
      move->erase();
    plan.convert.erase();
  }

private:
  static void startCopy(OpBuilder &builder, TmaStorePlan &plan, Value buffer,
                        Value desc) {
    MLIRContext *context = builder.getContext();
    auto atom = AtomAttr::get(context, lookupAtom("tma_store"),
                              plan.access.desc.getView().getRank());
    TiledTmaStoreOp::create(builder, plan.store.getLoc(),
                            AsyncTokenType::get(context), buffer, desc,
                            plan.store.getCoords(), atom);
  }

  /// Returns whether no size of the array is zero; null where its type says so.
  static Value makeHasElements(OpBuilder &builder, TiledStoreOp store) {
    Location loc = store.getLoc();
    auto tiles = store.getView().getDefiningOp<nv_tileaa::BlockTileOp>();
    auto array = tiles.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>();
    Value all;
    for (Value size : array.getSizes()) {
      Value zero = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(size.getType(), 0));
      Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                         size, zero);
      all = all ? arith::AndIOp::create(builder, loc, all, some) : some;
    }
    return all;
  }

  /// Makes the map once for the kernel, and long before it is needed.
  static Value makeDesc(OpBuilder &builder, TmaStorePlan &plan) {
    OpBuilder::InsertionGuard guard(builder);
    Value view = plan.store.getView();
    builder.setInsertionPointAfterValue(view);
    return MakeTiledTmaDescOp::create(builder, plan.store.getLoc(),
                                      plan.access.desc, view);
  }

  /// Allocates in the body of the kernel, as the buffer lives until the stores
  /// are waited for.
  Value allocate(OpBuilder &builder, TmaStorePlan &plan) {
    OpBuilder::InsertionGuard guard(builder);
    Block &body = func.getBody().front();
    Operation *here = body.findAncestorOpInBlock(*plan.store);
    if (here != plan.store)
      builder.setInsertionPoint(here);
    return AllocTensorOp::create(
        builder, plan.store.getLoc(), plan.access.desc.getBuffer(),
        builder.getI64IntegerAttr(plan.access.alignment),
        /*offset=*/IntegerAttr());
  }

  /// Only stores that wait for this one are ordered after its token.
  static void replaceToken(OpBuilder &builder, TiledStoreOp store) {
    Value after = store.getResultToken();
    if (after.use_empty())
      return;
    Value before = store.getToken();
    if (!before)
      before = nv_tileaa::CreateMemTokenOp::create(builder, store.getLoc(),
                                                   after.getType());
    after.replaceAllUsesWith(before);
  }

  nv_tileaa::FuncOp func;
  TensorMapProvider provider;
};

class LowerStoresToAsync
    : public tileiras::impl::TileASLowerStoresToAsyncBase<LowerStoresToAsync> {
public:
  using TileASLowerStoresToAsyncBase::TileASLowerStoresToAsyncBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    // Maps are made in the body of a kernel, which agents don't see.
    if (tensorMaps == TensorMapProvider::None || !func.getKernelSpec() ||
        getAgentSwitch(func))
      return;
    const TargetInfo *target = getTarget(func);
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (!target || failed(numWarps) ||
        failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    if (!target->Tma)
      return;
    SmallVector<TmaStorePlan> stores = planTmaStores(
        func, *target, getSharedMemoryLimit(*target, extendedSmem), *numWarps,
        tensorMaps);
    for (TmaStorePlan &store : stores)
      StoreLowering(func, tensorMaps).rewrite(store);
    if (stores.empty())
      return;
    OpBuilder builder(func.getBody().front().getTerminator());
    AsyncTmaStoreWaitOp::create(builder, func.getLoc(), ValueRange(),
                                /*pending=*/0, /*read=*/true);
  }
};

} // namespace
