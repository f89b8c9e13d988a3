//===- FuseFMA.td - Products and sums that are one -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns of fuse-fma.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_FUSEFMA_TD
#define TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_FUSEFMA_TD

include "mlir/IR/PatternBase.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileOps.td"

def IsUsedOnce : Constraint<CPred<"$0.hasOneUse()">, "used once">;
def IsSameMode : Constraint<CPred<"$0 == $1">, "the same rounding mode">;
def IsSameFlush : Constraint<CPred<"$0 == $1">, "the same flush_to_zero">;

/// Rounded in the same way, and once instead of twice.
class Fuse<dag sum, dag fused, int benefit>
    : Pat<sum, fused,
          [(IsUsedOnce $product), (IsSameMode $mode, $productMode),
           (IsSameFlush $ftz, $productFtz)],
          [], (addBenefit benefit)>;

defvar Product = (CudaTile_MulFOp:$product $a, $b, $productMode, $productFtz);

def FuseProductPlus
    : Fuse<(CudaTile_AddFOp:$root Product, $c, $mode, $ftz),
           (CudaTile_FmaOp $a, $b, $c, $mode, $ftz, (location $root)), 2>;
def FusePlusProduct
    : Fuse<(CudaTile_AddFOp:$root $c, Product, $mode, $ftz),
           (CudaTile_FmaOp $a, $b, $c, $mode, $ftz, (location $root)), 1>;
def FuseProductMinus
    : Fuse<(CudaTile_SubFOp:$root Product, $c, $mode, $ftz),
           (CudaTile_FmaOp $a, $b,
               (CudaTile_NegFOp $c, (returnType $c), (location $root)), $mode,
               $ftz, (location $root)), 1>;

#endif // TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_FUSEFMA_TD
