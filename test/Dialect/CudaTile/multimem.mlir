// RUN: tileiras-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

!multi = !cuda_tile.tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %t = make_token : token
    %v = make_tensor_view %p, shape = [%i], strides = [1] : tile<ptr<f16, <multicast>>>, tile<i32> -> !multi
    %w = make_partition_view %v : partition_view<tile=(64), !multi>
    // CHECK: %reduced_values, %result_token = multimem_load_reduce_view_tko weak %{{.*}}[%{{.*}}] token = %{{.*}} : partition_view<tile=(64), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<64xf16>, token
    // GENERIC: "cuda_tile.multimem_load_reduce_view_tko"
    // GENERIC-SAME: reduction = #cuda_tile.multimem_reduction_kind<add>
    %0:2 = multimem_load_reduce_view_tko weak %w[%i] token = %t : partition_view<tile=(64), !multi>, tile<i32> -> tile<64xf16>, token
    // CHECK: multimem_load_reduce_view_tko relaxed sys %{{.*}}[%{{.*}}] inbounds = [true] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} :
    %1:2 = multimem_load_reduce_view_tko relaxed sys %w[%i] inbounds = [true] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(64), !multi>, tile<i32> -> tile<64xf16>, token
    // CHECK: multimem_reduce_view_tko release device %{{.*}}, %{{.*}}[%{{.*}}] token = %{{.*}} : partition_view<{{.*}}>, tile<64xf16>, tile<i32> -> token
    %2 = multimem_reduce_view_tko release device %w, %0#0[%i] token = %t : partition_view<tile=(64), !multi>, tile<64xf16>, tile<i32> -> token
    // CHECK: multimem_store_view_tko weak %{{.*}}, %{{.*}}[%{{.*}}] : partition_view<{{.*}}>, tile<64xf16>, tile<i32> -> token
    %3 = multimem_store_view_tko weak %w, %0#0[%i] : partition_view<tile=(64), !multi>, tile<64xf16>, tile<i32> -> token
  }
}

// -----

!multi = !cuda_tile.tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [%i], strides = [1] : tile<ptr<f16, <multicast>>>, tile<i32> -> !multi
    %w = make_partition_view %v : partition_view<tile=(64), !multi>
    // expected-error @below {{expects a reduction that 'f16' elements have, got and}}
    %1:2 = multimem_load_reduce_view_tko relaxed sys %w[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<and>} : partition_view<tile=(64), !multi>, tile<i32> -> tile<64xf16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [%i], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>
    // expected-error @below {{expects a view of a multicast tensor_view, got}}
    %1:2 = multimem_load_reduce_view_tko weak %w[%i] : partition_view<tile=(64), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
  }
}
