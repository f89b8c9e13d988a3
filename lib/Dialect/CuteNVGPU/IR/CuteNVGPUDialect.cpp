//===- CuteNVGPUDialect.cpp - The cute_nvgpu dialect and its attribute ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and its atom attribute, whose text names a record of
// include/tileiras/Target and its size, and the functions that map MLIR's
// element types to those of the records.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::AtomInfo;

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUDialect.cpp.inc"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.cpp.inc"

void CuteNVGPUDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUOps.cpp.inc"
      >();
}

void CuteNVGPUDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.cpp.inc"
      >();
}

LogicalResult
CuteNVGPUDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned,
                                           NamedAttribute attribute) {
  if (attribute.getName() != getGridConstantAttrName())
    return op->emitError("unknown attribute '")
           << attribute.getName().getValue()
           << "' of the cute_nvgpu dialect on an argument";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitError("expected '")
           << attribute.getName().getValue() << "' to be without a value, got "
           << attribute.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// atom<ldsm.trans, 4>
//===----------------------------------------------------------------------===//

void AtomAttr::print(AsmPrinter &printer) const {
  printer << '<' << getInfo()->Name;
  if (getSize() != 0)
    printer << ", " << getSize();
  printer << '>';
}

Attribute AtomAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  unsigned size = 0;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return {};
  const AtomInfo *info = tileiras::lookupAtom(name);
  if (!info) {
    parser.emitError(loc, "expected the name of an atom, got '")
        << name << '\'';
    return {};
  }
  if (succeeded(parser.parseOptionalComma()) && parser.parseInteger(size))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<AtomAttr>(loc, parser.getContext(), info, size);
}

AtomAttr AtomAttr::get(MLIRContext *context, const AtomInfo *info) {
  return get(context, info, 0);
}

LogicalResult AtomAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               const AtomInfo *info, unsigned size) {
  if (info->acceptsSize(size))
    return success();
  return emitError() << "expected " << info->describeSizes() << " for "
                     << info->Name << ", got " << size;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

uint32_t cute_nvgpu::getAtomElements(Type type) {
  using namespace tileiras::atoms;
  auto mask = [](auto... elements) -> uint32_t {
    return ((1u << elements) | ...);
  };
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return mask(B1);
    case 8:
      return integer.isSigned()     ? mask(S8)
             : integer.isUnsigned() ? mask(U8)
                                    : mask(S8, U8);
    case 16:
      return mask(S16);
    case 32:
      return mask(S32, U32);
    default:
      return mask(S64, U64);
    }
  }
  return TypeSwitch<Type, uint32_t>(type)
      .Case<Float16Type>([&](auto) { return mask(F16); })
      .Case<BFloat16Type>([&](auto) { return mask(BF16); })
      .Case<FloatTF32Type>([&](auto) { return mask(TF32); })
      .Case<Float32Type>([&](auto) { return mask(F32); })
      .Case<Float64Type>([&](auto) { return mask(F64); })
      .Case<Float8E4M3FNType>([&](auto) { return mask(E4M3); })
      .Case<Float8E5M2Type>([&](auto) { return mask(E5M2); })
      .Case<Float8E8M0FNUType>([&](auto) { return mask(UE8M0); })
      .Case<Float4E2M1FNType>([&](auto) { return mask(E2M1); })
      .Default([&](auto) { return mask(Pointer); });
}

uint32_t cute_nvgpu::getAtomScales(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return 1u << tileiras::atoms::UE4M3;
  return getAtomElements(type) & 1u << tileiras::atoms::UE8M0;
}

tileiras::ScaledTypes cute_nvgpu::getScaledTypes(RankedTensorType a,
                                                 RankedTensorType b,
                                                 RankedTensorType c,
                                                 RankedTensorType scales,
                                                 int64_t block) {
  return {getAtomElements(a.getElementType()),
          getAtomElements(b.getElementType()),
          getAtomElements(c.getElementType()),
          getAtomScales(scales.getElementType()),
          a.getElementTypeBitWidth(),
          block};
}

const AtomInfo *cute_nvgpu::findScaledAtom(const tileiras::TargetInfo &target,
                                           RankedTensorType a,
                                           RankedTensorType b,
                                           RankedTensorType c,
                                           RankedTensorType scalesOfA) {
  ArrayRef<int64_t> mn = c.getShape().take_back(2);
  int64_t k = a.getShape().back();
  const AtomInfo *atom = tileiras::findScaledMatrixAtom(
      target,
      getScaledTypes(a, b, c, scalesOfA, k / scalesOfA.getShape().back()),
      mn[0], mn[1], k);
  return atom && atom->accumulatesInTmem() && c.getRank() != 2 ? nullptr : atom;
}

StringRef cute_nvgpu::getPtxName(Type element) {
  return TypeSwitch<Type, StringRef>(element)
      .Case<Float16Type>([](auto) { return "f16"; })
      .Case<BFloat16Type>([](auto) { return "bf16"; })
      .Case<Float32Type>([](auto) { return "f32"; })
      .Case<Float64Type>([](auto) { return "f64"; })
      .Case<FloatTF32Type>([](auto) { return "tf32"; })
      .Case<Float8E4M3FNType>([](auto) { return "e4m3"; })
      .Case<Float8E5M2Type>([](auto) { return "e5m2"; })
      .Case<Float4E2M1FNType>([](auto) { return "e2m1"; })
      .Default([](Type type) { return type.isSignedInteger() ? "s8" : "u8"; });
}
