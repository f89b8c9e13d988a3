//===- MemoryAccess.cpp - One memory access of one thread -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace tileiras::to_llvm {

unsigned getMemoryBits(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : nv_tileas::getMemoryBits(type);
}

namespace {

/// The machine words of an access: `count` words of `bits` each.
struct Words {
  unsigned bits, count;

  Type getType(OpBuilder &builder) const {
    // The narrowest PTX register has 16 bits; ld.b8 extends to it.
    return builder.getIntegerType(std::max(bits, 16u));
  }
};

Words chooseWords(unsigned elementBits, unsigned elements) {
  unsigned total = elementBits * elements;
  if (elementBits == 64)
    return {64, elements};
  if (total <= 32)
    return {total, 1};
  return {32, total / 32};
}

/// Returns the element as an integer of its width in memory.
Value toBits(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  Type bits = builder.getIntegerType(getMemoryBits(type));
  if (type.isInteger(1) || type.isInteger(4))
    return LLVM::ZExtOp::create(builder, loc, bits, value);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, bits, value);
  if (type == bits)
    return value;
  return LLVM::BitcastOp::create(builder, loc, bits, value);
}

} // namespace

Value fromMemoryBits(OpBuilder &builder, Location loc, Value bits, Type type) {
  if (type.isInteger(1)) {
    Value zero =
        LLVM::ConstantOp::create(builder, loc, bits.getType(),
                                 builder.getIntegerAttr(bits.getType(), 0));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                zero);
  }
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  if (type == bits.getType())
    return bits;
  if (type.isInteger(4))
    return LLVM::TruncOp::create(builder, loc, type, bits);
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

namespace {

VectorType vectorOf(unsigned count, Type type) {
  return VectorType::get(count, type);
}

/// Joins elements, as integers, to one vector.
Value buildVector(OpBuilder &builder, Location loc, ValueRange elements) {
  Value vector = LLVM::PoisonOp::create(
      builder, loc, vectorOf(elements.size(), elements[0].getType()));
  for (auto [i, element] : llvm::enumerate(elements))
    vector = LLVM::InsertElementOp::create(builder, loc, vector, element,
                                           i32Constant(builder, loc, i));
  return vector;
}

SmallVector<Value> splitVector(OpBuilder &builder, Location loc, Value vector,
                               unsigned count) {
  SmallVector<Value> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(LLVM::ExtractElementOp::create(
        builder, loc, vector, i32Constant(builder, loc, i)));
  return elements;
}

/// Packs elements into the words of the access one by one: a word that is only
/// passed on is then recognised as such, and remains unchanged.
SmallVector<Value> toWords(OpBuilder &builder, Location loc,
                           ValueRange elements, Words words) {
  SmallVector<Value> bits;
  for (Value element : elements)
    bits.push_back(toBits(builder, loc, element));
  unsigned perWord = elements.size() / words.count;
  if (perWord == 1)
    return bits;
  SmallVector<Value> result;
  for (size_t i = 0; i < bits.size(); i += perWord)
    result.push_back(LLVM::BitcastOp::create(
        builder, loc, builder.getIntegerType(words.bits),
        buildVector(builder, loc, ArrayRef(bits).slice(i, perWord))));
  return result;
}

SmallVector<Value> fromWords(OpBuilder &builder, Location loc,
                             ArrayRef<Value> values, Words words,
                             TypeRange types) {
  unsigned perWord = types.size() / words.count;
  Type element = builder.getIntegerType(getMemoryBits(types[0]));
  SmallVector<Value> elements;
  for (Value word : values) {
    if (perWord == 1) {
      elements.push_back(word);
      continue;
    }
    Value vector =
        LLVM::BitcastOp::create(builder, loc, vectorOf(perWord, element), word);
    llvm::append_range(elements, splitVector(builder, loc, vector, perWord));
  }
  for (auto [value, type] : llvm::zip_equal(elements, types))
    value = fromMemoryBits(builder, loc, value, type);
  return elements;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

} // namespace

cute_nvgpu::Update getUpdate(RmwMode mode) {
  using cute_nvgpu::Update;
  switch (mode) {
  case RmwMode::AND:
    return Update::AND;
  case RmwMode::OR:
    return Update::OR;
  case RmwMode::XOR:
    return Update::XOR;
  case RmwMode::ADD:
  case RmwMode::ADDF:
    return Update::ADD;
  case RmwMode::MAX:
  case RmwMode::UMAX:
    return Update::MAX;
  case RmwMode::MIN:
  case RmwMode::UMIN:
    return Update::MIN;
  case RmwMode::XCHG:
    return Update::EXCH;
  }
  llvm_unreachable("all modes are above");
}

Type getRmwElement(RmwMode mode, Type type) {
  auto withSign = [&](IntegerType::SignednessSemantics sign) {
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                            sign);
  };
  if (isa<FloatType>(type))
    return type;
  if (mode == RmwMode::MAX || mode == RmwMode::MIN)
    return withSign(IntegerType::Signed);
  if (mode == RmwMode::UMAX || mode == RmwMode::UMIN)
    return withSign(IntegerType::Unsigned);
  return type;
}

cute_nvgpu::MemoryOrder getOrder(AccessKind kind) {
  return *cute_nvgpu::symbolizeMemoryOrder(stringifyMemSemantic(kind.semantic));
}

cute_nvgpu::MemoryScope getScope(MemScope scope) {
  switch (scope) {
  case MemScope::TL_BLK:
    return cute_nvgpu::MemoryScope::CTA;
  case MemScope::GPU:
    return cute_nvgpu::MemoryScope::GPU;
  case MemScope::SYS:
    return cute_nvgpu::MemoryScope::SYS;
  }
  llvm_unreachable("all scopes are above");
}

namespace {

cute_nvgpu::MemoryScopeAttr getScopeAttr(OpBuilder &builder, AccessKind kind) {
  if (kind.semantic == MemSemantic::WEAK)
    return {};
  return cute_nvgpu::MemoryScopeAttr::get(builder.getContext(),
                                          getScope(*kind.scope));
}

Value createLoad(OpBuilder &builder, Location loc, Type type, Value pointer,
                 unsigned bits, Value predicate, ValueRange otherwise,
                 AccessKind kind) {
  return cute_nvgpu::LoadOp::create(
      builder, loc, type, getVectorAtom(builder.getContext(), bits),
      getOrder(kind), getScopeAttr(builder, kind), kind.isReadOnly, pointer,
      predicate, otherwise);
}

void createStore(OpBuilder &builder, Location loc, ValueRange values,
                 Value pointer, unsigned bits, Value predicate,
                 AccessKind kind) {
  cute_nvgpu::StoreOp::create(
      builder, loc, getVectorAtom(builder.getContext(), bits), getOrder(kind),
      getScopeAttr(builder, kind), pointer, values, predicate);
}

/// Returns the type of a loaded word. Elements that share a 32-bit register are
/// a vector from the start: LLVM would extract the lower one from an integer by
/// a truncation and the upper one by a shift, while one PTX instruction unpacks
/// both.
Type getLoadedType(OpBuilder &builder, Type element, unsigned elements,
                   Words words) {
  unsigned perWord = elements / words.count;
  if (perWord == 1 || words.bits != 32)
    return words.getType(builder);
  return vectorOf(perWord, builder.getIntegerType(getMemoryBits(element)));
}

/// Extends a byte to the narrowest PTX register, which has 16 bits; other words
/// are as wide as their registers.
Value toRegister(OpBuilder &builder, Location loc, Value word) {
  if (!word.getType().isInteger(8))
    return word;
  return LLVM::ZExtOp::create(builder, loc, builder.getI16Type(), word);
}

Value fromRegister(OpBuilder &builder, Location loc, Value reg, Words words) {
  if (words.bits != 8)
    return reg;
  return LLVM::TruncOp::create(builder, loc, builder.getI8Type(), reg);
}

/// Packs elements into words of the type that a load returns.
SmallVector<Value> toLoadedWords(OpBuilder &builder, Location loc,
                                 ValueRange elements, Words words) {
  Type type =
      getLoadedType(builder, elements[0].getType(), elements.size(), words);
  SmallVector<Value> result;
  for (Value word : toWords(builder, loc, elements, words)) {
    word = toRegister(builder, loc, word);
    if (word.getType() != type)
      word = LLVM::BitcastOp::create(builder, loc, type, word);
    result.push_back(word);
  }
  return result;
}

Words chooseWords(ValueRange elements) {
  return chooseWords(getMemoryBits(elements[0].getType()), elements.size());
}

bool needsWords(Value predicate, AccessKind kind) {
  return predicate || kind.semantic != MemSemantic::WEAK;
}

/// The operands of an atomic RMW, in registers.
struct RmwOperands {
  SmallVector<Value> values, otherwise;
};

RmwOperands toRmwOperands(OpBuilder &builder, Location loc, ValueRange operands,
                          Value otherwise, Value predicate) {
  RmwOperands result;
  for (Value operand : operands)
    result.values.push_back(toBits(builder, loc, operand));
  if (predicate)
    result.otherwise.push_back(toBits(builder, loc, otherwise));
  return result;
}

} // namespace

SmallVector<Value> emitWordLoad(OpBuilder &builder, Location loc, Value pointer,
                                ValueRange padding, Value predicate,
                                AccessKind kind) {
  Words words = chooseWords(padding);
  Type type =
      getLoadedType(builder, padding[0].getType(), padding.size(), words);
  SmallVector<Value> otherwise;
  if (predicate)
    otherwise = toLoadedWords(builder, loc, padding, words);
  Type result = type;
  if (words.count != 1)
    result = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), SmallVector<Type>(words.count, type));
  Value loaded =
      createLoad(builder, loc, result, pointer, words.bits * words.count,
                 predicate, otherwise, kind);
  if (words.count == 1)
    return {loaded};
  SmallVector<Value> values;
  for (int64_t i = 0; i < words.count; ++i)
    values.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded,
                                                  ArrayRef<int64_t>(i)));
  return values;
}

SmallVector<Value> packLoadedWords(OpBuilder &builder, Location loc,
                                   ValueRange elements) {
  return toLoadedWords(builder, loc, elements, chooseWords(elements));
}

SmallVector<Value> unpackLoadedWords(OpBuilder &builder, Location loc,
                                     ValueRange loaded, TypeRange types) {
  Words words = chooseWords(getMemoryBits(types[0]), types.size());
  SmallVector<Value> values;
  for (Value word : loaded)
    values.push_back(fromRegister(builder, loc, word, words));
  return fromWords(builder, loc, values, words, types);
}

SmallVector<Value> emitLoad(OpBuilder &builder, Location loc, Value pointer,
                            ValueRange padding, Value predicate,
                            AccessKind kind) {
  if (needsWords(predicate, kind))
    return unpackLoadedWords(
        builder, loc,
        emitWordLoad(builder, loc, pointer, padding, predicate, kind),
        padding.getTypes());
  unsigned count = padding.size();
  unsigned bits = getMemoryBits(padding[0].getType());
  Type element = builder.getIntegerType(bits);
  Type type = count == 1 ? element : Type(vectorOf(count, element));
  Value loaded = createLoad(builder, loc, type, pointer, count * bits, Value(),
                            ValueRange(), kind);
  SmallVector<Value> values = count == 1
                                  ? SmallVector<Value>{loaded}
                                  : splitVector(builder, loc, loaded, count);
  for (auto [value, pad] : llvm::zip_equal(values, padding))
    value = fromMemoryBits(builder, loc, value, pad.getType());
  return values;
}

Value packWord(OpBuilder &builder, Location loc, ValueRange elements) {
  return toWords(builder, loc, elements, {/*bits=*/32, /*count=*/1}).front();
}

void emitStore(OpBuilder &builder, Location loc, Value pointer,
               ValueRange values, Value predicate, AccessKind kind) {
  Words words = chooseWords(getMemoryBits(values[0].getType()), values.size());
  SmallVector<Value> packed = toWords(builder, loc, values, words);
  if (needsWords(predicate, kind))
    for (Value &word : packed)
      word = toRegister(builder, loc, word);
  else if (words.count != 1)
    packed = {buildVector(builder, loc, packed)};
  createStore(builder, loc, packed, pointer, words.bits * words.count,
              predicate, kind);
}

Value emitAtomicRmw(OpBuilder &builder, Location loc, cute_nvgpu::Update update,
                    Type element, Value pointer, Value value, Value otherwise,
                    Value predicate, AccessKind kind) {
  RmwOperands operands =
      toRmwOperands(builder, loc, value, otherwise, predicate);
  Value old = cute_nvgpu::AtomicOp::create(
      builder, loc, operands.values[0].getType(), update, element,
      getOrder(kind), getScope(*kind.scope), pointer, operands.values[0],
      predicate, operands.otherwise);
  return fromMemoryBits(builder, loc, old, otherwise.getType());
}

void emitVectorRed(OpBuilder &builder, Location loc, cute_nvgpu::AtomAttr atom,
                   Value pointer, ValueRange values, Value predicate,
                   AccessKind kind) {
  Words words{/*bits=*/32, atom.getSize() / 32};
  cute_nvgpu::RedAddOp::create(builder, loc, atom, values[0].getType(),
                               getOrder(kind), getScope(*kind.scope), pointer,
                               toWords(builder, loc, values, words), predicate);
}

Value emitCompareAndSwap(OpBuilder &builder, Location loc, Value pointer,
                         Value expected, Value value, Value otherwise,
                         Value predicate, AccessKind kind) {
  RmwOperands operands =
      toRmwOperands(builder, loc, {expected, value}, otherwise, predicate);
  Value old = cute_nvgpu::AtomicCasOp::create(
      builder, loc, operands.values[0].getType(), getOrder(kind),
      getScope(*kind.scope), pointer, operands.values[0], operands.values[1],
      predicate, operands.otherwise);
  return fromMemoryBits(builder, loc, old, otherwise.getType());
}

} // namespace tileiras::to_llvm
