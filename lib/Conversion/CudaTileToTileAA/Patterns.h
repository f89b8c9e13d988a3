//===- Patterns.h - Families of cuda_tile operations ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per family and file. Together they convert every operation that
// `checkSupported` lets through, once control flow is structured.
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

/// Module-independent structure: entry, return, yield, grid, facts, poison. A
/// kernel that says nothing itself gets `defaultWarps`.
void populateStructurePatterns(const TileTypeConverter &converter,
                               mlir::RewritePatternSet &patterns,
                               const TargetInfo &target, unsigned defaultWarps);

void populateIntegerPatterns(const TileTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateFloatPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Between element types; the bits of pointers included.
void populateCastPatterns(const TileTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

/// pack and unpack.
void populateBytesPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

/// Constants, and everything that moves elements without changing them.
void populateShapePatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// reduce, scan, matrix products. Scales of products are for the instructions
/// of `target`, or multiplied first.
void populateCollectivePatterns(const TileTypeConverter &converter,
                                mlir::RewritePatternSet &patterns,
                                const TargetInfo &target);

/// Pointers, views, tokens and accesses. Hints are looked up for `target`.
void populateMemoryPatterns(const TileTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            const TargetInfo &target);

/// What a kernel prints and asserts, the module's globals, and fences.
void populateMultimemPatterns(const TileTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateDebugPatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
