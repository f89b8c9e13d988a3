//===- SupportCheck.cpp - Operations that this stage rejects --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SupportCheck.h"

#include "NibbleViews.h"

#include "tileiras/Target/PTX/Names.h"
#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// The number of errors of one module after which no more are shown.
constexpr unsigned kMaxErrors = 20;

/// Accesses to several replicas exist from sm_90 on, as clusters do.
bool isOnTarget(Operation *op, const TargetInfo &target) {
  return target.Clusters || !isa<cuda_tile::MultimemLoadReduceViewTkoOp,
                                 cuda_tile::MultimemReduceViewTkoOp,
                                 cuda_tile::MultimemStoreViewTkoOp>(op);
}

// The texts about missing features of a target are those of the closed
// compiler, which users and front ends know.

/// Returns the number type of a tile, pointer or view; null for a token.
Type numberType(Type type) {
  if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    type = tile.getElementType();
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(type))
    return pointer.getPointeeType();
  if (auto tensor = dyn_cast<cuda_tile::TensorViewType>(type))
    return tensor.getElementType();
  if (auto view = dyn_cast<cuda_tile::TileView>(type))
    return view.getViewElementType();
  if (isa<cuda_tile::TokenType>(type))
    return {};
  return type;
}

bool hasNumberType(const TargetInfo &target, Type type) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(type))
    return target.Fp8;
  if (isa<Float8E8M0FNUType, Float4E2M1FNType>(type))
    return target.Fp4;
  return true;
}

/// Returns why the operation can't access 4-bit numbers, two of which share a
/// byte; empty if it can, and for other operations.
std::string findNibbleFailure(Operation *op) {
  auto isNibblePointer = [](Type type) {
    auto tile = dyn_cast<cuda_tile::TileType>(type);
    auto pointer = tile
                       ? dyn_cast<cuda_tile::PointerType>(tile.getElementType())
                       : cuda_tile::PointerType();
    return pointer && isNibble(pointer.getPointeeType());
  };
  if (isa<cuda_tile::LoadPtrTkoOp, cuda_tile::StorePtrTkoOp,
          cuda_tile::OffsetOp>(op) &&
      isNibblePointer(op->getOperand(0).getType()))
    return "by pointers";
  auto global = dyn_cast<cuda_tile::GlobalOp>(op);
  if (global && isNibble(global.getTileType().getElementType()))
    return "in globals";
  for (Type type : op->getResultTypes())
    if (auto view = dyn_cast<cuda_tile::TileView>(type))
      return to_tileaa::findNibbleFailure(view).str();
  return "";
}

/// Returns why the symbol can't be found by its name in PTX; empty if it can,
/// or if it is private.
std::string findNameFault(Operation *op) {
  if (auto entry = dyn_cast<cuda_tile::EntryOp>(op))
    return refusePtxName("kernel", entry.getSymName());
  auto global = dyn_cast<cuda_tile::GlobalOp>(op);
  return global && global.isPublic()
             ? refusePtxName("global", global.getSymName())
             : "";
}

class SupportChecker {
public:
  explicit SupportChecker(const TargetInfo &target) : target(target) {}

  /// Checks one operation; stops the walk once the limit is reached.
  WalkResult check(Operation *op) {
    if (!isOnTarget(op, target))
      report(op) << "Incompatibility with architecture '" << target.Name
                 << "': no access to several replicas, which begins with sm_90";
    else if (std::string reason = findNibbleFailure(op); !reason.empty())
      report(op) << "operation '" << op->getName()
                 << "' is not supported yet for numbers of 4 bits " << reason;
    else if (std::string fault = findNameFault(op); !fault.empty())
      report(op) << fault;
    for (Type type : op->getResultTypes())
      checkType(op, numberType(type));
    return numErrors < kMaxErrors ? WalkResult::advance()
                                  : WalkResult::interrupt();
  }

  LogicalResult result() const { return success(numErrors == 0); }

private:
  InFlightDiagnostic report(Operation *op) {
    InFlightDiagnostic error = op->emitError();
    if (++numErrors == kMaxErrors)
      error.attachNote() << "further errors of this module are not shown";
    return error;
  }

  /// Emits one error per type, at the first operation with a value of it.
  void checkType(Operation *op, Type type) {
    if (!type || !checked.insert(type.getAsOpaquePointer()).second)
      return;
    if (!hasNumberType(target, type))
      report(op) << "Incompatibility with architecture '" << target.Name
                 << "': unsupported type " << type;
  }

  const TargetInfo &target;
  llvm::SmallPtrSet<const void *, 8> checked;
  unsigned numErrors = 0;
};

} // namespace

LogicalResult to_tileaa::checkSupported(cuda_tile::ModuleOp module,
                                        const TargetInfo &target) {
  SupportChecker checker(target);
  module->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { return checker.check(op); });
  return checker.result();
}
