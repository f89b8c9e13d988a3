// Loops with products in tensor memory that aren't split.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-schedule)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

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

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Products give a stage back by tcgen05.commit, threads by an arrival: a stage has one kind of reader.
  // REMARK: products in tensor memory and threads read a stage
  // CHECK-LABEL: @two_kinds_of_readers
  // CHECK-NOT: agent_switch
  // CHECK: return
  nv_tileaa.func @two_kinds_of_readers(%d: !desc, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
    %bars = nv_tileas.alloc_mbarrier : !bars
    %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
    %m = nv_tileas.alloc_tmem : !sums
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring -> !stage
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc, !stage[i32, i32], !bar
      nv_tileas.async.tmem_dot %s, %s, %m <sm100.mma.m128k16.f16.f32, 128> : !stage, !stage, !sums
      nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
      %x = nv_tileas.copy %s atom <universal_copy, 16> : !stage -> tensor<128x128xf16, #rows>
    }
    nv_tileaa.return
  }
}
