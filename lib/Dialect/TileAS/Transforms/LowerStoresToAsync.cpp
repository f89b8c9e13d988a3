//===- LowerStoresToAsync.cpp - Stores of tiles by TMA ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that goes through shared memory on its way to a store, because those
// who computed it hold it in another layout than would be stored, is stored
// from there by TMA:
//
//   %y = convert_layout %x                 copy %x, %buffer
//   tiled_store %y, %view[%i, %j]    =>    async.proxy_fence
//                                          async.tiled_tma_store %buffer,
//                                              %desc[%i, %j]
//                                          ...
//                                          async.tma_store_wait () pending = 0
//
// Threads write their part once and are done: they neither read the buffer nor
// compute addresses, and what lies outside of the array is the hardware's
// matter. The buffer has the swizzle of the tensor map, which matrices of 8
// rows (stmatrix) meet without conflicts.
//
// Threads meet before the store. In a loop the buffer is written to again: the
// thread that stored waits until it was read, and the others meet it. At its
// end the kernel waits for all stores to have read their buffers.
//
// A map that the kernel finds is never of an empty array but has one element in
// its place (lib/Conversion/TileASToLLVM/TensorMapCache.h), which is only to be
// read: nothing is stored to an array with a size of zero.
//
// Order: TMA writes after the thread that started it went on, and through
// another proxy. So only weak stores are taken whose tokens order them among
// one another, if at all; a store that another comes before waits until that
// one is complete. Every other access that a token orders before or behind
// would need a wait and fences of its own.
//
// Not taken are tiles of few vectors for each thread, as what TMA takes beside,
// a fence, a barrier and a map, is more than they do; and stores of innermost
// loops, which copies in flight are made for.
//
//===----------------------------------------------------------------------===//

#include "TensorAccess.h"
#include "TokenFlow.h"

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLOWERSTORESTOASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Bytes of a tile that each thread writes at least: four vectors, and twice as
/// many where the kernel finds the map, in some 80 instructions of one warp.
constexpr int64_t kFewestBytes = 64, kFewestBytesForMap = 128;
/// Of shared memory, for buffers that nothing else uses while rings are alive.
constexpr int64_t kShareOfBuffers = 3;

/// A store that TMA can make, and how.
struct TensorStore {
  TiledStoreOp store;
  ConvertLayoutOp convert;
  /// Views and permutations between the conversion and the store, backwards.
  SmallVector<Operation *> moves;
  TensorAccess access;
  /// The buffer as who writes the tile before these sees it.
  nv_tileaa::StridedMemRefType seen;
  AtomAttr write;
  /// It comes after a store of this pass, which must be complete.
  bool isOrdered = false;

  int64_t getBytes() const { return getBufferBytes(access.desc.getBuffer()); }
};

class StoreLowering {
public:
  StoreLowering(nv_tileaa::FuncOp func, const TargetInfo &target, int64_t limit,
                int64_t numWarps, TensorMapHome home)
      : func(func), target(target), limit(limit), numWarps(numWarps),
        home(home) {}

  void run() {
    func.walk([&](TiledStoreOp store) {
      TensorStore found;
      found.store = store;
      if (!findConversion(found))
        return;
      if (StringRef why = analyse(found); !why.empty())
        refuse(store, why);
      else
        stores.push_back(found);
    });
    if (!stores.empty())
      dropOrdered();
    if (!stores.empty())
      dropWithoutRoom();
    for (TensorStore &store : stores)
      rewrite(store);
    if (stores.empty())
      return;
    OpBuilder builder(func.getBody().front().getTerminator());
    AsyncTmaStoreWaitOp::create(builder, func.getLoc(), ValueRange(),
                                /*pending=*/0, /*read=*/true);
  }

private:
  void refuse(TiledStoreOp store, StringRef why) {
    remark::missed(store.getLoc(), remark::RemarkOpts::name("TensorCopy")
                                       .category("memory")
                                       .function(func.getSymName()))
        << remark::reason("a store does not go by TMA: {0}", why);
  }

  /// Whether the tile goes through shared memory for the store alone.
  bool findConversion(TensorStore &found) {
    Value tile = found.store.getValue();
    while (tile.hasOneUse()) {
      Operation *op = tile.getDefiningOp();
      if (auto convert = dyn_cast_if_present<ConvertLayoutOp>(op)) {
        found.convert = convert;
        return planConversion(convert, target).kind ==
               ConversionKind::SharedMemory;
      }
      if (!isa_and_present<ViewOp, PermuteOp>(op))
        return false;
      found.moves.push_back(op);
      tile = op->getOperand(0);
    }
    return false;
  }

  /// Plans the store, or says why not.
  StringRef analyse(TensorStore &found) {
    TiledStoreOp store = found.store;
    StringRef why;
    if (store.getMemSemantic() != nv_tileaa::MemSemantic::WEAK)
      return "it orders other accesses";
    if (!isFromBody(store.getView()))
      return "its array changes in a loop";
    if (isInInnermostLoop(store))
      return "its loop has no other loop inside";
    if (home == TensorMapHome::Device && !paysForMaps(why))
      return why;
    std::optional<TensorAccess> access = planTensorAccess(store, home, why);
    if (!access)
      return why;
    found.access = *access;
    int64_t fewest =
        home == TensorMapHome::Device ? kFewestBytesForMap : kFewestBytes;
    if (found.getBytes() < fewest * kLanesPerWarp * numWarps)
      return "threads store it in few instructions";
    found.seen = getBufferBefore(found.moves, access->desc.getBuffer());
    found.write =
        findWriteAtom(found.seen, found.convert.getSource().getType());
    return found.write ? "" : "those who computed the tile hold no rows of it";
  }

  bool isFromBody(Value view) {
    return view.getParentBlock() == &func.getBody().front();
  }

  static bool isInInnermostLoop(TiledStoreOp store) {
    auto loop = store->getParentOfType<LoopLikeOpInterface>();
    return loop && !loop->walk([&](LoopLikeOpInterface inner) {
                          return inner == loop ? WalkResult::advance()
                                               : WalkResult::interrupt();
                        })
                        .wasInterrupted();
  }

  /// Some loop of the kernel does, beside which it finds that of the store.
  bool paysForMaps(StringRef &why) {
    why = "a kernel without loops does not pay for finding tensor maps";
    return func
        ->walk([&](scf::ForOp loop) {
          why = refuseToFindMaps(loop);
          return why.empty() ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  //===--------------------------------------------------------------------===//
  // Order
  //===--------------------------------------------------------------------===//

  /// Takes stores out until tokens order the others among themselves only.
  void dropOrdered() {
    TokenFlow tokens(func.getBody());
    SmallVector<unsigned> accesses;
    func.walk([&](Operation *op) {
      if (std::optional<unsigned> number = tokens.getNumber(op))
        accesses.push_back(*number);
    });
    for (size_t before = 0; before != stores.size();) {
      before = stores.size();
      llvm::erase_if(stores, [&](TensorStore &store) {
        StringRef why = findOrder(store, tokens, accesses);
        if (!why.empty())
          refuse(store.store, why);
        return !why.empty();
      });
    }
  }

  bool isTaken(Operation *op) {
    return llvm::any_of(stores, [&](TensorStore &store) {
      return store.store.getOperation() == op;
    });
  }

  StringRef findOrder(TensorStore &store, const TokenFlow &tokens,
                      ArrayRef<unsigned> accesses) {
    unsigned own = *tokens.getNumber(store.store);
    store.isOrdered = false;
    for (unsigned other : accesses) {
      bool isTensorStore = isTaken(tokens.getAccess(other).op);
      if (tokens.isOrderedAfter(own, other)) {
        if (!isTensorStore)
          return "a token orders it behind other accesses";
        store.isOrdered = true;
      }
      if (tokens.isOrderedAfter(other, own) && !isTensorStore)
        return "a token orders other accesses behind it";
    }
    return "";
  }

  //===--------------------------------------------------------------------===//
  // Room
  //===--------------------------------------------------------------------===//

  void dropWithoutRoom() {
    int64_t room = limit / kShareOfBuffers;
    llvm::erase_if(stores, [&](TensorStore &store) {
      if (store.getBytes() > room) {
        refuse(store.store, "shared memory has no room for the tile");
        return true;
      }
      room -= store.getBytes();
      return false;
    });
  }

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  void rewrite(TensorStore &plan) {
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
    Value hasElements = home == TensorMapHome::Device
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

  static void startCopy(OpBuilder &builder, TensorStore &plan, Value buffer,
                        Value desc) {
    MLIRContext *context = builder.getContext();
    auto atom = AtomAttr::get(context, lookupAtom("tma_store"),
                              plan.access.desc.getView().getRank());
    TiledTmaStoreOp::create(builder, plan.store.getLoc(),
                            AsyncTokenType::get(context), buffer, desc,
                            plan.store.getCoords(), atom);
  }

  /// No size of the array is zero; null where its type says so.
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

  /// Once for the kernel, and long before it is needed.
  static Value makeDesc(OpBuilder &builder, TensorStore &plan) {
    OpBuilder::InsertionGuard guard(builder);
    Value view = plan.store.getView();
    builder.setInsertionPointAfterValue(view);
    return MakeTiledTmaDescOp::create(builder, plan.store.getLoc(),
                                      plan.access.desc, view);
  }

  /// In the body of the kernel, as it lives until the stores are waited for.
  Value allocate(OpBuilder &builder, TensorStore &plan) {
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

  /// Only stores that wait for this one come behind its token.
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
  const TargetInfo &target;
  int64_t limit, numWarps;
  TensorMapHome home;
  SmallVector<TensorStore> stores;
};

class LowerStoresToAsync
    : public tileiras::impl::TileASLowerStoresToAsyncBase<LowerStoresToAsync> {
public:
  using TileASLowerStoresToAsyncBase::TileASLowerStoresToAsyncBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    // Maps are made in the body of a kernel, which agents don't see.
    if (tensorMaps == TensorMapHome::None || !func.getKernelSpec() ||
        getAgentSwitch(func))
      return;
    const TargetInfo *target = getTarget(func);
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (!target || failed(numWarps) ||
        failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    if (!target->Tma)
      return;
    StoreLowering(func, *target, getSharedMemoryLimit(*target, extendedSmem),
                  *numWarps, tensorMaps)
        .run();
  }
};

} // namespace
