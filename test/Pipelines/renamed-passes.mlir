// A pass is found under the name that it had in the version before.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-results, tileaa-split-clusters, tileaa-split-steps{extended-smem=true}, tileas-round-loads{tensor-maps=parameter}, tileas-transpose-products)))' --dump-pass-pipeline 2>&1 | FileCheck %s

// CHECK: tileaa-slice-dot-results
// CHECK-NEXT: tileaa-partition-cta-cluster
// CHECK-NEXT: tileaa-shrink-k-tiles{extended-smem=true
// CHECK-NEXT: tileas-fold-rounding-into-tma{{.*}}tensor-maps=parameter
// CHECK-NEXT: tileas-transpose-dot
module {
}
