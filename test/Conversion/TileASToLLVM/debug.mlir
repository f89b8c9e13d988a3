// Printing, assertions, globals and fences as calls and symbols.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file | FileCheck %s

// Two elements for each of 128 threads.
#print = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]], warp=[[64],[128]]}>

// CHECK-LABEL: gpu.module @k
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-DAG: llvm.mlir.global internal constant @tile_text_{{[0-9]+}}("a %d 100%% \00") {addr_space = 1 : i32, alignment = 1 : i64}
  // CHECK-DAG: llvm.mlir.global internal constant @tile_text_{{[0-9]+}}("%5.1f, %5.1f\00")
  // CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
  // CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
  // CHECK-DAG: llvm.mlir.global external @counts(dense<[1, 0]> : tensor<2xi8>) {addr_space = 1 : i32, alignment = 1 : i64}
  nv_tileaa.global @counts dense<[true, false]> : tensor<2xi1>
  // CHECK-DAG: llvm.mlir.global internal constant @table(dense<[15360, 16384]> : tensor<2xi16>) {addr_space = 1 : i32, alignment = 64 : i64}
  nv_tileaa.global "private" constant @table alignment = 64 dense<[1.0, 2.0]> : tensor<2xf16>

  // The first thread prints text and numbers, all threads print the tile in order; arguments are in memory of the
  // function's first block.
  // CHECK-LABEL: llvm.func @print
  // CHECK: llvm.alloca %{{.*}} x i64 {alignment = 8 : i64}
  // CHECK: llvm.call @vprintf
  // CHECK: nvvm.barrier
  // CHECK: llvm.fpext %{{.*}} : f32 to f64
  // CHECK: llvm.call @vprintf
  // CHECK: nvvm.barrier
  // CHECK: llvm.call @vprintf
  nv_tileaa.func @print(%n: i16, %x: tensor<256xf32, #print>) {
    %t = nv_tileaa.print "a %hd 100%% %5.1lf\0A", %n, %x : i16, tensor<256xf32, #print> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @nothing
  // CHECK-NOT: vprintf
  nv_tileaa.func @nothing() {
    %t = nv_tileaa.print "" -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @assertion
  // CHECK: llvm.cond_br
  // CHECK: llvm.call @vprintf
  // CHECK: llvm.call @__assertfail
  nv_tileaa.func @assertion(%c: i1) {
    nv_tileaa.assert %c, "no" : i1
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @order
  // CHECK: llvm.mlir.addressof @table : !llvm.ptr<1>
  // CHECK: nvvm.griddepcontrol wait
  // CHECK: llvm.call_intrinsic "llvm.nvvm.fence.proxy.alias"
  // CHECK: nvvm.griddepcontrol launch_dependents
  nv_tileaa.func @order() -> !nv_tileaa.ptr<f16> {
    %p = nv_tileaa.get_global @table : !nv_tileaa.ptr<f16>
    %t0 = nv_tileaa.gdc_wait : !nv_tileaa.mem_token
    %t1 = nv_tileaa.fence_alias token = %t0 : !nv_tileaa.mem_token
    %t2 = nv_tileaa.gdc_launch_dependents token = %t1 : !nv_tileaa.mem_token
    nv_tileaa.return %p : !nv_tileaa.ptr<f16>
  }
}

// -----

// Below sm_90 a grid starts after those before have ended.
// CHECK-LABEL: gpu.module @before
gpu.module @before attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @order
  // CHECK-NOT: griddepcontrol
  // CHECK: llvm.return
  nv_tileaa.func @order() {
    %t0 = nv_tileaa.gdc_wait : !nv_tileaa.mem_token
    %t1 = nv_tileaa.gdc_launch_dependents token = %t0 : !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
