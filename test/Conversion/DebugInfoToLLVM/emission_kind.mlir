// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -o - | FileCheck %s --check-prefix=NONE
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir --lineinfo -o - | FileCheck %s --check-prefixes=IR,LINES
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -g -O0 -o - | FileCheck %s --check-prefixes=IR,FULL
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX-NONE
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx --lineinfo -o - | FileCheck %s --check-prefix=PTX-LINES
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -g -O0 -o - | FileCheck %s --check-prefix=PTX-FULL

// Req: B-06 B-08 B-09 B-13 B-14 D-04 D-21 D-22 D-28 D-29 E-14

// NONE-NOT: !dbg
// IR: define ptx_kernel void @k({{.*}}) {{.*}}!dbg ![[SP:[0-9]+]]
// IR: load i32, {{.*}}!dbg
// IR-NOT: xor {{.*}}!dbg
// LINES: distinct !DICompileUnit({{.*}}isOptimized: true, {{.*}}emissionKind: DebugDirectivesOnly
// FULL: distinct !DICompileUnit({{.*}}isOptimized: false, {{.*}}emissionKind: FullDebug
// IR: !DIFile(filename: "kernel.py", directory: "/src")
// IR-NOT: !DIFile
// IR: ![[SP]] = distinct !DISubprogram(name: "k", linkageName: "k", {{.*}}line: 3
// IR: !DISubroutineType(types: ![[NOTHING:[0-9]+]])
// IR: ![[NOTHING]] = !{null}

// PTX-NONE-NOT: .loc
// PTX-NONE-NOT: .debug_
// PTX-LINES: .target sm_90a{{$}}
// PTX-LINES: .loc {{[0-9]+}} 5 7
// PTX-LINES-NOT: .debug_info
// PTX-FULL: .target sm_90a, debug
// PTX-FULL: .loc {{[0-9]+}} 5 7
// PTX-FULL: .section{{[[:space:]]+}}.debug_info
// PTX-FULL-DAG: .b8 {{[0-9]+}}
// PTX-FULL-DAG: .b32 {{.*}}
// PTX-FULL-DAG: .b64 {{.*}}

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> i32 loc(#cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>)
    %y = llvm.add %x, %x : i32 loc(#cuda_tile.di_loc<loc("kernel.py":6:7) in #sp>)
    %u = llvm.xor %y, %x : i32 loc(unknown)
    llvm.br ^next(%u : i32) loc(#cuda_tile.di_loc<loc("kernel.py":6:9) in #sp>)
  ^next(%z: i32 loc(#cuda_tile.di_loc<loc("kernel.py":6:9) in #sp>)):
    llvm.store %z, %p : i32, !llvm.ptr<1> loc(#cuda_tile.di_loc<loc("kernel.py":7:3) in #sp>)
    llvm.return loc(#cuda_tile.di_loc<loc("kernel.py":8:3) in #sp>)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #sp>)
}
