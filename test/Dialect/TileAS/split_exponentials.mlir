// Exponentials between MMAs on tensor memory are divided between units where the special function units take longer than
// the schedulers: not next to the comparisons and selects of a mask, and not outside of loops.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-schedule)))' | FileCheck %s

#panels = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0],[0,64]]}>
#lanes = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!view = !nv_tileaa.tiled_view<128x128, !nv_tileaa.memref<?x128xf16, strides = [128, 1]>, steps = [128, 128], dims = [0, 1]>
!ring = !nv_tileaa.memref<128x128xf16, shared, layout = #panels, stages = 3>
!stage = !nv_tileaa.memref<128x128xf16, shared, layout = #panels>
!desc = !nv_tileas.tma_descriptor_iter<!view, !stage>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
!bars = !nv_tileas.mbarrier<3>
!bar = !nv_tileas.mbarrier
!tile = tensor<128x128xf32, #rows>
!columns = tensor<128x128xi32, #rows>

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @scores
  // CHECK: agent_switch
  // CHECK: scf.for
  // CHECK: nv_tileaa.exp2 {{.*}} ftz {nv_tileas.exp2_by_fma} : tensor<128x128xf32
  // CHECK: scf.yield
  // CHECK: nv_tileaa.exp2 {{.*}} ftz : tensor<128x128xf32
  nv_tileaa.func @scores(%d: !desc, %n: i32, %to: !nv_tileaa.memref<128x128xf32, shared, layout = #panels>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : !tile
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
    %m = nv_tileas.alloc_tmem : !sums
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.tmem_dot %s, %s, %m <sm100.mma.m128k16.f16.f32, 128> : !stage, !stage, !sums
      nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
      %x = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
      %p = nv_tileaa.exp2 %x ftz : !tile
      %next = arith.addf %acc, %p : !tile
      scf.yield %next : !tile
    }
    %y = nv_tileaa.exp2 %sum ftz : !tile
    nv_tileas.copy %y, %to atom <universal_copy, 32> : !tile, !nv_tileaa.memref<128x128xf32, shared, layout = #panels>
    nv_tileaa.return
  }

  // CHECK-LABEL: @masked
  // CHECK: agent_switch
  // CHECK-NOT: exp2_by_fma
  // CHECK: nv_tileaa.exp2 {{.*}} ftz : tensor<128x128xf32
  // CHECK-NOT: exp2_by_fma
  nv_tileaa.func @masked(%d: !desc, %n: i32, %to: !nv_tileaa.memref<128x128xf32, shared, layout = #panels>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : !tile
    %low = arith.constant dense<-1.0e+30> : !tile
    %places = arith.constant dense<7> : !columns
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
    %m = nv_tileas.alloc_tmem : !sums
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.tmem_dot %s, %s, %m <sm100.mma.m128k16.f16.f32, 128> : !stage, !stage, !sums
      nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
      %x = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
      %first = nv_tileaa.splat %k : i32 -> !columns
      %at = arith.addi %places, %first : !columns
      %low0 = arith.cmpi slt, %at, %places : !columns
      %high = arith.cmpi sgt, %at, %first : !columns
      %a = arith.select %low0, %x, %low : tensor<128x128xi1, #rows>, !tile
      %c = arith.select %high, %a, %low : tensor<128x128xi1, #rows>, !tile
      %p = nv_tileaa.exp2 %c ftz : !tile
      %next = arith.addf %acc, %p : !tile
      scf.yield %next : !tile
    }
    nv_tileas.copy %sum, %to atom <universal_copy, 32> : !tile, !nv_tileaa.memref<128x128xf32, shared, layout = #panels>
    nv_tileaa.return
  }
}
