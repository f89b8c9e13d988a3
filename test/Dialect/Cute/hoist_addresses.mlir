// The loop-invariant part of an address is computed before the loop.
// RUN: tileiras-opt %s -cute-hoist-addresses -split-input-file | FileCheck %s

// CHECK-LABEL: @product
func.func @product(%p: !llvm.ptr<1>, %ld: i64, %m: i32, %i: i32, %row: i32, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-DAG: %[[THREAD:.*]] = cute.crd2idx %{{.*}} : !cute.coord<"(?,0)">
  // CHECK-DAG: %[[BASE:.*]] = cute.add_offset %{{.*}}, %[[THREAD]] of i16
  // CHECK-DAG: %[[VIEW:.*]] = cute.make_view %[[BASE]]
  // CHECK: %[[ROWS:.*]] = cute.local_tile %[[VIEW]][%{{.*}}] tile <"(64,_)"> : {{.*}}, !cute.coord<"(?,_)">
  // CHECK: scf.for %[[K:.*]] =
  // CHECK-NEXT: %[[C:.*]] = cute.make_coord %[[K]] : !cute.coord<"(_,?)">
  // CHECK-NEXT: %[[T:.*]] = cute.local_tile %[[ROWS]][%[[C]]] tile <"(_,32)"> : !cute.memref<i16, gmem, "(64,?):(?{i64},1)">, !cute.coord<"(_,?)">
  // CHECK-NEXT: %[[Q:.*]] = cute.get_iter %[[T]]
  // CHECK-NEXT: llvm.load volatile %[[Q]]
  // CHECK-NEXT: }
  scf.for %k = %c0 to %end step %c1 : i32 {
    %n = llvm.mlir.constant(128 : i32) : i32
    %shape = cute.make_shape %m, %m : !cute.shape<"(?,?)">
    %stride = cute.make_stride %ld : !cute.stride<"(?{i64},1)">
    %layout = cute.make_layout %shape, %stride : !cute.shape<"(?,?)">, !cute.stride<"(?{i64},1)">
    %own = cute.make_coord %row : !cute.coord<"(?,0)">
    %thread = cute.crd2idx %own, %layout : !cute.coord<"(?,0)">, !cute.layout<"(?,?):(?{i64},1)"> -> i64
    %base = cute.add_offset %p, %thread of i16 : !llvm.ptr<1>, i64
    %view = cute.make_view %base, %layout : !cute.memref<i16, gmem, "(?,?):(?{i64},1)">
    %coord = cute.make_coord %i, %k : !cute.coord<"(?,?)">
    %tile = cute.local_tile %view[%coord] tile <"(64,32)"> : !cute.memref<i16, gmem, "(?,?):(?{i64},1)">, !cute.coord<"(?,?)">
    %q = cute.get_iter %tile : !cute.memref<i16, gmem, "(64,32):(?{i64},1)">
    %x = llvm.load volatile %q : !llvm.ptr<1> -> i16
  }
  return
}

// -----

// Offsets of the iteration are kept; a tile that varies in every mode, and one whose view does, are left as they are; a
// quotient may have no value where the loop does not run.
// CHECK-LABEL: @others
func.func @others(%v: !cute.memref<i16, gmem, "(?,?):(?,1)">, %i: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: cute.local_tile %{{.*}} tile <"(64,_)"> step <"(32,_)">
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 : i32 {
    // CHECK: llvm.udiv
    %q = llvm.udiv %i, %n : i32
    // CHECK: cute.local_tile %{{.*}} tile <"(_,32)"> step <"(_,16)">
    %a = cute.make_coord %i, %k : !cute.coord<"(?,?)">
    %0 = cute.local_tile %v[%a] tile <"(64,32)"> step <"(32,16)"> : !cute.memref<i16, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
    // CHECK: cute.local_tile %{{.*}} tile <"(4,8)">
    %b = cute.make_coord %k, %k : !cute.coord<"(?,?)">
    %1 = cute.local_tile %v[%b] tile <"(4,8)"> : !cute.memref<i16, gmem, "(?,?):(?,1)">, !cute.coord<"(?,?)">
    // CHECK: cute.local_tile %{{.*}} tile <"(2,2)">
    %c = cute.make_coord %q, %k : !cute.coord<"(?,?)">
    %2 = cute.local_tile %1[%c] tile <"(2,2)"> : !cute.memref<i16, gmem, "(4,8):(?,1)">, !cute.coord<"(?,?)">
    %p = cute.get_iter %0 : !cute.memref<i16, gmem, "(64,32):(?,1)">
    %r = cute.get_iter %2 : !cute.memref<i16, gmem, "(2,2):(?,1)">
    %x = llvm.load %p : !llvm.ptr<1> -> i16
    llvm.store %x, %r : i16, !llvm.ptr<1>
  }
  return
}

// -----

// Agents use no value from outside of their regions.
// CHECK-LABEL: @agents
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: nv_tileas.agent_switch
// CHECK: nvvm.read.ptx.sreg.tid.x
func.func @agents(%p: !llvm.ptr<1>) {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %q = cute.add_offset %p, %t of i32 : !llvm.ptr<1>, i32
  llvm.store %t, %q : i32, !llvm.ptr<1>
  nv_tileas.agent_switch(%p : !llvm.ptr<1>) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
  ^bb0(%agent: i32, %r: !llvm.ptr<1>):
    %u = nvvm.read.ptx.sreg.tid.x : i32
    %s = cute.add_offset %r, %u of i32 : !llvm.ptr<1>, i32
    llvm.store %u, %s : i32, !llvm.ptr<1>
  }
  return
}
