// Dots in tensor memory: operands go through buffers that descriptors describe, and the accumulator is hoisted out of
// the loop that only adds to it. Where a producer warp loads operands, dots themselves release a stage.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async,tileas-lower-loads-to-async{tensor-maps=parameter},tileas-attach-tma-desc-args,tileas-materialize-schedule,tileas-assign-tmem,tileas-assign-smem,tileas-insert-memory-barriers)))' | FileCheck %s --check-prefix=SPLIT
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async,tileas-lower-loads-to-async{tensor-maps=parameter},tileas-attach-tma-desc-args,tileas-materialize-schedule,tileas-materialize-convert-layout,tileas-assign-tmem,tileas-assign-smem,tileas-insert-memory-barriers,tileas-assign-named-barriers),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s --check-prefix=ELECTED
// RUN: sed 's/%%k = %%c0 to %%tiles step %%c1/%%k = %%low to %%high step %%far/; s/%%c1 = arith.constant 1 : i32/%%low = arith.constant -2000000000 : i32 %%high = arith.constant 2000000000 : i32 %%far = arith.constant 1000000000 : i32/' %s | tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses,convert-tileaa-to-tileas,tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts,tileas-lower-dot-to-async)))' | FileCheck %s --check-prefix=WIDE

// A row in a lane: the layout of tcgen05.ld.
// CHECK-DAG: #[[ROWS:.*]] = #nv_tileas.layout<{register={{\[\[}}0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]], lane={{\[\[}}1,0],[2,0],[4,0],[8,0],[16,0]], warp={{\[\[}}32,0],[64,0]]}>
// CHECK-DAG: #[[LANES:.*]] = #nv_tileas.layout<{tensor_lane={{\[\[}}1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column={{\[\[}}0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
// Each of 128 threads, and the commit.
// CHECK: %[[DONE:.*]] = nv_tileas.alloc_mbarrier
// CHECK: %[[TICKS:.*]] = arith.constant 129 : i32
// CHECK: nv_tileas.async.mbarrier_init %[[DONE]], %[[TICKS]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #[[ROWS]]>
// CHECK: %[[M:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x128xf32, tensor, layout = #[[LANES]]>
// CHECK: nv_tileas.copy %[[ZERO]], %[[M]] atom <tmem_store.32x32b, 32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[M]] <sm100.mma.m128k16.f16.f32, 128>
// CHECK-NEXT: nv_tileas.async.tmem_wait %[[DONE]]
// CHECK: }
// CHECK: nv_tileas.async.tmem_wait %[[DONE]]
// CHECK-NEXT: nv_tileas.copy %[[M]] atom <tmem_load.32x32b, 32>
// CHECK-NOT: tmem_wait

// A loop over more than half of its type still exists after the accumulator was hoisted: four iterations.
// WIDE: %[[STEPS:.*]] = arith.constant 4 : i32
// WIDE: scf.for %{{.*}} = %{{.*}} to %[[STEPS]] step

// SPLIT: nv_tileas.async.pipeline.create_pipeline {{.*}}empty = <mma, 1>>
// SPLIT: nv_tileas.agent_switch
// SPLIT: nv_tileas.acquire_tmem %[[SLOT:.*]] columns 128
// SPLIT: nv_tileas.barrier
// SPLIT: %[[M:.*]] = nv_tileas.alloc_tmem base(%[[SLOT]] : {{.*}}) {offset = 0 : i64}
// SPLIT-NEXT: nv_tileas.copy %{{.*}}, %[[M]]
// SPLIT-NEXT: nv_tileas.barrier
// SPLIT-NEXT: scf.for
// SPLIT: nv_tileas.async.pipeline.consume_one_async
// SPLIT: nv_tileas.async.tmem_dot
// SPLIT-NOT: tmem_wait
// SPLIT: nv_tileas.async.pipeline.consumer_release
// SPLIT-NEXT: scf.yield
// SPLIT: nv_tileas.async.tmem_wait
// SPLIT-NEXT: nv_tileas.copy %[[M]]
// SPLIT: nv_tileas.barrier
// SPLIT-NEXT: nv_tileas.release_tmem %[[SLOT]] columns 128

// The loop that only starts dots is one of the MMA thread, elected before it.
// ELECTED: nvvm.tcgen05.st
// ELECTED: nvvm.elect.sync
// ELECTED-NOT: elect.sync
// ELECTED: nvvm.mbarrier.try_wait
// ELECTED-NOT: elect.sync
// ELECTED: nvvm.tcgen05.mma
// ELECTED-NOT: elect.sync
// ELECTED: nvvm.tcgen05.commit
// ELECTED-NOT: elect.sync
// ELECTED: nvvm.mbarrier.arrive

!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<128x64, !m, steps = [128, 64], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<64x128, !m, steps = [64, 128], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<128x128, !m, steps = [128, 128], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @matmul(%a: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<f16>,
                         %c: !nv_tileaa.ptr<f16>, %n: i32, %tiles: i32)
      attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %i = nv_tileaa.get_program_id <x> : i32
    %j = nv_tileaa.get_program_id <y> : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<128x128xf32>
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f16>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f16>
    %s = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %ma = nv_tileaa.make_memref %pa, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mb = nv_tileaa.make_memref %pb, sizes = [%s, %s], strides = [%s] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %mc = nv_tileaa.make_memref %c, sizes = [%n, %n], strides = [%n] : !nv_tileaa.ptr<f16> sizes i32, i32 strides i32 -> !m
    %va = nv_tileaa.block_tile %ma : !m -> !va
    %vb = nv_tileaa.block_tile %mb : !m -> !vb
    %vc = nv_tileaa.block_tile %mc : !m -> !vc
    %r = scf.for %k = %c0 to %tiles step %c1 iter_args(%acc = %init) -> (tensor<128x128xf32>) : i32 {
      %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %k] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<128x64xf16>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%k, %j] token = %token padding <zero> {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<64x128xf16>, !nv_tileaa.mem_token
      %d = nv_tileaa.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %h = arith.truncf %r : tensor<128x128xf32> to tensor<128x128xf16>
    %t2 = nv_tileaa.tiled_store <weak> %h, %vc[%i, %j] token = %token {in_bounds = array<i1: false, false>} : tensor<128x128xf16>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
