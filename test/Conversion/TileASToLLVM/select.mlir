// A branch that only yields a pointer is a selection when it is lowered.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

!ptr = !nv_tileaa.ptr<i32>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: llvm.func @pointers
  // CHECK-SAME: (%[[C:[^:]*]]: i1, %[[A:[^:]*]]: !llvm.ptr<1>, %[[B:[^:]*]]: !llvm.ptr<1>)
  // CHECK: %[[P:.*]] = llvm.select %[[C]], %[[A]], %[[B]] : i1, !llvm.ptr<1>
  // CHECK: llvm.return %[[P]]
  nv_tileaa.func @pointers(%c: i1, %a: !ptr, %b: !ptr) -> !ptr {
    %p = arith.select %c, %a, %b : !ptr
    nv_tileaa.return %p : !ptr
  }
}
