// A token is an integer everywhere, and a view is a structure.
// Req: G-07, L-09
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @memory(%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: !llvm.struct<(ptr<1>, array<2 x i64>, array<2 x i64>)>) -> i32
// CHECK: llvm.br ^[[LOOP:bb[0-9]+]](%{{.*}}, %{{.*}} : i32, i32)
// CHECK: ^[[LOOP]](%{{.*}}: i32, %[[TOKEN:.*]]: i32):
// CHECK: llvm.return %[[TOKEN]] : i32
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @memory(%n: i32, %before: !nv_tileaa.mem_token, %view: !nv_tileaa.memref<?x?xf32, strides = [?, 1]>) -> !nv_tileaa.mem_token {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %after = scf.for %i = %zero to %n step %one iter_args(%t = %before) -> (!nv_tileaa.mem_token) : i32 {
      %new = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
      %both = nv_tileaa.join_mem_token %t, %new : !nv_tileaa.mem_token
      scf.yield %both : !nv_tileaa.mem_token
    }
    nv_tileaa.return %after : !nv_tileaa.mem_token
  }
}
