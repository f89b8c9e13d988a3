//===- TileVerification.h - Verifiers of both tile dialects -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions check how operands, attributes and results of the operations
// of TileOps.td are related. ODS constraints have checked each type by itself
// before. nv_tileaa and nv_tileas share the functions, as they share the
// operations' classes.
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
/// Checks that `whole` can be divided into sub-tiles of the shape of `part`,
/// and that there is an index for each dimension.
LogicalResult verifySubTile(Operation *op, RankedTensorType whole,
                            RankedTensorType part, size_t numIndices);
LogicalResult verifyDot(Operation *op, RankedTensorType a, RankedTensorType b,
                        RankedTensorType c,
                        std::optional<Signedness> signednessA,
                        std::optional<Signedness> signednessB);
/// Returns the type of the tile of numbers that a dot multiplies: `tile`
/// itself, or, if each of its bytes holds two numbers of type `packed` that are
/// adjacent along `dim`, the tile of these numbers.
RankedTensorType getNumbers(RankedTensorType tile, std::optional<Type> packed,
                            unsigned dim);
/// Checks that either no operand of a dot is packed, or both are bytes that
/// hold two numbers of 4 bits.
LogicalResult verifyPacked(Operation *op, RankedTensorType a,
                           RankedTensorType b, std::optional<Type> packed);
/// Checks the scales of a dot: there are none, or two tiles, [B x] M x S for a
/// and [B x] S x N for b.
LogicalResult verifyScales(Operation *op, RankedTensorType a,
                           RankedTensorType b, TypeRange scales);

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult verifyReduce(Operation *op, uint64_t dim, ArrayAttr identities);
LogicalResult verifyScan(Operation *op, uint64_t dim, ArrayAttr identities);
/// Checks block arguments and yielded values of the region of a reduce or scan.
LogicalResult verifyCombiner(Operation *op);

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// Whether a load may convert elements of type `inMemory` to `type`, which has
/// as many bits: it rounds f32 to tf32, to nearest, ties to even.
bool isRoundedByLoads(Type inMemory, Type type);

/// Checks a load, if `op` has a result in addition to the token, or a store.
LogicalResult verifyTiledAccess(Operation *op, TiledViewType view,
                                RankedTensorType tile, ValueRange coords,
                                ArrayRef<bool> inBounds,
                                std::optional<PaddingValue> padding,
                                MemSemantic semantic,
                                std::optional<MemScope> scope);
LogicalResult verifyPointerAccess(Operation *op, Type pointers, Type value,
                                  Value mask, Value other, MemSemantic semantic,
                                  std::optional<MemScope> scope);
/// Checks that a read-only load is weak: without writes there is no order.
LogicalResult verifyReadOnly(Operation *op, bool isReadOnly,
                             MemSemantic semantic);
/// Checks that an access to several replicas has a memory order, and that no
/// dimension of its view is sparse.
LogicalResult verifyMulticast(Operation *op, TiledViewType view,
                              MemSemantic semantic);
/// As verifyMulticast, for a load of several replicas, which combines them in a
/// mode.
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
// Traits that call the verifiers
//===----------------------------------------------------------------------===//

/// The trait of operations with a method `verifyTile`.
template <typename OpTy>
class VerifiedTile : public OpTrait::TraitBase<OpTy, VerifiedTile> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return cast<OpTy>(op).verifyTile();
  }
};

/// The trait of operations whose region is a combiner.
template <typename OpTy>
class CombinesElements : public OpTrait::TraitBase<OpTy, CombinesElements> {
public:
  static LogicalResult verifyRegionTrait(Operation *op) {
    return verifyCombiner(op);
  }
};

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEVERIFICATION_H
