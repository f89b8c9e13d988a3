// No loop asks LLVM to be unrolled: the threshold of such requests, which the flags have, would change nothing.

// RUN: tileiras %s --gpu-name sm_80 --emit=llvmir -O3 -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_80 --emit=llvmir -O0 -o - | FileCheck %s

// CHECK-NOT: llvm.loop.unroll.{{full|enable|count}}
// CHECK: br i1 {{.*}}, label %[[LOOP:.*]], label
// CHECK-NOT: llvm.loop.unroll.{{full|enable|count}}
cuda_tile.module @m {
  entry @sums(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <f32: 0.0> : tile<f32>
    %t = make_token : token
    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<f32>) {
      %p = offset %x, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
      %v, %u = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, token
      %r = addf %acc, %v rounding<nearest_even> : tile<f32>
      continue %r : tile<f32>
    }
    %w = store_ptr_tko weak %x, %s token=%t : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
