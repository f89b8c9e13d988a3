//===- OpRegisterDemand.cpp - Registers an operation needs ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/OpRegisterDemand.h"

#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Temporaries of every element, of those in flight, and of one at a time.
struct Temporaries {
  int64_t each, inFlight, single;
};

} // namespace

static Temporaries getTemporaries(Operation *op) {
  // The rounded exponent, and the rest of the argument.
  if (isa<math::ExpOp>(op))
    return {1, 1, 0};
  // The reduction of wide angles by 64-bit multiplications, and coefficients.
  if (isa<math::SinOp, math::CosOp, math::TanOp>(op))
    return {0, 2, 24};
  if (isa<math::LogOp, math::Log2Op, math::TanhOp, math::SinhOp, math::CoshOp,
          math::PowFOp, nv_tileaa::Atan2Op>(op))
    return {0, 2, 4};
  if (isa<math::Exp2Op, nv_tileaa::Exp2Op, arith::DivFOp, nv_tileaa::DivFOp,
          math::SqrtOp, math::RsqrtOp>(op))
    return {0, 1, 0};
  return {0, 0, 0};
}

/// Returns the registers of addresses in a buffer: swizzling gives up to eight
/// that differ by more than a constant.
static int64_t countBufferAddresses(CopyOp copy) {
  constexpr int64_t kRowsOfSwizzle = 8, kOfAccess = 4;
  for (Value side : {copy.getSource(), copy.getDestination()})
    if (side && isa<RankedTensorType>(side.getType()))
      return std::min<int64_t>(
          llvm::divideCeil(countRegisters(side.getType()), kOfAccess),
          kRowsOfSwizzle);
  return 0;
}

int64_t tileiras::countTemporaries(Operation *op) {
  if (auto copy = dyn_cast<CopyOp>(op))
    return countBufferAddresses(copy);
  if (op->getNumResults() != 1)
    return 0;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.getEncoding())
    return 0;
  // Values for other lanes are selected before and after.
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return convert.getSource().getType() == type ? 0 : countRegisters(type);
  Temporaries temporaries = getTemporaries(op);
  int64_t elements = getLayout(type).getNumRegisters();
  return temporaries.each * elements +
         temporaries.inFlight * std::min(elements, kInFlight) +
         temporaries.single;
}

namespace {

/// A tile's view in global memory, and its distribution over threads.
class AddressCount {
public:
  AddressCount(nv_tileaa::TiledViewType view, RankedTensorType tile)
      : view(view), layout(getLayout(tile)) {}

  AddressRegisters count() const {
    AddressRegisters found;
    unsigned rows = 0;
    for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
      rows += hasDynamicStep(layout.getBasis(InDim::Register, bit));
    found.addresses = int64_t(kAddress) << rows;
    for (int64_t dim = 0; dim < view.getRank(); ++dim)
      found.coordinates +=
          (isShared(dim) ? kCoordinate : 0) + (isDynamic(dim) ? 1 : 0);
    return found;
  }

private:
  static constexpr int64_t kAddress = 2, kCoordinate = 2;

  bool isDynamic(int64_t dim) const {
    return ShapedType::isDynamic(
               view.getSource().getStrides()[view.getDimMap()[dim]]) &&
           view.getShape()[dim] != 1;
  }
  template <typename Coords> bool hasDynamicStep(const Coords &basis) const {
    for (int64_t dim = 0; dim < view.getRank(); ++dim)
      if (basis[dim] != 0 && isDynamic(dim))
        return true;
    return false;
  }
  /// Returns whether different threads have different parts along a dimension.
  bool isShared(int64_t dim) const {
    for (InDim in : {InDim::Lane, InDim::Warp})
      for (unsigned bit = 0; bit < layout.getInBits(in); ++bit)
        if (layout.getBasis(in, bit)[dim] != 0)
          return true;
    return false;
  }

  nv_tileaa::TiledViewType view;
  const LinearLayout &layout;
};

} // namespace

AddressRegisters tileiras::countAddresses(nv_tileaa::TiledViewType view,
                                          RankedTensorType tile) {
  return AddressCount(view, tile).count();
}
