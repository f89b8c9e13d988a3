// An operation's effects on memory, and on other threads, are attributes of the call that it becomes: LLVM hoists reads
// without effects out of a loop, or removes them where they are unused, and keeps the others, used or not.
// Req: E-28
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -O3 -o - | FileCheck %s --implicit-check-not=laneid

// CHECK: phi i32
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.clock()
// CHECK: call void @llvm.nvvm.mbarrier.init.shared
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.shared
// CHECK: call i32 asm sideeffect "mov.u32 $0, %clock_hi;", "=r"()
// CHECK: call void @llvm.nvvm.fence.proxy.async()
// CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 0)
// CHECK: store i32
// CHECK: br i1
// CHECK: declare noundef i32 @llvm.nvvm.read.ptx.sreg.clock() #[[READS:[0-9]+]]
// CHECK: attributes #[[READS]] = {{.*}}memory(inaccessiblemem: readwrite)
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^loop(%c0 : i32)
  ^loop(%i: i32):
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %clock = nvvm.read.ptx.sreg.clock : i32
    %x = llvm.load %p : !llvm.ptr<1> -> i32
    nvvm.mbarrier.init %s, %x : !llvm.ptr<3>, i32
    %token = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
    %set = llvm.inline_asm has_side_effects "mov.u32 $0, %clock_hi;", "=r" : () -> i32
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    nvvm.cp.async.wait.group 0
    llvm.store %i, %p : i32, !llvm.ptr<1>
    %next = llvm.add %i, %c1 : i32
    %again = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %again, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }
}
