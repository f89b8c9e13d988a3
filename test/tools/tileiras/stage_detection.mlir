// RUN: tileiras %s --gpu-name sm_90 --emit=tile -o - | FileCheck %s
// RUN: %exit tileiras %s --gpu-name sm_80 --emit=ptx -o %t | FileCheck %s --check-prefix=OTHER

// Text may be in any stage; its target is kept.

// CHECK: gpu.module @m attributes {nv_tileaa.compute_capability = 90 : i32}
// OTHER: error: module was made for sm_90, but sm_80 is asked for
// OTHER: exit 5
gpu.module @m attributes {nv_tileaa.compute_capability = 90 : i32} {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}
