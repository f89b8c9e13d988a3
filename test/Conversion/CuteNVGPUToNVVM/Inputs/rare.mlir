// Operations that no other test needs: all axes of the grid, and of clusters, the grids before and after, and
// conversions that are instructions.
cuda_tile.module @kernels {
  entry @rare(%p: tile<ptr<i32>>, %h: tile<ptr<f16>>, %f: tile<ptr<tf32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = addi %x, %ny : tile<i32>
    %b = addi %z, %nz : tile<i32>
    %c = addi %a, %b : tile<i32>
    %d = addi %c, %nx : tile<i32>
    %t0 = store_ptr_tko weak %p, %d : tile<ptr<i32>>, tile<i32> -> token
    %i = iota : tile<128xi32>
    %s = itof %i signed : tile<128xi32> -> tile<128xf32>
    %e = ftof %s rounding<nearest_even> : tile<128xf32> -> tile<128xf8E4M3FN>
    %w = ftof %e rounding<nearest_even> : tile<128xf8E4M3FN> -> tile<128xf16>
    %q0 = reshape %h : tile<ptr<f16>> -> tile<1xptr<f16>>
    %q1 = broadcast %q0 : tile<1xptr<f16>> -> tile<128xptr<f16>>
    %q = offset %q1, %i : tile<128xptr<f16>>, tile<128xi32> -> tile<128xptr<f16>>
    %t1 = store_ptr_tko weak %q, %w : tile<128xptr<f16>>, tile<128xf16> -> token
    %r = ftof %s rounding<nearest_even> : tile<128xf32> -> tile<128xtf32>
    %o0 = reshape %f : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %o1 = broadcast %o0 : tile<1xptr<tf32>> -> tile<128xptr<tf32>>
    %o = offset %o1, %i : tile<128xptr<tf32>>, tile<128xi32> -> tile<128xptr<tf32>>
    %t2 = store_ptr_tko weak %o, %r : tile<128xptr<tf32>>, tile<128xtf32> -> token
    %t3 = gdc_wait_tko token = %t2 -> token
    %t4 = gdc_launch_dependents_tko token = %t3 -> token
    return
  }
  entry @pair(%p: tile<ptr<f16>>, %q: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = addi %x, %ny : tile<i32>
    %b = addi %z, %nz : tile<i32>
    %c = addi %a, %b : tile<i32>
    %d = addi %y, %nx : tile<i32>
    %from = make_tensor_view %p, shape = [%c, %d], strides = [%d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %to = make_tensor_view %q, shape = [%c, %d], strides = [%d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %rows = make_partition_view %from : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %columns = make_partition_view %from : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %sums = make_partition_view %to : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %at, %t0 = load_view_tko weak %rows[%x, %y] : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x16xf16>, token
    %bt, %t1 = load_view_tko weak %columns[%x, %y] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x64xf16>, token
    %zero = constant <f32: 0.0> : tile<128x64xf32>
    %sum = mmaf %at, %bt, %zero : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf32>
    %t2 = store_view_tko weak %sum, %sums[%x, %y] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
