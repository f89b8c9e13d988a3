// A matrix multiplication on sm_80 whose schedule is written by hand: its loop is expanded as the attributes say. Several
// schedules give the numbers of the serial one, under every order of warps; without a wait or barrier of the loop the
// emulator finds what is missing.
// DEFINE: %{passes} = tileas-verify-schedule,tileas-unspecialized-pipeline,tileas-materialize-async,tileas-assign-smem{extended-smem=true},tileas-insert-memory-barriers,tileas-assign-named-barriers,tileas-assign-access-atoms,tileas-verify-layouts
// DEFINE: %{expand} = tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(%{passes})))'
// DEFINE: %{run} = tileiras-run --gpu-name sm_80 --grid 2,1 --arg random:f16:128x320 --arg random:f16:320x64 --arg zeros:f16:128x64

// RUN: sed 's/MODE/serial/; s/LAST_READ_STAGE/0/; s/READ_STAGE/0/; s/DOT_STAGE/0/; s/COPY_ORDER/0/; s/LAST_READ_ORDER/1/; s/READ_ORDER/1/' %s | %{expand} -o %t.serial.mlir
// RUN: %{run} %t.serial.mlir --out 2=%t.npy

// The copies come last; those of five iterations are in flight.
// RUN: sed 's/MODE/pipelined/; s/LAST_READ_STAGE/5/; s/READ_STAGE/5/; s/DOT_STAGE/5/; s/COPY_ORDER/2/; s/LAST_READ_ORDER/0/; s/READ_ORDER/0/' %s | %{expand} -o %t.plain.mlir
// RUN: FileCheck %s --input-file=%t.plain.mlir --check-prefix=PLAIN
// RUN: %{run} %t.plain.mlir --expect 2=%t.npy --schedule inorder
// RUN: %{run} %t.plain.mlir --expect 2=%t.npy --schedule random:1
// RUN: %{run} %t.plain.mlir --expect 2=%t.npy --schedule random:2
// RUN: %{run} %t.plain.mlir --expect 2=%t.npy --schedule random:3
// RUN: %{run} %t.plain.mlir --expect 2=%t.npy --schedule adversarial
// PLAIN-COUNT-5: nv_tileas.async.commit
// PLAIN: scf.for
// PLAIN: nv_tileas.async.wait({{.*}}) {pending = 4 : i64}
// PLAIN-NEXT: nv_tileas.barrier
// PLAIN-NOT: nv_tileas.async.copy
// PLAIN-COUNT-4: nv_tileas.copy
// PLAIN-COUNT-2: nv_tileas.dot
// PLAIN-COUNT-2: nv_tileas.async.copy
// PLAIN: nv_tileas.async.commit
// PLAIN-NOT: nv_tileas.barrier
// PLAIN: scf.yield

// The operands of a dot are read in the iteration before it, after the dot of that iteration.
// RUN: sed 's/MODE/pipelined/; s/LAST_READ_STAGE/4/; s/READ_STAGE/4/; s/DOT_STAGE/5/; s/COPY_ORDER/3/; s/LAST_READ_ORDER/2/; s/READ_ORDER/2/' %s | %{expand} -o %t.early.mlir
// RUN: FileCheck %s --input-file=%t.early.mlir --check-prefix=EARLY
// RUN: %{run} %t.early.mlir --expect 2=%t.npy --schedule inorder
// RUN: %{run} %t.early.mlir --expect 2=%t.npy --schedule random:1
// RUN: %{run} %t.early.mlir --expect 2=%t.npy --schedule random:2
// RUN: %{run} %t.early.mlir --expect 2=%t.npy --schedule random:3
// RUN: %{run} %t.early.mlir --expect 2=%t.npy --schedule adversarial
// EARLY: scf.for
// EARLY-COUNT-2: nv_tileas.dot
// EARLY: nv_tileas.async.wait({{.*}}) {pending = 3 : i64}
// EARLY-NEXT: nv_tileas.barrier
// EARLY-COUNT-4: nv_tileas.copy
// EARLY: scf.yield

// Only those of the first dot are, as the built-in schedule has it for large tiles.
// RUN: sed 's/MODE/pipelined/; s/LAST_READ_STAGE/5/; s/READ_STAGE/4/; s/DOT_STAGE/5/; s/COPY_ORDER/3/; s/LAST_READ_ORDER/0/; s/READ_ORDER/2/' %s | %{expand} -o %t.half.mlir
// RUN: FileCheck %s --input-file=%t.half.mlir --check-prefix=HALF
// RUN: %{run} %t.half.mlir --expect 2=%t.npy --schedule inorder
// RUN: %{run} %t.half.mlir --expect 2=%t.npy --schedule random:1
// RUN: %{run} %t.half.mlir --expect 2=%t.npy --schedule random:2
// RUN: %{run} %t.half.mlir --expect 2=%t.npy --schedule random:3
// RUN: %{run} %t.half.mlir --expect 2=%t.npy --schedule adversarial
// HALF: scf.for
// HALF-COUNT-2: nv_tileas.copy
// HALF-COUNT-2: nv_tileas.dot
// HALF: nv_tileas.async.wait({{.*}}) {pending = 3 : i64}
// HALF-NEXT: nv_tileas.barrier
// HALF-COUNT-2: nv_tileas.copy
// HALF: scf.yield

// With a stage less in use, the copies may come first.
// RUN: sed 's/MODE/pipelined/; s/LAST_READ_STAGE/4/; s/READ_STAGE/4/; s/DOT_STAGE/4/; s/COPY_ORDER/0/; s/LAST_READ_ORDER/0/; s/READ_ORDER/0/' %s | %{expand} -o %t.first.mlir
// RUN: %{run} %t.first.mlir --expect 2=%t.npy --schedule inorder
// RUN: %{run} %t.first.mlir --expect 2=%t.npy --schedule random:1
// RUN: %{run} %t.first.mlir --expect 2=%t.npy --schedule adversarial

// Faults: no wait, one that leaves a group more in flight, no barrier after it.
// RUN: sed '/nv_tileas.async.wait/d' %t.plain.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed 's/pending = 4/pending = 5/' %t.plain.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/{n;d}' %t.plain.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/d' %t.early.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed 's/pending = 3/pending = 4/' %t.early.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/{n;d}' %t.early.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/d' %t.half.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed 's/pending = 3/pending = 4/' %t.half.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/{n;d}' %t.half.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/d' %t.first.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// RUN: sed '/nv_tileas.async.wait/{n;d}' %t.first.mlir > %t.fault.mlir && not %{run} %t.fault.mlir 2>&1 | FileCheck %s
// CHECK: {{missing:|nothing was written there}}

#layout = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>
#layout1 = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[8,0],[16,0],[32,0],[2,8],[4,16]]}>
#layout2 = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[8,0],[16,0],[1,16],[2,32],[4,8]]}>
#layout3 = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#layout4 = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#layout5 = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#layout6 = #nv_tileas.layout<{register=[[1,0],[8,0],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,8]]}>
#layout7 = #nv_tileas.layout<{offset=[[0,1],[32,0],[8,0],[0,2],[0,4],[1,0],[2,0],[4,0],[16,0],[8,16],[0,34],[0,12]]}>
#layout8 = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
module {
  gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80"} {
    nv_tileaa.func @matmul_f16_64x64x32(%arg0: !nv_tileaa.ptr<f16>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: !nv_tileaa.ptr<f16>, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: !nv_tileaa.ptr<f16>, %arg11: i32, %arg12: i32, %arg13: i32, %arg14: i32) attributes {tileas.schedule.mode = "MODE", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 4, registers = 128>], nv_tileaa.compute_capability = 80 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.target_spec = "sm_80"} {
      %c32_i32 = arith.constant 32 : i32
      %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #layout>
      %c0_i32 = arith.constant 0 : i32
      %c1_i32 = arith.constant 1 : i32
      %0 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg0 : !nv_tileaa.ptr<f16>
      %1 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg1 : i32
      %2 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg2 : i32
      %3 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg3 : i32
      %4 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg5 : !nv_tileaa.ptr<f16>
      %5 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg6 : i32
      %6 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg7 : i32
      %7 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg8 : i32
      %8 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg10 : !nv_tileaa.ptr<f16>
      %9 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg11 : i32
      %10 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg12 : i32
      %11 = nv_tileaa.assume #nv_tileaa.div_by<16>, %arg13 : i32
      %12 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %1 : i32
      %13 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %2 : i32
      %14 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %3 : i32
      %15 = nv_tileaa.make_memref %0, sizes = [%12, %13], strides = [%14] : <f16> sizes i32, i32 strides i32 -> <?x?xf16, strides = [?, 1]>
      %16 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %5 : i32
      %17 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %6 : i32
      %18 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %7 : i32
      %19 = nv_tileaa.make_memref %4, sizes = [%16, %17], strides = [%18] : <f16> sizes i32, i32 strides i32 -> <?x?xf16, strides = [?, 1]>
      %20 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %9 : i32
      %21 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %10 : i32
      %22 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0>, %11 : i32
      %23 = nv_tileaa.make_memref %8, sizes = [%20, %21], strides = [%22] : <f16> sizes i32, i32 strides i32 -> <?x?xf16, strides = [?, 1]>
      %24 = nv_tileaa.get_program_id <x> : i32
      %25 = nv_tileaa.get_program_id <y> : i32
      %26 = nv_tileaa.get_dim_size %15, 1 : <?x?xf16, strides = [?, 1]> -> i32
      %27 = arith.ceildivui %26, %c32_i32 : i32
      %28 = nv_tileaa.block_tile %15 : <?x?xf16, strides = [?, 1]> -> <64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>
      %29 = nv_tileaa.block_tile %19 : <?x?xf16, strides = [?, 1]> -> <32x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [32, 64], dims = [0, 1]>
      %30 = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #layout1, stages = 6>
      %31 = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<32x64xf16, shared, layout = #layout2, stages = 6>
      %c0_i32_0 = arith.constant 0 : i32
      %c0_i32_1 = arith.constant 0 : i32
      %c1_i32_2 = arith.constant 1 : i32
      %c6_i32 = arith.constant 6 : i32
      %32:2 = scf.for %arg15 = %c0_i32 to %27 step %c1_i32 iter_args(%arg16 = %cst, %arg17 = %c0_i32_0) -> (tensor<64x64xf32, #layout>, i32)  : i32 {
        %38 = nv_tileas.buffer_view %30[%arg17] : !nv_tileaa.memref<64x32xf16, shared, layout = #layout1, stages = 6> -> !nv_tileaa.memref<64x32xf16, shared, layout = #layout1>
        %39 = nv_tileas.async.copy %28[%24, %arg15] to %38 atom <simt_async_copy, 16> threads(#layout3) {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: false, false>, index_bits = 32 : i32, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = COPY_ORDER : i32} : <64x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 32], dims = [0, 1]>[i32, i32], <64x32xf16, shared, layout = #layout1>
        %40 = nv_tileas.buffer_view %31[%arg17] : !nv_tileaa.memref<32x64xf16, shared, layout = #layout2, stages = 6> -> !nv_tileaa.memref<32x64xf16, shared, layout = #layout2>
        %41 = nv_tileas.async.copy %29[%arg15, %25] to %40 atom <simt_async_copy, 16> threads(#layout4) {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: false, false>, index_bits = 32 : i32, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = COPY_ORDER : i32} : <32x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [32, 64], dims = [0, 1]>[i32, i32], <32x64xf16, shared, layout = #layout2>
        %42 = nv_tileas.async.commit(%39, %41)
        nv_tileas.async.wait(%42)
        nv_tileas.barrier
        %43 = nv_tileas.buffer_view %30[%arg17] : !nv_tileaa.memref<64x32xf16, shared, layout = #layout1, stages = 6> -> !nv_tileaa.memref<64x32xf16, shared, layout = #layout1>
        %44 = nv_tileas.buffer_view %31[%arg17] : !nv_tileaa.memref<32x64xf16, shared, layout = #layout2, stages = 6> -> !nv_tileaa.memref<32x64xf16, shared, layout = #layout2>
        %45 = nv_tileas.copy %43 atom <ldsm, 4> slice [0, 0] {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = READ_STAGE : i32, tileas.schedule.order = READ_ORDER : i32} : !nv_tileaa.memref<64x32xf16, shared, layout = #layout1> -> tensor<64x16xf16, #layout5>
        %46 = nv_tileas.copy %44 atom <ldsm.trans, 4> slice [0, 0] {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = READ_STAGE : i32, tileas.schedule.order = READ_ORDER : i32} : !nv_tileaa.memref<32x64xf16, shared, layout = #layout2> -> tensor<16x64xf16, #layout6>
        %47 = nv_tileas.copy %43 atom <ldsm, 4> slice [0, 16] {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = LAST_READ_STAGE : i32, tileas.schedule.order = LAST_READ_ORDER : i32} : !nv_tileaa.memref<64x32xf16, shared, layout = #layout1> -> tensor<64x16xf16, #layout5>
        %48 = nv_tileas.copy %44 atom <ldsm.trans, 4> slice [16, 0] {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = LAST_READ_STAGE : i32, tileas.schedule.order = LAST_READ_ORDER : i32} : !nv_tileaa.memref<32x64xf16, shared, layout = #layout2> -> tensor<16x64xf16, #layout6>
        %49 = nv_tileas.dot %45, %46, %arg16 <sm80.mma.m16n8k16.f16.f32> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = DOT_STAGE : i32, tileas.schedule.order = 1 : i32} : tensor<64x16xf16, #layout5>, tensor<16x64xf16, #layout6>, tensor<64x64xf32, #layout>
        %50 = nv_tileas.dot %47, %48, %49 <sm80.mma.m16n8k16.f16.f32> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = DOT_STAGE : i32, tileas.schedule.order = 1 : i32} : tensor<64x16xf16, #layout5>, tensor<16x64xf16, #layout6>, tensor<64x64xf32, #layout>
        %51 = arith.addi %arg17, %c1_i32_2 : i32
        %52 = arith.cmpi eq, %51, %c6_i32 : i32
        %53 = arith.select %52, %c0_i32_1, %51 : i32
        scf.yield %50, %53 : tensor<64x64xf32, #layout>, i32
      }
      %33 = nv_tileaa.fp_to_fp %32#0 {tileas.schedule.partition = array<i32: 0>} : tensor<64x64xf32, #layout> -> tensor<64x64xf16, #layout>
      %34 = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<64x64xf16, shared, layout = #layout7>
      nv_tileas.copy %33, %34 atom <universal_copy, 128> {tileas.schedule.partition = array<i32: 0>} : tensor<64x64xf16, #layout>, !nv_tileaa.memref<64x64xf16, shared, layout = #layout7>
      %35 = nv_tileaa.block_tile %23 : <?x?xf16, strides = [?, 1]> -> <64x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>
      %36 = nv_tileas.copy %34 atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 0>} : !nv_tileaa.memref<64x64xf16, shared, layout = #layout7> -> tensor<64x64xf16, #layout8>
      %37 = nv_tileas.tiled_store <weak> %36, %35[%24, %25] {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: false, false>, index_bits = 32 : i32, tileas.schedule.partition = array<i32: 0>} : tensor<64x64xf16, #layout8>, <64x64, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>[i32, i32] -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
