// Only full debug information keeps described values; otherwise their errors are ignored, too.
// RUN: sed s/KIND/none/ %s | tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" | FileCheck %s --implicit-check-not=debuginfo. --implicit-check-not=dbg --implicit-check-not=nvvm.move
// RUN: sed s/KIND/lineinfo/ %s | tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" | FileCheck %s --implicit-check-not=debuginfo. --implicit-check-not=dbg --implicit-check-not=nvvm.move

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#x = #debuginfo.local_variable<name = "x", scope = #sp>

gpu.module @m attributes {nv_tileaa.debug_info = "KIND"} {
  // CHECK: llvm.func @k
  llvm.func @k(%x: i32, %odd: i7) {
    debuginfo.value %x, #x : !debuginfo.value<i32> loc(#at)
    debuginfo.value %odd, #x : !debuginfo.value<i7> loc(#at)
    %none = debuginfo.unresolved "no registers hold a token" : i32
    debuginfo.value %none, #x : !debuginfo.value<i32> loc(#at)
    // CHECK-NEXT: llvm.return
    llvm.return loc(#at)
  } loc(#at)
}
