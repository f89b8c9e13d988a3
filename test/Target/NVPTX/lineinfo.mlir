// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - --lineinfo | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -o - --lineinfo | FileCheck %s --check-prefix=IR

// Req: B-01 B-02 B-14

// CHECK: .target sm_90a{{$}}
// CHECK: .loc [[FILE:[0-9]+]] 5 7
// CHECK: .file [[FILE]] "/src{{/?}}kernel.py"
// CHECK-NOT: .debug_info
// IR: load {{.*}} !dbg ![[AT:[0-9]+]]
// IR: ![[AT]] = !DILocation(line: 5, column: 7, scope:
#file = #llvm.di_file<"kernel.py" in "/src">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #file, producer = "tileiras", isOptimized = true, emissionKind = DebugDirectivesOnly, nameTableKind = None>
#st = #llvm.di_subroutine_type<types = #llvm.di_null_type>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "k", linkageName = "k", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #st>
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> i32 loc(fused<#sp>["kernel.py":5:7])
    %y = llvm.add %x, %x : i32 loc(fused<#sp>["kernel.py":6:5])
    llvm.store %y, %p : i32, !llvm.ptr<1> loc(fused<#sp>["kernel.py":6:3])
    llvm.return loc(fused<#sp>["kernel.py":6:3])
  } loc(fused<#sp>["kernel.py":3:0])
}
