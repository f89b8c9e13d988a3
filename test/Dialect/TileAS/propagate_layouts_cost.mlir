// A class gets the layout with the least cost at its boundary conversions, of those that its boundaries prefer.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-propagate-layouts)))' | FileCheck %s

#spec = #nv_tileaa.kernel_spec<numWarps = 4>
// Four adjacent elements in a thread, and one.
#four = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
#one = #nv_tileas.layout<{register=[[128],[256]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!p = !nv_tileaa.ptr<f32>
!h = !nv_tileaa.ptr<f16>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-DAG: #[[FOUR:.*]] = #nv_tileas.layout<{register={{\[}}[1],[2]]
  // CHECK-DAG: #[[ONE:.*]] = #nv_tileas.layout<{register={{\[}}[128],[256]]

  // One boundary is #one, and first in the program, two are #four. So the first is converted.
  // CHECK-LABEL: @majority
  // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<512xf32, #[[ONE]]> -> tensor<512xf32, #[[FOUR]]>
  // CHECK: arith.addf {{.*}} : tensor<512xf32, #[[FOUR]]>
  // CHECK-NOT: nv_tileas.convert_layout
  // CHECK: nv_tileaa.return
  nv_tileaa.func @majority(%x: !p, %y: !p, %z: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<512x!p, #one>
    %ay = nv_tileaa.splat %y : !p -> tensor<512x!p, #four>
    %az = nv_tileaa.splat %z : !p -> tensor<512x!p, #four>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<512x!p, #one> -> tensor<512xf32, #one>, !t
    %b, %t1 = nv_tileas.load <weak> %ay : tensor<512x!p, #four> -> tensor<512xf32, #four>, !t
    %c = nv_tileas.convert_layout %a : tensor<512xf32, #one> -> tensor<512xf32>
    %d = nv_tileas.convert_layout %b : tensor<512xf32, #four> -> tensor<512xf32>
    %e = arith.addf %c, %d : tensor<512xf32>
    %f = nv_tileas.convert_layout %e : tensor<512xf32> -> tensor<512xf32, #four>
    %t2 = nv_tileas.store <weak> %az, %f : tensor<512x!p, #four>, tensor<512xf32, #four> -> !t
    nv_tileaa.return
  }

  // A tile becomes narrow between two boundaries: it is converted there.
  // CHECK-LABEL: @narrow
  // CHECK: arith.truncf {{.*}} : tensor<512xf32, #[[ONE]]> to tensor<512xf16, #[[ONE]]>
  // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<512xf16, #[[ONE]]> -> tensor<512xf16, #[[FOUR]]>
  nv_tileaa.func @narrow(%x: !p, %y: !h) attributes {nv_tileaa.kernel_spec = #spec} {
    %ax = nv_tileaa.splat %x : !p -> tensor<512x!p, #one>
    %ay = nv_tileaa.splat %y : !h -> tensor<512x!h, #four>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<512x!p, #one> -> tensor<512xf32, #one>, !t
    %b = nv_tileas.convert_layout %a : tensor<512xf32, #one> -> tensor<512xf32>
    %c = arith.truncf %b : tensor<512xf32> to tensor<512xf16>
    %d = nv_tileas.convert_layout %c : tensor<512xf16> -> tensor<512xf16, #four>
    %t1 = nv_tileas.store <weak> %ay, %d : tensor<512x!h, #four>, tensor<512xf16, #four> -> !t
    nv_tileaa.return
  }

  // An operation in a loop counts for many.
  // CHECK-LABEL: @loop
  // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<512xf32, #[[ONE]]> -> tensor<512xf32, #[[FOUR]]>
  // CHECK: scf.for
  // CHECK-NOT: nv_tileas.convert_layout
  nv_tileaa.func @loop(%x: !p, %y: !p, %n: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ax = nv_tileaa.splat %x : !p -> tensor<512x!p, #one>
    %ay = nv_tileaa.splat %y : !p -> tensor<512x!p, #four>
    %a, %t0 = nv_tileas.load <weak> %ax : tensor<512x!p, #one> -> tensor<512xf32, #one>, !t
    %b = nv_tileas.convert_layout %a : tensor<512xf32, #one> -> tensor<512xf32>
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %b) -> (tensor<512xf32>) : i32 {
      %e = arith.addf %s, %s : tensor<512xf32>
      %f = nv_tileas.convert_layout %e : tensor<512xf32> -> tensor<512xf32, #four>
      %t1 = nv_tileas.store <weak> %ay, %f : tensor<512x!p, #four>, tensor<512xf32, #four> -> !t
      scf.yield %e : tensor<512xf32>
    }
    nv_tileaa.return
  }
}
