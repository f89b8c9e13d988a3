// Messages of the operations' verifiers.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @dynamic_static() {
  // expected-error @below {{result #0 must be shape, stride, coordinate or layout without dynamic leaves, but got '!cute.shape<"(?,1)">'}}
  %0 = cute.static : !cute.shape<"(?,1)">
  return
}

// -----

func.func @missing_leaf(%m: i32) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = cute.make_shape %m : !cute.shape<"(?,?)">
  return
}

// -----

func.func @wrong_leaf(%m: i32) {
  // expected-error @below {{failed to verify that operands are the dynamic leaves of the type}}
  %0 = "cute.make_stride"(%m) : (i32) -> !cute.stride<"(?{i64},1)">
  return
}

// -----

func.func @not_congruent(%shape: !cute.shape<"(?,?)">, %stride: !cute.stride<"(?,(1,2))">) {
  // expected-error @below {{expected shape and stride to be congruent, got (?,?) and (?,(1,2))}}
  %0 = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?,(1,2))">
  return
}

// -----

func.func @coordinate_of_another_shape(%c: !cute.coord<"(?,?)">, %l: !cute.layout<"(?,?,?):(?,?,1)">) {
  // expected-error @below {{expected a coordinate in the shape (?,?,?), got (?,?)}}
  %0 = cute.crd2idx %c, %l : !cute.coord<"(?,?)">, !cute.layout<"(?,?,?):(?,?,1)"> -> i64
  return
}

// -----

func.func @coordinate_outside(%c: !cute.coord<"(?,4)">, %l: !cute.layout<"(?,(2,2)):(?,(1,2))">) {
  // expected-error @below {{expected a coordinate inside of the shape (?,(2,2)), got (?,4)}}
  %0 = cute.crd2idx %c, %l : !cute.coord<"(?,4)">, !cute.layout<"(?,(2,2)):(?,(1,2))"> -> i64
  return
}

// -----

func.func @pointer_of_another_memory(%p: !llvm.ptr<3>, %l: !cute.layout<"8:1">) {
  // expected-error @below {{failed to verify that the pointer is into the memory of the view}}
  %0 = "cute.make_view"(%p, %l) : (!llvm.ptr<3>, !cute.layout<"8:1">) -> !cute.memref<i8, gmem, "8:1">
  return
}

// -----

func.func @layout_of_another_view(%p: !llvm.ptr<1>, %l: !cute.layout<"8:1">) {
  // expected-error @below {{failed to verify that the layout is that of the view}}
  %0 = "cute.make_view"(%p, %l) : (!llvm.ptr<1>, !cute.layout<"8:1">) -> !cute.memref<i8, gmem, "8:2">
  return
}

// -----

func.func @swizzled(%v: !cute.memref<i8, smem, "S<1,0,1> o 0 o (2,2):(1,2)">, %c: !cute.coord<"(0,0)">) {
  // expected-error @below {{expected a layout without a swizzle, got S<1,0,1> o 0 o (2,2):(1,2)}}
  %0 = cute.local_tile %v[%c] tile <"(1,1)"> : !cute.memref<i8, smem, "S<1,0,1> o 0 o (2,2):(1,2)">, !cute.coord<"(0,0)">
  return
}

// -----

func.func @rank(%v: !cute.memref<i8, gmem, "(?,?):(?,1)">, %c: !cute.coord<"(?,?)">) {
  // expected-error @below {{expected one coordinate, size and step for each mode of (?,?), got (64)}}
  %0 = cute.local_tile %v[%c] tile <"(64)"> : !cute.memref<i8, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
  return
}

// -----

func.func @dynamic_tile(%v: !cute.memref<i8, gmem, "(?,?):(?,1)">, %c: !cute.coord<"(?,?)">) {
  // expected-error @below {{expected sizes of the tile that are positive or '_', got ? in mode 1}}
  %0 = cute.local_tile %v[%c] tile <"(64,?)"> : !cute.memref<i8, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
  return
}

// -----

func.func @whole(%v: !cute.memref<i8, gmem, "(?,?):(?,1)">, %c: !cute.coord<"(_,?)">) {
  // expected-error @below {{expected '_' in the coordinate where the tile has it, and integers elsewhere, got _ in mode 0}}
  %0 = cute.local_tile %v[%c] tile <"(64,_)"> : !cute.memref<i8, gmem, "(?,?):(?,1)">, !cute.coord<"(_,?)">
  return
}

// -----

func.func @mode_of_modes(%v: !cute.memref<i8, gmem, "(?,(2,?)):(?,(1,2))">, %c: !cute.coord<"(?,?)">) {
  // expected-error @below {{expected modes that are cut to be integers, got (2,?) in mode 1}}
  %0 = cute.local_tile %v[%c] tile <"(64,64)"> : !cute.memref<i8, gmem, "(?,(2,?)):(?,(1,2))">, !cute.coord<"(?,?)">
  return
}

// -----

func.func @step(%v: !cute.memref<i8, gmem, "(?,?):(?,1)">, %c: !cute.coord<"(?,?)">) {
  // expected-error @below {{expected steps that are positive, got 0 in mode 0}}
  %0 = cute.local_tile %v[%c] tile <"(64,64)"> step <"(0,64)"> : !cute.memref<i8, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
  return
}
