// One instruction of the warp finds the largest and the smallest f32 where the target has it: NaNs and zeros are as by
// shuffles.
// RUN: python3 %S/../../Emulator/Inputs/arrays.py extremes %t
// RUN: tileiras-run %s --gpu-name sm_100 --schedule adversarial --grid 4 --arg ptr:%t.values.npy --arg ptr:zeros:i32:16 --expect 1=%t.reduced.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_103 --grid 4 --arg ptr:%t.values.npy --arg ptr:zeros:i32:16 --expect 1=%t.reduced.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --grid 4 --arg ptr:%t.values.npy --arg ptr:zeros:i32:16 --expect 1=%t.reduced.npy | FileCheck %s
// CHECK: argument 1: max abs error 0,
// RUN: tileiras %s --gpu-name sm_100 --emit=ptx -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=shfl.sync
// RUN: tileiras %s --gpu-name sm_107 --emit=ptx -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=shfl.sync
// PTX: redux.sync.max.f32
// PTX: redux.sync.min.f32
// PTX: redux.sync.max.NaN.f32
// PTX: redux.sync.min.NaN.f32
// RUN: tileiras %s --gpu-name sm_110 --emit=ptx -o - | FileCheck %s --check-prefix=SHUFFLES --implicit-check-not=redux.sync
// SHUFFLES: shfl.sync.bfly
cuda_tile.module @m {
  entry @extremes(%from: !cuda_tile.tile<!cuda_tile.ptr<f32>>,
                  %to: !cuda_tile.tile<!cuda_tile.ptr<i32>>) {
    %i = iota : tile<128xi32>
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %n = constant <i32: 128> : tile<i32>
    %start = muli %block, %n : tile<i32>
    %f0 = offset %from, %start : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %a0 = reshape %f0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a1 = broadcast %a0 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %a2 = offset %a1, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %x, %t = load_ptr_tko weak %a2 : tile<128xptr<f32>> -> tile<128xf32>, token
    %four = constant <i32: 4> : tile<i32>
    %at = muli %block, %four : tile<i32>
    %to0 = offset %to, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r0 = reduce %x dim=0 identities=[0xFF800000 : f32] : tile<128xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = maxf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    %n0 = constant <i32: 0> : tile<i32>
    %b0 = bitcast %r0 : tile<f32> -> tile<i32>
    %p0 = offset %to0, %n0 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %p0, %b0 : tile<ptr<i32>>, tile<i32> -> token
    %r1 = reduce %x dim=0 identities=[0x7F800000 : f32] : tile<128xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = minf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    %n1 = constant <i32: 1> : tile<i32>
    %b1 = bitcast %r1 : tile<f32> -> tile<i32>
    %p1 = offset %to0, %n1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t1 = store_ptr_tko weak %p1, %b1 : tile<ptr<i32>>, tile<i32> -> token
    %r2 = reduce %x dim=0 identities=[0xFF800000 : f32] : tile<128xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = maxf %e, %acc propagate_nan : tile<f32>
      yield %s : tile<f32>
    }
    %n2 = constant <i32: 2> : tile<i32>
    %b2 = bitcast %r2 : tile<f32> -> tile<i32>
    %p2 = offset %to0, %n2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t2 = store_ptr_tko weak %p2, %b2 : tile<ptr<i32>>, tile<i32> -> token
    %r3 = reduce %x dim=0 identities=[0x7F800000 : f32] : tile<128xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %s = minf %e, %acc propagate_nan : tile<f32>
      yield %s : tile<f32>
    }
    %n3 = constant <i32: 3> : tile<i32>
    %b3 = bitcast %r3 : tile<f32> -> tile<i32>
    %p3 = offset %to0, %n3 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %p3, %b3 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
