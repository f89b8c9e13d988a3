// Layouts and coordinates become integer arithmetic.
// RUN: tileiras-opt %s -convert-cute-to-llvm -cse -split-input-file | FileCheck %s

// CHECK-LABEL: @tile
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr<1>, %[[M:[^:]*]]: i32, %[[LD:[^:]*]]: i64, %[[I:[^:]*]]: i32, %[[K:[^:]*]]: i32
func.func @tile(%p: !llvm.ptr<1>, %m: i32, %ld: i64, %i: i32, %k: i32) -> !llvm.ptr<1> {
  %shape = cute.make_shape %m, %m : !cute.shape<"(?,?)">
  %stride = cute.make_stride %ld : !cute.stride<"(?{i64},1)">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?{i64},1)">
  %view = cute.make_view %p, %layout : !cute.memref<i16, gmem, "(?,?):(?{i64},1)">
  %coord = cute.make_coord %i, %k : !cute.coord<"(?,?)">
  // The origin in the type of the coordinate, its distance in 64 bits.
  // CHECK: %[[C64:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[ROW:.*]] = llvm.mul %[[I]], %[[C64]] : i32
  // CHECK: %[[ROW64:.*]] = llvm.zext %[[ROW]] : i32 to i64
  // CHECK: %[[DOWN:.*]] = llvm.mul %[[ROW64]], %[[LD]] : i64
  // CHECK: %[[C16:.*]] = llvm.mlir.constant(16 : i32)
  // CHECK: %[[COL:.*]] = llvm.mul %[[K]], %[[C16]] : i32
  // CHECK: %[[COL64:.*]] = llvm.zext %[[COL]] : i32 to i64
  %tile = cute.local_tile %view[%coord] tile <"(64,32)"> step <"(64,16)"> : !cute.memref<i16, gmem, "(?,?):(?{i64},1)">, !cute.coord<"(?,?)">
  %q = cute.get_iter %tile : !cute.memref<i16, gmem, "(64,32):(?{i64},1)">
  %c = cute.make_coord %k : !cute.coord<"(5,?)">
  // CHECK: %[[C5:.*]] = llvm.mlir.constant(5 : i64)
  // CHECK: %[[FIVE:.*]] = llvm.mul %[[C5]], %[[LD]] : i64
  // CHECK: %[[K64:.*]] = llvm.zext %[[K]] : i32 to i64
  // Offsets are added to each other before they are added to the pointer, those with one stride first.
  // CHECK: %[[ROWS:.*]] = llvm.add %[[DOWN]], %[[FIVE]] : i64
  // CHECK: %[[COLS:.*]] = llvm.add %[[COL64]], %[[K64]] : i64
  // CHECK: %[[ALL:.*]] = llvm.add %[[ROWS]], %[[COLS]] : i64
  %index = cute.crd2idx %c, %layout : !cute.coord<"(5,?)">, !cute.layout<"(?,?):(?{i64},1)"> -> i64
  // CHECK: %[[R:.*]] = llvm.getelementptr %[[P]][%[[ALL]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
  // CHECK: return %[[R]]
  %r = cute.add_offset %q, %index of i16 : !llvm.ptr<1>, i64
  return %r : !llvm.ptr<1>
}

// -----

// A tile of some modes keeps the others, with their sizes.
// CHECK-LABEL: @two_steps
func.func @two_steps(%p: !llvm.ptr<1>, %m: i32, %n: i32, %ld: i32, %i: i32, %k: i64) -> (!llvm.ptr<1>, !llvm.ptr<1>) {
  %shape = cute.make_shape %m, %n : !cute.shape<"(?,?)">
  %stride = cute.make_stride %ld : !cute.stride<"(?,1)">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?,1)">
  %view = cute.make_view %p, %layout : !cute.memref<i16, gmem, "(?,?):(?,1)">
  %rows = cute.make_coord %i : !cute.coord<"(?,_)">
  // CHECK: llvm.zext %{{.*}} : i32 to i64
  // CHECK: %[[A:.*]] = llvm.getelementptr %arg0[%{{.*}}]
  %0 = cute.local_tile %view[%rows] tile <"(64,_)"> : !cute.memref<i16, gmem, "(?,?):(?,1)">, !cute.coord<"(?,_)">
  %columns = cute.make_coord %k : !cute.coord<"(_,?{i64})">
  // CHECK: %[[COL:.*]] = llvm.mul %arg5, %{{.*}} : i64
  // CHECK: llvm.getelementptr %[[A]][%[[COL]]]
  %1 = cute.local_tile %0[%columns] tile <"(_,32)"> : !cute.memref<i16, gmem, "(64,?):(?,1)">, !cute.coord<"(_,?{i64})">
  %q = cute.get_iter %1 : !cute.memref<i16, gmem, "(64,32):(?,1)">
  // CHECK: return %[[A]],
  %r = cute.get_iter %0 : !cute.memref<i16, gmem, "(64,?):(?,1)">
  return %r, %q : !llvm.ptr<1>, !llvm.ptr<1>
}

// -----

// In shared memory 32 bits are enough; a static coordinate is a constant.
// CHECK-LABEL: @shared
func.func @shared(%p: !llvm.ptr<3>, %i: i32) -> !llvm.ptr<3> {
  %layout = cute.static : !cute.layout<"(4,64,64):(4096,64,1)">
  %view = cute.make_view %p, %layout : !cute.memref<i16, smem, "(4,64,64):(4096,64,1)">
  %coord = cute.make_coord %i : !cute.coord<"(?,1,_)">
  // CHECK-NOT: i64
  // CHECK: llvm.mul %arg1, %{{.*}} : i32
  // CHECK: llvm.mlir.constant(1024 : i32)
  // CHECK: llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr<3>, i32)
  %tile = cute.local_tile %view[%coord] tile <"(1,16,_)"> : !cute.memref<i16, smem, "(4,64,64):(4096,64,1)">, !cute.coord<"(?,1,_)">
  %q = cute.get_iter %tile : !cute.memref<i16, smem, "(1,16,64):(4096,64,1)">
  return %q : !llvm.ptr<3>
}

// -----

// Layouts that are linear over F2 are shifts and masks: lanes 0 to 3 are 64 elements apart, the others one; the swizzle
// adds bit 6 to bit 3 and 7 to 4.
// CHECK-LABEL: @linear
// CHECK-SAME: %[[LANE:[^:]*]]: i32, %[[WARP:[^:]*]]: i32
func.func @linear(%lane: i32, %warp: i32) -> i32 {
  %layout = cute.static : !cute.layout<"S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)">
  %coord = cute.make_coord %lane, %warp : !cute.coord<"(?,?,1)">
  // CHECK-NOT: llvm.mul
  // CHECK-DAG: %[[B0:.*]] = llvm.mlir.constant(72 : i32)
  // CHECK-DAG: %[[B1:.*]] = llvm.mlir.constant(144 : i32)
  // CHECK-DAG: llvm.and %{{.*}}, %[[B0]]
  // CHECK-DAG: llvm.and %{{.*}}, %[[B1]]
  // CHECK: %[[C32:.*]] = llvm.mlir.constant(32 : i32)
  // CHECK: %[[OFFSET:.*]] = llvm.or disjoint %{{.*}}, %[[C32]]
  // CHECK: return %[[OFFSET]]
  %offset = cute.crd2idx %coord, %layout : !cute.coord<"(?,?,1)">, !cute.layout<"S<2,3,3> o 0 o ((4,8),4,2):((64,1),8,32)"> -> i32
  return %offset : i32
}

// -----

// An integer index of several modes is split into digits.
// CHECK-LABEL: @digits
func.func @digits(%m: i32, %i: i64) -> i64 {
  %shape = cute.make_shape %m : !cute.shape<"(3,(?,5))">
  %stride = cute.static : !cute.stride<"(1,(3,100))">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(3,(?,5))">, !cute.stride<"(1,(3,100))">
  %coord = cute.make_coord %i : !cute.coord<"?{i64}">
  // CHECK: %[[A:.*]] = llvm.urem %arg1, %{{.*}} : i64
  // CHECK: %[[REST:.*]] = llvm.udiv %arg1, %{{.*}} : i64
  // CHECK: %[[M:.*]] = llvm.zext %arg0 : i32 to i64
  // CHECK: %[[B:.*]] = llvm.urem %[[REST]], %[[M]]
  // CHECK: %[[C:.*]] = llvm.udiv %[[REST]], %[[M]]
  // CHECK: %[[B3:.*]] = llvm.mul %[[B]], %{{.*}}
  // CHECK: %[[C100:.*]] = llvm.mul %[[C]], %{{.*}}
  // CHECK: %[[BC:.*]] = llvm.add %[[B3]], %[[C100]]
  // CHECK: llvm.add %[[A]], %[[BC]]
  %offset = cute.crd2idx %coord, %layout : !cute.coord<"?{i64}">, !cute.layout<"(3,(?,5)):(1,(3,100))"> -> i64
  return %offset : i64
}

// -----

// A tuple of modes in the first digit counts all its elements.
// CHECK-LABEL: @digits_of_tuples
func.func @digits_of_tuples(%m: i32, %i: i32) -> i32 {
  %shape = cute.make_shape %m, %m : !cute.shape<"(3,(2,?),?,5)">
  %stride = cute.static : !cute.stride<"(1,(3,6),7,8)">
  %layout = cute.make_layout %shape, %stride : !cute.shape<"(3,(2,?),?,5)">, !cute.stride<"(1,(3,6),7,8)">
  %coord = cute.make_coord %i : !cute.coord<"?">
  // CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
  // CHECK: %[[REST:.*]] = llvm.udiv %arg1, %[[THREE]]
  // CHECK: %[[SIZE:.*]] = llvm.mul %{{.*}}, %arg0 : i32
  // CHECK: llvm.urem %[[REST]], %[[SIZE]]
  %offset = cute.crd2idx %coord, %layout : !cute.coord<"?">, !cute.layout<"(3,(2,?),?,5):(1,(3,6),7,8)"> -> i32
  return %offset : i32
}

// -----

// A swizzle of a layout that isn't linear is applied to the offset.
// CHECK-LABEL: @swizzled_sum
func.func @swizzled_sum(%i: i32, %j: i32) -> (i32, i32) {
  %down = cute.static : !cute.layout<"S<2,0,3> o 0 o (3,8):(8,1)">
  %up = cute.static : !cute.layout<"S<1,0,-3> o 0 o (3,8):(8,1)">
  %coord = cute.make_coord %i, %j : !cute.coord<"(?,?)">
  // CHECK: %[[SUM:.*]] = llvm.add
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(24 : i32)
  // CHECK: %[[BITS:.*]] = llvm.and %[[SUM]], %[[MASK]]
  // CHECK: %[[MOVED:.*]] = llvm.lshr %[[BITS]]
  // CHECK: llvm.xor %[[SUM]], %[[MOVED]]
  %0 = cute.crd2idx %coord, %down : !cute.coord<"(?,?)">, !cute.layout<"S<2,0,3> o 0 o (3,8):(8,1)"> -> i32
  // CHECK: llvm.shl
  %1 = cute.crd2idx %coord, %up : !cute.coord<"(?,?)">, !cute.layout<"S<1,0,-3> o 0 o (3,8):(8,1)"> -> i32
  return %0, %1 : i32, i32
}

// -----

// Static values leave no operation.
// CHECK-LABEL: @nothing
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-NEXT: return %[[ZERO]]
func.func @nothing() -> i64 {
  %layout = cute.static : !cute.layout<"(8,8):(8,1)">
  %coord = cute.static : !cute.coord<"(0,_)">
  %offset = cute.crd2idx %coord, %layout : !cute.coord<"(0,_)">, !cute.layout<"(8,8):(8,1)"> -> i64
  return %offset : i64
}
