// A scan becomes one of runs that a warp has, an exchange of their totals, a scan in each thread of the totals before
// each of them, and a combination of that with every element, which is the second operand. Identities are not combined
// with anything.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-legalize-scan))' -split-input-file | FileCheck %s

#l = #nv_tileas.layout<{register=[[1],[256]], lane=[[2],[4],[8],[16],[32]], warp=[[64],[128]]}>
// Bits 6 and 7 are warps', bit 8 a register's: eight runs of 64.
// CHECK-DAG: #[[OWN:.*]] = #nv_tileas.layout<{register={{\[}}[4]], lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[1],[2]]}>
// CHECK-DAG: #[[ALL:.*]] = #nv_tileas.layout<{register={{\[}}[4],[1],[2]], lane={{\[}}[0],[0],[0],[0],[0]], warp={{\[}}[0],[0]]}>
// CHECK-LABEL: @warps
// CHECK: %[[RUNS:.*]] = nv_tileas.view %arg0 : {{.*}} -> tensor<8x64xf32
// CHECK: %[[S:.*]] = nv_tileas.scan %[[RUNS]] dim = 1 reverse = false identities = [0.000000e+00 : f32] :
// CHECK: %[[T:.*]] = nv_tileas.reduce %[[S]] dim = 1 {{.*}} -> tensor<8xf32, #[[OWN]]>
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[LAST:.*]]: f32):
// CHECK-NEXT: nv_tileaa.yield %[[LAST]]
// CHECK: %[[MET:.*]] = nv_tileas.convert_layout %[[T]] : tensor<8xf32, #[[OWN]]> -> tensor<8xf32, #[[ALL]]>
// CHECK: %[[NONE:.*]] = arith.constant dense<false> : tensor<8xi1, #[[ALL]]>
// CHECK: %[[B:.*]]:3 = nv_tileas.scan %[[MET]], %[[MET]], %[[NONE]] dim = 0 reverse = false
// CHECK-NEXT: ^bb0(%[[T1:.*]]: f32, %[[T2:.*]]: f32, %{{.*}}: f32, %[[E2:.*]]: f32, %{{.*}}: i1, %[[H2:.*]]: i1):
// CHECK: %[[TOTAL:.*]] = arith.subf %[[T1]], %[[T2]]
// CHECK: %[[MORE:.*]] = arith.subf %[[T1]], %[[E2]]
// CHECK: %[[BUTLAST:.*]] = arith.select %[[H2]], %[[MORE]], %[[T1]]
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: nv_tileaa.yield %[[TOTAL]], %[[BUTLAST]], %[[TRUE]]
// CHECK: %[[MINE:.*]] = nv_tileas.convert_layout %[[B]]#1 : tensor<8xf32, #[[ALL]]> -> tensor<8xf32, #[[OWN]]>
// CHECK: %[[COLUMN:.*]] = nv_tileas.view %[[MINE]] : {{.*}} -> tensor<8x1xf32
// CHECK: %[[EACH:.*]] = nv_tileas.broadcast %[[COLUMN]] : {{.*}} -> tensor<8x64xf32
// CHECK: %[[SUM:.*]] = arith.subf %[[EACH]], %[[S]]
// CHECK: %[[NUMBER:.*]] = nv_tileas.make_range : tensor<8xi32
// CHECK: %[[LATER:.*]] = arith.cmpi ne
// CHECK: %[[R:.*]] = arith.select %[[LATER]], %[[SUM]], %[[S]]
// CHECK: %[[WHOLE:.*]] = nv_tileas.view %[[R]] : {{.*}} -> tensor<512xf32
// CHECK: nv_tileaa.return %[[WHOLE]]
nv_tileaa.func @warps(%x: tensor<512xf32, #l>) -> tensor<512xf32, #l> {
  %s = nv_tileas.scan %x dim = 0 reverse = false identities = [0.0 : f32] : (tensor<512xf32, #l>) -> tensor<512xf32, #l> {
  ^bb0(%earlier: f32, %later: f32):
    %r = arith.subf %earlier, %later : f32
    nv_tileaa.yield %r : f32
  }
  nv_tileaa.return %s : tensor<512xf32, #l>
}

// -----

// Runs that lanes hold one after another are within a warp.
#l = #nv_tileas.layout<{register=[[1,0],[0,1]], lane=[[2,0],[4,0],[0,2],[0,4],[0,8]], warp=[[0,16],[0,32]]}>
// CHECK-LABEL: @one_warp
// CHECK-NEXT: nv_tileas.scan %arg0 dim = 0
// CHECK-NOT: nv_tileas.reduce
nv_tileaa.func @one_warp(%x: tensor<8x64xi32, #l>) -> tensor<8x64xi32, #l> {
  %s = nv_tileas.scan %x dim = 0 reverse = false identities = [0 : i32] : (tensor<8x64xi32, #l>) -> tensor<8x64xi32, #l> {
  ^bb0(%e: i32, %a: i32):
    %r = arith.addi %e, %a : i32
    nv_tileaa.yield %r : i32
  }
  nv_tileaa.return %s : tensor<8x64xi32, #l>
}

// -----

// Reversed, the first of a run has its total, and the last run has nothing before it. Here a thread's elements are not
// adjacent, and those of the higher bit are eight separate runs. Zero is neutral for sums, whatever the identity is.
#l = #nv_tileas.layout<{register=[[32],[64]], lane=[[1],[2],[4],[8],[16]]}>
// CHECK-LABEL: @reversed
// CHECK: %[[S:.*]] = nv_tileas.scan %{{.*}} dim = 1 reverse = true
// CHECK: nv_tileas.reduce %[[S]] dim = 1
// CHECK-NEXT: ^bb0(%[[FIRST:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT: nv_tileaa.yield %[[FIRST]]
// CHECK-NOT: nv_tileas.convert_layout
// CHECK: %[[NEUTRAL:.*]] = arith.constant dense<0> : tensor<4xi32
// CHECK: nv_tileas.scan %{{.*}}, %[[NEUTRAL]] dim = 0 reverse = true identities = [7 : i32, 7 : i32]
// CHECK-NOT: nv_tileas.convert_layout
// CHECK: arith.constant dense<3>
nv_tileaa.func @reversed(%x: tensor<128xi32, #l>) -> tensor<128xi32, #l> {
  %s = nv_tileas.scan %x dim = 0 reverse = true identities = [7 : i32] : (tensor<128xi32, #l>) -> tensor<128xi32, #l> {
  ^bb0(%e: i32, %a: i32):
    %r = arith.addi %e, %a : i32
    nv_tileaa.yield %r : i32
  }
  nv_tileaa.return %s : tensor<128xi32, #l>
}

// -----

// Lanes after registers after lanes: the tile gets the usual layout of its shape for the scan.
#l = #nv_tileas.layout<{register=[[4],[8]], lane=[[1],[2],[16],[32],[64]]}>
// CHECK-DAG: #[[USUAL:.*]] = #nv_tileas.layout<{register={{\[}}[1],[2]], lane={{\[}}[4],[8],[16],[32],[64]]}>
// CHECK-LABEL: @mixed
// CHECK-NEXT: %[[X:.*]] = nv_tileas.convert_layout %arg0 : {{.*}} -> tensor<128xi32, #[[USUAL]]>
// CHECK-NEXT: %[[S:.*]] = nv_tileas.scan %[[X]] dim = 0 {{.*}} -> tensor<128xi32, #[[USUAL]]>
// CHECK: %[[BACK:.*]] = nv_tileas.convert_layout %[[S]]
// CHECK: nv_tileaa.return %[[BACK]]
nv_tileaa.func @mixed(%x: tensor<128xi32, #l>) -> tensor<128xi32, #l> {
  %s = nv_tileas.scan %x dim = 0 reverse = false identities = [0 : i32] : (tensor<128xi32, #l>) -> tensor<128xi32, #l> {
  ^bb0(%e: i32, %a: i32):
    %r = arith.addi %e, %a : i32
    nv_tileaa.yield %r : i32
  }
  nv_tileaa.return %s : tensor<128xi32, #l>
}
