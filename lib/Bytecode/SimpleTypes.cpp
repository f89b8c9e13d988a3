//===- SimpleTypes.cpp - Types that consist of a tag only -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimpleTypes.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace tileiras;

namespace {
struct SimpleType {
  TypeTag tag;
  Type (*get)(MLIRContext *);
};
} // namespace

template <unsigned width> static Type getInteger(MLIRContext *context) {
  return IntegerType::get(context, width);
}

template <typename T> static Type getUnique(MLIRContext *context) {
  return T::get(context);
}

static constexpr SimpleType kSimpleTypes[] = {
    {TypeTag::I1, getInteger<1>},
    {TypeTag::I4, getInteger<4>},
    {TypeTag::I8, getInteger<8>},
    {TypeTag::I16, getInteger<16>},
    {TypeTag::I32, getInteger<32>},
    {TypeTag::I64, getInteger<64>},
    {TypeTag::F16, getUnique<Float16Type>},
    {TypeTag::BF16, getUnique<BFloat16Type>},
    {TypeTag::F32, getUnique<Float32Type>},
    {TypeTag::TF32, getUnique<FloatTF32Type>},
    {TypeTag::F64, getUnique<Float64Type>},
    {TypeTag::F8E4M3FN, getUnique<Float8E4M3FNType>},
    {TypeTag::F8E5M2, getUnique<Float8E5M2Type>},
    {TypeTag::F8E8M0FNU, getUnique<Float8E8M0FNUType>},
    {TypeTag::F4E2M1FN, getUnique<Float4E2M1FNType>},
    {TypeTag::F8E5M3FNU, getUnique<cuda_tile::Float8E5M3FNUType>},
    {TypeTag::Token, getUnique<cuda_tile::TokenType>},
};

Type tileiras::getSimpleType(MLIRContext *context, TypeTag tag) {
  for (const SimpleType &entry : kSimpleTypes)
    if (entry.tag == tag)
      return entry.get(context);
  return Type();
}

std::optional<TypeTag> tileiras::getSimpleTag(Type type) {
  for (const SimpleType &entry : kSimpleTypes)
    if (entry.get(type.getContext()) == type)
      return entry.tag;
  return std::nullopt;
}

BytecodeVersion tileiras::getTypeVersion(TypeTag tag) {
  switch (tag) {
  case TypeTag::F8E8M0FNU:
    return {13, 2};
  case TypeTag::F4E2M1FN:
  case TypeTag::I4:
  case TypeTag::GatherScatterView:
  case TypeTag::StridedView:
    return {13, 3};
  case TypeTag::F8E5M3FNU:
    return {13, 4};
  default:
    return kOldestBytecodeVersion;
  }
}
