// One thread allocates memory from the heap, and frees it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-DAG: llvm.func @malloc(i64) -> !llvm.ptr
  // CHECK-DAG: llvm.func @free(!llvm.ptr)

  // CHECK-LABEL: llvm.func @small
  // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(256 : i64)
  // CHECK: %[[TAKEN:.*]] = llvm.call @malloc(%[[BYTES]])
  // CHECK: llvm.icmp "eq" %[[TAKEN]]
  // CHECK: llvm.intr.trap
  // The others get the address in shared memory.
  // CHECK: st.shared.b64
  // CHECK: nvvm.barrier0
  // CHECK: llvm.call @free
  nv_tileaa.func @small(%x: f32) {
    %p = nv_tileaa.alloca bytes = 256, alignment = 16 : !nv_tileaa.ptr<f32>
    %t = nv_tileas.store <weak> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.release %p, alignment = 16 : !nv_tileaa.ptr<f32>
    nv_tileaa.return
  }

  // A larger alignment stores the heap's address before the memory.
  // CHECK-LABEL: llvm.func @aligned
  // CHECK: llvm.mlir.constant(384 : i64)
  // CHECK: llvm.call @malloc
  // CHECK: llvm.mlir.constant(-128 : i64)
  // CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr<1>
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> i64
  // CHECK: llvm.call @free
  nv_tileaa.func @aligned(%x: f32) {
    %p = nv_tileaa.alloca bytes = 256, alignment = 128 : !nv_tileaa.ptr<f32>
    %t = nv_tileas.store <weak> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.release %p, alignment = 128 : !nv_tileaa.ptr<f32>
    nv_tileaa.return
  }

  // No bytes, and more than any heap has.
  // CHECK-LABEL: llvm.func @extremes
  // CHECK: llvm.mlir.constant(1 : i64)
  // CHECK: llvm.mlir.constant(9223372036854775807 : i64)
  nv_tileaa.func @extremes() {
    %p = nv_tileaa.alloca bytes = 0, alignment = 1 : !nv_tileaa.ptr<i8>
    %q = nv_tileaa.alloca bytes = 9223372036854775807, alignment = 256 : !nv_tileaa.ptr<i8>
    nv_tileaa.release %p, alignment = 1 : !nv_tileaa.ptr<i8>
    nv_tileaa.release %q, alignment = 256 : !nv_tileaa.ptr<i8>
    nv_tileaa.return
  }
}
