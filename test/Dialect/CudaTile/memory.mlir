// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %c: tile<i1>, %x: tile<f32>, %n: tile<i32>) {
    // CHECK: make_token : token
    %t = make_token : token
    // CHECK: offset %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %q = offset %p, %n : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    // CHECK: %result, %result_token = load_ptr_tko weak %{{[^ ]*}} : tile<ptr<f32>> -> tile<f32>, token
    %0:2 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: load_ptr_tko relaxed device %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %1:2 = load_ptr_tko relaxed device %q, %c, %x token=%t optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    // CHECK: load_ptr_tko acquire sys %{{.*}}, %{{[^ ]*}} : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    %2:2 = load_ptr_tko acquire sys %q, %c : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    // A padding value without mask, as bytecode may have it.
    // CHECK: load_ptr_tko weak %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %3:2 = load_ptr_tko weak %q, %x token=%t : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: store_ptr_tko weak %{{.*}}, %{{[^ ]*}} : tile<ptr<f32>>, tile<f32> -> token
    %4 = store_ptr_tko weak %q, %x : tile<ptr<f32>>, tile<f32> -> token
    // CHECK: store_ptr_tko release tl_blk %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    %5 = store_ptr_tko release tl_blk %q, %x, %c token=%t : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    // CHECK: alloca num_elem = 16, alignment = 8 : tile<ptr<f32>>
    %6 = alloca num_elem = 16, alignment = 8 : tile<ptr<f32>>
    // CHECK: alloca num_elem = 0, alignment = 1 global : tile<ptr<i8>>
    %7 = alloca num_elem = 0, alignment = 1 global : tile<ptr<i8>>
    // CHECK: join_tokens %{{.*}}, %{{.*}}, %{{.*}} : token
    %8 = join_tokens %t, %4, %5 : token
    // CHECK: memory_fence_alias_tko %{{[^ ]*$}}
    %9 = memory_fence_alias_tko %8
    // CHECK: gdc_wait_tko -> token
    %10 = gdc_wait_tko -> token
    // CHECK: gdc_launch_dependents_tko token = %{{.*}} -> token
    %11 = gdc_launch_dependents_tko token = %10 -> token
  }
}
