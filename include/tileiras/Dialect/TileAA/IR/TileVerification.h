//===- TileVerification.h - Checks that both tile dialects share -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What relates the operands, attributes and results of the operations of
// TileOps.td. The types by themselves are checked before, by constraints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEVERIFICATION_H
#define TILEIRAS_DIALECT_TILEAA_IR_TILEVERIFICATION_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>

namespace mlir::nv_tileaa {

class TiledViewType;
enum class MemScope : uint32_t;
enum class MemSemantic : uint32_t;
enum class PaddingValue : uint32_t;
enum class RmwMode : uint32_t;
enum class Signedness : uint32_t;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult verifyView(Operation *op, RankedTensorType source,
                         RankedTensorType result);
LogicalResult verifyBroadcast(Operation *op, RankedTensorType source,
                              RankedTensorType result);
LogicalResult verifyPermute(Operation *op, RankedTensorType source,
                            RankedTensorType result,
                            ArrayRef<int32_t> permutation);
LogicalResult verifyCat(Operation *op, RankedTensorType lhs,
                        RankedTensorType rhs, RankedTensorType result,
                        uint64_t dim);
/// `part` is one of the parts of equal shape that `whole` is cut into, and has
/// an index for each dimension.
LogicalResult verifySubTile(Operation *op, RankedTensorType whole,
                            RankedTensorType part, size_t numIndices);
LogicalResult verifyDot(Operation *op, RankedTensorType a, RankedTensorType b,
                        RankedTensorType c,
                        std::optional<Signedness> signednessA,
                        std::optional<Signedness> signednessB);
/// What a product multiplies: the tile, or of bytes that hold two numbers of
/// type `packed` each, which are neighbours along `dim`, these.
RankedTensorType getNumbers(RankedTensorType tile, std::optional<Type> packed,
                            unsigned dim);
/// Both operands of a product are bytes of numbers of 4 bits.
LogicalResult verifyPacked(Operation *op, RankedTensorType a,
                           RankedTensorType b, std::optional<Type> packed);
/// Of a product: none, or those of a, [B x] M x S, and of b, [B x] S x N.
LogicalResult verifyScales(Operation *op, RankedTensorType a,
                           RankedTensorType b, TypeRange scales);

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult verifyReduce(Operation *op, uint64_t dim, ArrayAttr identities);
LogicalResult verifyScan(Operation *op, uint64_t dim, ArrayAttr identities);
/// Block arguments and yielded values of the region of a reduce or scan.
LogicalResult verifyCombiner(Operation *op);

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// Whether a load may give elements of `type` where memory has others of as
/// many bits: f32 is rounded to tf32, to the nearest, ties to even.
bool isRoundedByLoads(Type inMemory, Type type);

/// Of a load when it has a result beside the token, else of a store.
LogicalResult verifyTiledAccess(Operation *op, TiledViewType view,
                                RankedTensorType tile, ValueRange coords,
                                ArrayRef<bool> inBounds,
                                std::optional<PaddingValue> padding,
                                MemSemantic semantic,
                                std::optional<MemScope> scope);
LogicalResult verifyPointerAccess(Operation *op, Type pointers, Type value,
                                  Value mask, Value other, MemSemantic semantic,
                                  std::optional<MemScope> scope);
/// Of a load: where nothing is written, nothing is to be ordered.
LogicalResult verifyReadOnly(Operation *op, bool isReadOnly,
                             MemSemantic semantic);
/// Of an access to several replicas: it has an order, and no dimension of its
/// view is sparse.
LogicalResult verifyMulticast(Operation *op, TiledViewType view,
                              MemSemantic semantic);
/// Of a load, which combines them in a mode if it is of several.
LogicalResult verifyMulticastLoad(Operation *op, TiledViewType view,
                                  std::optional<RmwMode> mode,
                                  MemSemantic semantic);
LogicalResult verifyAtomicRmw(Operation *op, Type pointers, Type value,
                              Value mask, RmwMode mode, MemSemantic semantic);
LogicalResult verifyTiledAtomicRmw(Operation *op, TiledViewType view,
                                   RankedTensorType tile, ValueRange coords,
                                   ArrayRef<bool> inBounds, RmwMode mode,
                                   MemSemantic semantic);
LogicalResult verifyAtomicCas(Operation *op, Type pointers, Type value,
                              Value mask, MemSemantic semantic);

//===----------------------------------------------------------------------===//
// How the operations call them
//===----------------------------------------------------------------------===//

/// Of operations with a method `verifyTile`.
template <typename OpTy>
class VerifiedTile : public OpTrait::TraitBase<OpTy, VerifiedTile> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return cast<OpTy>(op).verifyTile();
  }
};

/// Of operations whose region is a combiner.
template <typename OpTy>
class CombinesElements : public OpTrait::TraitBase<OpTy, CombinesElements> {
public:
  static LogicalResult verifyRegionTrait(Operation *op) {
    return verifyCombiner(op);
  }
};

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEVERIFICATION_H
