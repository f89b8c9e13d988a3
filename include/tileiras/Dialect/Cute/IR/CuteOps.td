//===- CuteOps.td - Operations of cute -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operations are pure: they are merged, hoisted and folded like arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD
#define TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD

include "tileiras/Dialect/Cute/IR/CuteTypes.td"
include "mlir/Dialect/LLVMIR/LLVMTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Cute_Integer : AnyTypeOf<[I32, I64]>;
def Cute_Static
    : Type<CPred<"::mlir::cute::isStaticType($_self)">,
           "shape, stride, coordinate or layout without dynamic leaves">;

//===----------------------------------------------------------------------===//
// Trees and layouts
//===----------------------------------------------------------------------===//

def Cute_StaticOp : Cute_Op<"static", [Pure, ConstantLike]> {
  let summary = "the value of a static type";
  let description = [{
    ```mlir
    %c = cute.static : !cute.coord<"(16,0)">
    ```
  }];
  let results = (outs Cute_Static:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
}

/// The dynamic leaves of the result, from left to right.
class Cute_MakeTreeOp<string mnemonic, TypeDef type>
    : Cute_Op<mnemonic, [Pure,
        RangedTypesMatchWith<"operands are the dynamic leaves of the type",
                             "result", "leaves",
                             "::mlir::cute::getLeafTypes($_self)">]> {
  let arguments = (ins Variadic<Cute_Integer>:$leaves);
  let results = (outs type:$result);
  let assemblyFormat = [{
    ($leaves^)? attr-dict `:` qualified(type($result))
  }];
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
}

def Cute_MakeShapeOp : Cute_MakeTreeOp<"make_shape", Cute_ShapeType> {
  let summary = "a shape from its dynamic leaves";
  let description = [{
    ```mlir
    %s = cute.make_shape %m, %n : !cute.shape<"(?,(4,?))">
    ```
  }];
}

def Cute_MakeStrideOp : Cute_MakeTreeOp<"make_stride", Cute_StrideType> {
  let summary = "a stride from its dynamic leaves";
  let description = [{
    ```mlir
    %d = cute.make_stride %ld : !cute.stride<"(?{i64},1)">
    ```
  }];
}

def Cute_MakeCoordOp : Cute_MakeTreeOp<"make_coord", Cute_CoordType> {
  let summary = "a coordinate from its dynamic leaves";
  let description = [{
    ```mlir
    %c = cute.make_coord %i : !cute.coord<"(?,_)">
    ```
  }];
}

def Cute_MakeLayoutOp : Cute_Op<"make_layout", [Pure, InferTypeOpAdaptor]> {
  let summary = "a layout of a shape and a congruent stride";
  let description = [{
    ```mlir
    %l = cute.make_layout %s, %d : !cute.shape<"(?,?)">, !cute.stride<"(?,1)">
    ```
  }];
  let arguments = (ins Cute_ShapeType:$shape, Cute_StrideType:$stride);
  let results = (outs Cute_LayoutType:$result);
  let assemblyFormat = [{
    $shape `,` $stride attr-dict
    `:` qualified(type($shape)) `,` qualified(type($stride))
  }];
  let hasFolder = 1;
}

def Cute_Crd2IdxOp : Cute_Op<"crd2idx", [Pure]> {
  let summary = "the offset of a coordinate, in elements";
  let description = [{
    The offset is the sum of coordinate times stride over all leaves, to which
    the swizzles are applied. Leaves are unsigned and inside of the shape; the
    offset is computed in the type of the result. `_` counts as 0.

    ```mlir
    %o = cute.crd2idx %c, %l : !cute.coord<"(?,5)">, !cute.layout<"(?,?):(?,1)"> -> i64
    ```
  }];
  let arguments = (ins Cute_CoordType:$coord, Cute_LayoutType:$layout);
  let results = (outs Cute_Integer:$result);
  let assemblyFormat = [{
    $coord `,` $layout attr-dict
    `:` qualified(type($coord)) `,` qualified(type($layout))
    `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Views and pointers
//===----------------------------------------------------------------------===//

def Cute_MakeViewOp : Cute_Op<"make_view", [Pure,
    TypesMatchWith<"the pointer is into the memory of the view", "result",
                   "base", "::mlir::cute::getPointerType($_self)">,
    TypesMatchWith<"the layout is that of the view", "result", "layout",
                   "::mlir::cute::getLayoutType($_self)">]> {
  let summary = "an array, from its pointer and its layout";
  let description = [{
    ```mlir
    %v = cute.make_view %p, %l : !cute.memref<f16, gmem, "(?,?):(?,1)">
    ```
  }];
  let arguments = (ins LLVM_AnyPointer:$base, Cute_LayoutType:$layout);
  let results = (outs Cute_ViewType:$result);
  let assemblyFormat = [{
    $base `,` $layout attr-dict `:` qualified(type($result))
  }];
}

def Cute_LocalTileOp : Cute_Op<"local_tile", [Pure, InferTypeOpAdaptor]> {
  let summary = "one of the tiles that an array is cut into";
  let description = [{
    Tile c along a mode has the elements c*step + [0, size). The step is the
    size unless `step` has another one: then tiles overlap, or leave gaps. A
    mode without a size (`_`, in the tile and in the coordinate) is not divided.
    c*step is computed in the type of c, its distance in memory in 64 bits
    (shared memory: 32).

    ```mlir
    %t = cute.local_tile %v[%c] tile <"(64,_)">
        : !cute.memref<f16, gmem, "(?,?):(?,1)">, !cute.coord<"(?,_)">
    // !cute.memref<f16, gmem, "(64,?):(?,1)">
    ```
  }];
  let arguments = (ins Cute_ViewType:$view, Cute_CoordType:$coord,
                       Cute_IntTupleAttr:$tile,
                       OptionalAttr<Cute_IntTupleAttr>:$step);
  let results = (outs Cute_ViewType:$result);
  let assemblyFormat = [{
    $view `[` $coord `]` `tile` $tile (`step` $step^)? attr-dict
    `:` qualified(type($view)) `,` qualified(type($coord))
  }];
  let extraClassDeclaration = [{
    /// Returns the step of tiles along a mode that is divided.
    int64_t getStepOf(unsigned mode);
  }];
}

def Cute_GetIterOp : Cute_Op<"get_iter", [Pure,
    TypesMatchWith<"the pointer is into the memory of the view", "view",
                   "result", "::mlir::cute::getPointerType($_self)">]> {
  let summary = "the address of an array's first element";
  let description = [{
    ```mlir
    %p = cute.get_iter %t : !cute.memref<f16, gmem, "(64,32):(?,1)">
    ```
  }];
  let arguments = (ins Cute_ViewType:$view);
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = "$view attr-dict `:` qualified(type($view))";
  let hasFolder = 1;
}

def Cute_AddOffsetOp : Cute_Op<"add_offset", [Pure,
    AllTypesMatch<["base", "result"]>]> {
  let summary = "an address plus an offset in elements";
  let description = [{
    The offset is signed.

    ```mlir
    %q = cute.add_offset %p, %o of f16 : !llvm.ptr<1>, i64
    ```
  }];
  let arguments = (ins LLVM_AnyPointer:$base, Cute_Integer:$offset,
                       TypeAttr:$elementType);
  let results = (outs LLVM_AnyPointer:$result);
  let assemblyFormat = [{
    $base `,` $offset `of` $elementType attr-dict
    `:` qualified(type($base)) `,` type($offset)
  }];
  let hasFolder = 1;
}

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD
