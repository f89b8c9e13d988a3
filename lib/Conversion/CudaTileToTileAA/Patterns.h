//===- Patterns.h - Families of cuda_tile operations ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one function per family and file. Together they convert every
// operation that `checkSupported` accepts, after control flow was structured.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras {
struct TargetInfo;
}

namespace tileiras::to_tileaa {

class TileTypeConverter;

/// Adds patterns for module-independent structure: entry, return, yield, grid,
/// facts, poison. A kernel without a hint gets `defaultWarps`.
void populateStructurePatterns(const TileTypeConverter &converter,
                               mlir::RewritePatternSet &patterns,
                               const TargetInfo &target, unsigned defaultWarps);

void populateIntegerPatterns(const TileTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateFloatPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Adds patterns for conversions between element types, including the bits of
/// pointers.
void populateCastPatterns(const TileTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

/// Adds patterns for pack and unpack.
void populateBytesPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

/// Adds patterns for constants, and for operations that only move elements.
void populateShapePatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Adds patterns for reduce, scan and mma. Scales of an mma become operands of
/// an instruction of `target`, or are multiplied into the operands.
void populateCollectivePatterns(const TileTypeConverter &converter,
                                mlir::RewritePatternSet &patterns,
                                const TargetInfo &target);

/// Adds patterns for pointers, views, tokens and accesses, with the hints for
/// `target`.
void populateMemoryPatterns(const TileTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            const TargetInfo &target);

/// Adds patterns for accesses to several replicas.
void populateMultimemPatterns(const TileTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);

/// Adds patterns for prints, assertions, globals and fences.
void populateDebugPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
