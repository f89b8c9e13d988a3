// Aggregates are described leaf by leaf, each as a fragment of the variable.
// RUN: tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" %s | FileCheck %s
// In LLVM IR the fragments make up the type, which LLVM's verifier checks.
// RUN: tileiras-opt --pass-pipeline="builtin.module(gpu.module(convert-debuginfo-to-llvm))" --mlir-print-debuginfo %s -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 -g -O0 --emit=llvmir -o - | FileCheck %s --check-prefix=IR

// Req: C-07 C-08 C-13 C-14

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp_vector = #cuda_tile.di_subprogram<file = #file, line = 3, name = "vector", linkageName = "vector", compileUnit = #cu>
#at_vector = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp_vector>
#sp_structure = #cuda_tile.di_subprogram<file = #file, line = 3, name = "structure", linkageName = "structure", compileUnit = #cu>
#at_structure = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp_structure>
#sp_tile = #cuda_tile.di_subprogram<file = #file, line = 3, name = "tile", linkageName = "tile", compileUnit = #cu>
#at_tile = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp_tile>
#sp_view = #cuda_tile.di_subprogram<file = #file, line = 3, name = "view", linkageName = "view", compileUnit = #cu>
#at_view = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp_view>
#v = #debuginfo.local_variable<name = "v", scope = #sp_vector>
#s = #debuginfo.local_variable<name = "s", scope = #sp_structure>
#n = #debuginfo.local_variable<name = "n", scope = #sp_structure>
#t = #debuginfo.local_variable<name = "t", scope = #sp_tile>
#w = #debuginfo.local_variable<name = "w", scope = #sp_view>
#a = #debuginfo.local_variable<name = "a", scope = #sp_tile>

gpu.module @m attributes {nv_tileaa.debug_info = "full"} {
  // CHECK-LABEL: llvm.func @vector
  // CHECK-SAME: (%[[V:.*]]: vector<2xf32>)
  llvm.func @vector(%v: vector<2xf32>) attributes {nvvm.kernel} {
    // CHECK: %[[V0:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32]
    // CHECK: %[[P0:.*]] = llvm.call_intrinsic "llvm.nvvm.move.float"(%[[V0]])
    // CHECK: %[[V1:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32]
    // CHECK: %[[P1:.*]] = llvm.call_intrinsic "llvm.nvvm.move.float"(%[[V1]])
    // CHECK: llvm.intr.dbg.value #[[VAR:.*]] #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]> = %[[P0]] : f32
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(32, 32)]> = %[[P1]] : f32
    debuginfo.value %v, #v : !debuginfo.value<vector<2xf32>> loc(#at_vector)
    llvm.return loc(#at_vector)
  } loc(#at_vector)

  // Members have C's offsets; here a byte, two numbers in a structure, and a pair of halves.
  // CHECK-LABEL: llvm.func @structure
  // CHECK-SAME: (%[[S:.*]]: !llvm.struct<(i8, struct<(i32, f64)>, vector<2xf16>)>)
  llvm.func @structure(%s: !llvm.struct<(i8, struct<(i32, f64)>, vector<2xf16>)>) attributes {nvvm.kernel} {
    // CHECK: llvm.extractvalue %[[S]][0]
    // CHECK: llvm.extractvalue %[[S]][1, 0]
    // CHECK: llvm.extractvalue %[[S]][1, 1]
    // CHECK: %[[PAIR:.*]] = llvm.extractvalue %[[S]][2]
    // CHECK: llvm.extractelement %[[PAIR]]
    // CHECK: llvm.intr.dbg.value #[[VAR:.*]] #llvm.di_expression<[DW_OP_LLVM_fragment(0, 8)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(64, 32)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(128, 64)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(192, 16)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(208, 16)]>
    debuginfo.value %s, #s : !debuginfo.value<!llvm.struct<(i8, struct<(i32, f64)>, vector<2xf16>)>> loc(#at_structure)
    // A tuple of the program, held by a structure.
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_LLVM_fragment(0, 8)]>
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_LLVM_fragment(64, 32)]>
    debuginfo.value %s, #n : !debuginfo.value<tuple<i8, tuple<i32, f64>, vector<2xf16>>> as !llvm.struct<(i8, struct<(i32, f64)>, vector<2xf16>)> loc(#at_structure)
    llvm.return loc(#at_structure)
  } loc(#at_structure)

  // A thread's part of a tile: as many elements as its registers hold.
  // CHECK-LABEL: llvm.func @tile
  llvm.func @tile(%t: !llvm.struct<(i8, i8, i8, i8)>, %a: !llvm.array<2 x i64>) attributes {nvvm.kernel} {
    // CHECK-COUNT-4: llvm.extractvalue
    // CHECK: llvm.intr.dbg.value #[[VAR:.*]] #llvm.di_expression<[DW_OP_LLVM_fragment(0, 8)]> = %{{.*}} : i16
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(8, 8)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(16, 8)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(24, 8)]>
    debuginfo.value %t, #t : !debuginfo.value<!cuda_tile.tile<16x32xf8E5M2>> as !llvm.struct<(i8, i8, i8, i8)> loc(#at_tile)
    // CHECK: llvm.intr.dbg.value #{{.*}} #llvm.di_expression<[DW_OP_LLVM_fragment(64, 64)]>
    debuginfo.value %a, #a : !debuginfo.value<!llvm.array<2 x i64>> loc(#at_tile)
    llvm.return loc(#at_tile)
  } loc(#at_tile)

  // A view: its base, and the sizes that are not in its type; those that are are constants.
  // CHECK-LABEL: llvm.func @view
  // CHECK-SAME: (%[[W:.*]]: !llvm.struct<(ptr<1>, array<2 x i64>, array<2 x i64>)>)
  llvm.func @view(%w: !llvm.struct<(ptr<1>, array<2 x i64>, array<2 x i64>)>) attributes {nvvm.kernel} {
    // CHECK: llvm.extractvalue %[[W]][0]
    // CHECK: %[[ROWS:.*]] = llvm.mlir.constant(64 : i64) : i64
    // CHECK: llvm.extractvalue %[[W]][1, 1]
    // CHECK: llvm.extractvalue %[[W]][2, 0]
    // CHECK: %[[STRIDE:.*]] = llvm.mlir.constant(1 : i64) : i64
    // CHECK: llvm.intr.dbg.value #[[VAR:.*]] #llvm.di_expression<[DW_OP_LLVM_fragment(0, 64)]> = %{{.*}} : !llvm.ptr<1>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(64, 64)]> = %[[ROWS]] : i64
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(128, 64)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(192, 64)]>
    // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_fragment(256, 64)]> = %[[STRIDE]] : i64
    debuginfo.value %w, #w : !debuginfo.value<!cuda_tile.tensor_view<64x?xf16, strides=[?,1]>> as !llvm.struct<(ptr<1>, array<2 x i64>, array<2 x i64>)> loc(#at_view)
    llvm.return loc(#at_view)
  } loc(#at_view)
}

// IR-DAG: !DILocalVariable(name: "v", {{.*}}type: ![[V:[0-9]+]])
// IR-DAG: ![[V]] = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<2xf32>", baseType: ![[VA:[0-9]+]])
// IR-DAG: ![[VA]] = !DICompositeType(tag: DW_TAG_array_type, baseType: !{{[0-9]+}}, size: 64, elements: ![[VE:[0-9]+]])
// IR-DAG: !DISubrange(count: 2)
// IR-DAG: !DILocalVariable(name: "s", {{.*}}type: ![[S:[0-9]+]])
// IR-DAG: ![[S]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "!llvm.struct<(i8, struct<(i32, f64)>, vector<2xf16>)>", {{.*}}size: 256, elements:
// IR-DAG: !DIDerivedType(tag: DW_TAG_member, name: "1", {{.*}}size: 128, offset: 64)
// IR-DAG: !DIDerivedType(tag: DW_TAG_member, name: "2", {{.*}}size: 32, offset: 192)
// IR-DAG: !DILocalVariable(name: "t", {{.*}}type: ![[T:[0-9]+]])
// IR-DAG: ![[T]] = !DIDerivedType(tag: DW_TAG_typedef, name: "tile<16x32xf8E5M2>"
// IR-DAG: !DIBasicType(name: "f8E5M2", size: 8, encoding: DW_ATE_unsigned)
// IR-DAG: !DILocalVariable(name: "w", {{.*}}type: ![[W:[0-9]+]])
// IR-DAG: ![[W]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "tensor_view<64x?xf16, strides=[?,1]>", {{.*}}size: 320
// IR-DAG: !DIDerivedType(tag: DW_TAG_member, name: "base", {{.*}}size: 64)
// IR-DAG: !DIDerivedType(tag: DW_TAG_member, name: "strides", {{.*}}size: 128, offset: 192)
