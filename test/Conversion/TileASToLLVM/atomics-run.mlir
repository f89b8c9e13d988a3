// bf16 are added by compare-and-swap where there is no instruction: 32 of 128 elements to each of four numbers, which
// two blocks share. The last block to finish prints them.
// RUN: tileiras-run %s --gpu-name sm_80 --grid 2 --arg ptr:zeros:f32:2 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_80 --grid 2 --schedule adversarial --arg ptr:zeros:f32:2 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_75 --grid 2 --schedule random:1 --arg ptr:zeros:f32:2 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --grid 2 --schedule adversarial --arg ptr:zeros:f32:2 --arg ptr:zeros:i32:1 | FileCheck %s

// CHECK: [16.0, 32.0, 48.0, 64.0]
cuda_tile.module @m {
  entry @sums(%sums: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %count: !cuda_tile.tile<!cuda_tile.ptr<i32>>) {
    %p = ptr_to_ptr %sums : tile<ptr<f32>> -> tile<ptr<bf16>>
    %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p128 = broadcast %p1 : tile<1xptr<bf16>> -> tile<128xptr<bf16>>
    %i = iota : tile<128xi32>
    %three = constant <i32: 3> : tile<128xi32>
    %k = andi %i, %three : tile<128xi32>
    %q = offset %p128, %k : tile<128xptr<bf16>>, tile<128xi32> -> tile<128xptr<bf16>>
    %one = constant <i32: 1> : tile<128xi32>
    %k1 = addi %k, %one : tile<128xi32>
    %x = itof %k1 signed : tile<128xi32> -> tile<128xbf16>
    %quarter = constant <bf16: 0.25> : tile<128xbf16>
    %y = mulf %x, %quarter : tile<128xbf16>
    %old, %t0 = atomic_rmw_tko relaxed device %q, addf, %y : tile<128xptr<bf16>>, tile<128xbf16> -> tile<128xbf16>, token

    %c1 = constant <i32: 1> : tile<i32>
    %before, %t1 = atomic_rmw_tko acq_rel device %count, add, %c1 token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %last = cmpi equal %before, %c1, signed : tile<i32> -> tile<i1>
    if %last {
      %j = iota : tile<4xi32>
      %p4 = broadcast %p1 : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
      %r = offset %p4, %j : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
      %z, %t2 = load_ptr_tko relaxed device %r token=%t1 : tile<4xptr<bf16>> -> tile<4xbf16>, token
      %t3 = print_tko "%.1f\n", %z token=%t2 : tile<4xbf16> -> token
    }
    return
  }
}
