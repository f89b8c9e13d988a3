// A select by several conditions is one select: and.pred and or.pred join them, which ptxas does in the comparisons.
// Conditions with other users, and predicates that are selected, stay LLVM's.

// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -O3 -o - | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry both(
  // CHECK-DAG: setp.lt.s32 %[[P:p[0-9]+]],
  // CHECK-DAG: setp.gt.s32 %[[Q:p[0-9]+]],
  // CHECK: and.pred %[[R:p[0-9]+]], %[[Q]], %[[P]];
  // CHECK: selp.f32 {{.*}}, %[[R]];
  // CHECK-NOT: selp
  // CHECK: ret;
  llvm.func @both(%p: !llvm.ptr<1>, %i: i32, %j: i32, %n: i32) attributes {nvvm.kernel} {
    %low = llvm.mlir.constant(-1.0e+30 : f32) : f32
    %x = llvm.load %p : !llvm.ptr<1> -> f32
    %a = llvm.icmp "slt" %i, %n : i32
    %b = llvm.icmp "sgt" %i, %j : i32
    %c = llvm.and %a, %b : i1
    %y = llvm.select %c, %x, %low : i1, f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    llvm.return
  }

  // Three conditions are two operations, the last of which is selected by.
  // CHECK-LABEL: .entry any(
  // CHECK: or.pred
  // CHECK: or.pred %[[R:p[0-9]+]],
  // CHECK: selp.b32 {{.*}}, %[[R]];
  // CHECK-NOT: selp
  // CHECK: ret;
  llvm.func @any(%p: !llvm.ptr<1>, %i: i32, %j: i32, %n: i32) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> i32
    %a = llvm.icmp "slt" %i, %n : i32
    %b = llvm.icmp "sgt" %i, %j : i32
    %c = llvm.icmp "sgt" %j, %x : i32
    %d = llvm.or %a, %b : i1
    %e = llvm.or %d, %c : i1
    %y = llvm.select %e, %n, %x : i1, i32
    llvm.store %y, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry whole(
  // CHECK-NOT: begin inline asm
  // CHECK: ret;
  llvm.func @whole(%p: !llvm.ptr<1>, %i: i32, %j: i32, %n: i32) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> i32
    %a = llvm.icmp "slt" %i, %n : i32
    %y = llvm.select %a, %x, %j : i1, i32
    llvm.store %y, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
