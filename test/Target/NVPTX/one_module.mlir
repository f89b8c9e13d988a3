// RUN: not tileiras %s --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s

// CHECK: error: expected one module of GPU code, got 2
gpu.module @a {}
gpu.module @b {}
