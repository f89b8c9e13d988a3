//===- Alignment.cpp - What a number is known to be divisible by -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace tileiras::to_llvm {

static constexpr uint64_t kMost = uint64_t(1) << 62;

uint64_t getPowerOfTwoDivisor(int64_t value) {
  return value == 0 ? kMost : std::min<uint64_t>(kMost, value & -value);
}

/// Chains longer than this are given up: the analysis stays linear.
static constexpr unsigned kDepth = 12;

static uint64_t divisorOf(Value value, unsigned depth) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getPowerOfTwoDivisor(constant.getSExtValue());
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return 1;
  auto operand = [&](unsigned i) {
    return divisorOf(op->getOperand(i), depth - 1);
  };
  if (auto assume = dyn_cast<nv_tileaa::AssumeOp>(op)) {
    uint64_t known = operand(0);
    auto divBy = dyn_cast<nv_tileaa::DivByAttr>(assume.getPredicate());
    return divBy ? std::max(known, divBy.getDivisor()) : known;
  }
  if (isa<arith::MulIOp>(op)) {
    uint64_t lhs = operand(0), rhs = operand(1);
    return lhs >= kMost / rhs ? kMost : lhs * rhs;
  }
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
          arith::MinUIOp, arith::MaxUIOp, arith::OrIOp>(op))
    return std::min(operand(0), operand(1));
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op))
    return operand(0);
  if (isa<arith::SelectOp>(op))
    return std::min(operand(1), operand(2));
  return 1;
}

uint64_t getKnownDivisor(Value value) { return divisorOf(value, kDepth); }

} // namespace tileiras::to_llvm
