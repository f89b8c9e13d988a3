//===- OwnerPredicate.cpp - The thread that owns an element ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnerPredicate.h"

#include "Collective/Shuffle.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

Value andPredicates(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::AndOp::create(builder, loc, lhs, rhs);
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, uint64_t freeLanes,
                           uint64_t freeWarps) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value all;
  auto require = [&](Value index, uint64_t freeMask) {
    if (freeMask == 0)
      return;
    Value bits = LLVM::AndOp::create(builder, loc, index,
                                     i32Constant(builder, loc, freeMask));
    Value owns = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      bits, i32Constant(builder, loc, 0));
    all = andPredicates(builder, loc, all, owns);
  };
  require(thread.lane, freeLanes);
  require(thread.warp, freeWarps);
  return all;
}

Value createFirstThreadPredicate(OpBuilder &builder, Location loc) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value any = LLVM::OrOp::create(builder, loc, thread.lane, thread.warp);
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, any,
                              i32Constant(builder, loc, 0));
}

/// Elects once, at the start of the agent or the function: all lanes of a warp
/// are converged there, and with one condition LLVM can merge the branches on
/// it.
static Value getElectSync(OpBuilder builder, Location loc) {
  Block *block = builder.getInsertionBlock();
  while (!isa<AgentSwitchOp, FunctionOpInterface>(block->getParentOp()))
    block = block->getParentOp()->getBlock();
  if (auto found = dyn_cast<cute_nvgpu::ElectSyncOp>(block->front()))
    return found;
  builder.setInsertionPointToStart(block);
  return cute_nvgpu::ElectSyncOp::create(builder, loc, builder.getI1Type());
}

Value createElectedPredicate(OpBuilder &builder, Location loc) {
  Value isElected = getElectSync(builder, loc);
  Value isFirst = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       getThreadIndex(builder, loc).warp,
                                       i32Constant(builder, loc, 0));
  return andPredicates(builder, loc, isFirst, isElected);
}

SmallVector<Value> computeInElectedThread(
    OpBuilder &builder, Location loc,
    function_ref<SmallVector<Value>(OpBuilder &, Location)> body) {
  SmallVector<Type> types;
  auto branch = scf::IfOp::create(
      builder, loc, createElectedPredicate(builder, loc),
      [&](OpBuilder &inside, Location at) {
        SmallVector<Value> values = body(inside, at);
        llvm::append_range(types, ValueRange(values).getTypes());
        scf::YieldOp::create(inside, at, values);
      },
      [&](OpBuilder &inside, Location at) {
        scf::YieldOp::create(
            inside, at, llvm::map_to_vector(types, [&](Type type) -> Value {
              return LLVM::ZeroOp::create(inside, at, type);
            }));
      });
  return SmallVector<Value>(branch.getResults());
}

void createInElectedThread(OpBuilder &builder, Location loc,
                           function_ref<void(OpBuilder &, Location)> body,
                           Value predicate) {
  Value isElected = createElectedPredicate(builder, loc);
  scf::IfOp::create(builder, loc,
                    andPredicates(builder, loc, isElected, predicate),
                    [&](OpBuilder &inside, Location at) {
                      body(inside, at);
                      scf::YieldOp::create(inside, at);
                    });
}

void createInFirstWarp(OpBuilder &builder, Location loc,
                       function_ref<void(OpBuilder &, Location)> body) {
  Value isFirst = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       getThreadIndex(builder, loc).warp,
                                       i32Constant(builder, loc, 0));
  createIf(builder, loc, isFirst, body);
}

void createInNewlyElectedThread(
    OpBuilder &builder, Location loc,
    function_ref<void(OpBuilder &, Location)> body) {
  createInFirstWarp(builder, loc, [&](OpBuilder &inside, Location at) {
    Value isElected =
        cute_nvgpu::ElectSyncOp::create(inside, at, inside.getI1Type());
    createIf(inside, at, isElected, body);
  });
}

void createIf(OpBuilder &builder, Location loc, Value condition,
              function_ref<void(OpBuilder &, Location)> body) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body(builder, loc);
}

void createInFirstThread(OpBuilder &builder, Location loc,
                         function_ref<void(OpBuilder &, Location)> body) {
  createIf(builder, loc, createFirstThreadPredicate(builder, loc), body);
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, Type type) {
  if (!isa<RankedTensorType>(type))
    return createFirstThreadPredicate(builder, loc);
  const LinearLayout &layout = getLayout(type);
  return createOwnerPredicate(builder, loc, layout.getFreeMask(InDim::Lane),
                              layout.getFreeMask(InDim::Warp));
}

Value createAccessPredicate(OpBuilder &builder, Location loc, Value owner,
                            ArrayRef<Value> masks, unsigned reg) {
  return masks.empty() ? owner : andPredicates(builder, loc, owner, masks[reg]);
}

//===----------------------------------------------------------------------===//
// Results, from the owners to other holders of the same elements
//===----------------------------------------------------------------------===//

LogicalResult shareOwnersResult(OpBuilder &builder, Operation *op,
                                MutableArrayRef<Value> registers) {
  // Copies to buffers read the owners' registers.
  LayoutAttr attr = getLayoutAttr(op->getResult(0).getType());
  if (!attr || llvm::all_of(op->getResult(0).getUsers(), isStoreToBuffer))
    return success();
  const LinearLayout &layout = attr.getLayout();
  uint64_t freeLanes = layout.getFreeMask(InDim::Lane);
  if (freeLanes == 0)
    return success();
  // A lane finds its elements in the owner's registers of the same indices.
  if (freeLanes != layout.getZeroMask(InDim::Lane))
    return op->emitOpError("expected a layout in which lanes that hold an "
                           "element hold it in the same register, got ")
           << layout.str();
  Location loc = op->getLoc();
  Value lane =
      LLVM::AndOp::create(builder, loc, getThreadIndex(builder, loc).lane,
                          i32Constant(builder, loc, ~int32_t(freeLanes)));
  for (Value &value : registers)
    value = shuffleFrom(builder, loc, value, lane);
  return success();
}

LogicalResult replaceLoad(RewriterBase &rewriter, Operation *op,
                          MutableArrayRef<Value> registers, Type type) {
  if (executesOnOneThread(op) &&
      failed(shareOwnersResult(rewriter, op, registers)))
    return failure();
  Location loc = op->getLoc();
  rewriter.replaceOp(op, {packRegisters(rewriter, loc, registers, type),
                          i32Constant(rewriter, loc, 0)});
  return success();
}

} // namespace tileiras::to_llvm
