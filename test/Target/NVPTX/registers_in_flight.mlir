// Registers of an MMA in flight are not copied: machine code is generated at level 1 at least, also at -O0.

// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O0 -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -O3 -o - | FileCheck %s

// CHECK: [[LOOP:\$L__BB.*]]:
// CHECK-NOT: mov.b32
// CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}
// CHECK-NOT: mov.b32
// CHECK: bra [[LOOP]];
// CHECK-NOT: mov.b32
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: st{{.*}} [[A]];
// CHECK: st{{.*}} [[D]];
!sums = !llvm.struct<(f32, f32, f32, f32)>
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %n: i32, %a: i64, %b: i64) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %0 = llvm.load volatile %p : !llvm.ptr<1> -> f32
    %1 = llvm.load volatile %p : !llvm.ptr<1> -> f32
    %2 = llvm.load volatile %p : !llvm.ptr<1> -> f32
    %3 = llvm.load volatile %p : !llvm.ptr<1> -> f32
    llvm.br ^loop(%zero, %0, %1, %2, %3 : i32, f32, f32, f32, f32)
  ^loop(%i: i32, %w: f32, %x: f32, %y: f32, %z: f32):
    %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, $8, $9, 1, 1, 1;", "=f,=f,=f,=f,0,1,2,3,l,l" %w, %x, %y, %z, %a, %b : (f32, f32, f32, f32, i64, i64) -> !sums
    %w1 = llvm.extractvalue %d[0] : !sums
    %x1 = llvm.extractvalue %d[1] : !sums
    %y1 = llvm.extractvalue %d[2] : !sums
    %z1 = llvm.extractvalue %d[3] : !sums
    %j = llvm.add %i, %one : i32
    %c = llvm.icmp "slt" %j, %n : i32
    llvm.cond_br %c, ^loop(%j, %w1, %x1, %y1, %z1 : i32, f32, f32, f32, f32), ^end
  ^end:
    %e = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %w1, %x1, %y1, %z1 : (f32, f32, f32, f32) -> !sums
    %w2 = llvm.extractvalue %e[0] : !sums
    %z2 = llvm.extractvalue %e[3] : !sums
    llvm.store volatile %w2, %p : f32, !llvm.ptr<1>
    llvm.store volatile %z2, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
