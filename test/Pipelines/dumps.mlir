// Dumps of a matmul for sm_90 show the stages and their passes in order, and each pass runs alone on the output of the
// one before it.
// RUN: tileiras-opt --tileiras=compute-capability=90 %S/../Dialect/TileAS/warpgroup_matmul.mlir --mlir-print-ir-after-all -o /dev/null 2>&1 | grep 'IR Dump After' | FileCheck %s
// RUN: %python %S/../tools/tileiras-opt/Inputs/passes_alone.py --tileiras=compute-capability=90 %S/../Dialect/TileAS/warpgroup_matmul.mlir | FileCheck %s --check-prefix=ALONE

// Tile IR.
// CHECK: (convert-cudatile-to-tileaa)
// Facts of accesses.
// CHECK: (tileaa-annotate-accesses)
// CHECK: (convert-tileaa-to-tileas)
// Layouts.
// CHECK: (tileas-assign-dot-layouts)
// CHECK-NEXT: (tileas-assign-load-store-layouts)
// CHECK-NEXT: (tileas-propagate-layouts)
// CHECK-NEXT: (tileas-remove-layout-conversions)
// Buffers.
// CHECK: (tileas-lower-dot-to-async)
// CHECK: (tileas-lower-loads-to-async)
// CHECK: (tileas-materialize-convert-layout)
// A schedule, allocations and barriers.
// CHECK: (tileas-unspecialized-pipeline)
// CHECK: (tileas-materialize-async)
// CHECK: (tileas-assign-smem)
// CHECK: (tileas-insert-memory-barriers)
// CHECK: (tileas-verify-layouts)
// Functions, then bodies, with the passes inside of their conversion.
// CHECK-NEXT: (convert-nv-tile-func-to-llvm)
// CHECK-NEXT: (cute-hoist-addresses)
// CHECK-NEXT: (convert-cute-nvgpu-to-nvvm)
// CHECK-NEXT: (convert-cute-to-llvm)
// CHECK-NEXT: (convert-nv-tileas-to-llvm)
// CHECK-NEXT: (cute-kernel-to-nvvm)
// CHECK-NEXT: (convert-nvvm-to-llvm)
// CHECK-NEXT: (reconcile-unrealized-casts)
// CHECK-NEXT: (convert-debuginfo-to-llvm)
// CHECK-NEXT: (attach-nvvm-target)
// CHECK-NEXT: (attach-device-library)

// ALONE: pass: builtin.module(gpu.module(nv_tileaa.func(tileas-lower-dot-to-async)))
// ALONE: pass: builtin.module(gpu.module(convert-nv-tileas-to-llvm{
// ALONE: alone gives:
// ALONE: wgmma.mma_async
