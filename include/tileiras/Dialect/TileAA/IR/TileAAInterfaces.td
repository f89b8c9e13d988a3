//===- TileAAInterfaces.td - What all accesses to memory have -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAINTERFACES_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAINTERFACES_TD

include "mlir/IR/OpBase.td"

def Tile_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let description = [{
    A load, store or atomic update of a tile (or scalar) in global memory, in
    nv_tileaa and in nv_tileas, with the facts that are known of it. A fact is a
    promise that code is made from; where one is absent, nothing is known.

    `contiguity` has a number c(d), a power of two, for each dimension d of the
    tile: cut into runs of c(d) elements along d, the elements of each run are
    neighbours in memory, in order, and are accessed all or none: they are alike
    inside or outside of the array, and have the same mask. At most one c(d) is
    above one.

    `alignment` is a power of two in bytes that divides the address of the first
    element of each run of a tensor of pointers (of every element where there
    are no runs), and of each row of a tile of a view, of which runs are parts:
    rows are of neighbours in memory, inside of the array or not
    (RowVectors.h).
  }];
  let cppNamespace = "::mlir::nv_tileaa";
  let methods = [
    InterfaceMethod<"The type of what is loaded, stored or given back",
                    "::mlir::Type", "getTile">,
    InterfaceMethod<"", "std::optional<uint64_t>", "getAlignment">,
    InterfaceMethod<"", "void", "setAlignmentAttr",
                    (ins "::mlir::IntegerAttr":$value)>,
    InterfaceMethod<"", "std::optional<::llvm::ArrayRef<int64_t>>",
                    "getContiguity">,
    InterfaceMethod<"", "void", "setContiguityAttr",
                    (ins "::mlir::DenseI64ArrayAttr":$value)>
  ];
  let extraSharedClassDeclaration = [{
    /// What one access of up to `maxBytes` may take (AccessFacts.h).
    ::mlir::nv_tileaa::AccessVector getVector(unsigned elementBytes,
                                              unsigned maxBytes = 16) {
      return ::mlir::nv_tileaa::findVector($_op.getAlignment(),
                                           $_op.getContiguity(), elementBytes,
                                           maxBytes);
    }
  }];
  let verify = [{
    auto access = ::llvm::cast<ConcreteOp>($_op);
    return ::mlir::nv_tileaa::verifyAccessFacts(
        $_op, access.getTile(), access.getAlignment(), access.getContiguity());
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAINTERFACES_TD
