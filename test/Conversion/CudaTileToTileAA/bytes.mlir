// pack splits words into pieces and unpack joins them; for i1 it is the other way round. Low bits come first.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 -split-input-file -verify-diagnostics | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @split
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : tensor<4xf16> to tensor<4xi16>
  // CHECK: %[[LOW:.*]] = arith.shrui %[[BITS]], %{{.*}} : tensor<4xi16>
  // CHECK: %[[LOWS:.*]] = arith.trunci %[[LOW]] : tensor<4xi16> to tensor<4xi8>
  // CHECK: %[[HIGH:.*]] = arith.shrui %[[BITS]], %{{.*}} : tensor<4xi16>
  // CHECK: %[[HIGHS:.*]] = arith.trunci %[[HIGH]] : tensor<4xi16> to tensor<4xi8>
  // CHECK: %[[FIRST:.*]] = nv_tileaa.view %[[LOWS]] : tensor<4xi8> -> tensor<1x4xi8>
  // CHECK: %[[SECOND:.*]] = nv_tileaa.view %[[HIGHS]] : tensor<4xi8> -> tensor<1x4xi8>
  // CHECK: %[[ROWS:.*]] = nv_tileaa.cat %[[FIRST]], %[[SECOND]] dim = 0
  // CHECK: %[[COLUMNS:.*]] = nv_tileaa.permute %[[ROWS]] [1, 0] : tensor<2x4xi8> -> tensor<4x2xi8>
  // CHECK: nv_tileaa.view %[[COLUMNS]] : tensor<4x2xi8> -> tensor<8xi8>
  entry @split(%p: tile<ptr<f16>>, %q: tile<ptr<i8>>) {
    %i = iota : tile<4xi32>
    %r = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
    %s = broadcast %r : tile<1xptr<f16>> -> tile<4xptr<f16>>
    %a = offset %s, %i : tile<4xptr<f16>>, tile<4xi32> -> tile<4xptr<f16>>
    %x, %t = load_ptr_tko weak %a : tile<4xptr<f16>> -> tile<4xf16>, token
    %y = pack %x : tile<4xf16> -> tile<8xi8>
    %j = iota : tile<8xi32>
    %u = reshape %q : tile<ptr<i8>> -> tile<1xptr<i8>>
    %v = broadcast %u : tile<1xptr<i8>> -> tile<8xptr<i8>>
    %b = offset %v, %j : tile<8xptr<i8>>, tile<8xi32> -> tile<8xptr<i8>>
    %w = store_ptr_tko weak %b, %y : tile<8xptr<i8>>, tile<8xi8> -> token
    return
  }
}

// -----

cuda_tile.module @kernels {
  // CHECK-LABEL: @join
  // CHECK: %[[MATRIX:.*]] = nv_tileaa.view %{{.*}} : tensor<8xi8> -> tensor<4x2xi8>
  // CHECK: %[[LOW:.*]] = nv_tileaa.extract %[[MATRIX]][%{{.*}}, %{{.*}}] : tensor<4x2xi8> -> tensor<4x1xi8>
  // CHECK: arith.extui %{{.*}} : tensor<4xi8> to tensor<4xi16>
  // CHECK: arith.ori
  // CHECK: arith.bitcast %{{.*}} : tensor<4xi16> to tensor<4xbf16>
  entry @join(%x: tile<i8>) {
    %0 = reshape %x : tile<i8> -> tile<1xi8>
    %1 = broadcast %0 : tile<1xi8> -> tile<8xi8>
    %2 = unpack %1 : tile<8xi8> -> tile<4xbf16>
    %3 = addf %2, %2 : tile<4xbf16>
    return
  }
}

// -----

cuda_tile.module @kernels {
  // CHECK-LABEL: @four_bits
  // CHECK: nv_tileaa.unpack %{{.*}} dim = 0 : tensor<1xi8> -> tensor<2xi4>
  entry @four_bits(%x: tile<i8>) {
    %0 = reshape %x : tile<i8> -> tile<1xi8>
    %1 = unpack %0 : tile<1xi8> -> tile<2xi4>
    %2 = exti %1 signed : tile<2xi4> -> tile<2xi32>
    %t = print_tko "%d", %2 : tile<2xi32> -> token
    return
  }

  // The bits of tf32 are the upper ones of 32.
  // CHECK-LABEL: @tf32
  // CHECK: %[[F32:.*]] = arith.bitcast %{{.*}} : tensor<2xi32> to tensor<2xf32>
  // CHECK: %[[TF32:.*]] = nv_tileaa.fp_to_fp %[[F32]] rounding <zero> : tensor<2xf32> -> tensor<2xtf32>
  // CHECK: %[[BACK:.*]] = nv_tileaa.fp_to_fp %[[TF32]] rounding <zero> : tensor<2xtf32> -> tensor<2xf32>
  // CHECK: arith.bitcast %[[BACK]] : tensor<2xf32> to tensor<2xi32>
  entry @tf32(%x: tile<i8>) {
    %0 = reshape %x : tile<i8> -> tile<1xi8>
    %1 = broadcast %0 : tile<1xi8> -> tile<8xi8>
    %2 = unpack %1 : tile<8xi8> -> tile<2xtf32>
    %3 = pack %2 : tile<2xtf32> -> tile<8xi8>
    %t = print_tko "%d", %3 : tile<8xi8> -> token
    return
  }
}
