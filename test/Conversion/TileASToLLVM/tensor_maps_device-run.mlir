// A matrix product by warpgroups whose operands are loaded by TMA, over seven iterations of a ring of stages, on sizes
// that tiles do not divide; the kernel makes tensor maps. Each wait, fence and count is needed, except the wait for
// maps without an entry in the cache.
//
// RUN: env TILEIRAS_TENSOR_MAPS=device %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// DATA a: f16: [(r + 2 * c) % 5 - 2 for r in range(80) for c in range(208)]
// DATA b: f16: [(3 * r + c) % 7 - 3 for r in range(208) for c in range(48)]
// LAUNCH: --grid 2 --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f16:3840 --arg i32:80 --arg i32:48 --arg i32:208
// EXPECT 2: f16: [sum(((r + 2 * k) % 5 - 2) * ((3 * k + c) % 7 - 3) for k in range(208)) for r in range(80) for c in range(48)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|hasn't landed|wgmma|exceeds the pending count
// IDLE: 2
// CHANGE no-init-fence: fence\.(proxy\.async\.shared::cta|mbarrier_init\.release\.cluster); ==> => no fence.mbarrier_init or fence.proxy.async
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 4096; => race on shared memory|uninitialised shared
// CHANGE too-many-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 16384; => deadlock: .* waits for parity
// CHANGE no-bytes: arrive\.expect_tx(\S*\s+\S+ \[\S+\]), %r\d+; ==> arrive\1; => race on shared memory|uninitialised shared|phase|more bytes
// CHANGE no-barriers: bar\.sync\s+0; ==> => race on shared memory|isn't initialised|uninitialised shared
// CHANGE late-wgmma: wgmma\.wait_group\.sync\.aligned 1; ==> wgmma.wait_group.sync.aligned 7; => race on shared memory
// CHANGE no-commit: wgmma\.commit_group\.sync\.aligned; ==> => race|wgmma|register
// CHANGE no-wgmma-fence: wgmma\.fence\.sync\.aligned; ==> => wgmma.fence
// CHANGE no-release: fence\.proxy\.tensormap::generic\.release\.gpu; ==> => race on global memory .*fence\.proxy\.tensormap::generic
// CHANGE no-acquire: fence\.proxy\.tensormap::generic\.acquire\.gpu [^;]*; ==> => race on global memory .*fence\.proxy\.tensormap::generic

!f16 = !cuda_tile.tile<ptr<f16>>
!i = !cuda_tile.tile<i32>
!view = !cuda_tile.tensor_view<?x?xf16, strides=[?,1]>
!a = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
!b = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
!c = !cuda_tile.partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
cuda_tile.module @kernels {
  entry @matmul(%a: !f16, %b: !f16, %c: !f16, %m: !i, %n: !i, %k: !i) {
    %pa = assume div_by<16>, %a : !f16
    %pb = assume div_by<16>, %b : !f16
    %pc = assume div_by<16>, %c : !f16
    %m_0 = assume bounded<0, ?>, %m : !i
    %am = assume div_by<16>, %m_0 : !i
    %n_0 = assume bounded<0, ?>, %n : !i
    %an = assume div_by<16>, %n_0 : !i
    %k_0 = assume bounded<0, ?>, %k : !i
    %ak = assume div_by<16>, %k_0 : !i
    %ta = make_tensor_view %pa, shape = [%am, %ak], strides = [%ak, 1] : !i -> !view
    %tb = make_tensor_view %pb, shape = [%ak, %an], strides = [%an, 1] : !i -> !view
    %tc = make_tensor_view %pc, shape = [%am, %an], strides = [%an, 1] : !i -> !view
    %va = make_partition_view %ta : !a
    %vb = make_partition_view %tb : !b
    %vc = make_partition_view %tc : !c
    %x, %y, %z = get_tile_block_id : !i
    %steps:2 = get_index_space_shape %va : !a -> !i
    %zero = constant <i32: 0> : !i
    %one = constant <i32: 1> : !i
    %start = constant <f32: 0.0> : !cuda_tile.tile<64x64xf32>
    %sum = for %step in (%zero to %steps#1, step %one) : !i iter_values(%acc = %start) -> (!cuda_tile.tile<64x64xf32>) {
      %at, %t0 = load_view_tko weak %va[%x, %step] : !a, !i -> !cuda_tile.tile<64x32xf16>, !cuda_tile.token
      %bt, %t1 = load_view_tko weak %vb[%step, %y] : !b, !i -> !cuda_tile.tile<32x64xf16>, !cuda_tile.token
      %next = mmaf %at, %bt, %acc : !cuda_tile.tile<64x32xf16>, !cuda_tile.tile<32x64xf16>, !cuda_tile.tile<64x64xf32>
      continue %next : !cuda_tile.tile<64x64xf32>
    }
    %result = ftof %sum : !cuda_tile.tile<64x64xf32> -> !cuda_tile.tile<64x64xf16>
    %t = store_view_tko weak %result, %vc[%x, %y] : !cuda_tile.tile<64x64xf16>, !c, !i -> !cuda_tile.token
    return
  }
}
