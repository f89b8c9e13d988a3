// A file that enters at llvm holds the code of one GPU module.

// RUN: split-file %s %t
// RUN: not tileiras %t/none.mlir --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tileiras %t/two.mlir --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tileiras %t/other.mlir --gpu-name sm_80 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=OTHER

// NONE: error: expected one module of GPU code, got 0
// TWO: error: expected one module of GPU code, got 2
// OTHER: other.mlir:1:1: error: module was made for sm_90, but sm_80 is asked for

//--- none.mlir
module {
}
//--- two.mlir
gpu.module @a {
}
gpu.module @b {
}
//--- other.mlir
gpu.module @a attributes {nv_tileaa.compute_capability = 90 : i32} {
}
