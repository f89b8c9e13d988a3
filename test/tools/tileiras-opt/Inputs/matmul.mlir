// C = A x B of f16, tiles of 64 x 64 x 32, with an accumulator in f32.
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
    %am = assume div_by<16>, %m : !i
    %an = assume div_by<16>, %n : !i
    %ak = assume div_by<16>, %k : !i
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
