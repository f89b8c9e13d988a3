// A module has one compile unit, however many functions and units the input has.
// Req: B-07
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir --lineinfo -o - | FileCheck %s

// CHECK: define ptx_kernel void @a() {{.*}}!dbg ![[A:[0-9]+]]
// CHECK: define ptx_kernel void @b() {{.*}}!dbg ![[B:[0-9]+]]
// CHECK: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
// CHECK: ![[UNIT]] = distinct !DICompileUnit(
// CHECK-NOT: DICompileUnit
// CHECK: ![[A]] = distinct !DISubprogram(name: "a", {{.*}}unit: ![[UNIT]]
// CHECK-NOT: DICompileUnit
// CHECK: ![[B]] = distinct !DISubprogram(name: "b", {{.*}}unit: ![[UNIT]]
// CHECK-NOT: DICompileUnit
#file = #cuda_tile.di_file<"a.py" in "/src">
#other = #cuda_tile.di_file<"b.py" in "/src">
#cuA = #cuda_tile.di_compile_unit<file = #file>
#cuB = #cuda_tile.di_compile_unit<file = #other>
#a = #cuda_tile.di_subprogram<file = #file, line = 3, name = "a", linkageName = "a", compileUnit = #cuA>
#b = #cuda_tile.di_subprogram<file = #other, line = 4, name = "b", linkageName = "b", compileUnit = #cuB>
#atA = #cuda_tile.di_loc<loc("a.py":3:1) in #a>
#atB = #cuda_tile.di_loc<loc("b.py":4:1) in #b>
cuda_tile.module @m {
  entry @a() {
    return loc(#atA)
  } loc(#atA)
  entry @b() {
    return loc(#atB)
  } loc(#atB)
}
