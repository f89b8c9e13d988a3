// [mlir][nvvm] operations of tensor memory are refused for GPUs that have them
//
// With the default `verifyTarget = true` a module for sm_103a or sm_110a can't hold nvvm.tcgen05.relinquish_alloc_permit and
// others of the family, whose requirement lists sm_100 and sm_101 only. LLVM and ptxas take the code: the instructions are
// those of the families sm_100f and sm_110f (PTX ISA, "tcgen05.relinquish_alloc_permit").
//
// Expected: no error.
//
// Version: MLIR 22.1.8
//
// RUN: not mlir-opt %s 2>&1 | FileCheck %s
// CHECK: error: 'nvvm.tcgen05.relinquish_alloc_permit' op is not supported on sm_103a

gpu.module @m [#nvvm.target<chip = "sm_103a", features = "+ptx90">] {
  llvm.func @k() attributes {nvvm.kernel} {
    nvvm.tcgen05.relinquish_alloc_permit
    llvm.return
  }
}
