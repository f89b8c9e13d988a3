// Constants become types, and static values become constants.
// RUN: tileiras-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: @layout
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr<1>, %[[M:[^:]*]]: i32, %[[I:[^:]*]]: i32
func.func @layout(%p: !llvm.ptr<1>, %m: i32, %i: i32) -> !llvm.ptr<1> {
  %c128 = llvm.mlir.constant(128 : i32) : i32
  // CHECK-DAG: %[[SHAPE:.*]] = cute.make_shape %[[M]] : !cute.shape<"(?,128)">
  %shape = cute.make_shape %m, %c128 : !cute.shape<"(?,?)">
  // CHECK-DAG: %[[STRIDE:.*]] = cute.static : !cute.stride<"(128,1)">
  %stride = cute.make_stride %c128 : !cute.stride<"(?,1)">
  // CHECK: cute.make_layout %[[SHAPE]], %[[STRIDE]]
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?,1)">
  // CHECK: cute.make_view %{{.*}} : !cute.memref<i16, gmem, "(?,128):(128,1)">
  %view = cute.make_view %p, %layout : !cute.memref<i16, gmem, "(?,?):(?,1)">
  // CHECK: cute.make_coord %[[I]] : !cute.coord<"(?,128)">
  %coord = cute.make_coord %i, %c128 : !cute.coord<"(?,?)">
  // CHECK: cute.local_tile %{{.*}} : !cute.memref<i16, gmem, "(?,128):(128,1)">, !cute.coord<"(?,128)">
  %tile = cute.local_tile %view[%coord] tile <"(64,32)"> : !cute.memref<i16, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
  // CHECK: cute.get_iter %{{.*}} : !cute.memref<i16, gmem, "(64,32):(128,1)">
  %q = cute.get_iter %tile : !cute.memref<i16, gmem, "(64,32):(?,1)">
  return %q : !llvm.ptr<1>
}

// -----

// A type that others see is kept, and so are sizes that are unknown.
// CHECK-LABEL: @kept
func.func @kept() -> (!cute.shape<"(?,?)">, i64) {
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  // CHECK: cute.make_shape %{{.*}}, %{{.*}} : !cute.shape<"(?,?)">
  %shape = cute.make_shape %c4, %c4 : !cute.shape<"(?,?)">
  // CHECK: cute.make_shape %{{.*}} : !cute.shape<"(?,4)">
  %empty = cute.make_shape %c0, %c4 : !cute.shape<"(?,?)">
  %stride = cute.static : !cute.stride<"(1,2)">
  %layout = cute.make_layout %empty, %stride : !cute.shape<"(?,?)">, !cute.stride<"(1,2)">
  %coord = cute.static : !cute.coord<"7">
  %index = cute.crd2idx %coord, %layout : !cute.coord<"7">, !cute.layout<"(?,?):(1,2)"> -> i64
  return %shape, %index : !cute.shape<"(?,?)">, i64
}

// -----

// CHECK-LABEL: @offsets
func.func @offsets(%ld: i64) -> (i32, i64, i32) {
  %stride = cute.make_stride %ld : !cute.stride<"(?{i64},1)">
  %shape = cute.static : !cute.shape<"(64,32)">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(64,32)">, !cute.stride<"(?{i64},1)">
  %c = cute.static : !cute.coord<"(0,5)">
  %d = cute.static : !cute.coord<"(_,7)">
  %swizzled = cute.static : !cute.layout<"S<2,0,3> o 0 o (8,8):(8,1)">
  %e = cute.static : !cute.coord<"(3,1)">
  %0 = cute.crd2idx %c, %layout : !cute.coord<"(0,5)">, !cute.layout<"(64,32):(?{i64},1)"> -> i32
  %1 = cute.crd2idx %d, %layout : !cute.coord<"(_,7)">, !cute.layout<"(64,32):(?{i64},1)"> -> i64
  %2 = cute.crd2idx %e, %swizzled : !cute.coord<"(3,1)">, !cute.layout<"S<2,0,3> o 0 o (8,8):(8,1)"> -> i32
  // CHECK-DAG: %[[FIVE:.*]] = llvm.mlir.constant(5 : i32)
  // CHECK-DAG: %[[SEVEN:.*]] = llvm.mlir.constant(7 : i64)
  // CHECK-DAG: %[[SWIZZLED:.*]] = llvm.mlir.constant(26 : i32)
  // CHECK: return %[[FIVE]], %[[SEVEN]], %[[SWIZZLED]]
  return %0, %1, %2 : i32, i64, i32
}

// -----

// CHECK-LABEL: @pointers
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr<3>
// CHECK: return %[[P]]
func.func @pointers(%p: !llvm.ptr<3>) -> !llvm.ptr<3> {
  %layout = cute.static : !cute.layout<"8:1">
  %view = cute.make_view %p, %layout : !cute.memref<i8, smem, "8:1">
  %q = cute.get_iter %view : !cute.memref<i8, smem, "8:1">
  %zero = llvm.mlir.constant(0 : i32) : i32
  %r = cute.add_offset %q, %zero of i8 : !llvm.ptr<3>, i32
  return %r : !llvm.ptr<3>
}
