// Every operation, type and attribute, and its text.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

// CHECK-LABEL: @tiles
func.func @tiles(%p: !llvm.ptr<1>, %m: i32, %n: i32, %ld: i64, %i: i32, %k: i32) -> !llvm.ptr<1> {
  // CHECK: %[[SHAPE:.*]] = cute.make_shape %{{.*}}, %{{.*}} : !cute.shape<"(?,?)">
  %shape = cute.make_shape %m, %n : !cute.shape<"(?,?)">
  // CHECK: %[[STRIDE:.*]] = cute.make_stride %{{.*}} : !cute.stride<"(?{i64},1)">
  %stride = cute.make_stride %ld : !cute.stride<"(?{i64},1)">
  // CHECK: %[[LAYOUT:.*]] = cute.make_layout %[[SHAPE]], %[[STRIDE]] : !cute.shape<"(?,?)">, !cute.stride<"(?{i64},1)">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?{i64},1)">
  // CHECK: %[[VIEW:.*]] = cute.make_view %{{.*}}, %[[LAYOUT]] : !cute.memref<f16, gmem, "(?,?):(?{i64},1)">
  %view = cute.make_view %p, %layout : !cute.memref<f16, gmem, "(?,?):(?{i64},1)">
  // CHECK: %[[COORD:.*]] = cute.make_coord %{{.*}}, %{{.*}} : !cute.coord<"(?,?)">
  %coord = cute.make_coord %i, %k : !cute.coord<"(?,?)">
  // CHECK: %[[TILE:.*]] = cute.local_tile %[[VIEW]][%[[COORD]]] tile <"(64,32)"> : !cute.memref<f16, gmem, "(?,?):(?{i64},1)">, !cute.coord<"(?,?)">
  %tile = cute.local_tile %view[%coord] tile <"(64,32)"> : !cute.memref<f16, gmem, "(?,?):(?{i64},1)">, !cute.coord<"(?,?)">
  // CHECK: %[[ITER:.*]] = cute.get_iter %[[TILE]] : !cute.memref<f16, gmem, "(64,32):(?{i64},1)">
  %iter = cute.get_iter %tile : !cute.memref<f16, gmem, "(64,32):(?{i64},1)">
  // CHECK: %[[INDEX:.*]] = cute.crd2idx %[[COORD]], %[[LAYOUT]] : !cute.coord<"(?,?)">, !cute.layout<"(?,?):(?{i64},1)"> -> i64
  %index = cute.crd2idx %coord, %layout : !cute.coord<"(?,?)">, !cute.layout<"(?,?):(?{i64},1)"> -> i64
  // CHECK: cute.add_offset %[[ITER]], %[[INDEX]] of f16 : !llvm.ptr<1>, i64
  %q = cute.add_offset %iter, %index of f16 : !llvm.ptr<1>, i64
  return %q : !llvm.ptr<1>
}

// Some of the modes, strides other than the size, a mode with nested modes.
// CHECK-LABEL: @parts
func.func @parts(%view: !cute.memref<i8, gmem, "(?,(2,?)):(?,(1,2))">, %i: i32) -> !cute.memref<i8, gmem, "(64,(2,?)):(?,(1,2))"> {
  %coord = cute.make_coord %i : !cute.coord<"(?,_)">
  // CHECK: tile <"(64,_)"> step <"(32,_)">
  %tile = cute.local_tile %view[%coord] tile <"(64,_)"> step <"(32,_)"> : !cute.memref<i8, gmem, "(?,(2,?)):(?,(1,2))">, !cute.coord<"(?,_)">
  return %tile : !cute.memref<i8, gmem, "(64,(2,?)):(?,(1,2))">
}

// CHECK-LABEL: @buffer
func.func @buffer(%p: !llvm.ptr<3>, %lane: i32, %warp: i32) -> i32 {
  // CHECK: cute.static : !cute.layout<"S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)">
  %layout = cute.static : !cute.layout<"S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)">
  // CHECK: cute.make_view %{{.*}}, %{{.*}} : !cute.memref<i16, smem, "S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)">
  %view = cute.make_view %p, %layout : !cute.memref<i16, smem, "S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)">
  %coord = cute.make_coord %lane, %warp : !cute.coord<"(?,?,1)">
  %offset = cute.crd2idx %coord, %layout : !cute.coord<"(?,?,1)">, !cute.layout<"S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)"> -> i32
  return %offset : i32
}

// CHECK-LABEL: @statics
func.func @statics() {
  // CHECK: cute.static : !cute.shape<"(2,(3,4))">
  %0 = cute.static : !cute.shape<"(2,(3,4))">
  // CHECK: cute.static : !cute.stride<"(1,(2,6))">
  %1 = cute.static : !cute.stride<"(1,(2,6))">
  // CHECK: cute.static : !cute.coord<"(_,5)">
  %2 = cute.static : !cute.coord<"(_,5)">
  // CHECK: cute.make_shape : !cute.shape<"()">
  %3 = cute.make_shape : !cute.shape<"()">
  return
}

// CHECK: attributes {cute.kernel}
func.func private @kernel() attributes {cute.kernel}

// CHECK: @tuple() attributes {tuple = #cute.int_tuple<"(64,_)">}
func.func private @tuple() attributes {tuple = #cute.int_tuple<"(64,_)">}
