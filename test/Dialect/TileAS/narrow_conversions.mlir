// A conversion is where the elements of a chain are narrowest.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-remove-layout-conversions))' | FileCheck %s

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[32],[64],[128]], lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{register=[[32],[64],[128]], lane=[[2],[1],[4],[8],[16]]}>
!p = tensor<256x!nv_tileaa.ptr<f32>, #l>
!x = tensor<256xf32, #l>
!h = tensor<256xf16, #l>
!hk = tensor<256xf16, #k>
!xk = tensor<256xf32, #k>

// CHECK-DAG: #[[L:.*]] = #nv_tileas.layout<{register={{.*}}, lane={{\[}}[1],[2],
// CHECK-DAG: #[[K:.*]] = #nv_tileas.layout<{register={{.*}}, lane={{\[}}[2],[1],

// After the truncation, with a constant in between.
// CHECK-LABEL: @ahead
// CHECK-SAME: %[[X:.*]]: tensor<256xf32, #[[L]]>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[X]], %{{.*}} : tensor<256xf32, #[[L]]>
// CHECK: %[[NARROW:.*]] = arith.truncf %[[SCALED]] : tensor<256xf32, #[[L]]> to tensor<256xf16, #[[L]]>
// CHECK: %[[MOVED:.*]] = nv_tileas.convert_layout %[[NARROW]] : tensor<256xf16, #[[L]]> -> tensor<256xf16, #[[K]]>
// CHECK: nv_tileaa.return %[[MOVED]]
nv_tileaa.func @ahead(%x: !x) -> !hk attributes {nv_tileaa.kernel_spec = #spec} {
  %two = arith.constant dense<2.0> : !xk
  %0 = nv_tileas.convert_layout %x : !x -> !xk
  %1 = arith.mulf %0, %two : !xk
  %2 = arith.truncf %1 : !xk to !hk
  nv_tileaa.return %2 : !hk
}

// Before the extension.
// CHECK-LABEL: @behind
// CHECK-SAME: %[[X:.*]]: tensor<256xf16, #[[L]]>
// CHECK: %[[MOVED:.*]] = nv_tileas.convert_layout %[[X]] : tensor<256xf16, #[[L]]> -> tensor<256xf16, #[[K]]>
// CHECK: %[[WIDE:.*]] = arith.extf %[[MOVED]] : tensor<256xf16, #[[K]]> to tensor<256xf32, #[[K]]>
// CHECK: %[[LOG:.*]] = arith.negf %[[WIDE]] : tensor<256xf32, #[[K]]>
// CHECK: nv_tileaa.return %[[LOG]]
nv_tileaa.func @behind(%x: !h) -> !xk attributes {nv_tileaa.kernel_spec = #spec} {
  %0 = arith.extf %x : !h to !x
  %1 = arith.negf %0 : !x
  %2 = nv_tileas.convert_layout %1 : !x -> !xk
  nv_tileaa.return %2 : !xk
}

// Where the wide tile is needed in both layouts, the conversion stays.
// CHECK-LABEL: @both
// CHECK: nv_tileas.convert_layout %{{.*}} : tensor<256xf32, #[[L]]> -> tensor<256xf32, #[[K]]>
// CHECK-NEXT: arith.truncf
nv_tileaa.func @both(%x: !x) -> (!hk, !xk) attributes {nv_tileaa.kernel_spec = #spec} {
  %0 = nv_tileas.convert_layout %x : !x -> !xk
  %1 = arith.truncf %0 : !xk to !hk
  nv_tileaa.return %1, %0 : !hk, !xk
}

// Two tiles would have to be converted instead of one.
// CHECK-LABEL: @two
// CHECK-COUNT-2: nv_tileas.convert_layout %{{.*}} : tensor<256xf32, #[[L]]>
// CHECK: arith.addf
nv_tileaa.func @two(%x: !x, %y: !x) -> !hk attributes {nv_tileaa.kernel_spec = #spec} {
  %0 = nv_tileas.convert_layout %x : !x -> !xk
  %1 = nv_tileas.convert_layout %y : !x -> !xk
  %2 = arith.addf %0, %1 : !xk
  %3 = arith.truncf %2 : !xk to !hk
  nv_tileaa.return %3 : !hk
}
