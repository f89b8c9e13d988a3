// Where a tile is a value of a branch, its registers are packed, after everything else was converted.
// Req: G-20
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

// CHECK-LABEL: llvm.func @loop
// CHECK: %[[NONE:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %[[ONE:.*]] = llvm.insertvalue %{{.*}}, %[[NONE]][0]
// CHECK-NEXT: %[[TILE:.*]] = llvm.insertvalue %{{.*}}, %[[ONE]][1]
// CHECK: llvm.br ^[[LOOP:bb[0-9]+]](%{{.*}}, %[[TILE]] : i32, !llvm.struct<(f32, f32)>)
// CHECK: ^[[LOOP]](%{{.*}}: i32, %[[CARRIED:.*]]: !llvm.struct<(f32, f32)>):
// CHECK: llvm.extractvalue %[[CARRIED]][0]
// CHECK: llvm.extractvalue %[[CARRIED]][1]
// CHECK-NOT: builtin.unrealized_conversion_cast
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @loop(%x: f32, %n: i32) -> tensor<256xf32, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %first = nv_tileaa.splat %x : f32 -> tensor<256xf32, #l>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %first) -> (tensor<256xf32, #l>) : i32 {
      %next = arith.addf %sum, %sum : tensor<256xf32, #l>
      scf.yield %next : tensor<256xf32, #l>
    }
    return %last : tensor<256xf32, #l>
  }
}
