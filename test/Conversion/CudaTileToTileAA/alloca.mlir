// Memory of a tile block is live until the end of the block of operations that allocates it.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @straight
  entry @straight(%x: tile<f32>) {
    // CHECK: %[[P:.*]] = nv_tileaa.alloca bytes = 64, alignment = 32 : <f32>
    %p = alloca num_elem = 16, alignment = 32 : tile<ptr<f32>>
    // CHECK-NEXT: nv_tileaa.store <weak> %[[P]]
    %t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
    // CHECK-NEXT: nv_tileaa.release %[[P]], alignment = 32 : <f32>
    // CHECK-NEXT: nv_tileaa.return
    return
  }

  // This is more than the heap has.
  // CHECK-LABEL: @huge
  entry @huge() {
    // CHECK: nv_tileaa.alloca bytes = 9223372036854775807, alignment = 8 : <f64>
    %p = alloca num_elem = 9223372036854775807, alignment = 8 global : tile<ptr<f64>>
    return
  }

  // It is allocated in each iteration of a loop, and freed after an early exit.
  // CHECK-LABEL: @nested
  entry @nested(%n: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: scf.for
    for %i in (%zero to %n, step %one) : tile<i32> {
      // CHECK: %[[P:.*]] = nv_tileaa.alloca bytes = 4
      %p = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      // CHECK: nv_tileaa.store <weak> %[[P]]
      %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      // CHECK-NEXT: nv_tileaa.release %[[P]]
      // CHECK-NEXT: }
      continue
    }
    // CHECK: %[[Q:.*]] = nv_tileaa.alloca bytes = 1
    %q = alloca num_elem = 1, alignment = 1 : tile<ptr<i8>>
    // CHECK: scf.if
    if %c {
      return
    }
    // CHECK: nv_tileaa.load <weak> %[[Q]]
    %x, %t1 = load_ptr_tko weak %q : tile<ptr<i8>> -> tile<i8>, token
    // CHECK: }
    // CHECK-NEXT: nv_tileaa.release %[[Q]]
    return
  }

  // TMA copies may still be in flight when memory is freed.
  // CHECK-LABEL: @views
  entry @views(%a: tile<ptr<f32>>) {
    %p = alloca num_elem = 64, alignment = 16 : tile<ptr<f32>>
    %i = constant <i32: 0> : tile<i32>
    %at = make_tensor_view %a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %pt = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %av = make_partition_view %at : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %pv = make_partition_view %pt : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    // CHECK: nv_tileaa.tiled_load
    // CHECK-NOT: allow_tma
    // CHECK: nv_tileaa.tiled_store {{.*}}allow_tma = false
    %x, %t = load_view_tko weak %av[%i] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %t1 = store_view_tko weak %x, %pv[%i] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    // CHECK: nv_tileaa.tiled_load {{.*}}allow_tma = false
    %y, %t2 = load_view_tko weak %pv[%i] token = %t1 : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    return
  }
}
