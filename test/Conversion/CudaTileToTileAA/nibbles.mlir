// Arrays of 4-bit numbers become arrays of bytes.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 -split-input-file -verify-diagnostics | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @copy
  entry @copy(%p: tile<ptr<f4E2M1FN>>, %m: tile<i32>, %n: tile<i32>, %s: tile<i32>) {
    // CHECK: %[[BYTES:.*]] = nv_tileaa.bitcast %{{.*}} : !nv_tileaa.ptr<f4E2M1FN> -> !nv_tileaa.ptr<i8>
    // CHECK: %[[N:.*]] = arith.divui
    // CHECK: %[[S:.*]] = arith.divui
    // CHECK: nv_tileaa.make_memref %[[BYTES]], sizes = [%{{.*}}, %[[N]]], strides = [%[[S]]] : {{.*}} -> <?x?xi8, strides = [?, 1]>
    %t = make_tensor_view %p, shape = [%m, %n], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %v = make_partition_view %t : partition_view<tile=(16x8), tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    // CHECK: %[[SIZE:.*]] = nv_tileaa.get_dim_size %{{.*}}, 1 :
    // CHECK: arith.addi %[[SIZE]], %[[SIZE]]
    %sizes:2 = get_tensor_shape %t : tensor_view<?x?xf4E2M1FN, strides=[?,1]> -> tile<i32>
    // CHECK: %[[X:.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}} -> tensor<16x4xi8>, !nv_tileaa.mem_token
    // CHECK: %[[F:.*]] = nv_tileaa.unpack %[[X]] dim = 1 : tensor<16x4xi8> -> tensor<16x8xf4E2M1FN>
    %x, %k = load_view_tko weak %v[%sizes#0, %sizes#1] : partition_view<tile=(16x8), tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<16x8xf4E2M1FN>, token
    // CHECK: arith.bitcast %[[F]] : tensor<16x8xf4E2M1FN> to tensor<16x8xi4>
    // CHECK: arith.extui {{.*}} : tensor<16x8xi4> to tensor<16x8xi8>
    // CHECK: arith.ori
    // CHECK: nv_tileaa.tiled_store {{.*}} : tensor<16x4xi8>
    %k1 = store_view_tko weak %x, %v[%m, %n] token = %k : tile<16x8xf4E2M1FN>, partition_view<tile=(16x8), tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @kernels {
  entry @pointers(%p: tile<ptr<f4E2M1FN>>, %n: tile<i32>) {
    // expected-error @below {{operation 'cuda_tile.offset' is not supported yet for numbers of 4 bits by pointers}}
    %q = offset %p, %n : tile<ptr<f4E2M1FN>>, tile<i32> -> tile<ptr<f4E2M1FN>>
    return
  }
}

// -----

cuda_tile.module @kernels {
  entry @half(%p: tile<ptr<f4E2M1FN>>) {
    %t = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf4E2M1FN, strides=[16,1]>
    // expected-error @below {{operation 'cuda_tile.make_partition_view' is not supported yet for numbers of 4 bits by tiles that share bytes}}
    %v = make_partition_view %t : partition_view<tile=(16x1), tensor_view<16x16xf4E2M1FN, strides=[16,1]>>
    return
  }
}

// -----

cuda_tile.module @kernels {
  entry @rows(%p: tile<ptr<f4E2M1FN>>) {
    %t = make_tensor_view %p, shape = [16, 16], strides = [17, 1] : tensor_view<16x16xf4E2M1FN, strides=[17,1]>
    // expected-error @below {{operation 'cuda_tile.make_partition_view' is not supported yet for numbers of 4 bits in rows that share bytes}}
    %v = make_partition_view %t : partition_view<tile=(16x2), tensor_view<16x16xf4E2M1FN, strides=[17,1]>>
    return
  }
}

// -----

cuda_tile.module @kernels {
  entry @padding(%p: tile<ptr<f4E2M1FN>>) {
    %t = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf4E2M1FN, strides=[16,1]>
    // expected-error @below {{operation 'cuda_tile.make_partition_view' is not supported yet for numbers of 4 bits padded with anything but zero}}
    %v = make_partition_view %t : partition_view<tile=(16x2), padding_value = neg_zero, tensor_view<16x16xf4E2M1FN, strides=[16,1]>>
    return
  }
}

// -----

cuda_tile.module @kernels {
  entry @gather(%p: tile<ptr<f4E2M1FN>>) {
    %t = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf4E2M1FN, strides=[16,1]>
    // expected-error @below {{operation 'cuda_tile.make_gather_scatter_view' is not supported yet for numbers of 4 bits by views that gather or scatter}}
    %v = make_gather_scatter_view %t : gather_scatter_view<tile=(16x2), tensor_view<16x16xf4E2M1FN, strides=[16,1]>, sparse_dim=0>
    return
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error @below {{operation 'cuda_tile.global' is not supported yet for numbers of 4 bits in globals}}
  global @table <f4E2M1FN: 1.0> : tile<4xf4E2M1FN>
}
