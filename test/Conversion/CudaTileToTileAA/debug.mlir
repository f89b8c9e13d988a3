// Printing, assertions, arrays of the module, fences.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK: nv_tileaa.global @counts alignment = 16 dense<[1, 2]> : tensor<2xi32>
  global @counts alignment = 16 <i32: [1, 2]> : tile<2xi32>
  // CHECK: nv_tileaa.global "private" constant @table dense<1.000000e+00> : tensor<4xf16>
  global private constant @table <f16: 1.0> : tile<4xf16>

  // CHECK-LABEL: @print
  // CHECK-SAME: (%[[N:.*]]: i32, %[[H:.*]]: f16, %[[D:.*]]: f64)
  entry @print(%n: tile<i32>, %h: tile<f16>, %d: tile<f64>) {
    // CHECK: %[[WIDE:.*]] = nv_tileaa.fp_to_fp %[[H]] : f16 -> f32
    // CHECK: %[[T:.*]] = nv_tileaa.print "%d %f %f\0A", %[[N]], %[[WIDE]], %[[D]] : i32, f32, f64 -> !nv_tileaa.mem_token
    %t = print_tko "%d %f %f\0A", %n, %h, %d : tile<i32>, tile<f16>, tile<f64> -> token
    // CHECK: nv_tileaa.print "done" token = %[[T]] -> !nv_tileaa.mem_token
    %t1 = print_tko "done" token=%t -> token
    return
  }

  // CHECK-LABEL: @check
  entry @check(%c: tile<i1>) {
    // CHECK: nv_tileaa.assert %{{.*}}, "no" : i1
    assert %c, "no" : tile<i1>
    return
  }

  // CHECK-LABEL: @order
  entry @order(%x: tile<i32>) {
    // CHECK: nv_tileaa.get_global @counts : <i32>
    %p = get_global @counts : tile<ptr<i32>>
    // CHECK: %[[WAIT:.*]] = nv_tileaa.gdc_wait : !nv_tileaa.mem_token
    %t0 = gdc_wait_tko -> token
    // CHECK: %[[STORE:.*]] = nv_tileaa.store <weak> %{{.*}}, %{{.*}} token = %[[WAIT]]
    %t1 = store_ptr_tko weak %p, %x token=%t0 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK: %[[FENCE:.*]] = nv_tileaa.fence_alias token = %[[STORE]] : !nv_tileaa.mem_token
    %t2 = memory_fence_alias_tko %t1
    // CHECK: nv_tileaa.gdc_launch_dependents token = %[[FENCE]] : !nv_tileaa.mem_token
    %t3 = gdc_launch_dependents_tko token = %t2 -> token
    return
  }
}
