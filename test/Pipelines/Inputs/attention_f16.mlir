// Attention of 128 queries of 128 elements, with keys and values in tiles of 128 rows.
cuda_tile.module @kernels {
  entry @attention(%pq: tile<ptr<f16>>, %pk: tile<ptr<f16>>, %pv: tile<ptr<f16>>, %po: tile<ptr<f16>>, %n: tile<i32>) {
    %token = make_token : token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows = constant <i32: 128> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %low = constant <f32: 0xFF800000> : tile<128x1xf32>
    %empty = constant <f32: 0.0> : tile<128x1xf32>
    %q0 = assume div_by<16>, %pq : tile<ptr<f16>>
    %k0 = assume div_by<16>, %pk : tile<ptr<f16>>
    %v0 = assume div_by<16>, %pv : tile<ptr<f16>>
    %o0 = assume div_by<16>, %po : tile<ptr<f16>>
    %n0 = assume bounded<0, ?>, %n : tile<i32>
    %n1 = assume div_by<128>, %n0 : tile<i32>
    %q = make_tensor_view %q0, shape = [%n1, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %k = make_tensor_view %k0, shape = [%n1, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %v = make_tensor_view %v0, shape = [%n1, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %o = make_tensor_view %o0, shape = [%n1, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %tq = make_partition_view %q : partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>
    %tk = make_partition_view %k : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>, dim_map=[1, 0]>
    %tv = make_partition_view %v : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %to = make_partition_view %o : partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>
    %i, %y, %z = get_tile_block_id : tile<i32>
    %query, %t0 = load_view_tko weak %tq[%i, %zero] token = %token : partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %steps = divi %n1, %rows signed rounding<positive_inf> : tile<i32>
    %end:3 = for %j in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %none, %max = %low, %sum = %empty) -> (tile<128x128xf32>, tile<128x1xf32>, tile<128x1xf32>) {
      %key, %t1 = load_view_tko weak %tk[%zero, %j] token = %token : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>, dim_map=[1, 0]>, tile<i32> -> tile<128x128xf16>, token
      %s = mmaf %query, %key, %none : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      %m0 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32>
      (%lhs: tile<f32>, %rhs: tile<f32>) {
        %larger = maxf %lhs, %rhs : tile<f32>
        yield %larger : tile<f32>
      }
      %m1 = reshape %m0 : tile<128xf32> -> tile<128x1xf32>
      %m2 = maxf %max, %m1 : tile<128x1xf32>
      %m3 = broadcast %m2 : tile<128x1xf32> -> tile<128x128xf32>
      %d = subf %s, %m3 : tile<128x128xf32>
      %p = exp2 %d flush_to_zero : tile<128x128xf32>
      %f0 = subf %max, %m2 : tile<128x1xf32>
      %f = exp2 %f0 flush_to_zero : tile<128x1xf32>
      %l0 = reduce %p dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32>
      (%lhs: tile<f32>, %rhs: tile<f32>) {
        %both = addf %lhs, %rhs : tile<f32>
        yield %both : tile<f32>
      }
      %l1 = reshape %l0 : tile<128xf32> -> tile<128x1xf32>
      %l2 = fma %sum, %f, %l1 : tile<128x1xf32>
      %value, %t2 = load_view_tko weak %tv[%j, %zero] token = %token : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %ph = ftof %p : tile<128x128xf32> -> tile<128x128xf16>
      %fb = broadcast %f : tile<128x1xf32> -> tile<128x128xf32>
      %rescaled = mulf %acc, %fb : tile<128x128xf32>
      %o1 = mmaf %ph, %value, %rescaled : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %o1, %m2, %l2 : tile<128x128xf32>, tile<128x1xf32>, tile<128x1xf32>
    }
    %lb = broadcast %end#2 : tile<128x1xf32> -> tile<128x128xf32>
    %quotient = divf %end#0, %lb : tile<128x128xf32>
    %rounded = ftof %quotient : tile<128x128xf32> -> tile<128x128xf16>
    %t3 = store_view_tko weak %rounded, %to[%i, %zero] token = %token : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
