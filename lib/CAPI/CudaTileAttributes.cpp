//===- CudaTileAttributes.cpp - C API of cuda_tile's attributes -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's conventions for a dialect's C API: for each attribute a test, a
// constructor, which checks its parameters, and accessors. Enumerations are
// passed as their keywords.
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/CudaTileAttributes.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Returns an attribute whose parameters the dialect checks; null after an
/// error.
template <typename T, typename... Parameters>
static T getChecked(MlirLocation loc, Parameters &&...parameters) {
  Location location = unwrap(loc);
  return T::getChecked([location] { return emitError(location); },
                       location.getContext(),
                       std::forward<Parameters>(parameters)...);
}

static StringAttr makeString(MLIRContext *context, MlirStringRef text) {
  return StringAttr::get(context, unwrap(text));
}

static std::optional<int64_t> makeOptional(const int64_t *number) {
  return number ? std::optional(*number) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

#define TILEIRAS_DEFINE_ENUM(Name)                                             \
  bool mlirAttributeIsACudaTile##Name(MlirAttribute attr) {                    \
    return isa<Name##Attr>(unwrap(attr));                                      \
  }                                                                            \
  MlirAttribute mlirCudaTile##Name##AttrGet(MlirContext context,               \
                                            MlirStringRef keyword) {           \
    std::optional<Name> value = symbolize##Name(unwrap(keyword));              \
    if (!value)                                                                \
      return {nullptr};                                                        \
    return wrap(Attribute(Name##Attr::get(unwrap(context), *value)));          \
  }                                                                            \
  MlirStringRef mlirCudaTile##Name##AttrGetKeyword(MlirAttribute attr) {       \
    return wrap(stringify##Name(cast<Name##Attr>(unwrap(attr)).getValue()));   \
  }

TILEIRAS_DEFINE_ENUM(Signedness)
TILEIRAS_DEFINE_ENUM(IntegerOverflow)
TILEIRAS_DEFINE_ENUM(RoundingMode)
TILEIRAS_DEFINE_ENUM(ComparisonPredicate)
TILEIRAS_DEFINE_ENUM(ComparisonOrdering)
TILEIRAS_DEFINE_ENUM(AtomicRMWMode)
TILEIRAS_DEFINE_ENUM(MemoryScope)
TILEIRAS_DEFINE_ENUM(MemoryOrderingSemantics)
TILEIRAS_DEFINE_ENUM(PaddingValue)
TILEIRAS_DEFINE_ENUM(SymbolVisibility)
TILEIRAS_DEFINE_ENUM(MultimemReductionKind)
TILEIRAS_DEFINE_ENUM(PtrAttr)

#undef TILEIRAS_DEFINE_ENUM

//===----------------------------------------------------------------------===//
// Assume predicates
//===----------------------------------------------------------------------===//

bool mlirAttributeIsACudaTileDivBy(MlirAttribute attr) {
  return isa<DivByAttr>(unwrap(attr));
}

MlirAttribute mlirCudaTileDivByAttrGetChecked(MlirLocation loc,
                                              uint64_t divisor,
                                              const int64_t *every,
                                              const int64_t *along) {
  return wrap(getChecked<DivByAttr>(loc, divisor, makeOptional(every),
                                    makeOptional(along)));
}

uint64_t mlirCudaTileDivByAttrGetDivisor(MlirAttribute attr) {
  return cast<DivByAttr>(unwrap(attr)).getDivisor();
}

bool mlirAttributeIsACudaTileSameElements(MlirAttribute attr) {
  return isa<SameElementsAttr>(unwrap(attr));
}

MlirAttribute mlirCudaTileSameElementsAttrGet(MlirContext context,
                                              intptr_t rank,
                                              const int64_t *groupSizes) {
  return wrap(
      SameElementsAttr::get(unwrap(context), ArrayRef(groupSizes, rank)));
}

bool mlirAttributeIsACudaTileBounded(MlirAttribute attr) {
  return isa<BoundedAttr>(unwrap(attr));
}

MlirAttribute mlirCudaTileBoundedAttrGetChecked(MlirLocation loc,
                                                const int64_t *lower,
                                                const int64_t *upper) {
  return wrap(
      getChecked<BoundedAttr>(loc, makeOptional(lower), makeOptional(upper)));
}

//===----------------------------------------------------------------------===//
// Optimization hints
//===----------------------------------------------------------------------===//

bool mlirAttributeIsACudaTileOptimizationHints(MlirAttribute attr) {
  return isa<OptimizationHintsAttr>(unwrap(attr));
}

MlirAttribute mlirCudaTileOptimizationHintsAttrGetChecked(MlirLocation loc,
                                                          MlirAttribute hints) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(unwrap(hints));
  if (!dictionary) {
    emitError(unwrap(loc)) << "expected a dictionary of hints, got "
                           << unwrap(hints);
    return {nullptr};
  }
  return wrap(getChecked<OptimizationHintsAttr>(loc, dictionary));
}

MlirAttribute mlirCudaTileOptimizationHintsAttrLookup(MlirAttribute attr,
                                                      MlirStringRef arch,
                                                      MlirStringRef name) {
  return wrap(cast<OptimizationHintsAttr>(unwrap(attr))
                  .lookup(unwrap(arch), unwrap(name)));
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

MlirAttribute mlirCudaTileDIFileAttrGet(MlirContext context, MlirStringRef name,
                                        MlirStringRef directory) {
  MLIRContext *own = unwrap(context);
  return wrap(
      DIFileAttr::get(own, makeString(own, name), makeString(own, directory)));
}

MlirAttribute mlirCudaTileDICompileUnitAttrGet(MlirAttribute file) {
  auto own = cast<DIFileAttr>(unwrap(file));
  return wrap(DICompileUnitAttr::get(own.getContext(), own));
}

MlirAttribute mlirCudaTileDISubprogramAttrGet(MlirAttribute file, unsigned line,
                                              MlirStringRef name,
                                              MlirStringRef linkageName,
                                              MlirAttribute compileUnit,
                                              unsigned scopeLine) {
  auto own = cast<DIFileAttr>(unwrap(file));
  MLIRContext *context = own.getContext();
  return wrap(DISubprogramAttr::get(
      context, own, line, makeString(context, name),
      makeString(context, linkageName),
      cast<DICompileUnitAttr>(unwrap(compileUnit)), scopeLine));
}

MlirAttribute mlirCudaTileDILexicalBlockAttrGetChecked(MlirLocation loc,
                                                       MlirAttribute scope,
                                                       MlirAttribute file,
                                                       unsigned line,
                                                       unsigned column) {
  return wrap(getChecked<DILexicalBlockAttr>(
      loc, unwrap(scope), cast<DIFileAttr>(unwrap(file)), line, column));
}

MlirLocation mlirCudaTileDILocGetChecked(MlirLocation loc, MlirLocation source,
                                         MlirAttribute scope) {
  auto place = dyn_cast<FileLineColLoc>(LocationAttr(unwrap(source)));
  if (!place) {
    emitError(unwrap(loc))
        << "expected a location of file, line and column, got "
        << LocationAttr(unwrap(source));
    return {nullptr};
  }
  DILocAttr result = getChecked<DILocAttr>(loc, place, unwrap(scope));
  return result ? wrap(Location(result)) : MlirLocation{nullptr};
}

MlirLocation mlirCudaTileFindFileLineCol(MlirLocation loc) {
  Location location = unwrap(loc);
  if (FileLineColLoc place = findFileLineCol(location))
    return wrap(Location(place));
  return wrap(Location(UnknownLoc::get(location.getContext())));
}
