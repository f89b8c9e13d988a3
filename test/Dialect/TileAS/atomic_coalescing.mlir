// The operand of an atomic RMW is converted to a layout in which lanes fill sectors, where one element at a time is
// updated and that costs less.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-propagate-layouts)))' | FileCheck %s

#spec = #nv_tileaa.kernel_spec<numWarps = 4>
// Fragments of mma.sync: two adjacent elements in a thread, four threads in a row of eight.
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[0,64],[32,0],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>
!p = !nv_tileaa.ptr<f32>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // A bit of the register and the highest of the lane are exchanged. Addresses are computed in the new layout; the old
  // value is not used.
  // CHECK-DAG: #[[SUMS:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0],{{.*}} lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]
  // CHECK-DAG: #[[FILLED:.*]] = #nv_tileas.layout<{register={{\[}}[4,0],[8,0],{{.*}} lane={{\[}}[0,2],[0,4],[1,0],[2,0],[0,1]]
  // CHECK-LABEL: @add
  // CHECK: arith.addf {{.*}} : tensor<128x128xf32, #[[SUMS]]>
  // CHECK: %[[MOVED:.*]] = nv_tileas.convert_layout {{.*}} : tensor<128x128xf32, #[[SUMS]]> -> tensor<128x128xf32, #[[FILLED]]>
  // CHECK: nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %{{.*}}, %[[MOVED]] {{.*}} : tensor<128x128x!nv_tileaa.ptr<f32>, #[[FILLED]]>, tensor<128x128xf32, #[[FILLED]]>
  // CHECK-NOT: convert_layout
  // CHECK: return
  nv_tileaa.func @add(%x: !p, %y: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<128x128x!p, #sums>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<128x128x!p, #sums> -> tensor<128x128xf32, #sums>, !t
    %b = nv_tileas.convert_layout %a : tensor<128x128xf32, #sums> -> tensor<128x128xf32>
    %c = arith.addf %b, %b : tensor<128x128xf32>
    %n = nv_tileaa.splat %i : i32 -> tensor<128x128xi32>
    %py = nv_tileaa.splat %y : !p -> tensor<128x128x!p>
    %ay = nv_tileaa.addptr %py, %n : tensor<128x128x!p>, tensor<128x128xi32>
    %old, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %ay, %c {alignment = 16 : i64, contiguity = array<i64: 1, 16>} : tensor<128x128x!p>, tensor<128x128xf32> -> !t
    nv_tileaa.return
  }

  // The old value is converted back.
  // CHECK-LABEL: @old
  // CHECK: %[[MOVED:.*]] = nv_tileas.convert_layout
  // CHECK: %[[OLD:.*]], %{{.*}} = nv_tileas.atomic_rmw {{.*}}, %[[MOVED]]
  // CHECK: %[[BACK:.*]] = nv_tileas.convert_layout %[[OLD]] : tensor<128x128xf32, #[[FILLED]]> -> tensor<128x128xf32, #[[SUMS]]>
  // CHECK: nv_tileas.store <weak> %{{.*}}, %[[BACK]]
  nv_tileaa.func @old(%x: !p, %y: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<128x128x!p, #sums>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<128x128x!p, #sums> -> tensor<128x128xf32, #sums>, !t
    %b = nv_tileas.convert_layout %a : tensor<128x128xf32, #sums> -> tensor<128x128xf32>
    %n = nv_tileaa.splat %i : i32 -> tensor<128x128xi32>
    %py = nv_tileaa.splat %y : !p -> tensor<128x128x!p>
    %ay = nv_tileaa.addptr %py, %n : tensor<128x128x!p>, tensor<128x128xi32>
    %old, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %ay, %b {alignment = 16 : i64, contiguity = array<i64: 1, 16>} : tensor<128x128x!p>, tensor<128x128xf32> -> !t
    %c = nv_tileas.convert_layout %old : tensor<128x128xf32> -> tensor<128x128xf32, #sums>
    %t2 = nv_tileas.store <weak> %ax, %c : tensor<128x128x!p, #sums>, tensor<128x128xf32, #sums> -> !t
    nv_tileaa.return
  }

  // The elements are not known to be adjacent in memory.
  // CHECK-LABEL: @scatter
  // CHECK-NOT: convert_layout
  // CHECK: return
  nv_tileaa.func @scatter(%x: !p, %y: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<128x128x!p, #sums>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<128x128x!p, #sums> -> tensor<128x128xf32, #sums>, !t
    %b = nv_tileas.convert_layout %a : tensor<128x128xf32, #sums> -> tensor<128x128xf32>
    %n = nv_tileaa.splat %i : i32 -> tensor<128x128xi32>
    %py = nv_tileaa.splat %y : !p -> tensor<128x128x!p>
    %ay = nv_tileaa.addptr %py, %n : tensor<128x128x!p>, tensor<128x128xi32>
    %old, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %ay, %b : tensor<128x128x!p>, tensor<128x128xf32> -> !t
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 4>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[0,64],[32,0],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>
!p = !nv_tileaa.ptr<f32>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Two adjacent elements have one RMW, and four lanes fill a sector.
  // CHECK-LABEL: @add
  // CHECK-NOT: convert_layout
  // CHECK: return
  nv_tileaa.func @add(%x: !p, %y: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<128x128x!p, #sums>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<128x128x!p, #sums> -> tensor<128x128xf32, #sums>, !t
    %b = nv_tileas.convert_layout %a : tensor<128x128xf32, #sums> -> tensor<128x128xf32>
    %n = nv_tileaa.splat %i : i32 -> tensor<128x128xi32>
    %py = nv_tileaa.splat %y : !p -> tensor<128x128x!p>
    %ay = nv_tileaa.addptr %py, %n : tensor<128x128x!p>, tensor<128x128xi32>
    %old, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %ay, %b {alignment = 16 : i64, contiguity = array<i64: 1, 16>} : tensor<128x128x!p>, tensor<128x128xf32> -> !t
    nv_tileaa.return
  }
}
