//===- StructureControlFlow.cpp - Early exits to scf ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In Tile IR any arm of nested ifs may end in `break`, `continue` or `return`.
// scf has no such exits, so each region gets the single exit of an ExitFrame: a
// tuple that encodes which exit was taken, with which values.
//
// Rules, for a block B with frame F (B must end in a yield of a tuple of F):
//
//   terminator          yield F.encode(exit, operands).
//   if without exits    scf.if; its arms have the frame (Fall).
//   if with exits       let R be the rest of B after it:
//     no arm falls      R is dead. Both arms get the frame F; B yields the if.
//     one arm falls     R moves to the end of that arm; then as above.
//     both arms fall    (exits are further in) The arms get the frame (Fall,
//                       the exits in there); after it comes
//                         scf.if fell { R } else { yield F.forward(tuple) }
//                       whose results B yields.
//   for                 scf.for; its body has the frame (Continue).
//   loop                scf.while; its before-region is the body, with frame
//                       (Continue, Break), whose tuple is what scf.condition
//                       takes; its after-region yields the next values.
//   entry               frame (Return).
//
// No code is duplicated, and a value is carried only if an exit has it. This
// happens before the conversion of types and not as patterns of it, because
// moving R between blocks is not local to one operation, and because in
// cuda_tile every value of a tuple is still one value of its own type.
//
//===----------------------------------------------------------------------===//

#include "StructureControlFlow.h"

#include "ExitFrame.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// R moves one level down for each if with exits. This depth is an error, since
/// other code recurses over regions.
constexpr unsigned kMaxDepth = 500;

/// Returns the exit of a terminator.
Exit exitOf(Operation *terminator) {
  if (isa<cuda_tile::ContinueOp>(terminator))
    return Exit::Continue;
  if (isa<cuda_tile::BreakOp>(terminator))
    return Exit::Break;
  if (isa<cuda_tile::ReturnOp>(terminator))
    return Exit::Return;
  assert(isa<cuda_tile::YieldOp>(terminator) && "unknown terminator");
  return Exit::Fall;
}

/// Whether `region`, an arm of an if, ends by falling through.
bool fallsThrough(Region &region) {
  return region.empty() || isa<cuda_tile::YieldOp>(region.back().back());
}

/// Returns the exits in an if, other than falling through, as a set of
/// 1 << Exit.
unsigned collectExits(cuda_tile::IfOp op) {
  unsigned exits = 0;
  for (Region &region : op->getRegions()) {
    for (Operation &nested : region.getOps()) {
      if (auto nestedIf = dyn_cast<cuda_tile::IfOp>(nested))
        exits |= collectExits(nestedIf);
      else if (nested.hasTrait<OpTrait::IsTerminator>())
        exits |= 1u << static_cast<unsigned>(exitOf(&nested));
    }
  }
  return exits & ~(1u << static_cast<unsigned>(Exit::Fall));
}

/// Builds the scalar that the rank-0 tile `tile` will become.
Value buildScalar(OpBuilder &builder, Value tile) {
  Type element = cast<cuda_tile::TileType>(tile.getType()).getElementType();
  return UnrealizedConversionCastOp::create(builder, tile.getLoc(), element,
                                            tile)
      .getResult(0);
}

class Structurer {
public:
  explicit Structurer(MLIRContext *context) : builder(context) {}

  /// Makes `block` end in an scf.yield of a tuple of `frame`. Without a frame
  /// its terminator stays.
  LogicalResult structure(Block &block, const ExitFrame *frame);

private:
  LogicalResult structurePlainIf(cuda_tile::IfOp op);
  /// Counts one level more, since the rest of the block moves into an arm.
  LogicalResult enterExit(cuda_tile::IfOp op);
  LogicalResult structureTerminalIf(cuda_tile::IfOp op, const ExitFrame &frame);
  LogicalResult structureGuardedIf(cuda_tile::IfOp op, unsigned exits,
                                   const ExitFrame &frame);
  LogicalResult structureFor(cuda_tile::ForOp op);
  LogicalResult structureLoop(cuda_tile::LoopOp op);

  /// Creates an scf.if before `op` with its condition and arms.
  scf::IfOp replaceIf(cuda_tile::IfOp op, TypeRange types);
  LogicalResult structureArms(scf::IfOp op, const ExitFrame &frame);
  void leave(Operation *terminator, const ExitFrame &frame);

  OpBuilder builder;
  unsigned depth = 0;
};

/// Moves everything after `op` in its block to the end of `block`.
void moveRest(Operation *op, Block &block) {
  block.getOperations().splice(block.end(), op->getBlock()->getOperations(),
                               std::next(op->getIterator()),
                               op->getBlock()->end());
}

void eraseRest(Operation *op) {
  Block *block = op->getBlock();
  while (&block->back() != op)
    block->back().erase();
}

LogicalResult Structurer::structure(Block &block, const ExitFrame *frame) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto ifOp = dyn_cast<cuda_tile::IfOp>(op)) {
      unsigned exits = collectExits(ifOp);
      if (!exits) {
        if (failed(structurePlainIf(ifOp)))
          return failure();
        continue;
      }
      // This also structures the rest of the block.
      bool bothFall = fallsThrough(ifOp.getThenRegion()) &&
                      fallsThrough(ifOp.getElseRegion());
      return bothFall ? structureGuardedIf(ifOp, exits, *frame)
                      : structureTerminalIf(ifOp, *frame);
    }
    if (auto forOp = dyn_cast<cuda_tile::ForOp>(op)) {
      if (failed(structureFor(forOp)))
        return failure();
    } else if (auto loop = dyn_cast<cuda_tile::LoopOp>(op)) {
      if (failed(structureLoop(loop)))
        return failure();
    } else if (op.hasTrait<OpTrait::IsTerminator>()) {
      if (frame)
        leave(&op, *frame);
    } else {
      // The regions of reduce and scan keep their yield.
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          if (failed(structure(nested, /*frame=*/nullptr)))
            return failure();
    }
  }
  return success();
}

void Structurer::leave(Operation *terminator, const ExitFrame &frame) {
  builder.setInsertionPoint(terminator);
  Location loc = terminator->getLoc();
  SmallVector<Value> tuple =
      frame.encode(builder, loc, exitOf(terminator), terminator->getOperands());
  scf::YieldOp::create(builder, loc, tuple);
  terminator->erase();
}

scf::IfOp Structurer::replaceIf(cuda_tile::IfOp op, TypeRange types) {
  builder.setInsertionPoint(op);
  Value condition = buildScalar(builder, op.getCondition());
  auto result = scf::IfOp::create(builder, op.getLoc(), types, condition,
                                  /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  result.getThenRegion().takeBody(op.getThenRegion());
  result.getElseRegion().takeBody(op.getElseRegion());
  return result;
}

LogicalResult Structurer::structureArms(scf::IfOp op, const ExitFrame &frame) {
  for (Region &arm : op->getRegions())
    if (!arm.empty() && failed(structure(arm.front(), &frame)))
      return failure();
  return success();
}

LogicalResult Structurer::structurePlainIf(cuda_tile::IfOp op) {
  // Front ends emit an empty else, which scf doesn't need.
  Region &otherwise = op.getElseRegion();
  if (op->getNumResults() == 0 && !otherwise.empty() &&
      llvm::hasSingleElement(otherwise.front()))
    otherwise.front().erase();

  ExitFrame frame;
  frame.add(Exit::Fall, op.getResultTypes());
  scf::IfOp result = replaceIf(op, frame.getTupleTypes(builder));
  op->replaceAllUsesWith(result.getResults());
  op.erase();
  return structureArms(result, frame);
}

LogicalResult Structurer::enterExit(cuda_tile::IfOp op) {
  if (++depth <= kMaxDepth)
    return success();
  return op.emitError("too many early exits in a row: at most ")
         << kMaxDepth << " are supported";
}

LogicalResult Structurer::structureTerminalIf(cuda_tile::IfOp op,
                                              const ExitFrame &frame) {
  if (failed(enterExit(op)))
    return failure();
  Region *falling = nullptr;
  for (Region &arm : op->getRegions())
    if (fallsThrough(arm))
      falling = &arm;
  if (!falling) {
    eraseRest(op);
  } else if (falling->empty()) {
    moveRest(op, falling->emplaceBlock());
  } else {
    Operation *yield = falling->front().getTerminator();
    op->replaceAllUsesWith(yield->getOperands());
    yield->erase();
    moveRest(op, falling->front());
  }

  scf::IfOp result = replaceIf(op, frame.getTupleTypes(builder));
  builder.setInsertionPointToEnd(op->getBlock());
  scf::YieldOp::create(builder, op.getLoc(), result.getResults());
  op.erase();
  LogicalResult structured = structureArms(result, frame);
  --depth;
  return structured;
}

LogicalResult Structurer::structureGuardedIf(cuda_tile::IfOp op, unsigned exits,
                                             const ExitFrame &frame) {
  if (failed(enterExit(op)))
    return failure();
  Location loc = op.getLoc();
  ExitFrame inner;
  inner.add(Exit::Fall, op.getResultTypes());
  for (Exit exit : {Exit::Continue, Exit::Break, Exit::Return})
    if (exits & (1u << static_cast<unsigned>(exit)))
      inner.add(exit, frame.getTypes(exit));

  scf::IfOp result = replaceIf(op, inner.getTupleTypes(builder));
  ValueRange tuple = result.getResults();
  if (result.getElseRegion().empty()) {
    builder.createBlock(&result.getElseRegion());
    cuda_tile::YieldOp::create(builder, loc, ValueRange());
    builder.setInsertionPoint(op);
  }
  op->replaceAllUsesWith(inner.getValues(tuple, Exit::Fall));

  SmallVector<Type> types = frame.getTupleTypes(builder);
  auto guard =
      scf::IfOp::create(builder, loc, types, inner.getFlag(tuple, Exit::Fall),
                        /*addThenBlock=*/true, /*addElseBlock=*/!types.empty());
  Block *block = op->getBlock();
  guard.thenBlock()->clear();
  moveRest(op, *guard.thenBlock());
  op.erase();
  builder.setInsertionPointToEnd(block);
  scf::YieldOp::create(builder, loc, guard.getResults());
  if (!types.empty()) {
    builder.setInsertionPointToEnd(guard.elseBlock());
    scf::YieldOp::create(builder, loc,
                         frame.forward(builder, loc, inner, tuple));
  }

  if (failed(structureArms(result, inner)))
    return failure();
  LogicalResult structured = structure(*guard.thenBlock(), &frame);
  --depth;
  return structured;
}

LogicalResult Structurer::structureFor(cuda_tile::ForOp op) {
  builder.setInsertionPoint(op);
  auto result = scf::ForOp::create(
      builder, op.getLoc(), buildScalar(builder, op.getLowerBound()),
      buildScalar(builder, op.getUpperBound()),
      buildScalar(builder, op.getStep()), op.getInitValues(),
      /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Type scalarType = result.getLowerBound().getType();
  result.getRegion().takeBody(op.getRegion());
  op->replaceAllUsesWith(result.getResults());
  op.erase();

  // The induction variable becomes a scalar too.
  Block &body = result.getRegion().front();
  BlockArgument tile = body.getArgument(0);
  BlockArgument scalar = body.insertArgument(0u, scalarType, tile.getLoc());
  builder.setInsertionPointToStart(&body);
  tile.replaceAllUsesWith(
      UnrealizedConversionCastOp::create(builder, tile.getLoc(), tile.getType(),
                                         ValueRange(scalar))
          .getResult(0));
  body.eraseArgument(1);

  ExitFrame frame;
  frame.add(Exit::Continue, result.getResultTypes());
  return structure(body, &frame);
}

LogicalResult Structurer::structureLoop(cuda_tile::LoopOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  ExitFrame frame;
  frame.add(Exit::Continue, op.getInitValues().getTypes());
  frame.add(Exit::Break, op.getResultTypes());
  SmallVector<Type> carried = frame.getTupleTypes(builder);
  carried.erase(carried.begin()); // the condition is not carried

  auto result = scf::WhileOp::create(builder, loc, carried, op.getInitValues());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  size_t numNext = op.getInitValues().size();
  op->replaceAllUsesWith(result.getResults().drop_front(numNext));
  result.getBefore().takeBody(op.getRegion());
  op.erase();

  Block *after =
      builder.createBlock(&result.getAfter(), {}, carried,
                          SmallVector<Location>(carried.size(), loc));
  scf::YieldOp::create(builder, loc, after->getArguments().take_front(numNext));

  Block &before = result.getBefore().front();
  if (failed(structure(before, &frame)))
    return failure();
  Operation *yield = before.getTerminator();
  builder.setInsertionPoint(yield);
  scf::ConditionOp::create(builder, yield->getLoc(), yield->getOperand(0),
                           yield->getOperands().drop_front());
  yield->erase();
  return success();
}

} // namespace

LogicalResult to_tileaa::structureControlFlow(cuda_tile::EntryOp entry) {
  ExitFrame frame;
  frame.add(Exit::Return, TypeRange());
  Block &body = entry.getBody().front();
  if (failed(Structurer(entry.getContext()).structure(body, &frame)))
    return failure();
  OpBuilder builder(body.getTerminator());
  cuda_tile::ReturnOp::create(builder, body.getTerminator()->getLoc(),
                              ValueRange());
  body.getTerminator()->erase();
  return success();
}
