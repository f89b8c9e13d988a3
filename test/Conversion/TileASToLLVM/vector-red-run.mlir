// Floats are added to several adjacent elements at a time where the old value is not used: three blocks add to 512
// numbers, half of which a mask leaves alone, and to 512 of 16 bits. The last block to finish prints every 64th of
// both.
// RUN: tileiras-run %s --gpu-name sm_90 --grid 3 --schedule adversarial --arg ptr:zeros:f32:512 --arg ptr:zeros:f32:256 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_80 --grid 3 --schedule random:1 --arg ptr:zeros:f32:512 --arg ptr:zeros:f32:256 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_75 --grid 3 --arg ptr:zeros:f32:512 --arg ptr:zeros:f32:256 --arg ptr:zeros:i32:1 | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=SM90
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=SM80

// SM90-DAG: red.relaxed.gpu.global.add.v4.f32
// SM90-DAG: red.relaxed.gpu.global.add.noftz.v2.f16x2
// SM80-DAG: atom.relaxed.gpu.global.add.f32
// SM80-DAG: red.relaxed.gpu.global.add.noftz.f16x2

// CHECK: [0.0, 0.0, 0.0, 0.0, 1.5, 1.5, 1.5, 1.5]
// CHECK: [0.0, 48.0, 96.0, 144.0, 192.0, 240.0, 288.0, 336.0]
cuda_tile.module @m {
  entry @sums(%sums: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %halves: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %count: !cuda_tile.tile<!cuda_tile.ptr<i32>>) {
    %s16 = assume div_by<16>, %sums : tile<ptr<f32>>
    %i = iota : tile<512xi32>
    %s1 = reshape %s16 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %s512 = broadcast %s1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %p = offset %s512, %i : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %x = constant <f32: 0.5> : tile<512xf32>
    %limit = constant <i32: 256> : tile<512xi32>
    %m = cmpi greater_than_or_equal %i, %limit, signed : tile<512xi32> -> tile<512xi1>
    %old, %t0 = atomic_rmw_tko relaxed device %p, addf, %x, %m : tile<512xptr<f32>>, tile<512xf32>, tile<512xi1> -> tile<512xf32>, token

    %h0 = ptr_to_ptr %halves : tile<ptr<f32>> -> tile<ptr<f16>>
    %h16 = assume div_by<16>, %h0 : tile<ptr<f16>>
    %h1 = reshape %h16 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %h512 = broadcast %h1 : tile<1xptr<f16>> -> tile<512xptr<f16>>
    %q = offset %h512, %i : tile<512xptr<f16>>, tile<512xi32> -> tile<512xptr<f16>>
    %four = constant <i32: 4> : tile<512xi32>
    %j = divi %i, %four signed : tile<512xi32>
    %y = itof %j signed : tile<512xi32> -> tile<512xf16>
    %old1, %t1 = atomic_rmw_tko relaxed device %q, addf, %y : tile<512xptr<f16>>, tile<512xf16> -> tile<512xf16>, token

    %t2 = join_tokens %t0, %t1 : token
    %c1 = constant <i32: 1> : tile<i32>
    %before, %t3 = atomic_rmw_tko acq_rel device %count, add, %c1 token=%t2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %c2 = constant <i32: 2> : tile<i32>
    %last = cmpi equal %before, %c2, signed : tile<i32> -> tile<i1>
    if %last {
      %k = iota : tile<8xi32>
      %step = constant <i32: 64> : tile<8xi32>
      %at = muli %k, %step : tile<8xi32>
      %s8 = broadcast %s1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
      %ps = offset %s8, %at : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
      %z, %t4 = load_ptr_tko relaxed device %ps token=%t3 : tile<8xptr<f32>> -> tile<8xf32>, token
      %t5 = print_tko "%.1f\n", %z token=%t4 : tile<8xf32> -> token
      %h8 = broadcast %h1 : tile<1xptr<f16>> -> tile<8xptr<f16>>
      %ph = offset %h8, %at : tile<8xptr<f16>>, tile<8xi32> -> tile<8xptr<f16>>
      %w, %t6 = load_ptr_tko relaxed device %ph token=%t5 : tile<8xptr<f16>> -> tile<8xf16>, token
      %t7 = print_tko "%.1f\n", %w token=%t6 : tile<8xf16> -> token
    }
    return
  }
}
