// Two warpgroups run attention in ping-pong although it loads a sink, with which the maximum begins and which it adds to
// the sum after the loop: both may load a number for rows.
// RUN: tileiras %s --gpu-name sm_100 -O3 --emit=tileas -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_100 -O3 --emit=ptx --remarks=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: two agents of 4 warps compute on the sums of every second step
// CHECK: nv_tileas.agent_switch
// CHECK-SAME: num_agents_per_group = [1, 2, 1, 1]
// CHECK: nv_tileas.tiled_load {{.*}} tensor<1xf32
// CHECK: nv_tileas.order
cuda_tile.module @kernels {
  entry @attention(%pq: tile<ptr<f16>>, %pk: tile<ptr<f16>>, %pv: tile<ptr<f16>>, %po: tile<ptr<f16>>, %ps: tile<ptr<f32>>, %n: tile<i32>) {
    %token = make_token : token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows = constant <i32: 128> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
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
    %s0 = assume div_by<16>, %ps : tile<ptr<f32>>
    %sv = make_tensor_view %s0, shape = [%n1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %ts = make_partition_view %sv : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %sink0, %t4 = load_view_tko weak %ts[%y] token = %token : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %sink1 = reshape %sink0 : tile<1xf32> -> tile<1x1xf32>
    %low = broadcast %sink1 : tile<1x1xf32> -> tile<128x1xf32>
    %steps = divi %n1, %rows signed rounding<positive_inf> : tile<i32>
    %end:3 = for %j in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %none, %max = %low, %total = %empty) -> (tile<128x128xf32>, tile<128x1xf32>, tile<128x1xf32>) {
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
      %l2 = fma %total, %f, %l1 : tile<128x1xf32>
      %value, %t2 = load_view_tko weak %tv[%j, %zero] token = %token : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %ph = ftof %p : tile<128x128xf32> -> tile<128x128xf16>
      %fb = broadcast %f : tile<128x1xf32> -> tile<128x128xf32>
      %rescaled = mulf %acc, %fb : tile<128x128xf32>
      %o1 = mmaf %ph, %value, %rescaled : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %o1, %m2, %l2 : tile<128x128xf32>, tile<128x1xf32>, tile<128x1xf32>
    }
    %above = subf %low, %end#1 : tile<128x1xf32>
    %ofsink = exp2 %above flush_to_zero : tile<128x1xf32>
    %sum = addf %end#2, %ofsink : tile<128x1xf32>
    %lb = broadcast %sum : tile<128x1xf32> -> tile<128x128xf32>
    %quotient = divf %end#0, %lb : tile<128x128xf32>
    %rounded = ftof %quotient : tile<128x128xf32> -> tile<128x128xf16>
    %t3 = store_view_tko weak %rounded, %to[%i, %zero] token = %token : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
