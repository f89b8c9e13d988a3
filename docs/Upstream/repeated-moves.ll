; [NVPTX] registers of a loop that may run no iteration are initialised twice
;
; A loop after a test for zero iterations has its first values twice: for itself, and for the block after it if the loop is
; skipped. The coalescer joins the values to one register, and the moves to it stay, before the test and after it. For the
; accumulators of a matrix product these are hundreds, in the PTX that ptxas has to parse.
;
; Expected: one move to %s and one to %t.
;
; Version: LLVM 22.1.8
;
; RUN: llc -O3 -mcpu=sm_80 -mattr=+ptx90 %s -o - | FileCheck %s
; CHECK: mov.b32 [[S:%r[0-9]+]], 0f00000000;
; CHECK-NEXT: mov.b32 [[T:%r[0-9]+]], [[S]];
; CHECK: bra
; CHECK: mov.b32 [[S]], 0f00000000;
; CHECK-NEXT: mov.b32 [[T]], [[S]];
; CHECK: add.rn.f32 [[S]], [[S]],

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @sums(ptr addrspace(1) %p, i32 %n) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %t = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %x = load volatile float, ptr addrspace(1) %p
  %y = load volatile float, ptr addrspace(1) %p
  %s1 = fadd float %s, %x
  %t1 = fadd float %t, %y
  %i1 = add i32 %i, 1
  %end = icmp eq i32 %i1, %n
  br i1 %end, label %done, label %loop
done:
  %s2 = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %t2 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  store volatile float %s2, ptr addrspace(1) %p
  store volatile float %t2, ptr addrspace(1) %p
  ret void
}
