// A list of matrix products, distributed over a grid of blocks: two loops around the MMA loop, with other arrays in
// each iteration of the outer one. The producer warp finds their tensor maps in the outer loop, and is at the next
// tile, or the next matrix product, while consumers store. They have 7, 4 and 1 iterations over the stages of the ring.
//
// RUN: env TILEIRAS_TENSOR_MAPS=device %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_90
// DATA a: f16: [(r + 2 * c) % 5 - 2 for g in range(3) for r in range(80) for c in range(208)]
// DATA b: f16: [(3 * r + c + g) % 7 - 3 for g in range(3) for r in range(208) for c in range(136)]
// LAUNCH: --grid 2 --arg ptr:{a} --arg ptr:{b} --arg ptr:zeros:f32:32640 --arg i32:3 --arg i32:208
// EXPECT 2: f32: [sum(((r + 2 * k) % 5 - 2) * ((3 * k + c + g) % 7 - 3) for k in range(208 - 96 * g)) for g in range(3) for r in range(80) for c in range(136)]
// WAITS: race on shared memory|uninitialised shared|deadlock: .* waits for parity|exceeds the pending count
// IDLE: 2
// CHANGE no-release: mbarrier.arrive.shared.b64 [^;]*; ==> => deadlock: .* waits for parity
// CHANGE no-first-release: (?s)^(.*?)mbarrier.arrive.shared.b64 [^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE no-last-release: (?s)^(.*)mbarrier.arrive.shared.b64 [^;]*; ==> \1 => deadlock: .* waits for parity
// CHANGE early-release: wgmma.wait_group.sync.aligned 1; ==> => race on shared memory
// CHANGE too-few-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 4096; => deadlock: .* waits for parity|race on shared memory|uninitialised shared
// CHANGE too-many-bytes: (mov\.b32\s+%r\d+), 8192; ==> \1, 16384; => deadlock: .* waits for parity
// CHANGE no-release-of-maps: fence\.proxy\.tensormap::generic\.release\.gpu; ==> => race on global memory .*fence\.proxy\.tensormap::generic
// CHANGE no-acquire-of-maps: fence\.proxy\.tensormap::generic\.acquire\.gpu [^;]*; ==> => race on global memory .*fence\.proxy\.tensormap::generic

!f16 = !cuda_tile.tile<ptr<f16>>
!f32 = !cuda_tile.tile<ptr<f32>>
!i = !cuda_tile.tile<i32>
!sums = !cuda_tile.tile<64x64xf32>
!view = !cuda_tile.tensor_view<80x?xf16, strides=[208,1]>
!viewb = !cuda_tile.tensor_view<?x136xf16, strides=[136,1]>
!viewc = !cuda_tile.tensor_view<80x136xf32, strides=[136,1]>
!a = !cuda_tile.partition_view<tile=(64x32), padding_value = zero, tensor_view<80x?xf16, strides=[208,1]>>
!b = !cuda_tile.partition_view<tile=(32x64), padding_value = zero, tensor_view<?x136xf16, strides=[136,1]>>
!c = !cuda_tile.partition_view<tile=(64x64), tensor_view<80x136xf32, strides=[136,1]>>
cuda_tile.module @kernels {
  entry @grouped(%a: !f16, %b: !f16, %c: !f32, %groups: !i, %k: !i) {
    %zero = constant <i32: 0> : !i
    %one = constant <i32: 1> : !i
    %columns = constant <i32: 3> : !i
    %tiles = constant <i32: 6> : !i
    %less = constant <i32: 96> : !i
    %sizea = constant <i32: 16640> : !i
    %sizeb = constant <i32: 28288> : !i
    %sizec = constant <i32: 10880> : !i
    %start = constant <f32: 0.0> : !sums
    %x, %y, %z = get_tile_block_id : !i
    %blocks, %by, %bz = get_num_tile_blocks : !i
    for %g in (%zero to %groups, step %one) : !i {
      %ga = muli %g, %sizea : !i
      %gb = muli %g, %sizeb : !i
      %gc = muli %g, %sizec : !i
      %a_g = offset %a, %ga : !f16, !i -> !f16
      %b_g = offset %b, %gb : !f16, !i -> !f16
      %c_g = offset %c, %gc : !f32, !i -> !f32
      %pa = assume div_by<16>, %a_g : !f16
      %pb = assume div_by<16>, %b_g : !f16
      %pc = assume div_by<16>, %c_g : !f32
      %down = muli %g, %less : !i
      %k_g = subi %k, %down : !i
      %k_0 = assume bounded<0, ?>, %k_g : !i
      %ak = assume div_by<16>, %k_0 : !i
      %ta = make_tensor_view %pa, shape = [80, %ak], strides = [208, 1] : !i -> !view
      %tb = make_tensor_view %pb, shape = [%ak, 136], strides = [136, 1] : !i -> !viewb
      %tc = make_tensor_view %pc, shape = [80, 136], strides = [136, 1] : !viewc
      %va = make_partition_view %ta : !a
      %vb = make_partition_view %tb : !b
      %vc = make_partition_view %tc : !c
      %steps:2 = get_index_space_shape %va : !a -> !i
      loop iter_values(%tile = %x) : !i {
        %more = cmpi less_than %tile, %tiles, signed : !i -> !cuda_tile.tile<i1>
        if %more {
        } else {
          break
        }
        %row = divi %tile, %columns signed : !i
        %column = remi %tile, %columns signed : !i
        %sum = for %step in (%zero to %steps#1, step %one) : !i iter_values(%acc = %start) -> (!sums) {
          %at, %t0 = load_view_tko weak %va[%row, %step] : !a, !i -> !cuda_tile.tile<64x32xf16>, !cuda_tile.token
          %bt, %t1 = load_view_tko weak %vb[%step, %column] : !b, !i -> !cuda_tile.tile<32x64xf16>, !cuda_tile.token
          %next = mmaf %at, %bt, %acc : !cuda_tile.tile<64x32xf16>, !cuda_tile.tile<32x64xf16>, !sums
          continue %next : !sums
        }
        %t = store_view_tko weak %sum, %vc[%row, %column] : !sums, !c, !i -> !cuda_tile.token
        %next_tile = addi %tile, %blocks : !i
        continue %next_tile : !i
      }
    }
    return
  }
}
