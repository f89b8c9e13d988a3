// A description also holds in later blocks, until another reaches them. LLVM ends it with its block; so it is repeated.
// RUN: tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" %s | FileCheck %s

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 6, column = 2>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#inside = #cuda_tile.di_loc<loc("kernel.py":7:7) in #block>
#n = #debuginfo.local_variable<name = "n", scope = #sp>
#i = #debuginfo.local_variable<name = "i", scope = #sp>
#x = #debuginfo.local_variable<name = "x", scope = #block>

gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  // CHECK-LABEL: llvm.func @loop
  llvm.func @loop(%n: i32) {
    // CHECK: %[[N:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i32"(%arg0)
    // CHECK: llvm.intr.dbg.value #[[VN:.*]] = %[[N]] : i32
    debuginfo.value %n, #n : !debuginfo.value<i32> loc(#at)
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    // CHECK: llvm.call_intrinsic "llvm.fake.use"(%[[N]])
    // CHECK: llvm.br
    llvm.br ^head(%zero : i32) loc(#at)
  ^head(%i: i32 loc(#at)):
    // Two paths lead here: n is the same on both. i is described here, x only on one of them.
    // CHECK: ^bb1(%[[IV:.*]]: i32):
    // CHECK-NEXT: llvm.intr.dbg.value #[[VN]] = %[[N]] : i32
    // CHECK-NEXT: %[[I:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i32"(%[[IV]])
    // CHECK-NEXT: llvm.intr.dbg.value #[[VI:.*]] = %[[I]] : i32
    // CHECK-NOT: dbg.value
    debuginfo.value %i, #i : !debuginfo.value<i32> loc(#at)
    %c = llvm.icmp "slt" %i, %n : i32 loc(#at)
    // CHECK-DAG: llvm.call_intrinsic "llvm.fake.use"(%[[N]])
    // CHECK-DAG: llvm.call_intrinsic "llvm.fake.use"(%[[I]])
    // CHECK: llvm.cond_br
    llvm.cond_br %c, ^body, ^end loc(#at)
  ^body:
    // CHECK: ^bb2:
    // CHECK-NEXT: llvm.intr.dbg.value #[[VN]] = %[[N]] : i32
    // CHECK-NEXT: llvm.intr.dbg.value #[[VI]] = %[[I]] : i32
    // CHECK: llvm.intr.dbg.value #[[VX:.*]] = %[[X:.*]] : i32
    %x = llvm.add %i, %one : i32 loc(#inside)
    debuginfo.value %x, #x : !debuginfo.value<i32> loc(#inside)
    // In the next block, no instruction is in the scope of x.
    // CHECK-DAG: llvm.call_intrinsic "llvm.fake.use"(%[[X]])
    // CHECK: llvm.br ^bb3
    llvm.br ^latch loc(#inside)
  ^latch:
    // CHECK: ^bb3:
    // CHECK-NEXT: llvm.intr.dbg.value #[[VN]] = %[[N]] : i32
    // CHECK-NEXT: llvm.intr.dbg.value #[[VI]] = %[[I]] : i32
    // CHECK-NOT: dbg.value
    // CHECK: llvm.br ^bb1
    llvm.br ^head(%x : i32) loc(#at)
  ^end:
    // CHECK: ^bb4:
    // CHECK-NEXT: llvm.intr.dbg.value #[[VN]] = %[[N]] : i32
    // CHECK-NEXT: llvm.intr.dbg.value #[[VI]] = %[[I]] : i32
    // CHECK-NOT: dbg.value
    // CHECK: llvm.return
    llvm.return loc(#at)
  } loc(#at)

  // After a branch with a description in each arm the description is not known; memory holds everywhere by itself.
  // CHECK-LABEL: llvm.func @branch
  llvm.func @branch(%c: i1, %a: i32, %b: i32, %p: !llvm.ptr) {
    // CHECK: llvm.intr.dbg.declare
    debuginfo.value <declare> %p, #n : !debuginfo.value<i32> as !llvm.ptr loc(#at)
    llvm.cond_br %c, ^then, ^else loc(#at)
  ^then:
    // CHECK: ^bb1:
    // CHECK-NOT: dbg.declare
    // CHECK: llvm.intr.dbg.value
    debuginfo.value %a, #i : !debuginfo.value<i32> loc(#at)
    llvm.br ^end loc(#at)
  ^else:
    // CHECK: ^bb2:
    // CHECK: llvm.intr.dbg.value
    debuginfo.value %b, #i : !debuginfo.value<i32> loc(#at)
    llvm.br ^end loc(#at)
  ^end:
    // CHECK: ^bb3:
    // CHECK-NEXT: llvm.return
    llvm.return loc(#at)
  } loc(#at)
}
