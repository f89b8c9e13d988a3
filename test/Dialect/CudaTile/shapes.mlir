// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // CHECK: iota : tile<8xi32>
    %0 = iota : tile<8xi32>
    // CHECK: %reshape = reshape %{{.*}} : tile<8xi32> -> tile<1x8xi32>
    %1 = reshape %0 : tile<8xi32> -> tile<1x8xi32>
    // CHECK: %bcast = broadcast %{{.*}} : tile<1x8xi32> -> tile<4x8xi32>
    %2 = broadcast %1 : tile<1x8xi32> -> tile<4x8xi32>
    // CHECK: permute %{{.*}} [1, 0] : tile<4x8xi32> -> tile<8x4xi32>
    %3 = permute %2 [1, 0] : tile<4x8xi32> -> tile<8x4xi32>
    // CHECK: cat %{{.*}}, %{{.*}} dim = 1 : tile<8x4xi32>, tile<8x4xi32> -> tile<8x8xi32>
    %4 = cat %3, %3 dim = 1 : tile<8x4xi32>, tile<8x4xi32> -> tile<8x8xi32>
    // CHECK: extract %{{.*}}[%{{.*}}, %{{.*}}] : tile<8x8xi32> -> tile<2x8xi32>
    %5 = extract %4[%i, %i] : tile<8x8xi32> -> tile<2x8xi32>
    // CHECK: insert %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<2x8xi32>, tile<8x8xi32>
    %6 = insert %5, %4[%i, %i] : tile<2x8xi32>, tile<8x8xi32>
    // CHECK: pack %{{.*}} : tile<8xi32> -> tile<32xi8>
    %7 = pack %0 : tile<8xi32> -> tile<32xi8>
    // CHECK: unpack %{{.*}} : tile<32xi8> -> tile<64xf4E2M1FN>
    %8 = unpack %7 : tile<32xi8> -> tile<64xf4E2M1FN>
    // CHECK: unpack %{{.*}} : tile<32xi8> -> tile<8xtf32>
    %9 = unpack %7 : tile<32xi8> -> tile<8xtf32>
    // CHECK: cmpi
    %10 = cmpi equal %0, %0, signed : tile<8xi32> -> tile<8xi1>
    // CHECK: select %{{.*}}, %{{.*}}, %{{.*}} : tile<8xi1>, tile<8xi32>
    %11 = select %10, %0, %0 : tile<8xi1>, tile<8xi32>
  }
}
