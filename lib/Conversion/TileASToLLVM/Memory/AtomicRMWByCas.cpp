//===- AtomicRMWByCas.cpp - Atomic RMW by compare-and-swap loops ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicRMWByCas.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tileiras::to_llvm {

bool needsCas(cute_nvgpu::Update update, Type element,
              const TargetInfo &target) {
  return update == cute_nvgpu::Update::ADD && element.isBF16() &&
         !target.Bf16Arith;
}

static Value add(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType(), wide = builder.getF32Type();
  Value sum = LLVM::FAddOp::create(
      builder, loc, LLVM::FPExtOp::create(builder, loc, wide, lhs),
      LLVM::FPExtOp::create(builder, loc, wide, rhs));
  return LLVM::FPTruncOp::create(builder, loc, type, sum);
}

/// Emits the loop of the header and returns the previous value.
static Value emitLoop(OpBuilder &builder, Location loc, Value pointer,
                      Value value, AccessKind kind) {
  Type type = value.getType();
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  AccessKind look = kind;
  look.semantic = nv_tileaa::MemSemantic::RELAXED;
  Value unused = LLVM::ZeroOp::create(builder, loc, type);
  Value first = emitLoad(builder, loc, pointer, unused, Value(), look).front();
  auto swap = [&](OpBuilder &inside, Location at, ValueRange seen) {
    Value sum = add(inside, at, seen[0], value);
    Value old = emitCompareAndSwap(inside, at, pointer, seen[0], sum, seen[0],
                                   Value(), kind);
    Value differs = LLVM::ICmpOp::create(
        inside, at, LLVM::ICmpPredicate::ne,
        LLVM::BitcastOp::create(inside, at, bits, old),
        LLVM::BitcastOp::create(inside, at, bits, seen[0]));
    scf::ConditionOp::create(inside, at, differs, old);
  };
  auto again = [](OpBuilder &inside, Location at, ValueRange old) {
    scf::YieldOp::create(inside, at, old);
  };
  return scf::WhileOp::create(builder, loc, type, first, swap, again)
      .getResult(0);
}

Value emitAddByCas(OpBuilder &builder, Location loc, Value pointer, Value value,
                   Value otherwise, Value predicate, AccessKind kind) {
  if (!predicate)
    return emitLoop(builder, loc, pointer, value, kind);
  auto perform = [&](OpBuilder &inside, Location at) {
    Value old = emitLoop(inside, at, pointer, value, kind);
    scf::YieldOp::create(inside, at, old);
  };
  auto leave = [&](OpBuilder &inside, Location at) {
    scf::YieldOp::create(inside, at, otherwise);
  };
  return scf::IfOp::create(builder, loc, predicate, perform, leave)
      .getResult(0);
}

} // namespace tileiras::to_llvm
