// A tile of 128 x 128 of a matrix product, with K in tiles of 64.
cuda_tile.module @kernels {
  entry @matmul(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %token = make_token : token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %depth = constant <i32: 64> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %a0 = assume div_by<16>, %pa : tile<ptr<f16>>
    %b0 = assume div_by<16>, %pb : tile<ptr<f16>>
    %c0 = assume div_by<16>, %pc : tile<ptr<f16>>
    %m0 = assume bounded<0, ?>, %m : tile<i32>
    %m1 = assume div_by<16>, %m0 : tile<i32>
    %n0 = assume bounded<0, ?>, %n : tile<i32>
    %n1 = assume div_by<16>, %n0 : tile<i32>
    %k0 = assume bounded<0, ?>, %k : tile<i32>
    %k1 = assume div_by<16>, %k0 : tile<i32>
    %a = make_tensor_view %a0, shape = [%m1, %k1], strides = [%k1, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b = make_tensor_view %b0, shape = [%k1, %n1], strides = [%n1, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c = make_tensor_view %c0, shape = [%m1, %n1], strides = [%n1, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %ta = make_partition_view %a : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tb = make_partition_view %b : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tc = make_partition_view %c : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %i, %j, %z = get_tile_block_id : tile<i32>
    %steps = divi %k1, %depth signed rounding<positive_inf> : tile<i32>
    %acc = for %step in (%zero to %steps, step %one) : tile<i32> iter_values(%old = %none) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %ta[%i, %step] token = %token : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %t1 = load_view_tko weak %tb[%step, %j] token = %token : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %x, %y, %old : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %rounded = ftof %acc : tile<128x128xf32> -> tile<128x128xf16>
    %t2 = store_view_tko weak %rounded, %tc[%i, %j] token = %token : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
