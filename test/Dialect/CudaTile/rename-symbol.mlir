// The kernel, and the name under which its subprogram links; its own name and other kernels are unchanged.
// RUN: tileiras-opt %s --rename-symbol="from=scale to=_Z5scalef" -mlir-print-debuginfo | FileCheck %s

// CHECK: entry @_Z5scalef(%{{.*}}: tile<i32>
// CHECK: entry @other()
// CHECK: #[[SCALE:.*]] = #cuda_tile.di_subprogram<{{.*}}line = 1, name = "scale", linkageName = "_Z5scalef"
// CHECK: #[[OTHER:.*]] = #cuda_tile.di_subprogram<{{.*}}line = 7, name = "other", linkageName = "other"
// CHECK: #cuda_tile.di_lexical_block<scope = #[[SCALE]]
// CHECK-NOT: linkageName = "scale"

#file = #cuda_tile.di_file<"scale.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#scale = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale", linkageName = "scale", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #scale, file = #file, line = 2, column = 3>
#other = #cuda_tile.di_subprogram<file = #file, line = 7, name = "other", linkageName = "other", compileUnit = #unit>

cuda_tile.module @kernels {
  entry @scale(%n: tile<i32> loc(#cuda_tile.di_loc<loc("scale.py":1:4) in #scale>)) {
    %0 = constant <i32: 1> : tile<i32> loc(#cuda_tile.di_loc<loc("scale.py":2:3) in #block>)
    return loc(#cuda_tile.di_loc<loc("scale.py":3:3) in #scale>)
  } loc(#cuda_tile.di_loc<loc("scale.py":1:1) in #scale>)
  entry @other() {
    return loc(#cuda_tile.di_loc<loc("scale.py":8:3) in #other>)
  } loc(#cuda_tile.di_loc<loc("scale.py":7:1) in #other>)
}
