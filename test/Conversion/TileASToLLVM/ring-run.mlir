// A dot whose tiles all warps load by async copies, through the whole pipeline: each wait, and in each stage of the
// ring each wait and each barrier. 24 of 32 rows of the last iteration are in the array.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_120
// DATA a: f16: [(r + 2 * c) % 5 - 2 for r in range(64) for c in range(536)]
// DATA b: f16: [(3 * r + c) % 7 - 3 for r in range(536) for c in range(64)]
// LAUNCH: --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f32:4096 --arg i32:536
// EXPECT 2: f32: [sum(((r + 2 * k) % 5 - 2) * ((3 * k + c) % 7 - 3) for k in range(536)) for r in range(64) for c in range(64)]
// WAITS: race on shared memory|uninitialised shared
// STAGES 6: race on shared memory|uninitialised shared

!f16 = !cuda_tile.tile<ptr<f16>>
!f32 = !cuda_tile.tile<ptr<f32>>
!i = !cuda_tile.tile<i32>
!sums = !cuda_tile.tile<64x64xf32>
!viewa = !cuda_tile.tensor_view<64x?xf16, strides=[536,1]>
!viewb = !cuda_tile.tensor_view<?x64xf16, strides=[64,1]>
!viewc = !cuda_tile.tensor_view<64x64xf32, strides=[64,1]>
!a = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, tensor_view<64x?xf16, strides=[536,1]>>
!b = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
!c = !cuda_tile.partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
cuda_tile.module @kernels {
  entry @product(%a: !f16, %b: !f16, %c: !f32, %k: !i) {
    %zero = constant <i32: 0> : !i
    %one = constant <i32: 1> : !i
    %start = constant <f32: 0.0> : !sums
    %pa = assume div_by<16>, %a : !f16
    %pb = assume div_by<16>, %b : !f16
    %pc = assume div_by<16>, %c : !f32
    %k_0 = assume bounded<0, ?>, %k : !i
    %ak = assume div_by<8>, %k_0 : !i
    %ta = make_tensor_view %pa, shape = [64, %ak], strides = [536, 1] : !i -> !viewa
    %tb = make_tensor_view %pb, shape = [%ak, 64], strides = [64, 1] : !i -> !viewb
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : !viewc
    %va = make_partition_view %ta : !a
    %vb = make_partition_view %tb : !b
    %vc = make_partition_view %tc : !c
    %steps:2 = get_index_space_shape %va : !a -> !i
    %sum = for %step in (%zero to %steps#1, step %one) : !i iter_values(%acc = %start) -> (!sums) {
      %at, %t0 = load_view_tko weak %va[%zero, %step] : !a, !i -> !cuda_tile.tile<64x32xf16>, !cuda_tile.token
      %bt, %t1 = load_view_tko weak %vb[%step, %zero] : !b, !i -> !cuda_tile.tile<32x64xf16>, !cuda_tile.token
      %next = mmaf %at, %bt, %acc : !cuda_tile.tile<64x32xf16>, !cuda_tile.tile<32x64xf16>, !sums
      continue %next : !sums
    }
    %t = store_view_tko weak %sum, %vc[%zero, %zero] : !sums, !c, !i -> !cuda_tile.token
    return
  }
}
