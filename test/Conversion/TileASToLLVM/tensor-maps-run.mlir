// Twelve CTAs copy a tile each with tensor maps of three shapes, which they find or make themselves. The cache has two
// entries, so that some of them use private ones. Elements outside of an array are zero. (The search reads tags by
// `acquire` because of the keys that it reads after them: an old one would only be mistaken for another. Reads are in
// order here.)
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90 sm_100 sm_120
// PASSES: tileas-build-tma-descs{entries=2}, tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers
// DATA a: f32: range(1536)
// LAUNCH: --grid 12 --arg ptr:{a} --arg i32:16 --arg i32:96 --arg ptr:zeros:f32:6144
// EXPECT 3: f32: [96 * r + c if r < 16 - 8 * (b % 3) else 0 for b in range(12) for r in range(16) for c in range(32)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity
// CHANGE no-release: fence\.proxy\.tensormap::generic\.release\.gpu; ==> => race on global memory .*fence\.proxy\.tensormap::generic
// CHANGE no-acquire: fence\.proxy\.tensormap::generic\.acquire\.gpu [^;]*; ==> => race on global memory .*fence\.proxy\.tensormap::generic
// CHANGE unpublished: st\.release\.gpu[^;]*; ==> => deadlock
// CHANGE no-take-acquire: atom\.acquire ==> atom.relaxed => race on global memory
// CHANGE weak-release: st\.release\.gpu ==> st.relaxed.gpu => race on global memory
// CHANGE no-box: tensormap\.replace\.tile\.box_dim[^;]*; ==> => tensor map: the box's extent
// CHANGE other-swizzle: swizzle_mode(\S*\s+\[%rd\d+\]), 3; ==> swizzle_mode\1, 1; => at most 32

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
#four = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
!ptr = !nv_tileaa.ptr<f32>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!tiles = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<192x32xf32, strides = [32, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @copy(%from: !ptr, %rows: i32, %pitch: i32, %to: !ptr) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c8 = arith.constant 8 : i32
    %b = nv_tileaa.get_program_id <x> : i32
    // 16, 8 or no rows.
    %shape = arith.remui %b, %c3 : i32
    %less = arith.muli %shape, %c8 : i32
    %mine = arith.subi %rows, %less : i32
    %array = nv_tileaa.make_memref %from, sizes = [%mine], strides = [%pitch] : !ptr sizes i32 strides i32 -> !array
    %view = nv_tileaa.block_tile %array : !array -> !view
    %desc = nv_tileas.make_tiled_tma_desc %view : !view -> !desc
    %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !smem
    %bar = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier
    %init = nv_tileas.async.mbarrier_init %bar, %c1 : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
    nv_tileas.async.proxy_fence
    nv_tileas.barrier
    %t = nv_tileas.async.tiled_tma_load %desc, %s[%c0, %c0], %bar atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    nv_tileas.async.mbarrier_expect_tx %bar, 2048 : !nv_tileas.mbarrier
    nv_tileas.async.mbarrier_wait %bar, %c0 : !nv_tileas.mbarrier
    %x = nv_tileas.copy %s atom <universal_copy, 128> : !smem -> tensor<16x32xf32, #four>
    %all = nv_tileaa.make_memref %to, sizes = [], strides = [] : !ptr -> !nv_tileaa.memref<192x32xf32, strides = [32, 1]>
    %out = nv_tileaa.block_tile %all : !nv_tileaa.memref<192x32xf32, strides = [32, 1]> -> !tiles
    %stored = nv_tileas.tiled_store <weak> %x, %out[%b, %c0] {in_bounds = array<i1: true, true>} : tensor<16x32xf32, #four>, !tiles[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
