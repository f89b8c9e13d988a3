//===- WarpgroupProducts.cpp - Which products warpgroups make -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupProducts.h"

#include "OperandBuffers.h"

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static ArrayRef<int64_t> shapeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// The instruction of warpgroups for these types; null where there is none.
static const AtomInfo *findAtom(DotOp dot, const TargetInfo &target) {
  if (dot.isScaled()) // wgmma takes no scales.
    return nullptr;
  auto elements = [](Value operand) {
    return getAtomElements(getElementTypeOrSelf(operand));
  };
  for (const AtomInfo &atom : allAtoms())
    if (atom.Completion == atoms::WgmmaGroup && atom.hasLowering() &&
        atom.isOn(target) &&
        atom.multiplies(elements(dot.getA()), elements(dot.getB()),
                        elements(dot.getC())))
      return &atom;
  return nullptr;
}

/// How warpgroups divide the result; none where the instruction has no part
/// for each.
static std::optional<MmaWarps> divide(ArrayRef<int64_t> mn, int64_t groups,
                                      const AtomInfo &atom, bool wantsRows) {
  MmaShape least{atom.M, atom.MinSize, atom.K, atom.OperandBits};
  if (mn[0] < least.m || mn[1] < least.n)
    return std::nullopt;
  MmaWarps result = chooseMmaWarps(mn[0], mn[1], groups, least);
  if (wantsRows && mn[0] >= groups * least.m)
    result = MmaWarps{groups, 1, 1};
  if (result.m * least.m > mn[0] || result.n * least.n > mn[1])
    return std::nullopt;
  return result;
}

/// Whether the unit reads an operand from shared memory that is contiguous
/// along `dim`; those of 16 bits as they come.
static bool readsShared(const AtomInfo &atom, Value operand, unsigned kDim) {
  bool takesAny =
      atom.ElementsMnMajor & getAtomElements(getElementTypeOrSelf(operand));
  return takesAny || findContiguousDim(operand) == kDim;
}

/// Whether threads compute B in each step of a loop. Loads of what they compute
/// it from can be in flight to registers (tileas-lower-loads-to-async), not to
/// the buffer of a product.
static bool isComputedInLoop(DotOp dot) {
  Operation *def = dot.getB().getDefiningOp();
  while (isa_and_present<ViewOp, PermuteOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return def && def->hasTrait<OpTrait::Elementwise>() &&
         def->getBlock() == dot->getBlock() &&
         isa<LoopLikeOpInterface>(dot->getParentOp());
}

/// How threads hold B where they turn it: vectors along K.
static std::optional<LinearLayout> planTurn(DotOp dot, const AtomInfo &atom,
                                            int64_t numWarps) {
  constexpr unsigned kBits = 32, kDim = 0, nDim = 1;
  if (atom.OperandBits != kBits || findContiguousDim(dot.getB()) != nDim)
    return std::nullopt;
  return coalesced(shapeOf(dot.getB()), {kDim, nDim}, kBits, numWarps);
}

/// The operands of products, each once.
int64_t WarpgroupPlanner::getOperandBytes(Block *block) {
  auto [known, isNew] = bytes.try_emplace(block, 0);
  if (!isNew)
    return known->second;
  int64_t sum = 0;
  DenseSet<Value> seen;
  for (auto dot : block->getOps<DotOp>())
    for (Value operand : {dot.getA(), dot.getB()}) {
      auto type = cast<RankedTensorType>(operand.getType());
      if (seen.insert(operand).second)
        sum += type.getNumElements() * getMemoryBits(type.getElementType()) / 8;
    }
  return bytes[block] = sum;
}

bool WarpgroupPlanner::fitsSharedMemory(DotOp dot) {
  int64_t sum = kMaxTripBytes;
  for (Operation *at = dot; !isa<FunctionOpInterface>(at);
       at = at->getParentOp())
    sum += getOperandBytes(at->getBlock());
  return sum <= int64_t(target.SharedMemoryStatic);
}

/// Registers of products in flight can't be spilled: beside the sums there has
/// to be room for addresses and the like.
bool WarpgroupPlanner::fitsRegisters(DotOp dot) {
  constexpr int64_t kOthers = 40;
  auto func = dot->getParentOfType<nv_tileaa::FuncOp>();
  auto occupancy = func->getAttrOfType<IntegerAttr>(
      nv_tileaa::TileAADialect::getOccupancyAttrName());
  int64_t threads = kLanesPerWarp * numWarps,
          ctas = occupancy ? occupancy.getInt() : 1;
  int64_t registers = std::min<int64_t>(target.RegistersPerThread,
                                        target.RegistersPerSM / threads / ctas);
  RankedTensorType sums = dot.getType();
  int64_t words =
      sums.getNumElements() * getMemoryBits(sums.getElementType()) / 32;
  return words / threads + kOthers <= registers;
}

/// What keeps warpgroups from making the product well; empty if nothing.
StringRef WarpgroupPlanner::findObstacle(DotOp dot, const AtomInfo &atom) {
  if (!fitsSharedMemory(dot))
    return "operands take more shared memory than there is";
  if (!fitsRegisters(dot))
    return "sums take more registers than there are";
  if (planTurn(dot, atom, numWarps))
    return {};
  if (isComputedInLoop(dot))
    return "B is computed in each step";
  if (!readsShared(atom, dot.getB(), 0))
    return "B is not contiguous along K, or that is not known";
  return {};
}

std::optional<WarpgroupProduct> WarpgroupPlanner::plan(DotOp dot,
                                                       int64_t warps) {
  numWarps = warps;
  const AtomInfo *atom = findAtom(dot, target);
  ArrayRef<int64_t> shape = shapeOf(dot.getResult());
  if (!atom || shape.size() != 2 || numWarps % kWarpsPerWarpgroup != 0 ||
      shapeOf(dot.getA())[1] < atom->K)
    return std::nullopt;
  std::optional<MmaWarps> groups =
      divide(shape, numWarps / kWarpsPerWarpgroup, *atom, wantsRows);
  if (!groups)
    return std::nullopt;
  if (StringRef obstacle = findObstacle(dot, *atom); !obstacle.empty()) {
    remark::missed(
        dot.getLoc(),
        remark::RemarkOpts::name("WarpgroupProduct")
            .category("tensorcore")
            .function(dot->getParentOfType<nv_tileaa::FuncOp>().getSymName()))
        << remark::reason("a product is made by warps, not by warpgroups: {0}",
                          obstacle);
    return std::nullopt;
  }
  unsigned columns = std::min<int64_t>(shape[1] / groups->n, atom->MaxSize);
  return WarpgroupProduct{
      AtomAttr::get(dot.getContext(), atom, columns),
      mmaAccumulator(shape, *groups,
                     {atom->M, columns, atom->K, atom->OperandBits}),
      !findLoad(dot.getA(), /*throughCasts=*/false) ||
          !readsShared(*atom, dot.getA(), 1),
      planTurn(dot, *atom, numWarps)};
}
