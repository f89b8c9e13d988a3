// Buffers in tensor memory that are not live at the same time share columns; the kernel allocates all columns, a power
// of two, at its beginning, and frees them at its end. All have their addresses at one point, outside of loops. Threads
// synchronise between accesses of different threads to the same columns.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-tmem)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-tmem,tileas-assign-smem,tileas-insert-memory-barriers)))' | FileCheck %s --check-prefix=ORDER

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!sums = !nv_tileaa.memref<128x256xf32, tensor, layout = #cells>
!tile = tensor<128x256xf32, #rows>
#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[0,64],[0,128]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x256xf16, shared, layout = #panelB>

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @two
  // CHECK: %[[SLOT:.*]] = nv_tileas.alloc_tensor
  // CHECK: nv_tileas.acquire_tmem %[[SLOT]] columns 512
  // CHECK: alloc_tmem base(%[[SLOT]] : {{.*}}) {offset = 0 : i64}
  // CHECK: alloc_tmem base(%[[SLOT]] : {{.*}}) {offset = 131072 : i64}
  // CHECK: nv_tileas.barrier
  // CHECK-NEXT: nv_tileas.release_tmem %[[SLOT]] columns 512
  // CHECK-NEXT: nv_tileaa.return
  nv_tileaa.func @two(%c: !tile) {
    %m = nv_tileas.alloc_tmem : !sums
    %n = nv_tileas.alloc_tmem : !sums
    nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : !tile, !sums
    nv_tileas.copy %c, %n atom <tmem_store.32x32b, 32> : !tile, !sums
    %d = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
    nv_tileaa.return
  }

  // CHECK-LABEL: @one_after_the_other
  // CHECK: nv_tileas.acquire_tmem %{{.*}} columns 256
  // CHECK: {offset = 0 : i64}
  // CHECK: {offset = 0 : i64}
  // The next dot, which one thread starts for all, overwrites the lanes that a warp reads. Dots of that thread follow
  // one another, and all threads synchronise where they wait for them.
  // ORDER-LABEL: @one_after_the_other
  // ORDER: nv_tileas.acquire_tmem
  // ORDER: nv_tileas.barrier
  // ORDER-NEXT: %[[M:.*]] = nv_tileas.alloc_tmem
  // ORDER-NEXT: %[[N:.*]] = nv_tileas.alloc_tmem
  // ORDER-NEXT: nv_tileas.copy %{{.*}}, %[[M]]
  // ORDER-NEXT: nv_tileas.barrier
  // ORDER-NEXT: nv_tileas.async.tmem_dot
  // ORDER-NEXT: nv_tileas.async.tmem_dot
  // ORDER-NEXT: nv_tileas.async.tmem_wait
  // ORDER-NEXT: nv_tileas.copy %[[M]]
  // ORDER: nv_tileas.barrier
  // ORDER-NEXT: nv_tileas.async.tmem_dot
  // ORDER-NEXT: nv_tileas.async.tmem_wait
  // ORDER-NEXT: nv_tileas.copy %[[N]]
  // ORDER-NEXT: nv_tileas.barrier
  // ORDER-NEXT: nv_tileas.release_tmem
  nv_tileaa.func @one_after_the_other(%c: !tile) {
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
    %ticks = arith.constant 129 : i32
    %t = nv_tileas.async.mbarrier_init %done, %ticks : !nv_tileas.mbarrier<1>, i32 -> !nv_tileaa.mem_token
    %m = nv_tileas.alloc_tmem : !sums
    nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : !tile, !sums
    nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 256> : !a, !b, !sums
    nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 256> : !a, !b, !sums
    nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
    %d = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
    %false = arith.constant false
    %n = nv_tileas.alloc_tmem : !sums
    nv_tileas.async.tmem_dot %a, %b, %n <sm100.mma.m128k16.f16.f32, 256> accumulate(%false) : !a, !b, !sums
    nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
    %e = nv_tileas.copy %n atom <tmem_load.32x32b, 32> : !sums -> !tile
    nv_tileaa.return
  }

  // CHECK-LABEL: @in_a_loop
  // CHECK: nv_tileas.acquire_tmem %[[SLOT:.*]] columns 256
  // CHECK: %[[M:.*]] = nv_tileas.alloc_tmem base(%[[SLOT]] : {{.*}}) {offset = 0 : i64}
  // CHECK-NEXT: %[[N:.*]] = nv_tileas.alloc_tmem base(%[[SLOT]] : {{.*}}) {offset = 0 : i64}
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[M]]
  // CHECK-NEXT: nv_tileas.copy %[[M]]
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[N]]
  nv_tileaa.func @in_a_loop(%c: !tile, %count: index) {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    scf.for %i = %0 to %count step %1 {
      %m = nv_tileas.alloc_tmem : !sums
      nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : !tile, !sums
      %d = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
      %n = nv_tileas.alloc_tmem : !sums
      nv_tileas.copy %d, %n atom <tmem_store.32x32b, 32> : !tile, !sums
    }
    nv_tileaa.return
  }
}
