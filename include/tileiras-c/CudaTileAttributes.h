//===- CudaTileAttributes.h - C API of cuda_tile's attributes -----*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerations, assume predicates, optimization hints and debug information.
// GetChecked functions report errors at the location and return a null
// attribute.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_CUDATILEATTRIBUTES_H
#define TILEIRAS_C_CUDATILEATTRIBUTES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Enumerations, by their keywords in the text form.
//===----------------------------------------------------------------------===//

/// Get returns a null attribute if the keyword is unknown.
#define TILEIRAS_DECLARE_ENUM(Name)                                            \
  MLIR_CAPI_EXPORTED bool mlirAttributeIsACudaTile##Name(MlirAttribute attr);  \
  MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTile##Name##AttrGet(                \
      MlirContext context, MlirStringRef keyword);                             \
  MLIR_CAPI_EXPORTED MlirStringRef mlirCudaTile##Name##AttrGetKeyword(         \
      MlirAttribute attr)

TILEIRAS_DECLARE_ENUM(Signedness);
TILEIRAS_DECLARE_ENUM(IntegerOverflow);
TILEIRAS_DECLARE_ENUM(RoundingMode);
TILEIRAS_DECLARE_ENUM(ComparisonPredicate);
TILEIRAS_DECLARE_ENUM(ComparisonOrdering);
TILEIRAS_DECLARE_ENUM(AtomicRMWMode);
TILEIRAS_DECLARE_ENUM(MemoryScope);
TILEIRAS_DECLARE_ENUM(MemoryOrderingSemantics);
TILEIRAS_DECLARE_ENUM(PaddingValue);
TILEIRAS_DECLARE_ENUM(SymbolVisibility);
TILEIRAS_DECLARE_ENUM(MultimemReductionKind);
TILEIRAS_DECLARE_ENUM(PtrAttr);

#undef TILEIRAS_DECLARE_ENUM

//===----------------------------------------------------------------------===//
// A null pointer is a missing number of an assume predicate.
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsACudaTileDivBy(MlirAttribute attr);
/// \p every and \p along are both present or both missing.
MLIR_CAPI_EXPORTED MlirAttribute
mlirCudaTileDivByAttrGetChecked(MlirLocation loc, uint64_t divisor,
                                const int64_t *every, const int64_t *along);
MLIR_CAPI_EXPORTED uint64_t mlirCudaTileDivByAttrGetDivisor(MlirAttribute attr);

MLIR_CAPI_EXPORTED bool
mlirAttributeIsACudaTileSameElements(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileSameElementsAttrGet(
    MlirContext context, intptr_t rank, const int64_t *groupSizes);

MLIR_CAPI_EXPORTED bool mlirAttributeIsACudaTileBounded(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileBoundedAttrGetChecked(
    MlirLocation loc, const int64_t *lower, const int64_t *upper);

//===----------------------------------------------------------------------===//
// Optimization hints
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool
mlirAttributeIsACudaTileOptimizationHints(MlirAttribute attr);
/// \p hints is a dictionary from architectures ("sm_90") or "default" to
/// dictionaries of hints.
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileOptimizationHintsAttrGetChecked(
    MlirLocation loc, MlirAttribute hints);
/// Returns the hint \p name for \p arch, or the default; null if there is
/// neither.
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileOptimizationHintsAttrLookup(
    MlirAttribute attr, MlirStringRef arch, MlirStringRef name);

//===----------------------------------------------------------------------===//
// Debug information (Tile IR specification, chapter 9)
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileDIFileAttrGet(
    MlirContext context, MlirStringRef name, MlirStringRef directory);
MLIR_CAPI_EXPORTED MlirAttribute
mlirCudaTileDICompileUnitAttrGet(MlirAttribute file);
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileDISubprogramAttrGet(
    MlirAttribute file, unsigned line, MlirStringRef name,
    MlirStringRef linkageName, MlirAttribute compileUnit, unsigned scopeLine);
/// \p scope is a di_subprogram or di_lexical_block, here and below.
MLIR_CAPI_EXPORTED MlirAttribute mlirCudaTileDILexicalBlockAttrGetChecked(
    MlirLocation loc, MlirAttribute scope, MlirAttribute file, unsigned line,
    unsigned column);
/// \p source is a location of file, line and column.
MLIR_CAPI_EXPORTED MlirLocation mlirCudaTileDILocGetChecked(
    MlirLocation loc, MlirLocation source, MlirAttribute scope);

/// Returns file, line and column inside any location; an unknown location if it
/// has none.
MLIR_CAPI_EXPORTED MlirLocation mlirCudaTileFindFileLineCol(MlirLocation loc);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_CUDATILEATTRIBUTES_H
