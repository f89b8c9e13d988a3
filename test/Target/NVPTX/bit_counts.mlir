// Counts of bits are single instructions; trailing zeros are counted by the ones below the lowest one.
// Req: I-10
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s

// CHECK: clz.b32
// CHECK: popc.b32
// CHECK: popc.b32
// CHECK: abs.s32
gpu.module @m attributes {nv_tileaa.compute_capability = 90 : i32} {
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> i32
    %l = "llvm.intr.ctlz"(%x) <{is_zero_poison = false}> : (i32) -> i32
    %t = "llvm.intr.cttz"(%x) <{is_zero_poison = false}> : (i32) -> i32
    %n = llvm.intr.ctpop(%x) : (i32) -> i32
    %a = "llvm.intr.abs"(%x) <{is_int_min_poison = false}> : (i32) -> i32
    llvm.store volatile %l, %p : i32, !llvm.ptr<1>
    llvm.store volatile %t, %p : i32, !llvm.ptr<1>
    llvm.store volatile %n, %p : i32, !llvm.ptr<1>
    llvm.store volatile %a, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
