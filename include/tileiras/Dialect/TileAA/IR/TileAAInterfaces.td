//===- TileAAInterfaces.td - Interface of memory accesses --*- tablegen -*-===//
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
    The operation is a load, store or atomic RMW of a tile (or scalar) in global
    memory, in nv_tileaa and in nv_tileas, with known facts. A fact is a promise
    that code generation relies on; an absent fact means that nothing is known.

    `contiguity` has a number c(d), a power of two, for each dimension d of the
    tile. If the tile is divided into runs of c(d) elements along d, the
    elements of each run are contiguous in memory, in order, and are accessed
    all or none: they are all in bounds or all out of bounds, and have the same
    mask. At most one c(d) is above one.

    `alignment` is a power of two in bytes that divides the address of the first
    element of each run of a tensor of pointers (of every element if there are
    no runs), and of each row of a tile of a view. Runs are parts of rows, whose
    elements are contiguous in memory, in bounds or not (RowVectors.h).
  }];
  let cppNamespace = "::mlir::nv_tileaa";
  let methods = [
    InterfaceMethod<"The type of the tile that is loaded, stored or returned",
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
    /// Returns the elements of one access of up to `maxBytes` (AccessFacts.h).
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
