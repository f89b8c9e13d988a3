// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @reductions
  entry @reductions(%x: tile<f32>) {
    %0 = reshape %x : tile<f32> -> tile<1x1xf32>
    %1 = broadcast %0 : tile<1x1xf32> -> tile<8x4xf32>
    // CHECK: %[[ROWS:.*]] = nv_tileaa.reduce %{{.*}} dim = 1 identities = [0.000000e+00 : f32] : (tensor<8x4xf32>) -> tensor<8xf32>
    // CHECK: ^bb0(%[[E:.*]]: f32, %[[ACC:.*]]: f32):
    // CHECK: %[[SUM:.*]] = arith.addf %[[E]], %[[ACC]] : f32
    // CHECK: nv_tileaa.yield %[[SUM]] : f32
    %2 = reduce %1 dim=1 identities=[0.0 : f32] : tile<8x4xf32> -> tile<8xf32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = addf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK: nv_tileaa.reduce %[[ROWS]] dim = 0 {{.*}} : (tensor<8xf32>) -> f32
    %3 = reduce %2 dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = addf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK: nv_tileaa.scan %[[ROWS]] dim = 0 reverse = true {{.*}} : (tensor<8xf32>) -> tensor<8xf32>
    %4 = scan %2 dim=0 reverse=true identities=[1.0 : f32] : tile<8xf32> -> tile<8xf32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = mulf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    return
  }

  // CHECK-LABEL: @products
  entry @products() {
    %a = constant <f16: 1.0> : tile<16x32xf16>
    %b = constant <f16: 1.0> : tile<32x8xf16>
    %c = constant <f32: 0.0> : tile<16x8xf32>
    // CHECK: nv_tileaa.dot {{.*}} : tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>
    %0 = mmaf %a, %b, %c : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    %d = constant <i8: 1> : tile<16x32xi8>
    %e = constant <i8: 1> : tile<32x8xi8>
    %f = constant <i32: 0> : tile<16x8xi32>
    // CHECK: nv_tileaa.dot {{.*}}signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>{{.*}} : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
    %1 = mmai %d, %e, %f signed unsigned : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    return
  }
}
