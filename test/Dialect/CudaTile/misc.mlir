// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: %assume = assume div_by<16>, %{{.*}} : tile<ptr<f32>>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: %assume_0 = assume bounded<0, ?>, %{{.*}} : tile<i32>
    %1 = assume bounded<0, ?>, %n : tile<i32>
    // CHECK: %assume_assume = assume bounded<?, 127>, %assume_0 : tile<i32>
    %2 = assume #cuda_tile.bounded<?, 127>, %1 : tile<i32>
    %3 = iota : tile<8xi32>
    // CHECK: assume div_by<8, every 4 along 0>, %{{.*}} : tile<8xi32>
    %4 = assume div_by<8, every 4 along 0>, %3 : tile<8xi32>
    // CHECK: assume same_elements<[2]>, %{{.*}} : tile<8xi32>
    %5 = assume same_elements<[2]>, %4 : tile<8xi32>
    %6 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // CHECK: %assume_tview = assume div_by<128>, %tview : tensor_view<4xf32, strides=[1]>
    %7 = assume div_by<128>, %6 : tensor_view<4xf32, strides=[1]>
    // CHECK: print_tko "hello" -> token
    %8 = print_tko "hello" -> token
    // CHECK: print_tko "%d%% %5.2f\0A", %{{.*}}, %{{.*}} token=%{{.*}} : tile<i32>, tile<8xi32> -> token
    %9 = print_tko "%d%% %5.2f\0A", %2, %5 token=%8 : tile<i32>, tile<8xi32> -> token
    // The name of 13.1.
    // CHECK: print_tko "%i", %{{.*}} : tile<i32> -> token
    %10 = print "%i", %n : tile<i32> -> token
    // The same promise twice is one promise.
    // FOLD: %[[ONCE:.*]] = assume bounded<0, 7>
    // FOLD-NOT: assume bounded<0, 7>
    // FOLD: print_tko "%i", %[[ONCE]]
    %11 = assume bounded<0, 7>, %n : tile<i32>
    %12 = assume bounded<0, 7>, %11 : tile<i32>
    %13 = print_tko "%i", %12 : tile<i32> -> token
  }
}
