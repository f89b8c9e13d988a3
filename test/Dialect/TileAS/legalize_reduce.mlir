// A reduction across warps is one in each warp, an exchange, and one in each thread.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-legalize-reduce))' -split-input-file -verify-diagnostics | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
// Bits 5 and 6 of the coordinate are warps': [256] is [2, 4, 32], and the 4 come forward.
// CHECK-DAG: #[[OWN:.*]] = #nv_tileas.layout<{lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[1],[2]]}>
// CHECK-DAG: #[[ALL:.*]] = #nv_tileas.layout<{register={{\[}}[1],[2]], lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[0],[0]]}>
// CHECK-LABEL: @whole
// CHECK: %[[RUNS:.*]] = nv_tileas.view %{{.*}} -> tensor<2x4x32xf32
// CHECK: %[[MOVED:.*]] = nv_tileas.permute %[[RUNS]] [1, 0, 2] {{.*}} -> tensor<4x2x32xf32
// CHECK: %[[PARTS:.*]] = nv_tileas.view %[[MOVED]] {{.*}} -> tensor<4x64xf32
// CHECK: %[[PARTIAL:.*]] = nv_tileas.reduce %[[PARTS]] dim = 1 {{.*}} -> tensor<4xf32, #[[OWN]]>
// CHECK: arith.addf
// CHECK: %[[MET:.*]] = nv_tileas.convert_layout %[[PARTIAL]] : tensor<4xf32, #[[OWN]]> -> tensor<4xf32, #[[ALL]]>
// CHECK: %[[SUM:.*]] = nv_tileas.reduce %[[MET]] dim = 0 {{.*}} -> f32
// CHECK: arith.addf
// CHECK: nv_tileaa.return %[[SUM]]
nv_tileaa.func @whole(%x: tensor<256xf32, #l>) -> f32 {
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] {commutes} : (tensor<256xf32, #l>) -> f32 {
  ^bb0(%e: f32, %a: f32):
    %s = arith.addf %e, %a : f32
    nv_tileaa.yield %s : f32
  }
  nv_tileaa.return %r : f32
}

// -----

// Two operands at once; warps hold the whole dimension, so the first stage is omitted.
#l = #nv_tileas.layout<{lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[1,0],[2,0]]}>
#r = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
// CHECK-LABEL: @only_warps
// CHECK-NOT: nv_tileas.reduce
// CHECK-COUNT-2: nv_tileas.convert_layout
// CHECK: nv_tileas.reduce {{.*}} dim = 0 {{.*}} -> (tensor<32xf32, #{{.*}}>, tensor<32xi32, #{{.*}}>)
// CHECK-NOT: nv_tileas.reduce
nv_tileaa.func @only_warps(%x: tensor<4x32xf32, #l>, %i: tensor<4x32xi32, #l>) -> tensor<32xf32, #r> {
  %r:2 = nv_tileas.reduce %x, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<4x32xf32, #l>, tensor<4x32xi32, #l>) -> (tensor<32xf32, #r>, tensor<32xi32, #r>) {
  ^bb0(%e: f32, %a: f32, %f: i32, %b: i32):
    nv_tileaa.yield %e, %f : f32, i32
  }
  nv_tileaa.return %r#0 : tensor<32xf32, #r>
}

// -----

#rows = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>
// CHECK-LABEL: @within_warps
// CHECK-NEXT: nv_tileas.reduce %{{.*}} dim = 1
// CHECK-NOT: convert_layout
nv_tileaa.func @within_warps(%x: tensor<64x4xf32, #rows>) {
  %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] : (tensor<64x4xf32, #rows>) -> tensor<64xf32, #sums> {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

// The order of elements is kept: a warp reduces 128 adjacent elements, then the four totals of eight in each thread are
// combined, of which the register has the highest bit.
#l = #nv_tileas.layout<{register=[[1],[2],[512]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
// CHECK-DAG: #[[OWN:.*]] = #nv_tileas.layout<{register={{\[}}[4]], lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[1],[2]]}>
// CHECK-DAG: #[[ALL:.*]] = #nv_tileas.layout<{register={{\[}}[4],[1],[2]], lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[0],[0]]}>
// CHECK-LABEL: @in_order
// CHECK-NEXT: %[[RUNS:.*]] = nv_tileas.view %{{.*}} -> tensor<8x128xf32
// CHECK-NEXT: %[[TOTALS:.*]] = nv_tileas.reduce %[[RUNS]] dim = 1 {{.*}} -> tensor<8xf32, #[[OWN]]>
// CHECK: %[[MET:.*]] = nv_tileas.convert_layout %[[TOTALS]] : {{.*}} -> tensor<8xf32, #[[ALL]]>
// CHECK: %[[ONE:.*]] = nv_tileas.reduce %[[MET]] dim = 0 {{.*}} -> f32
// CHECK: nv_tileaa.return %[[ONE]]
nv_tileaa.func @in_order(%x: tensor<1024xf32, #l>) -> f32 {
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<1024xf32, #l>) -> f32 {
  ^bb0(%earlier: f32, %later: f32):
    %s = arith.subf %earlier, %later : f32
    nv_tileaa.yield %s : f32
  }
  nv_tileaa.return %r : f32
}

// -----

// Warps have the lowest bits, so that there are no runs: the tile is converted first. Then registers have the lowest
// ones, and warps the highest.
#l = #nv_tileas.layout<{register=[[4,0],[8,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[1,0],[2,0]]}>
#r = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
// CHECK-DAG: #[[SORTED:.*]] = #nv_tileas.layout<{register={{\[}}[1,0],[2,0]], lane={{\[}}[0,1],[0,2],[0,4],[0,8],[0,16]], warp={{\[}}[4,0],[8,0]]}>
// CHECK-LABEL: @sorted
// CHECK-NEXT: %[[MOVED:.*]] = nv_tileas.convert_layout %{{.*}} -> tensor<16x32xf32, #[[SORTED]]>
// CHECK-NEXT: %[[RUNS:.*]] = nv_tileas.view %[[MOVED]] {{.*}} -> tensor<4x4x32xf32
// CHECK-NEXT: %[[TOTALS:.*]] = nv_tileas.reduce %[[RUNS]] dim = 1
// CHECK: %[[MET:.*]] = nv_tileas.convert_layout %[[TOTALS]]
// CHECK: nv_tileas.reduce %[[MET]] dim = 0
// CHECK-NOT: convert_layout
nv_tileaa.func @sorted(%x: tensor<16x32xf32, #l>) -> tensor<32xf32, #r> {
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<16x32xf32, #l>) -> tensor<32xf32, #r> {
  ^bb0(%earlier: f32, %later: f32):
    %s = arith.subf %earlier, %later : f32
    nv_tileaa.yield %s : f32
  }
  nv_tileaa.return %r : tensor<32xf32, #r>
}

// -----

// Lanes that hold several bits of the coordinate have no order.
#l = #nv_tileas.layout<{register=[[1]], lane=[[3],[4],[8],[16],[32]]}>
// CHECK-DAG: #[[USUAL:.*]] = #nv_tileas.layout<{register={{\[}}[1]], lane={{\[}}[2],[4],[8],[16],[32]]}>
// CHECK-LABEL: @usual
// CHECK-NEXT: %[[MOVED:.*]] = nv_tileas.convert_layout %{{.*}} -> tensor<64xf32, #[[USUAL]]>
// CHECK-NEXT: nv_tileas.reduce %[[MOVED]] dim = 0
nv_tileaa.func @usual(%x: tensor<64xf32, #l>) -> f32 {
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<64xf32, #l>) -> f32 {
  ^bb0(%earlier: f32, %later: f32):
    %s = arith.subf %earlier, %later : f32
    nv_tileaa.yield %s : f32
  }
  nv_tileaa.return %r : f32
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[96],[64]]}>
nv_tileaa.func @mixed_warps(%x: tensor<128xf32, #l>) {
  // expected-error @below {{'nv_tileas.reduce' op expected a layout whose warps each hold one bit of the coordinate along the reduced dimension, got {lane=}}
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<128xf32, #l>) -> f32 {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[48]], warp=[[32],[64]]}>
nv_tileaa.func @mixed_lanes(%x: tensor<128xf32, #l>) {
  // expected-error @below {{'nv_tileas.reduce' op expected a layout whose warps alone hold their bits of the coordinate along the reduced dimension, got {lane=}}
  %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<128xf32, #l>) -> f32 {
  ^bb0(%e: f32, %a: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}
