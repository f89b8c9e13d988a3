// Integers of 32 bits are combined by one instruction of the warp.
// RUN: python3 %S/../../Emulator/Inputs/arrays.py integers %t
// RUN: tileiras-run %s --gpu-name sm_80 --arg ptr:%t.values.npy --arg ptr:zeros:i32:8 --expect 1=%t.reduced.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --schedule adversarial --arg ptr:%t.values.npy --arg ptr:zeros:i32:8 --expect 1=%t.reduced.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_75 --arg ptr:%t.values.npy --arg ptr:zeros:i32:8 --expect 1=%t.reduced.npy | FileCheck %s
// CHECK: argument 1: max abs error 0,
// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX: redux.sync.add.s32
// PTX-NOT: shfl.sync
// RUN: tileiras %s --gpu-name sm_75 --emit=ptx -o - | FileCheck %s --check-prefix=TURING
// TURING: shfl.sync.bfly
// TURING-NOT: redux.sync
cuda_tile.module @m {
  entry @combine(%from: !cuda_tile.tile<!cuda_tile.ptr<i32>>,
                 %to: !cuda_tile.tile<!cuda_tile.ptr<i32>>) {
    %i = iota : tile<128xi32>
    %a0 = reshape %from : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a1 = broadcast %a0 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a2 = offset %a1, %i : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t = load_ptr_tko weak %a2 : tile<128xptr<i32>> -> tile<128xi32>, token
    %r0 = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = addi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %n0 = constant <i32: 0> : tile<i32>
    %p0 = offset %to, %n0 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %p0, %r0 : tile<ptr<i32>>, tile<i32> -> token
    %r1 = reduce %x dim=0 identities=[-2147483648 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = maxi %e, %acc signed : tile<i32>
      yield %s : tile<i32>
    }
    %n1 = constant <i32: 1> : tile<i32>
    %p1 = offset %to, %n1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t1 = store_ptr_tko weak %p1, %r1 : tile<ptr<i32>>, tile<i32> -> token
    %r2 = reduce %x dim=0 identities=[2147483647 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = mini %e, %acc signed : tile<i32>
      yield %s : tile<i32>
    }
    %n2 = constant <i32: 2> : tile<i32>
    %p2 = offset %to, %n2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t2 = store_ptr_tko weak %p2, %r2 : tile<ptr<i32>>, tile<i32> -> token
    %r3 = reduce %x dim=0 identities=[-1 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = andi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %n3 = constant <i32: 3> : tile<i32>
    %p3 = offset %to, %n3 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %p3, %r3 : tile<ptr<i32>>, tile<i32> -> token
    %r4 = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = ori %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %n4 = constant <i32: 4> : tile<i32>
    %p4 = offset %to, %n4 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t4 = store_ptr_tko weak %p4, %r4 : tile<ptr<i32>>, tile<i32> -> token
    %r5 = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = xori %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %n5 = constant <i32: 5> : tile<i32>
    %p5 = offset %to, %n5 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t5 = store_ptr_tko weak %p5, %r5 : tile<ptr<i32>>, tile<i32> -> token
    %r6 = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = maxi %e, %acc unsigned : tile<i32>
      yield %s : tile<i32>
    }
    %n6 = constant <i32: 6> : tile<i32>
    %p6 = offset %to, %n6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t6 = store_ptr_tko weak %p6, %r6 : tile<ptr<i32>>, tile<i32> -> token
    %r7 = reduce %x dim=0 identities=[-1 : i32] : tile<128xi32> -> tile<i32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = mini %e, %acc unsigned : tile<i32>
      yield %s : tile<i32>
    }
    %n7 = constant <i32: 7> : tile<i32>
    %p7 = offset %to, %n7 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t7 = store_ptr_tko weak %p7, %r7 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
