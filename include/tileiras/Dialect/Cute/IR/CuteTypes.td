//===- CuteTypes.td - Types of cute ------------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of CuTe's algebra (CUTLASS, "CuTe Layout Algebra") as MLIR types:
// shapes, strides and coordinates are trees of integers, a layout is a shape
// with a congruent stride, and a view is a pointer with a layout. Integers that
// are known at run time only are `?` in the type.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTETYPES_TD
#define TILEIRAS_DIALECT_CUTE_IR_CUTETYPES_TD

include "tileiras/Dialect/Cute/IR/CuteBase.td"
include "tileiras/Dialect/Cute/IR/CuteEnums.td"

def Cute_TreeParameter
    : AttrOrTypeParameter<"::tileiras::IntTuple", "the tree",
                          "const ::tileiras::IntTuple &">;
def Cute_LayoutParameter
    : AttrOrTypeParameter<"::tileiras::StridedLayout", "the layout",
                          "const ::tileiras::StridedLayout &">;

class Cute_Type<string name, string mnemonic_> : TypeDef<Cute_Dialect, name> {
  let mnemonic = mnemonic_;
  let hasCustomAssemblyFormat = 1;
}

/// A type that is a tree of integers (tileiras/Layout/IntTuple.h).
class Cute_TreeType<string name, string mnemonic_>
    : Cute_Type<name, mnemonic_> {
  let parameters = (ins Cute_TreeParameter:$tree);
}

def Cute_ShapeType : Cute_TreeType<"Shape", "shape"> {
  let genVerifyDecl = 1;
  let summary = "sizes of modes";
  let description = [{
    ```mlir
    !cute.shape<"(128,(4,?))">
    ```
    `?` is an i32, and `?{i64}` an i64, that is known at run time.
  }];
}

def Cute_StrideType : Cute_TreeType<"Stride", "stride"> {
  let genVerifyDecl = 1;
  let summary = "distances in memory of adjacent elements along modes";
  let description = [{
    ```mlir
    !cute.stride<"(?{i64},1)">
    ```
  }];
}

def Cute_CoordType : Cute_TreeType<"Coord", "coord"> {
  let summary = "a position in a shape";
  let description = [{
    An integer may stand for any tree, whose leaves are its digits, the leftmost
    fastest. `_` is the whole mode.

    ```mlir
    !cute.coord<"(?,_)">
    ```
  }];
}

def Cute_LayoutType : Cute_Type<"Layout", "layout"> {
  let summary = "a function from coordinates to offsets";
  let description = [{
    A layout is a shape with a congruent stride, optionally composed with
    swizzles (tileiras/Layout/StridedLayout.h).

    ```mlir
    !cute.layout<"(128,?):(?,1)">
    !cute.layout<"S<3,4,3> o 0 o (8,64):(64,1)">
    ```
  }];
  let parameters = (ins Cute_LayoutParameter:$layout);
  let genVerifyDecl = 1;
}

def Cute_ViewType : Cute_Type<"View", "memref"> {
  let summary = "an array in memory: a pointer and a layout";
  let description = [{
    An offset i of the layout names the element at pointer + i, in elements.

    ```mlir
    !cute.memref<f16, gmem, "(?,?):(?{i64},1)">
    ```
  }];
  let parameters = (ins "Type":$elementType, "Space":$space,
                        Cute_LayoutParameter:$layout);
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "Type":$elementType, "Space":$space,
        "const ::tileiras::StridedLayout &":$layout), [{
      return $_get(elementType.getContext(), elementType, space, layout);
    }]>
  ];
}

def Cute_IntTupleAttr : AttrDef<Cute_Dialect, "IntTuple"> {
  let mnemonic = "int_tuple";
  let summary = "a tree of integers";
  let description = [{
    ```mlir
    #cute.int_tuple<"(64,_)">
    ```
  }];
  let parameters = (ins Cute_TreeParameter:$tree);
  let hasCustomAssemblyFormat = 1;
}

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTETYPES_TD
