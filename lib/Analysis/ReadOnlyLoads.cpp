//===- ReadOnlyLoads.cpp - Loads of memory that is never written ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/ReadOnlyLoads.h"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The operands of a load or store that the analysis needs.
struct Access {
  Operation *op;
  Value address, token, resultToken;
  bool isWeak, isWrite;
};

/// Returns the operands of a load or store; nullopt for other operations.
std::optional<Access> readAccess(Operation *op) {
  using Result = std::optional<Access>;
  auto describe = [&](auto access, Value address, bool isWrite) -> Result {
    return Access{op,
                  address,
                  access.getToken(),
                  access.getResultToken(),
                  access.getMemSemantic() == MemSemantic::WEAK,
                  isWrite};
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](TiledLoadOp op) { return describe(op, op.getView(), false); })
      .Case([&](TiledStoreOp op) { return describe(op, op.getView(), true); })
      .Case([&](LoadOp op) { return describe(op, op.getSource(), false); })
      .Case([&](StoreOp op) { return describe(op, op.getDestination(), true); })
      .Default(std::nullopt);
}

/// The equivalence classes of tokens that some chain connects.
class TokenChains {
public:
  explicit TokenChains(FuncOp function) {
    RegionBranchSuccessorMapping targets;
    function.walk([&](Operation *op) {
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
        branch.getSuccessorOperandInputMapping(targets);
      else if (isa<JoinMemTokenOp, PrintOp, arith::SelectOp>(op) ||
               readAccess(op))
        connectAll(op);
    });
    for (const auto &[operand, inputs] : targets)
      for (Value input : inputs)
        connect(operand->get(), input);
  }

  Value getChain(Value token) const { return chains.getLeaderValue(token); }

private:
  /// A newly made token orders nothing and connects nothing.
  static bool isNew(Value token) {
    return token.getDefiningOp<CreateMemTokenOp>();
  }

  void connect(Value lhs, Value rhs) {
    if (!isa<MemTokenType>(lhs.getType()) || !isa<MemTokenType>(rhs.getType()))
      return;
    chains.insert(lhs);
    chains.insert(rhs);
    if (!isNew(lhs) && !isNew(rhs))
      chains.unionSets(lhs, rhs);
  }

  void connectAll(Operation *op) {
    Value result = op->getResult(op->getNumResults() - 1);
    connect(result, result);
    for (Value operand : op->getOperands())
      connect(operand, result);
  }

  llvm::EquivalenceClasses<Value> chains;
};

/// The arguments from which addresses come.
class AddressOrigins {
public:
  /// Returns the argument of the function or the memory of the tile block; null
  /// if that is not known.
  Value find(Value address) {
    SmallVector<Value> path;
    Value origin = address;
    for (; Value from = getBase(origin); origin = from) {
      auto known = origins.find(origin);
      if (known != origins.end())
        break;
      path.push_back(origin);
    }
    auto known = origins.find(origin);
    if (known != origins.end())
      origin = known->second;
    else if (!isArgument(origin) && !origin.getDefiningOp<AllocaOp>())
      origin = Value();
    for (Value value : path)
      origins[value] = origin;
    return origin;
  }

  static bool isArgument(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && isa<FuncOp>(argument.getOwner()->getParentOp());
  }

private:
  /// Returns the operand from which an address is computed; null if it is
  /// loaded or selected.
  static Value getBase(Value address) {
    Operation *op = address.getDefiningOp();
    if (isa_and_present<AddPtrOp, AssumeOp, BitcastOp, BlockTileOp, BroadcastOp,
                        ExtractOp, MakeMemRefOp, PermuteOp, SplatOp, UnsplatOp,
                        ViewOp>(op))
      return op->getOperand(0);
    return {};
  }

  DenseMap<Value, Value> origins;
};

} // namespace

llvm::SetVector<Operation *> tileiras::findReadOnlyLoads(FuncOp function) {
  SmallVector<Access> accesses;
  WalkResult onlyWeak = function.walk([&](Operation *op) {
    if (std::optional<Access> access = readAccess(op)) {
      accesses.push_back(*access);
      return access->isWeak ? WalkResult::advance() : WalkResult::interrupt();
    }
    // This holds for atomic RMW operations, and whatever else has an effect on
    // memory; prints, assertions, debug values, allocations and deallocations
    // have none on the memory of arrays.
    return op == function.getOperation() ||
                   isa<AllocaOp, AssertOp, PrintOp, ReleaseOp,
                       debuginfo::ValueOp>(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (onlyWeak.wasInterrupted() || !function.getKernelSpec())
    return {};

  TokenChains chains(function);
  AddressOrigins origins;
  DenseSet<Value> writtenArguments, writingChains;
  for (const Access &access : accesses) {
    if (!access.isWrite)
      continue;
    Value origin = origins.find(access.address);
    if (!origin)
      return {};
    writtenArguments.insert(origin);
    writingChains.insert(chains.getChain(access.resultToken));
  }
  llvm::SetVector<Operation *> loads;
  for (const Access &access : accesses) {
    if (access.isWrite)
      continue;
    Value origin = origins.find(access.address);
    // The memory of the tile block belonged to another block before.
    if (origin && AddressOrigins::isArgument(origin) &&
        !writtenArguments.contains(origin) &&
        !writingChains.contains(chains.getChain(access.resultToken)))
      loads.insert(access.op);
  }
  return loads;
}
