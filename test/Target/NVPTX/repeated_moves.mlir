// Initial values of a loop that may have no iteration are moved to its registers once, not again before its first
// iteration.

// RUN: tileiras %s --gpu-name sm_80 --emit=ptx -O3 -o - | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry once(
  // CHECK: mov.b32 %[[S:r[0-9]+]], 0f00000000;
  // CHECK-NEXT: mov.b32 %[[T:r[0-9]+]], %[[S]];
  // CHECK: bra
  // CHECK-NOT: 0f00000000
  // CHECK-NOT: mov.b32 %[[T]],
  // CHECK: add.rn.f32 %[[S]], %[[S]],
  // CHECK: ret;
  llvm.func @once(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %none = llvm.icmp "eq" %n, %c0 : i32
    llvm.cond_br %none, ^done(%zero, %zero : f32, f32), ^loop(%c0, %zero, %zero : i32, f32, f32)
  ^loop(%i: i32, %s: f32, %t: f32):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load volatile %q : !llvm.ptr<1> -> f32
    %y = llvm.load volatile %q : !llvm.ptr<1> -> f32
    %s1 = llvm.fadd %s, %x : f32
    %t1 = llvm.fadd %t, %y : f32
    %i1 = llvm.add %i, %c1 : i32
    %end = llvm.icmp "eq" %i1, %n : i32
    llvm.cond_br %end, ^done(%s1, %t1 : f32, f32), ^loop(%i1, %s1, %t1 : i32, f32, f32)
  ^done(%s2: f32, %t2: f32):
    llvm.store volatile %s2, %p : f32, !llvm.ptr<1>
    llvm.store volatile %t2, %p : f32, !llvm.ptr<1>
    llvm.return
  }

  // Accumulators that each iteration of a loop restarts are set to zero in each.
  // CHECK-LABEL: .entry anew(
  // CHECK: $L__BB1_1:
  // CHECK: mov.b32 %[[S:r[0-9]+]], 0f00000000;
  // CHECK-NOT: 0f00000000
  // CHECK: add.rn.f32 %[[S]], %[[S]],
  // CHECK: bra.uni $L__BB1_
  // CHECK: ret;
  llvm.func @anew(%p: !llvm.ptr<1>, %m: i32) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^outer(%c0 : i32)
  ^outer(%j: i32):
    %steps = llvm.load volatile %p : !llvm.ptr<1> -> i32
    %none = llvm.icmp "eq" %steps, %c0 : i32
    llvm.cond_br %none, ^done(%zero : f32), ^loop(%c0, %zero : i32, f32)
  ^loop(%i: i32, %s: f32):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load volatile %q : !llvm.ptr<1> -> f32
    %s1 = llvm.fadd %s, %x : f32
    %i1 = llvm.add %i, %c1 : i32
    %end = llvm.icmp "eq" %i1, %steps : i32
    llvm.cond_br %end, ^done(%s1 : f32), ^loop(%i1, %s1 : i32, f32)
  ^done(%s2: f32):
    llvm.store volatile %s2, %p : f32, !llvm.ptr<1>
    %j1 = llvm.add %j, %c1 : i32
    %last = llvm.icmp "eq" %j1, %m : i32
    llvm.cond_br %last, ^ret, ^outer(%j1 : i32)
  ^ret:
    llvm.return
  }
}
