// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @views
  // CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f32>, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i32)
  entry @views(%p: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %s: tile<i32>) {
    // CHECK: %[[MEM:.*]] = nv_tileaa.make_memref %[[P]], sizes = [%[[M]], %[[N]]], strides = [%[[S]]]
    %t = make_tensor_view %p, shape = [%m, %n], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    // CHECK: %[[VIEW:.*]] = nv_tileaa.block_tile %[[MEM]]
    %v = make_partition_view %t : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>
    // CHECK: %[[SIZE:.*]] = nv_tileaa.get_dim_size %[[MEM]], 1 : {{.*}} -> i32
    // CHECK: %[[STEP:.*]] = arith.constant 8 : i32
    // CHECK: arith.ceildivui %[[SIZE]], %[[STEP]] : i32
    // CHECK: nv_tileaa.get_dim_size %[[MEM]], 0 : {{.*}} -> i32
    // CHECK: arith.ceildivui
    %k:2 = get_index_space_shape %v : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
    // CHECK: nv_tileaa.get_program_id <x> : i32
    // CHECK: nv_tileaa.get_program_id <y> : i32
    // CHECK: nv_tileaa.get_program_id <z> : i32
    %x, %y, %z = get_tile_block_id : tile<i32>
    // CHECK: %[[T0:.*]] = nv_tileaa.create_mem_token
    %t0 = make_token : token
    // CHECK: %[[LOADED:.*]], %[[T1:.*]] = nv_tileaa.tiled_load <weak> %[[VIEW]][%{{.*}}, %{{.*}}] token = %[[T0]] padding <zero>
    // CHECK-SAME: allow_tma = false
    // CHECK-SAME: in_bounds = array<i1: false, false>
    // CHECK-SAME: latency = 4 : i64
    // CHECK-SAME: -> tensor<8x16xf32>
    %a, %t1 = load_view_tko weak %v[%x, %y] token = %t0 optimization_hints = <sm_90 = {latency = 4}, default = {allow_tma = false, latency = 2}> : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token
    // CHECK: %[[T2:.*]] = nv_tileaa.join_mem_token %[[T0]], %[[T1]]
    %t2 = join_tokens %t0, %t1 : token
    // CHECK: nv_tileaa.tiled_store <relaxed> scope <gpu> %[[LOADED]], %[[VIEW]][%{{.*}}, %{{.*}}] token = %[[T2]]
    %t3 = store_view_tko relaxed device %a, %v[%x, %y] token = %t2 : tile<8x16xf32>, partition_view<tile=(8x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: @pointers
  // CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f32>)
  entry @pointers(%p: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %0 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // CHECK: %[[BASES:.*]] = nv_tileaa.splat %[[P]] : !nv_tileaa.ptr<f32> -> tensor<8x!nv_tileaa.ptr<f32>>
    %1 = broadcast %0 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    // CHECK: %[[PTRS:.*]] = nv_tileaa.addptr %[[BASES]], %{{.*}} : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi32>
    %2 = offset %1, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %m = cmpi less_than %i, %i, signed : tile<8xi32> -> tile<8xi1>
    %o = constant <f32: 0.0> : tile<8xf32>
    // CHECK: nv_tileaa.load <acquire> scope <sys> %[[PTRS]], mask = %{{.*}}, other = %{{.*}} {latency = 3 : i64}
    %3, %t = load_ptr_tko acquire sys %2, %m, %o optimization_hints = <default = {latency = 3}> : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    // CHECK: nv_tileaa.store <weak> %[[PTRS]], %{{.*}}, mask = %{{.*}} token = %{{.*}}
    %t1 = store_ptr_tko weak %2, %3, %m token=%t : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    return
  }

  // CHECK-LABEL: @facts
  // CHECK-SAME: (%[[P:.*]]: !nv_tileaa.ptr<f32>, %[[N:.*]]: i32)
  entry @facts(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: nv_tileaa.assume #nv_tileaa.div_by<16>, %[[P]] : !nv_tileaa.ptr<f32>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %[[N]] : i32
    %1 = assume bounded<0, ?>, %n : tile<i32>
    return
  }
}
