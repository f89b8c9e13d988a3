// The result of a dot whose tiles a producer warp loads is stored by TMA from the consumer warps, which synchronise
// without that warp.
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-lower-dot-to-async, tileas-lower-stores-to-async{tensor-maps=parameter}, tileas-lower-loads-to-async{tensor-maps=parameter}, tileas-attach-tma-desc-args, tileas-optimize-dot-accumulation, tileas-materialize-convert-layout, tileas-materialize-schedule, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: f16: [(3 * i + k) % 7 - 3 for i in range(40) for k in range(384)]
// DATA b: f16: [(2 * k + 3 * n) % 5 - 2 for k in range(384) for n in range(64)]
// LAUNCH: --arg ptr:{a} --arg i32:40 --arg ptr:{b} --arg ptr:zeros:f16:4096 --arg i32:12
// EXPECT 3: f16: [sum(((3 * i + k) % 7 - 3) * ((2 * k + 3 * n) % 5 - 2) for k in range(384)) if i < 40 else 0 for i in range(64) for n in range(64)]
// CHANGE no-fence: (stmatrix[^;]*;\s*)fence.proxy.async.shared::cta; ==> \1 => race on shared memory
// CHANGE no-barrier: (fence.proxy.async.shared::cta;\s*)bar\S*sync\s+1, 128; ==> \1 => race on shared memory
// CHANGE no-wait: cp.async.bulk\.wait_group\.read\s+0; ==> => unfinished|outlive|ended while|in flight

#rowA = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#rowB = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#rowC = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f16>
!a = !nv_tileaa.memref<?x384xf16, strides = [384, 1]>
!b = !nv_tileaa.memref<384x64xf16, strides = [64, 1]>
!c = !nv_tileaa.memref<64x64xf16, strides = [64, 1]>
!va = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x384xf16, strides = [384, 1]>, steps = [64, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<384x64xf16, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf16, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %rows: i32, %pb: !ptr, %pc: !out, %steps: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
    %ma = nv_tileaa.make_memref %pa, sizes = [%rows], strides = [] : !ptr sizes i32 -> !a
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : !ptr -> !b
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : !out -> !c
    %a = nv_tileaa.block_tile %ma : !a -> !va
    %b = nv_tileaa.block_tile %mb : !b -> !vb
    %c = nv_tileaa.block_tile %mc : !c -> !vc
    %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #sums>) : i32 {
      %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, true>} : !va[i32, i32] -> tensor<64x32xf16, #rowA>, !nv_tileaa.mem_token
      %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !vb[i32, i32] -> tensor<32x64xf16, #rowB>, !nv_tileaa.mem_token
      %d = nv_tileas.dot %x, %y, %acc <sm90.mma.m64k16.f16.f32, 64> : tensor<64x32xf16, #rowA>, tensor<32x64xf16, #rowB>, tensor<64x64xf32, #sums>
      scf.yield %d : tensor<64x64xf32, #sums>
    }
    %h = arith.truncf %end : tensor<64x64xf32, #sums> to tensor<64x64xf16, #sums>
    %r = nv_tileas.convert_layout %h : tensor<64x64xf16, #sums> -> tensor<64x64xf16, #rowC>
    %t2 = nv_tileas.tiled_store <weak> %r, %c[%c0, %c0] {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : tensor<64x64xf16, #rowC>, !vc[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
