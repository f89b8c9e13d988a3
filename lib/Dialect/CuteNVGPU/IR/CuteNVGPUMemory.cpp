//===- CuteNVGPUMemory.cpp - Loads, stores and atomics --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of accesses, and their text (PTX ISA, "ld", "st", "atom",
// "red", "multimem").
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
namespace atoms = tileiras::atoms;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

SmallVector<Type> cute_nvgpu::getRegisters(TypeRange results) {
  if (results.empty())
    return {};
  if (auto several = dyn_cast<LLVM::LLVMStructType>(results.front()))
    return SmallVector<Type>(several.getBody());
  return {results.front()};
}

static bool isShared(Value pointer) {
  return cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace() == 3;
}

/// Returns the bits of an integer, a float or a vector of them; 0 for other
/// types.
static unsigned getBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrFloat())
    return 0;
  auto vector = dyn_cast<VectorType>(type);
  return element.getIntOrFloatBitWidth() *
         (vector ? vector.getNumElements() : 1);
}

LogicalResult cute_nvgpu::verifyPtxOp(PtxOpInterface op) {
  OperandRange otherwise = op.getOtherwise();
  SmallVector<Type> expected;
  if (op.getPredicate() || op.updatesResult())
    expected = op.getResultRegisters();
  if (TypeRange(otherwise.getTypes()) == TypeRange(expected))
    return success();
  if (op.updatesResult())
    return op->emitOpError("expected a result of the registers [")
           << otherwise.getTypes() << "], got [" << expected << "]";
  return op->emitOpError("expected values for where the predicate is false, of "
                         "types [")
         << expected << "], got [" << otherwise.getTypes() << "]";
}

//===----------------------------------------------------------------------===//
// Loads and stores: verification
//===----------------------------------------------------------------------===//

/// Checks common to loads and stores, whose data are in `registers`.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, ArrayRef<Type> registers) {
  if (op.getInstruction().Lowering != atoms::Vectors)
    return op.emitOpError("expected an atom of loads and stores, got ")
           << op.getAtom();
  if (op.getScope().has_value() != (op.getOrder() != MemoryOrder::WEAK))
    return op.emitOpError("expected a scope with an order, and only then");
  if (registers.empty())
    return op.emitOpError("expected values");
  unsigned size = op.getAtom().getSize();
  if (!op.isText()) {
    if (registers.size() == 1 && getBits(registers.front()) == size)
      return success();
    return op.emitOpError("expected one value of ")
           << size << " bits, got " << registers;
  }
  // The narrowest register of PTX has 16 bits.
  unsigned word = std::max<unsigned>(size / registers.size(), 16);
  if (word <= 64 && llvm::all_of(registers, [&](Type type) {
        return getBits(type) == word && type == registers.front();
      }))
    return success();
  return op.emitOpError("expected machine words that have ")
         << size << " bits together, got " << registers;
}

/// A load that orders other accesses also has a write effect.
void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getAddressMutable());
  if (getOrder() != MemoryOrder::WEAK)
    effects.emplace_back(MemoryEffects::Write::get(), &getAddressMutable());
}

LogicalResult LoadOp::verify() {
  if (getOrder() == MemoryOrder::RELEASE || getOrder() == MemoryOrder::ACQ_REL)
    return emitOpError("expected weak, relaxed or acquire, got ")
           << stringifyMemoryOrder(getOrder());
  if (getReadOnly() &&
      (getOrder() != MemoryOrder::WEAK || isShared(getAddress())))
    return emitOpError("expected what is read only to be in global memory, and "
                       "read in no order");
  return verifyAccess(*this, getRegisters(getType()));
}

LogicalResult StoreOp::verify() {
  if (getOrder() == MemoryOrder::ACQUIRE || getOrder() == MemoryOrder::ACQ_REL)
    return emitOpError("expected weak, relaxed or release, got ")
           << stringifyMemoryOrder(getOrder());
  return verifyAccess(*this, SmallVector<Type>(getValues().getTypes()));
}

//===----------------------------------------------------------------------===//
// Atomic RMW: verification
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult verifyUpdate(OpTy op, unsigned bits) {
  if (op.getOrder() == MemoryOrder::WEAK)
    return op.emitOpError("expected an order, got weak");
  if (op.getType().isInteger(bits))
    return success();
  return op.emitOpError("expected a register of ")
         << bits << " bits, got " << op.getType();
}

/// Whether PTX has the operation for these elements (ISA, "atom").
static bool combines(Update update, Type element) {
  bool isWord = element.isInteger(32) || element.isInteger(64);
  switch (update) {
  case Update::AND:
  case Update::OR:
  case Update::XOR:
    return element.isSignlessInteger() && isWord;
  case Update::EXCH:
    return (element.isSignlessInteger() && isWord) || element.isF32() ||
           element.isF64();
  case Update::ADD:
    return (element.isSignlessInteger() && isWord) || element.isF16() ||
           element.isBF16() || element.isF32() || element.isF64();
  case Update::MIN:
  case Update::MAX:
    return isWord && !element.isSignlessInteger();
  }
  llvm_unreachable("all updates are above");
}

LogicalResult AtomicOp::verify() {
  if (!combines(getUpdate(), getElement()))
    return emitOpError("expected an element that '")
           << stringifyUpdate(getUpdate()) << "' combines, got "
           << getElement();
  return verifyUpdate(*this, getElement().getIntOrFloatBitWidth());
}

LogicalResult AtomicCasOp::verify() {
  bool isKnown = getType().isInteger(16) || getType().isInteger(64);
  return verifyUpdate(*this, isKnown ? getType().getIntOrFloatBitWidth() : 32);
}

LogicalResult RedAddOp::verify() {
  if (getOrder() != MemoryOrder::RELAXED && getOrder() != MemoryOrder::RELEASE)
    return emitOpError("expected relaxed or release, got ")
           << stringifyMemoryOrder(getOrder());
  const tileiras::AtomInfo &record = getInstruction();
  if (record.Kind != atoms::Reduce || record.SizeUnit != atoms::Bits)
    return emitOpError("expected a red of adjacent elements, got ")
           << getAtom();
  if (!(record.ElementsA & getAtomElements(getElement())))
    return emitOpError("expected an element that ")
           << getAtom() << " adds, got " << getElement();
  if (getValues().size() * 32 == getAtom().getSize())
    return success();
  return emitOpError("expected registers that have ")
         << getAtom().getSize() << " bits together, got "
         << getValues().getTypes();
}

//===----------------------------------------------------------------------===//
// Several replicas: verification
//===----------------------------------------------------------------------===//

static bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

/// Checks the number of registers that the instruction has for these elements.
static LogicalResult verifyReplicas(Operation *op, Type element,
                                    TypeRange registers) {
  unsigned bits = element.isIntOrFloat()
                      ? std::max(32u, element.getIntOrFloatBitWidth())
                      : 0;
  bool isVector = isHalf(element) || element.isF32();
  size_t most = isVector ? 4 : 1;
  if (!registers.empty() && registers.size() <= most &&
      llvm::isPowerOf2_64(registers.size()) &&
      llvm::all_of(registers, [&](Type type) { return type.isInteger(bits); }))
    return success();
  return op->emitOpError("expected ")
         << (isVector ? "1, 2 or 4 registers" : "a register") << " of " << bits
         << " bits for " << element << ", got [" << registers << "]";
}

/// PTX ISA, "multimem.ld_reduce", "multimem.red".
static bool combinesReplicas(Update update, Type element, bool isLoad) {
  if (isHalf(element))
    return update == Update::ADD ||
           (isLoad && (update == Update::MIN || update == Update::MAX));
  return update != Update::EXCH && combines(update, element);
}

template <typename OpTy>
static LogicalResult verifyUpdateOfReplicas(OpTy op, bool isLoad) {
  if (combinesReplicas(op.getUpdate(), op.getElement(), isLoad))
    return success();
  return op.emitOpError("expected an element that '")
         << stringifyUpdate(op.getUpdate()) << "' combines in replicas, got "
         << op.getElement();
}

LogicalResult MultimemLdReduceOp::verify() {
  if (getOrder() != MemoryOrder::RELAXED && getOrder() != MemoryOrder::ACQUIRE)
    return emitOpError("expected relaxed or acquire, got ")
           << stringifyMemoryOrder(getOrder());
  return success(
      succeeded(verifyUpdateOfReplicas(*this, /*isLoad=*/true)) &&
      succeeded(verifyReplicas(*this, getElement(), getRegisters(getType()))));
}

template <typename OpTy> static LogicalResult verifyReplicaWrite(OpTy op) {
  if (op.getOrder() != MemoryOrder::RELAXED &&
      op.getOrder() != MemoryOrder::RELEASE)
    return op.emitOpError("expected relaxed or release, got ")
           << stringifyMemoryOrder(op.getOrder());
  return verifyReplicas(op, op.getElement(), op.getValues().getTypes());
}

LogicalResult MultimemStOp::verify() {
  if (isHalf(getElement()))
    return emitOpError("expected words of 32 or 64 bits, got ") << getElement();
  return verifyReplicaWrite(*this);
}

LogicalResult MultimemRedOp::verify() {
  return success(succeeded(verifyUpdateOfReplicas(*this, /*isLoad=*/false)) &&
                 succeeded(verifyReplicaWrite(*this)));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// ".relaxed.gpu.global", ".global", ".shared".
static std::string getModifiers(MemoryOrder order,
                                std::optional<MemoryScope> scope,
                                Value address) {
  std::string text;
  if (order != MemoryOrder::WEAK)
    text =
        ("." + stringifyMemoryOrder(order) + "." + stringifyMemoryScope(*scope))
            .str();
  return text + (isShared(address) ? ".shared" : ".global");
}

/// ".v2.b32" for two words with 64 bits together.
static std::string getVectorSuffix(unsigned words, unsigned bits) {
  std::string vector = words == 1 ? "" : ".v" + std::to_string(words);
  return vector + ".b" + std::to_string(bits / words);
}

/// "$first" or "{$first, …}".
static std::string getOperandList(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return count == 1 ? text : "{" + text + "}";
}

std::string LoadOp::getPtx() {
  unsigned words = getResultRegisters().size();
  return "ld" + getModifiers(getOrder(), getScope(), getAddress()) +
         (getReadOnly() ? ".nc" : "") +
         getVectorSuffix(words, getAtom().getSize()) + " " +
         getOperandList(0, words) + ", [$" + std::to_string(words) + "]";
}

std::string StoreOp::getPtx() {
  unsigned words = getValues().size();
  return "st" + getModifiers(getOrder(), getScope(), getAddress()) +
         getVectorSuffix(words, getAtom().getSize()) + " [$0], " +
         getOperandList(1, words);
}

/// Returns the type of an atomic operation; a bit type if only bits matter.
static std::string getUpdateType(Update update, Type element) {
  std::string bits = std::to_string(element.getIntOrFloatBitWidth());
  if (isa<FloatType>(element) && update == Update::ADD)
    // Additions of 16 bits need a modifier to keep subnormals.
    return element.isBF16()  ? "noftz.bf16"
           : element.isF16() ? "noftz.f16"
                             : "f" + bits;
  if (update == Update::ADD || element.isUnsignedInteger())
    return "u" + bits;
  return (element.isSignedInteger() ? "s" : "b") + bits;
}

std::string AtomicOp::getPtx() {
  return "atom" + getModifiers(getOrder(), getScope(), getAddress()) + "." +
         stringifyUpdate(getUpdate()).str() + "." +
         getUpdateType(getUpdate(), getElement()) + " $0, [$1], $2";
}

std::string AtomicCasOp::getPtx() {
  return "atom" + getModifiers(getOrder(), getScope(), getAddress()) +
         ".cas.b" + std::to_string(getType().getIntOrFloatBitWidth()) +
         " $0, [$1], $2, $3";
}

/// ".f32", ".v4.f32", ".noftz.v2.f16x2".
static std::string getSumSuffix(Type element, unsigned words) {
  std::string vector = words == 1 ? "" : ".v" + std::to_string(words);
  if (element.isF32())
    return vector + ".f32";
  return ".noftz" + vector + (element.isBF16() ? ".bf16x2" : ".f16x2");
}

std::string RedAddOp::getPtx() {
  unsigned words = getValues().size();
  return "red" + getModifiers(getOrder(), getScope(), getAddress()) + ".add" +
         getSumSuffix(getElement(), words) + " [$0], " +
         getOperandList(1, words);
}

/// ".add.u32", ".min.s64", ".and.b32", ".add.acc::f32.v2.f16x2", ".v4.f32".
/// Sums of 16-bit floats that return a result are accumulated in f32.
static std::string getReplicaSuffix(std::optional<Update> update, Type element,
                                    size_t registers, bool accumulates) {
  std::string text = update ? "." + stringifyUpdate(*update).str() : "";
  if (accumulates && update == Update::ADD && isHalf(element))
    text += ".acc::f32";
  if (registers != 1)
    text += ".v" + std::to_string(registers);
  if (isHalf(element))
    return text + (element.isBF16() ? ".bf16x2" : ".f16x2");
  std::string bits = std::to_string(element.getIntOrFloatBitWidth());
  if (isa<FloatType>(element))
    return text + ".f" + bits;
  if (!update)
    return text + ".b" + bits;
  return text + "." + getUpdateType(*update, element);
}

std::string MultimemLdReduceOp::getPtx() {
  unsigned words = getResultRegisters().size();
  return "multimem.ld_reduce" +
         getModifiers(getOrder(), getScope(), getAddress()) +
         getReplicaSuffix(getUpdate(), getElement(), words,
                          /*accumulates=*/true) +
         " " + getOperandList(0, words) + ", [$" + std::to_string(words) + "]";
}

std::string MultimemStOp::getPtx() {
  unsigned words = getValues().size();
  return "multimem.st" + getModifiers(getOrder(), getScope(), getAddress()) +
         getReplicaSuffix(std::nullopt, getElement(), words,
                          /*accumulates=*/false) +
         " [$0], " + getOperandList(1, words);
}

std::string MultimemRedOp::getPtx() {
  unsigned words = getValues().size();
  return "multimem.red" + getModifiers(getOrder(), getScope(), getAddress()) +
         getReplicaSuffix(getUpdate(), getElement(), words,
                          /*accumulates=*/false) +
         " [$0], " + getOperandList(1, words);
}
