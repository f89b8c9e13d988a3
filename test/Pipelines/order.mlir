// RUN: tileiras-opt --tileiras="compute-capability=90" --dump-pass-pipeline %s 2>&1 | FileCheck %s
// RUN: tileiras-opt --tileiras="compute-capability=90 opt-level=0" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=O0
// RUN: tileiras-opt --tileiras="compute-capability=90 opt-level=1" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=O1
// RUN: tileiras-opt --tileiras="compute-capability=90 from=tileas" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=TAIL
// RUN: tileiras-opt --tileiras="compute-capability=90 to=tileaa" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=HEAD
// RUN: tileiras-opt --tileiras="compute-capability=90 opt-level=0 debug-info=full" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: tileiras-opt --tileiras="compute-capability=90 opt-level=0 debug-info=variables" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=VARIABLES

// Req: A-30 A-31 A-33

// CHECK: debuginfo-strip-values
// CHECK: cuda_tile.entry(
// CHECK-NEXT: canonicalize
// CHECK-NEXT: cse
// CHECK-NEXT: loop-to-while
// CHECK-NEXT: loop-invariant-code-motion
// CHECK-NEXT: loop-to-for
// CHECK-NEXT: loop-split
// CHECK-NEXT: canonicalize
// CHECK-NEXT: cse
// CHECK: convert-cudatile-to-tileaa{compute-capability=90
// CHECK: tileir-gpu-module-prepare{compute-capability=90
// CHECK: tileaa-annotate-accesses
// CHECK-NEXT: tileaa-scalarize-loads
// CHECK-NEXT: tileaa-partition-cta-cluster
// CHECK-NEXT: tileaa-slice-k
// CHECK-NEXT: tileaa-annotate-reductions
// CHECK-NEXT: tileaa-slice-accumulators
// CHECK-NEXT: tileaa-slice-and-fuse
// CHECK-NEXT: tileaa-slice-dot-results
// CHECK-NEXT: tileaa-shrink-k-tiles
// CHECK-NEXT: convert-tileaa-to-tileas
// CHECK: tileas-assign-dot-layouts
// CHECK: tileas-assign-load-store-layouts
// CHECK: tileas-propagate-layouts
// CHECK: tileas-remove-layout-conversions
// CHECK: tileas-legalize-scan
// CHECK: convert-nv-tile-func-to-llvm
// CHECK: convert-nv-tileas-to-llvm
// CHECK: cute-kernel-to-nvvm
// The passes that translate debug information and attach the target are at the end.
// CHECK: convert-debuginfo-to-llvm
// CHECK: attach-nvvm-target
// CHECK: attach-device-library

// The order is as written at -O0; nothing is moved at -O1.
// O0-NOT: cuda_tile.entry
// O0: convert-cudatile-to-tileaa
// O1: cuda_tile.entry(
// O1-NEXT: canonicalize
// O1-NEXT: cse
// O1-NOT: loop
// O1: convert-cudatile-to-tileaa

// Descriptions of values for a debugger are written before anything moves them.
// FULL-NOT: debuginfo-strip-values
// FULL: debuginfo-scope-regions
// FULL-NOT: debuginfo-describe-values
// FULL: convert-cudatile-to-tileaa
// FULL: tileir-gpu-module-prepare{{.*}}debug-info=full
// VARIABLES: debuginfo-scope-regions
// VARIABLES: debuginfo-describe-values
// VARIABLES: convert-cudatile-to-tileaa
// VARIABLES: tileir-gpu-module-prepare{{.*}}debug-info=full

// TAIL-NOT: tileaa
// TAIL: convert-nv-tile-func-to-llvm
// TAIL: attach-nvvm-target

// HEAD: convert-cudatile-to-tileaa
// HEAD-NOT: convert-tileaa-to-tileas
// HEAD-NOT: attach-nvvm-target
module {
}
