// Tiles in the layout of a dot's result are stored by TMA: in a loop, each after the one before, and the fifth where
// the first one was. The array has 100 x 120 elements.
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-lower-stores-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-materialize-convert-layout, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-access-atoms
// DATA a: f16: [(7 * i) % 61 for i in range(12000)]
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f16:12000 --arg i32:5
// EXPECT 1: f16: [2 * ((7 * i) % 61) for i in range(12000)]
// CHANGE no-fence: fence.proxy.async.shared::cta; ==> => race on shared memory
// CHANGE no-last-wait: cp.async.bulk\.wait_group\.read\s+0; ==> => unfinished|outlive|ended while|in flight
// CHANGE no-wait: cp.async.bulk\.wait_group\s+0; ==> => race on shared memory
// CHANGE read-only: cp.async.bulk\.wait_group\s+0; ==> cp.async.bulk.wait_group.read 0; => race on global memory
// CHANGE no-barrier-after-wait: (cp.async.bulk\.wait_group\s+0;\s*)bar\.sync\s+0; ==> \1 => race on shared memory
// CHANGE no-barrier-before-store: (fence.proxy.async.shared::cta;\s*)bar\.sync\s+0; ==> \1 => race on shared memory

#row = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!array = !nv_tileaa.memref<100x120xf16, strides = [120, 1]>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<100x120xf16, strides = [120, 1]>, steps = [64, 64], dims = [0, 1]>
!token = !nv_tileaa.mem_token

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @double(%from: !ptr, %to: !ptr, %n: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf16, #sums>
    %source = nv_tileaa.make_memref %from, sizes = [], strides = [] : !ptr -> !array
    %target = nv_tileaa.make_memref %to, sizes = [], strides = [] : !ptr -> !array
    %tiles = nv_tileaa.block_tile %source : !array -> !view
    %results = nv_tileaa.block_tile %target : !array -> !view
    %first = nv_tileaa.create_mem_token : !token
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!token) : i32 {
      %number = arith.remsi %i, %c4 : i32
      %r = arith.divsi %number, %c2 : i32
      %c = arith.remsi %number, %c2 : i32
      %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf16, #sums>) : i32 {
        %x, %t = nv_tileas.tiled_load <weak> %tiles[%r, %c] padding <zero> {in_bounds = array<i1: false, false>} : !view[i32, i32] -> tensor<64x64xf16, #sums>, !token
        %next = arith.addf %acc, %x : tensor<64x64xf16, #sums>
        scf.yield %next : tensor<64x64xf16, #sums>
      }
      %y = nv_tileas.convert_layout %sum : tensor<64x64xf16, #sums> -> tensor<64x64xf16, #row>
      %after = nv_tileas.tiled_store <weak> %y, %results[%r, %c] token = %before {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, false>} : tensor<64x64xf16, #row>, !view[i32, i32] -> !token
      scf.yield %after : !token
    }
    nv_tileaa.return
  }
}
