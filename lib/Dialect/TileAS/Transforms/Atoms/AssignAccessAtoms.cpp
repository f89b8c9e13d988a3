//===- AssignAccessAtoms.cpp - Instructions of accesses -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each access, reduction and barrier gets its instruction: an access the widest
// vector that its facts and its layout allow, a reduction or barrier the
// instruction of Contract/ReduceAtoms.h or BarrierAtoms.h. A remark reports
// accesses that are narrower than a vector of 128 bits, and why.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/BarrierAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/MultimemAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/ReduceAtoms.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/IR/Remarks.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-assign-access-atoms"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNACCESSATOMS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The bits that one instruction of a thread moves on every target. A narrower
/// access gets a remark, this width does not, even where wider instructions
/// exist.
constexpr unsigned kMaxVector = 128;

/// Returns the widest vector that facts and layout allow.
FailureOr<AtomAttr> chooseAtom(nv_tileaa::AccessOpInterface access,
                               const TargetInfo &target) {
  MLIRContext *context = access.getContext();
  if (findMultimemAtom(access))
    return chooseMultimemAtom(access, target);
  if (isa<AtomicRmwOp, TiledAtomicRmwOp, AtomicCasOp>(access))
    return chooseAtomicRMWAtom(access, target);
  unsigned bits = getMemoryBits(getElementTypeOrSelf(access.getTile()));
  return getVectorAtom(context, bits << findVectorBits(access).size());
}

/// Returns the facts that limit the vectors of an access.
std::string describeFacts(nv_tileaa::AccessOpInterface access) {
  Value view = nv_tileaa::getAccessedView(access);
  if (!view || isa<TiledAtomicRmwOp>(access) || findMultimemAtom(access))
    return "no more is known of the addresses' alignment and of contiguous "
           "elements in memory";
  unsigned element = getMemoryBits(getElementTypeOrSelf(access.getTile())) / 8;
  return nv_tileaa::describeMissingPromise(view, element, kMaxVector / 8);
}

/// Reports the vector width of the access, and what limits it: the facts first,
/// since the layout was chosen by them.
void report(nv_tileaa::AccessOpInterface access, AtomAttr atom) {
  auto tile = dyn_cast<RankedTensorType>(access.getTile());
  auto func = access->getParentOfType<nv_tileaa::FuncOp>();
  if (!tile || atom->Lowering != atoms::Vectors)
    return;
  auto options = remark::RemarkOpts::name("MemoryAccess")
                     .category("memory")
                     .function(func.getSymName());
  unsigned element = getMemoryBits(tile.getElementType());
  unsigned held = element << getLayout(tile).getInBits(InDim::Register);
  if (atom.getSize() >= std::min(kMaxVector, held)) {
    remark::passed(access.getLoc(), options)
        << remark::add("{0} of {1} bits a thread at a time",
                       access->getName().getStringRef(), atom.getSize());
    return;
  }
  std::string reason = "a thread holds no more contiguous elements of the tile";
  if (getVector(access).elements * element <= atom.getSize())
    reason = describeFacts(access);
  remark::missed(access.getLoc(), options)
      << remark::reason("{0} of {1} bits a thread at a time, not {2}: {3}",
                        access->getName().getStringRef(), atom.getSize(),
                        std::min(kMaxVector, held), reason);
}

class AssignAccessAtoms
    : public tileiras::impl::TileASAssignAccessAtomsBase<AssignAccessAtoms> {
public:
  void runOnOperation() override {
    const TargetInfo *target = getVerifiedTarget(getOperation());
    if (!target)
      return signalPassFailure();
    getOperation().walk([&](nv_tileaa::AccessOpInterface access) {
      if (!isa<TileASDialect>(access->getDialect()) || access->hasAttr("atom"))
        return;
      FailureOr<AtomAttr> atom = chooseAtom(access, *target);
      if (failed(atom))
        return signalPassFailure();
      LDBG() << access.getLoc() << ": " << access->getName() << " by " << *atom;
      access->setAttr("atom", *atom);
      report(access, *atom);
    });
    getOperation().walk([&](ReduceOp reduce) {
      if (reduce.getAtom())
        return;
      reduce.setAtomAttr(chooseReduceAtom(reduce, *target));
      LDBG() << reduce.getLoc() << ": lanes combine by " << reduce.getAtom();
    });
    getOperation().walk([](BarrierOp barrier) {
      if (!barrier.getAtom())
        barrier.setAtomAttr(chooseBarrierAtom(barrier));
    });
  }
};

} // namespace
