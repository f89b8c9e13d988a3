//===- CuteNVGPUOps.cpp - Instructions ------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of instructions other than accesses, wgmma and tcgen05: mma.sync,
// ldmatrix, copies, barriers. They check operands against the record of the
// instruction, that is against the tables of the PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::AtomInfo;
namespace atoms = tileiras::atoms;

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUOps.cpp.inc"

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

/// Checks that an operand has `count` registers of `type` in each thread.
static LogicalResult verifyRegisters(MmaOp op, StringRef operand,
                                     OperandRange registers, unsigned count,
                                     Type type) {
  if (registers.size() != count)
    return op.emitOpError("expected ") << count << " registers of " << operand
                                       << ", got " << registers.size();
  for (Value value : registers)
    if (value.getType() != type)
      return op.emitOpError("expected registers of ")
             << operand << " of type " << type << ", got " << value.getType();
  return success();
}

LogicalResult MmaOp::verify() {
  const AtomInfo &atom = getInstruction();
  if (atom.Kind != atoms::Matrix || atom.Threads != 32 ||
      !atom.hasLowering() || atom.isTransposed())
    return emitOpError("expected an atom of mma.sync that has a lowering, got ")
           << getAtom();
  MLIRContext *context = getContext();
  Type word = IntegerType::get(context, 32);
  Type pair = VectorType::get(2, Float16Type::get(context));
  auto getRegister = [&](Type element) {
    return element.isF16() ? pair : element.isF64() ? element : word;
  };
  // An operand is distributed over the lanes of the warp, with 32 bits or one
  // element in a register.
  auto getCount = [](unsigned elements, unsigned bits) {
    return elements * bits / (32 * std::max(32u, bits));
  };
  if (failed(verifyRegisters(*this, "A", getA(),
                             getCount(atom.M * atom.K, atom.OperandBits),
                             getRegister(getElementA()))) ||
      failed(verifyRegisters(*this, "B", getB(),
                             getCount(atom.K * atom.N, atom.OperandBits),
                             getRegister(getElementB()))))
    return failure();
  if (getC().empty())
    return emitOpError("expected registers of C");
  Type sum = getC().front().getType();
  Type element = getElementTypeOrSelf(sum);
  if (!atom.multiplies(getAtomElements(getElementA()),
                       getAtomElements(getElementB()),
                       getAtomElements(element)))
    return emitOpError("expected an atom that multiplies ")
           << getElementA() << " and " << getElementB() << " into " << element
           << ", got " << getAtom();
  if (failed(verifyRegisters(
          *this, "C", getC(),
          getCount(atom.M * atom.N, element.getIntOrFloatBitWidth()),
          element.isF16() ? pair : element)))
    return failure();
  auto expected = LLVM::LLVMStructType::getLiteral(
      context, SmallVector<Type>(getC().getTypes()));
  if (getType() != expected)
    return emitOpError("expected a result of type ")
           << expected << ", got " << getType();
  return success();
}

LogicalResult LdsmOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  Type word = IntegerType::get(context, 32);
  AtomAttr atom = adaptor.getAtom();
  unsigned count = atom.getSize() * atom->M / 8; // A word for eight rows.
  types.push_back(count == 1 ? word
                             : LLVM::LLVMStructType::getLiteral(
                                   context, SmallVector<Type>(count, word)));
  return success();
}

LogicalResult LdsmOp::verify() {
  if (getInstruction().Lowering != atoms::NvvmLdMatrix)
    return emitOpError("expected an atom of ldmatrix that has a lowering, got ")
           << getAtom();
  return success();
}

LogicalResult StsmOp::verify() {
  const AtomInfo &atom = getInstruction();
  if (atom.SizeUnit != atoms::Matrices || atom.FragmentA == atoms::NoFragment ||
      !atom.hasLowering())
    return emitOpError("expected an atom of stmatrix that has a lowering, got ")
           << getAtom();
  unsigned count = getAtom().getSize() * atom.M / 8;
  if (getWords().size() != count)
    return emitOpError("expected ")
           << count << " registers, got " << getWords().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ReduxF32Op::getPredicate() { return {}; }

std::string ReduxF32Op::getPtx() {
  return ("redux.sync." + stringifyExtreme(getExtreme()) +
          (getNan() ? ".NaN" : "") + ".f32 $0, $1, -1")
      .str();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

std::string SimtAsyncCopyOp::getPtx() {
  return ("cp.async." + stringifyCacheModifier(getCache()) +
          ".shared.global [$0], [$1], " + Twine(getAtom().getSize()) +
          (getIgnore() || getSourceBytes() ? ", $2" : ""))
      .str();
}

LogicalResult SimtAsyncCopyOp::verify() {
  if (getInstruction().Completion != atoms::CpAsyncGroup)
    return emitOpError("expected an atom of cp.async, got ") << getAtom();
  // PTX ISA, "cp.async".
  if (getCache() == CacheModifier::CG && getAtom().getSize() != 16)
    return emitOpError("expected 16 bytes past the first cache, got ")
           << getAtom().getSize();
  if (getIgnore() && getSourceBytes())
    return emitOpError("expected either what is ignored or how many bytes are "
                       "read, got both");
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers and control
//===----------------------------------------------------------------------===//

static LogicalResult verifyThreads(InstructionOpInterface op,
                                   std::optional<uint32_t> threads) {
  const AtomInfo &atom = op.getInstruction();
  if (!threads || atom.acceptsSize(*threads))
    return success();
  return op->emitOpError("expected ")
         << atom.describeSizes() << ", got " << *threads;
}

LogicalResult BarSyncOp::verify() {
  if (getThreads() && !getId())
    return emitOpError("expected an id with a number of threads");
  return verifyThreads(*this, getThreads());
}

LogicalResult BarArriveOp::verify() {
  return verifyThreads(*this, getThreads());
}

LogicalResult SetMaxNRegOp::verify() {
  uint32_t registers = getRegisters();
  if (registers % 8 == 0 && registers >= 24 && registers <= 256)
    return success();
  return emitOpError("expected a multiple of 8 from 24 to 256 registers, got ")
         << registers;
}
