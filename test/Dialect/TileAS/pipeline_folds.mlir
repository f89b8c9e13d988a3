// Accesses that touch no memory are removed; waits and arrivals are kept.
// RUN: tileiras-opt %s --canonicalize | FileCheck %s

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
!stage = !nv_tileaa.memref<32xf32, shared, layout = #m>
!tile = tensor<32xf32, #l>
!p = !nv_tileas.pipeline<1, full = <threads, 1>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, 1>
!to = !nv_tileas.pipeline_iterator<consumer, 1>

gpu.module @k {
  // CHECK-LABEL: @write
  // CHECK: producer_acquire
  // CHECK-NOT: producer_write
  // CHECK: producer_commit
  nv_tileaa.func @write(%p: !p, %i: !from) {
    %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !p, !from
    nv_tileas.async.pipeline.producer_write %t, %p[%i] : !p, !from {
    ^bb0(%stage: i32):
    }
    nv_tileas.async.pipeline.producer_commit %t, %p[%i] : !p, !from
    nv_tileaa.return
  }

  // The constant is not read from the stage, and the first tile is not used.
  // CHECK-LABEL: @read
  // CHECK-SAME: %[[S:[a-z0-9]*]]: !nv_tileaa.memref<{{.*}}>, %[[B:[a-z0-9]*]]: !nv_tileaa.memref<{{.*}}>, %[[X:[a-z0-9]*]]: f32)
  // CHECK: %[[TILE:.*]] = nv_tileas.async.pipeline.consumer_read {{.*}} -> tensor<32xf32, #{{.*}}> {
  // CHECK: nv_tileas.async.pipeline.yield %{{.*}} : tensor<32xf32, #{{.*}}>
  // CHECK: consumer_release
  // CHECK: %[[SPLAT:.*]] = nv_tileaa.splat %[[X]]
  // CHECK: arith.addf %[[TILE]], %[[SPLAT]]
  nv_tileaa.func @read(%p: !p, %i: !to, %s: !stage, %b: !stage, %x: f32) {
    %t = nv_tileas.async.pipeline.consumer_wait %p[%i] : !p, !to
    %r:3 = nv_tileas.async.pipeline.consumer_read %t, %p[%i] : !p, !to -> !tile, f32, !tile {
    ^bb0(%stage: i32):
      %y = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> !tile
      %z = nv_tileas.copy %s atom <universal_copy, 32> : !stage -> !tile
      nv_tileas.async.pipeline.yield %y, %x, %z : !tile, f32, !tile
    }
    nv_tileas.async.pipeline.consumer_release %t, %p[%i] : !p, !to
    %splat = nv_tileaa.splat %r#1 : f32 -> !tile
    %sum = arith.addf %r#2, %splat : !tile
    nv_tileas.copy %sum, %b atom <universal_copy, 32> : !tile, !stage
    nv_tileaa.return
  }

  // CHECK-LABEL: @unused
  // CHECK-NOT: create_pipeline
  // CHECK: nv_tileaa.return
  nv_tileaa.func @unused() {
    %full = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %empty = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !nv_tileas.mbarrier, !nv_tileas.mbarrier -> !p
    %i = nv_tileas.async.pipeline.create_iterator %p : !p -> !from
    nv_tileaa.return
  }
}
