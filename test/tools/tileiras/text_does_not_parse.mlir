// RUN: %exit tileiras --gpu-name sm_90 %s -o %t.out | FileCheck %s
// RUN: not test -e %t.out

// CHECK: {{.*}}text_does_not_parse.mlir:7:3: error: custom op 'llvm.nonsense' is unknown
// CHECK: exit 3
gpu.module @m {
  llvm.nonsense
}
