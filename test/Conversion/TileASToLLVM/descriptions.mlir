// Described values follow the registers that hold them; the program's own values are unchanged.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

// Req: C-09 C-10

#l = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]], warp=[[64],[128]]}>
!p = !nv_tileas.pipeline<3, full = <group>, empty = <group>>
#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#x = #debuginfo.local_variable<name = "x", scope = #sp>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: llvm.func @values
  // CHECK-SAME: (%[[N:.*]]: i32, %[[P:.*]]: !llvm.ptr<1>, %[[T:.*]]: !llvm.struct<(bf16, bf16)>)
  nv_tileaa.func @values(%n: i32, %p: !nv_tileaa.ptr<f32>, %t: tensor<256xbf16, #l>) {
    // CHECK: debuginfo.value %[[N]], <name = "x", {{.*}}> : !debuginfo.value<!cuda_tile.tile<i32>> as i32
    debuginfo.value %n, #x : !debuginfo.value<!cuda_tile.tile<i32>> as i32
    // CHECK: debuginfo.value %[[P]], {{.*}} : !debuginfo.value<!cuda_tile.tile<ptr<f32>>> as !llvm.ptr<1>
    debuginfo.value %p, #x : !debuginfo.value<!cuda_tile.tile<ptr<f32>>> as !nv_tileaa.ptr<f32>
    // CHECK: debuginfo.value %[[T]], {{.*}} {layout = "{register={{\[\[}}1]], lane={{\[\[}}2],[4],[8],[16],[32]], warp={{\[\[}}64],[128]]}"} : !debuginfo.value<!cuda_tile.tile<256xbf16>> as !llvm.struct<(bf16, bf16)>
    debuginfo.value %t, #x : !debuginfo.value<!cuda_tile.tile<256xbf16>> as tensor<256xbf16, #l>
    nv_tileaa.return
  }

  // A value that a later phase replaces is the compiler's concern, and is reported where it is described.
  // CHECK-LABEL: llvm.func @placeholder
  // CHECK: %[[NONE:.*]] = debuginfo.unresolved "no registers hold a value of type '!nv_tileas.pipeline<3, full = <group>, empty = <group>>'" : i1
  // CHECK: debuginfo.value %[[NONE]], {{.*}} : !debuginfo.value<!nv_tileas.pipeline<3, {{.*}}>> as i1
  nv_tileaa.func @placeholder() {
    %p = nv_tileas.async.pipeline.create_pipeline -> !p
    debuginfo.value %p, #x : !debuginfo.value<!p>
    nv_tileaa.return
  }
}
