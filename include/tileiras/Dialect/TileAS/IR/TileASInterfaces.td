//===- TileASInterfaces.td - Allocations of on-chip memory -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASINTERFACES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASINTERFACES_TD

include "mlir/IR/OpBase.td"

def TileAS_AllocationOpInterface : OpInterface<"AllocationOpInterface"> {
  let description = [{
    An operation whose result is in the CTA's shared or tensor memory. Its
    contents are undefined until they are written, at every execution. Its bytes
    start at a multiple of `alignment`, a power of two; `offset` is its offset
    in bytes in what the kernel uses of the memory, once `tileas-assign-smem` or
    `tileas-assign-tmem` has chosen it.
  }];
  let cppNamespace = "::mlir::nv_tileas";
  let methods = [
   InterfaceMethod<"The memory that it is allocated in.",
                    "::mlir::nv_tileaa::MemSpace", "getSpace", (ins), "",
                    "return ::mlir::nv_tileaa::MemSpace::SHARED;">,
   InterfaceMethod<"The size in bytes.", "int64_t", "getBytes">,
    InterfaceMethod<"", "uint64_t", "getAlignment">,
    InterfaceMethod<"", "std::optional<uint64_t>", "getOffset">,
    InterfaceMethod<"", "void", "setOffsetAttr",
                    (ins "::mlir::IntegerAttr":$offset)>
  ];
  let verify = [{
    auto allocation = ::llvm::cast<ConcreteOp>($_op);
    return ::mlir::nv_tileas::verifyAllocation($_op, allocation.getAlignment(),
                                          allocation.getOffset());
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASINTERFACES_TD
