// Loops with dots in tensor memory: where they wait, and which aren't split.
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

#bytes = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#held = #nv_tileas.layout<{register=[[0,1],[0,2],[32,0],[64,0]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[0,0],[0,0]]}>
#turned = #nv_tileas.layout<{register=[[1,0],[2,0],[0,32],[0,64]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,0],[0,0]]}>
#scalesA = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0]]}>
#scalesB = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[0,64]]}>
!view8 = !nv_tileaa.tiled_view<128x128, !nv_tileaa.memref<?x128xf8E4M3FN, strides = [128, 1]>, steps = [128, 128], dims = [0, 1]>
!ring8 = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #bytes, stages = 3>
!stage8 = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #bytes>
!desc8 = !nv_tileas.tma_descriptor_iter<!view8, !stage8>
!p = !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #scalesA>
!q = !nv_tileaa.memref<4x128xf8E8M0FNU, tensor, layout = #scalesB>

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Dots release a stage by tcgen05.commit, threads by an arrival: a stage has one kind of reader.
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

  // An iteration waits for the dots of the one before where it stores its scales, which it has loaded by then; the dots
  // themselves release the stages of A and B.
  // CHECK-LABEL: @scales
  // CHECK: agent_switch
  // CHECK: }, {
  // CHECK: scf.for
  // CHECK: nv_tileas.permute
  // CHECK: nv_tileas.async.tmem_wait
  // CHECK-NEXT: nv_tileas.copy {{.*}} atom <tmem_store.32x32b, 4>
  // CHECK-NEXT: nv_tileas.copy {{.*}} atom <tmem_store.32x32b, 4>
  // CHECK: nv_tileas.async.tmem_dot
  // CHECK-NOT: tmem_wait
  // CHECK: scf.yield
  // CHECK: }
  // CHECK: nv_tileas.async.tmem_wait
  nv_tileaa.func @scales(%d: !desc8, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring8
    %bars = nv_tileas.alloc_mbarrier : !bars
    %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
    %m = nv_tileas.alloc_tmem : !sums
    scf.for %k = %c0 to %n step %c1 : i32 {
      %b = nv_tileas.buffer_view %bars[%k] : !bars -> !bar
      %s = nv_tileas.buffer_view %ring[%k] : !ring8 -> !stage8
      %t = nv_tileas.async.tiled_tma_load %d, %s[%k, %c0], %b atom <tma_load, 2> : !desc8, !stage8[i32, i32], !bar
      %x = arith.constant dense<2.0> : tensor<128x4xf8E8M0FNU, #held>
      %y = nv_tileas.permute %x [1, 0] : tensor<128x4xf8E8M0FNU, #held> -> tensor<4x128xf8E8M0FNU, #turned>
      %p = nv_tileas.alloc_tmem : !p
      %q = nv_tileas.alloc_tmem : !q
      nv_tileas.copy %x, %p atom <tmem_store.32x32b, 4> : tensor<128x4xf8E8M0FNU, #held>, !p
      nv_tileas.copy %y, %q atom <tmem_store.32x32b, 4> : tensor<4x128xf8E8M0FNU, #turned>, !q
      nv_tileas.async.tmem_dot %s, %s, %m scales(%p, %q) <sm100.mma.m128k32.mxf8f6f4.f32, 128> : !stage8, !stage8, !sums, !p, !q
      nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
    }
    nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
    nv_tileaa.return
  }
}
