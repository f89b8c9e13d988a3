// Two dots one after the other, of separate arrays, with a producer warp, and a cache with capacity for the tensor maps
// of one: the second dot uses private ones, whose memory is freed when copies are done.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// PASSES: tileas-lower-dot-to-async, tileas-lower-loads-to-async{tensor-maps=device}, tileas-optimize-dot-accumulation, tileas-materialize-schedule, tileas-build-tma-descs{entries=1}, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers, tileas-assign-access-atoms
// DATA a: f16: [(3 * i + k + g) % 7 - 3 for g in range(3) for i in range(40) for k in range(384)]
// DATA b: f16: [(2 * k + 3 * n + g) % 5 - 2 for g in range(3) for k in range(384) for n in range(64)]
// LAUNCH: --arg ptr:{a} --arg i32:40 --arg ptr:{b} --arg ptr:zeros:f32:12288 --arg i32:12 --arg i32:3
// EXPECT 3: f32: [sum(((3 * i + k + g) % 7 - 3) * ((2 * k + 3 * n + g) % 5 - 2) for k in range(384)) if i < 40 else 0 for g in range(3) for i in range(64) for n in range(64)]
// WAITS: race on|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count

#rowA = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#rowB = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!ptr = !nv_tileaa.ptr<f16>
!out = !nv_tileaa.ptr<f32>
!a = !nv_tileaa.memref<?x384xf16, strides = [384, 1]>
!b = !nv_tileaa.memref<384x64xf16, strides = [64, 1]>
!c = !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
!va = !nv_tileaa.tiled_view<64x32, !nv_tileaa.memref<?x384xf16, strides = [384, 1]>, steps = [64, 32], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<32x64, !nv_tileaa.memref<384x64xf16, strides = [64, 1]>, steps = [32, 64], dims = [0, 1]>
!vc = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<64x64xf32, strides = [64, 1]>, steps = [64, 64], dims = [0, 1]>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @product(%pa: !ptr, %rows: i32, %pb: !ptr, %pc: !out, %steps: i32, %groups: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
    %sizeA = arith.constant 15360 : i32
    %sizeB = arith.constant 24576 : i32
    %sizeC = arith.constant 4096 : i32
    scf.for %g = %c0 to %groups step %c1 : i32 {
      %ga = arith.muli %g, %sizeA : i32
      %gb = arith.muli %g, %sizeB : i32
      %gc = arith.muli %g, %sizeC : i32
      %qa = nv_tileaa.addptr %pa, %ga : !ptr, i32
      %qb = nv_tileaa.addptr %pb, %gb : !ptr, i32
      %qc = nv_tileaa.addptr %pc, %gc : !out, i32
      %ma = nv_tileaa.make_memref %qa, sizes = [%rows], strides = [] : !ptr sizes i32 -> !a
      %mb = nv_tileaa.make_memref %qb, sizes = [], strides = [] : !ptr -> !b
      %mc = nv_tileaa.make_memref %qc, sizes = [], strides = [] : !out -> !c
      %a = nv_tileaa.block_tile %ma : !a -> !va
      %b = nv_tileaa.block_tile %mb : !b -> !vb
      %c = nv_tileaa.block_tile %mc : !c -> !vc
      %end = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #sums>) : i32 {
        %x, %t0 = nv_tileas.tiled_load <weak> %a[%c0, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: false, true>, index_bits = 32 : i32} : !va[i32, i32] -> tensor<64x32xf16, #rowA>, !nv_tileaa.mem_token
        %y, %t1 = nv_tileas.tiled_load <weak> %b[%k, %c0] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>, index_bits = 32 : i32} : !vb[i32, i32] -> tensor<32x64xf16, #rowB>, !nv_tileaa.mem_token
        %d = nv_tileas.dot %x, %y, %acc <sm90.mma.m64k16.f16.f32, 64> : tensor<64x32xf16, #rowA>, tensor<32x64xf16, #rowB>, tensor<64x64xf32, #sums>
        scf.yield %d : tensor<64x64xf32, #sums>
      }
      %t2 = nv_tileas.tiled_store <weak> %end, %c[%c0, %c0] {in_bounds = array<i1: true, true>} : tensor<64x64xf32, #sums>, !vc[i32, i32] -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
