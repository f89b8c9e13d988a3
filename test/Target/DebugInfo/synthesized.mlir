// Locations of file, line and column become scopes before any other pass, and then give lines.
// Bytecode holds no locations without scopes.
// Req: D-12 D-15 D-16

// RUN: tileiras-opt %s --synthesize-debug-info-scopes -mlir-print-debuginfo -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx --lineinfo -o - | FileCheck %s
// RUN: tileiras-translate -mlir-to-cudatilebc %t.mlir -o %t.tileirbc
// RUN: tileiras %t.tileirbc --gpu-name sm_90 --emit=ptx --lineinfo -o - | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx --lineinfo -o - | FileCheck %s --check-prefix=WITHOUT
// RUN: tileiras-translate -mlir-to-cudatilebc %s -o %t.tileirbc
// RUN: tileirdisasm -g %t.tileirbc | FileCheck %s --check-prefix=UNKNOWN

// CHECK: .loc [[FILE:[0-9]+]] 5 7
// CHECK: st.global
// CHECK: .file [[FILE]] "/src/kernel.py"
// WITHOUT-NOT: .loc
// UNKNOWN: store_ptr_tko {{.*}} loc(#loc)
// UNKNOWN: #loc = loc(unknown)
// UNKNOWN-NOT: loc("

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32> loc("/src/kernel.py":4:7)
    %t = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token loc("/src/kernel.py":5:7)
    return loc("/src/kernel.py":6:1)
  } loc("/src/kernel.py":3:1)
} loc("/src/kernel.py":1:1)
