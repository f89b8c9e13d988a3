// Numbers of fnv8E5M3FNU become their bits, and conversions arithmetic.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK: nv_tileaa.global @table dense<[112, 104]> : tensor<2xi8>
  global @table <fnv8E5M3FNU: [0.5, 0.25]> : tile<2xfnv8E5M3FNU>

  // CHECK-LABEL: @numbers
  // CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<i8>)
  entry @numbers(%p: tile<ptr<fnv8E5M3FNU>>) {
    // CHECK: %[[X:.*]], %{{.*}} = nv_tileaa.load <weak> %[[P]] : !nv_tileaa.ptr<i8> -> i8
    %x, %t = load_ptr_tko weak %p : tile<ptr<fnv8E5M3FNU>> -> tile<fnv8E5M3FNU>, token
    // CHECK: %[[WIDE:.*]] = arith.extui %[[X]] : i8 to i32
    // CHECK: %[[PLACED:.*]] = arith.shli %[[WIDE]]
    // CHECK: %[[SMALL:.*]] = arith.bitcast %[[PLACED]] : i32 to f32
    // CHECK: %[[NUMBER:.*]] = arith.mulf %[[SMALL]]
    // CHECK: %[[F:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NUMBER]] : f32
    %f = ftof %x : tile<fnv8E5M3FNU> -> tile<f32>
    // CHECK: nv_tileaa.fp_to_fp %{{.*}} : f32 -> f64
    %d = ftof %x : tile<fnv8E5M3FNU> -> tile<f64>
    // CHECK: arith.bitcast %{{.*}} : f64 to i64
    // CHECK: arith.minui %{{.*}}, %{{.*}} : i64
    // CHECK: arith.trunci %{{.*}} : i64 to i8
    %y = ftof %d : tile<f64> -> tile<fnv8E5M3FNU>
    // CHECK: nv_tileaa.print "%f", %{{.*}} : f32
    %t1 = print_tko "%f", %y : tile<fnv8E5M3FNU> -> token
    return
  }

  // Arrays are of a format that pads with 0 and 255.
  // CHECK-LABEL: @array
  entry @array(%p: tile<ptr<fnv8E5M3FNU>>, %i: tile<i32>) {
    // CHECK: nv_tileaa.bitcast %{{.*}} : !nv_tileaa.ptr<i8> -> !nv_tileaa.ptr<f8E8M0FNU>
    %t = make_tensor_view %p, shape = [60], strides = [1] : tensor_view<60xfnv8E5M3FNU, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(64), padding_value = nan, tensor_view<60xfnv8E5M3FNU, strides=[1]>>
    // CHECK: %[[X:.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}} padding <nan> {{.*}} -> tensor<64xf8E8M0FNU>
    // CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : tensor<64xf8E8M0FNU> to tensor<64xi8>
    %x, %t0 = load_view_tko weak %v[%i] : partition_view<tile=(64), padding_value = nan, tensor_view<60xfnv8E5M3FNU, strides=[1]>>, tile<i32> -> tile<64xfnv8E5M3FNU>, token
    // CHECK: %[[STORED:.*]] = arith.bitcast %[[BITS]] : tensor<64xi8> to tensor<64xf8E8M0FNU>
    // CHECK: nv_tileaa.tiled_store <weak> %[[STORED]]
    %t1 = store_view_tko weak %x, %v[%i] : tile<64xfnv8E5M3FNU>, partition_view<tile=(64), padding_value = nan, tensor_view<60xfnv8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
}
