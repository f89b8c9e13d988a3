// The options of the conversion of bodies: the width of indices, and to keep pipelines for inspection.
// Req: G-09
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm=index-bitwidth=32 | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm=index-bitwidth=64 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm=index-bitwidth=0 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm=skip-pipeline=true | FileCheck %s --check-prefix=SKIP

!p = !nv_tileas.pipeline<2, full = <cp_async, 32>, empty = <threads, 2>>
!from = !nv_tileas.pipeline_iterator<producer, 2>
!bars = !nv_tileas.mbarrier<2>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: llvm.func @twice
  // NARROW: llvm.add %{{.*}} : i32
  // WIDE: llvm.add %{{.*}} : i64
  // SKIP: arith.addi %{{.*}} : index
  func.func @twice(%i: index) -> index {
    %0 = arith.addi %i, %i : index
    return %0 : index
  }

  // CHECK-LABEL: llvm.func @ring
  // CHECK: nvvm.mbarrier.init
  // SKIP: nv_tileas.async.pipeline.create_pipeline
  func.func @ring() attributes {nv_tileas.shared_memory = 32 : i64} {
    %full = nv_tileas.alloc_mbarrier {offset = 0 : i64} : !bars
    %empty = nv_tileas.alloc_mbarrier {offset = 16 : i64} : !bars
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty : !bars, !bars -> !p
    return
  }
}
