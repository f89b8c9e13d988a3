//===- MemoryAccess.cpp - One memory access of one thread -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace tileiras::to_llvm {

unsigned getMemoryBits(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : nv_tileas::getMemoryBits(type);
}

namespace {

/// The machine words that carry an access: `count` of `bits` each.
struct Words {
  unsigned bits, count;

  unsigned getBytes() const { return bits * count / 8; }
  Type getType(OpBuilder &builder) const {
    // The narrowest PTX register has 16 bits; ld.b8 extends to it.
    return builder.getIntegerType(std::max(bits, 16u));
  }
  StringRef getConstraint() const {
    return bits == 64 ? "l" : bits == 32 ? "r" : "h";
  }
  std::string getSuffix() const {
    std::string vector =
        count == 1 ? std::string() : ".v" + std::to_string(count);
    return vector + ".b" + std::to_string(bits);
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

/// The element as an integer of its width in memory.
Value toBits(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  Type bits = builder.getIntegerType(getMemoryBits(type));
  if (type.isInteger(1))
    return LLVM::ZExtOp::create(builder, loc, bits, value);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, bits, value);
  if (type == bits)
    return value;
  return LLVM::BitcastOp::create(builder, loc, bits, value);
}

Value fromBits(OpBuilder &builder, Location loc, Value bits, Type type) {
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
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

VectorType vectorOf(unsigned count, Type type) {
  return VectorType::get(count, type);
}

/// Elements as integers → one vector of them.
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

/// Elements → the words of the access, one by one: a word that is only passed
/// on is then recognised as that, and stays as it is.
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
    value = fromBits(builder, loc, value, type);
  return elements;
}

//===----------------------------------------------------------------------===//
// PTX text
//===----------------------------------------------------------------------===//

StringRef scopeName(MemScope scope) {
  switch (scope) {
  case MemScope::TL_BLK:
    return ".cta";
  case MemScope::GPU:
    return ".gpu";
  case MemScope::SYS:
    return ".sys";
  }
  llvm_unreachable("all scopes are above");
}

/// ".relaxed.gpu.global", ".global", ".global.nc", ".shared".
std::string accessModifiers(AccessKind kind) {
  std::string text;
  if (kind.semantic != MemSemantic::WEAK)
    text = ("." + stringifyMemSemantic(kind.semantic) + scopeName(*kind.scope))
               .str();
  text += kind.space == 3 ? ".shared" : ".global";
  return kind.isReadOnly ? text + ".nc" : text;
}

/// "$first" or "{$first, …}".
std::string operandList(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return count == 1 ? text : "{" + text + "}";
}

std::string guard(Value predicate, unsigned operand) {
  return predicate ? "@$" + std::to_string(operand) + " " : std::string();
}

/// Shared pointers have 32 bits in an asm operand, others 64.
StringRef pointerConstraint(AccessKind kind) {
  return kind.space == 3 ? "r" : "l";
}

LLVM::InlineAsmOp createAsm(OpBuilder &builder, Location loc, TypeRange types,
                            ValueRange operands, const std::string &text,
                            const std::string &constraints) {
  auto dialect =
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
  return LLVM::InlineAsmOp::create(
      builder, loc, types, operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, dialect, ArrayAttr());
}

/// The type of a loaded word. Elements that share a 32-bit register are a
/// vector from the start: of an integer LLVM would take the lower one by a
/// truncation and the upper one by a shift, where one PTX instruction unpacks
/// both.
Type getLoadedType(OpBuilder &builder, Type element, unsigned elements,
                   Words words) {
  unsigned perWord = elements / words.count;
  if (perWord == 1 || words.bits != 32)
    return words.getType(builder);
  return vectorOf(perWord, builder.getIntegerType(getMemoryBits(element)));
}

/// A byte in a PTX register, the narrowest of which has 16 bits; other words
/// are as wide as theirs.
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

SmallVector<Value> emitAsmLoad(OpBuilder &builder, Location loc, Value pointer,
                               ValueRange padding, Value predicate,
                               AccessKind kind) {
  Words words =
      chooseWords(getMemoryBits(padding[0].getType()), padding.size());
  Type type =
      getLoadedType(builder, padding[0].getType(), padding.size(), words);
  SmallVector<Value> operands = {pointer};
  std::string constraints;
  for (unsigned i = 0; i < words.count; ++i)
    constraints += ("=" + words.getConstraint() + ",").str();
  constraints += pointerConstraint(kind).str();
  if (predicate) {
    operands.push_back(predicate);
    constraints += ",b";
    // The results start as the padding: tied operands.
    for (auto [i, word] :
         llvm::enumerate(toWords(builder, loc, padding, words))) {
      word = toRegister(builder, loc, word);
      if (word.getType() != type)
        word = LLVM::BitcastOp::create(builder, loc, type, word);
      operands.push_back(word);
      constraints += "," + std::to_string(i);
    }
  }
  std::string text = guard(predicate, words.count + 1) + "ld" +
                     accessModifiers(kind) + words.getSuffix() + " " +
                     operandList(0, words.count) + ", [$" +
                     std::to_string(words.count) + "];";

  SmallVector<Value> values;
  if (words.count == 1) {
    values.push_back(
        createAsm(builder, loc, type, operands, text, constraints).getRes());
  } else {
    auto types = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), SmallVector<Type>(words.count, type));
    Value result =
        createAsm(builder, loc, types, operands, text, constraints).getRes();
    for (int64_t i = 0; i < words.count; ++i)
      values.push_back(LLVM::ExtractValueOp::create(builder, loc, result,
                                                    ArrayRef<int64_t>(i)));
  }
  for (Value &value : values)
    value = fromRegister(builder, loc, value, words);
  return fromWords(builder, loc, values, words, padding.getTypes());
}

void emitAsmStore(OpBuilder &builder, Location loc, Value pointer,
                  ValueRange values, Value predicate, AccessKind kind) {
  Words words = chooseWords(getMemoryBits(values[0].getType()), values.size());
  SmallVector<Value> operands = {pointer};
  std::string constraints = pointerConstraint(kind).str();
  for (Value word : toWords(builder, loc, values, words)) {
    operands.push_back(toRegister(builder, loc, word));
    constraints += ("," + words.getConstraint()).str();
  }
  if (predicate) {
    operands.push_back(predicate);
    constraints += ",b";
  }
  std::string text = guard(predicate, words.count + 1) + "st" +
                     accessModifiers(kind) + words.getSuffix() + " [$0], " +
                     operandList(1, words.count) + ";";
  createAsm(builder, loc, TypeRange(), operands, text, constraints);
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

bool needsAsm(Value predicate, AccessKind kind) {
  return predicate || kind.semantic != MemSemantic::WEAK;
}

} // namespace

SmallVector<Value> emitLoad(OpBuilder &builder, Location loc, Value pointer,
                            ValueRange padding, Value predicate,
                            AccessKind kind) {
  if (needsAsm(predicate, kind))
    return emitAsmLoad(builder, loc, pointer, padding, predicate, kind);
  unsigned count = padding.size();
  unsigned bits = getMemoryBits(padding[0].getType());
  Type element = builder.getIntegerType(bits);
  Type type = count == 1 ? element : Type(vectorOf(count, element));
  Value loaded =
      LLVM::LoadOp::create(builder, loc, type, pointer, count * bits / 8,
                           /*isVolatile=*/false, /*isNonTemporal=*/false,
                           /*isInvariant=*/kind.isReadOnly);
  SmallVector<Value> values = count == 1
                                  ? SmallVector<Value>{loaded}
                                  : splitVector(builder, loc, loaded, count);
  for (auto [value, pad] : llvm::zip_equal(values, padding))
    value = fromBits(builder, loc, value, pad.getType());
  return values;
}

void emitStore(OpBuilder &builder, Location loc, Value pointer,
               ValueRange values, Value predicate, AccessKind kind) {
  if (needsAsm(predicate, kind))
    return emitAsmStore(builder, loc, pointer, values, predicate, kind);
  Words words = chooseWords(getMemoryBits(values[0].getType()), values.size());
  SmallVector<Value> packed = toWords(builder, loc, values, words);
  LLVM::StoreOp::create(builder, loc,
                        words.count == 1 ? packed[0]
                                         : buildVector(builder, loc, packed),
                        pointer, words.getBytes());
}

Value emitAtomic(OpBuilder &builder, Location loc, StringRef operation,
                 Value pointer, ValueRange operands, Value otherwise,
                 Value predicate, AccessKind kind) {
  Type type = otherwise.getType();
  Words words = chooseWords(getMemoryBits(type), 1);
  std::string constraint = words.getConstraint().str();
  std::string constraints =
      "=" + constraint + "," + pointerConstraint(kind).str();
  std::string text =
      "atom" + accessModifiers(kind) + "." + operation.str() + " $0, [$1]";
  SmallVector<Value> inputs = {pointer};
  for (Value operand : operands) {
    inputs.push_back(toBits(builder, loc, operand));
    constraints += "," + constraint;
    text += ", $" + std::to_string(inputs.size());
  }
  if (predicate) {
    inputs.push_back(predicate);
    constraints += ",b";
    text = guard(predicate, inputs.size()) + text;
    // The result starts as `otherwise`: a tied operand.
    inputs.push_back(toBits(builder, loc, otherwise));
    constraints += ",0";
  }
  Value old = createAsm(builder, loc, words.getType(builder), inputs,
                        text + ";", constraints)
                  .getRes();
  return fromBits(builder, loc, old, type);
}

} // namespace tileiras::to_llvm
