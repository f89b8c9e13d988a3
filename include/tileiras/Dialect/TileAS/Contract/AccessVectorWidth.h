//===- AccessVectorWidth.h - Vector widths of accesses ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_ACCESSVECTORWIDTH_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_ACCESSVECTORWIDTH_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns how many adjacent elements of the tile one access of a thread may
/// have, by what is known of addresses: of 32 bytes where the target has such
/// loads and stores, else of 16.
mlir::nv_tileaa::AccessVector
getVector(mlir::nv_tileaa::AccessOpInterface access);

/// Returns the atom of a load or store of `bits` bits.
mlir::cute_nvgpu::AtomAttr getVectorAtom(mlir::MLIRContext *context,
                                         unsigned bits);

/// Returns the bits of the register index along which the elements of one
/// vector access of a thread are, by the facts of the access and the layout of
/// its tile: 2^n registers with n bits. None for a scalar.
llvm::SmallVector<unsigned>
findVectorBits(mlir::nv_tileaa::AccessOpInterface access);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_ACCESSVECTORWIDTH_H
