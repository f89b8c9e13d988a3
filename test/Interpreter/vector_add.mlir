// A kernel as a front end writes it, from bytecode: each tile block adds a tile of 64 elements; the arrays have 250.
//
// REQUIRES: numpy
// RUN: tileiras-translate %s --mlir-to-cudatilebc --bytecode-version=13.1 -o %t.tileirbc
// RUN: %numpy %S/Inputs/vector_add.py %t
// RUN: tileiras-interpret %t.tileirbc --kernel vector_add --grid 4 --arg array:%t.a.npy --arg array:%t.b.npy \
// RUN:   --arg zeros:f32:250 --expect 2=%t.sum.npy | FileCheck %s
// RUN: tileiras-run %t.tileirbc --interpret --kernel vector_add --grid 4 --arg array:%t.a.npy --arg array:%t.b.npy \
// RUN:   --arg empty:f32:250 --expect 2=%t.sum.npy --out 2=%t.out.npy | FileCheck %s
// CHECK: argument 2: max abs error 0, max rel error 0
//
// One number differs in the last bit:
// RUN: not tileiras-interpret %t.tileirbc --grid 4 --arg array:%t.a.npy --arg array:%t.b.npy \
// RUN:   --arg zeros:f32:250 --expect 2=%t.wrong.npy | FileCheck %s --check-prefix=WRONG
// WRONG: argument 2: 1 of 250 elements differ, the first at (100)
//
// Blocks without tiles are mistakes:
// RUN: not tileiras-interpret %t.tileirbc --grid 5 --arg array:%t.a.npy --arg array:%t.b.npy --arg zeros:f32:250 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: 'cuda_tile.load_view_tko' has index 4 in dimension 0 of an index space of 4
// OUTSIDE-NEXT: note: in tile block (4, 0, 0)
cuda_tile.module @m {
  entry @vector_add(%a: tile<ptr<f32>>, %an: tile<i32>, %as: tile<i32>,
                    %b: tile<ptr<f32>>, %bn: tile<i32>, %bs: tile<i32>,
                    %c: tile<ptr<f32>>, %cn: tile<i32>, %cs: tile<i32>) {
    %block, %y, %z = get_tile_block_id : tile<i32>
    %at = make_tensor_view %a, shape = [%an], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bt = make_tensor_view %b, shape = [%bn], strides = [%bs] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %ct = make_tensor_view %c, shape = [%cn], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %av = make_partition_view %at : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64), padding_value = zero, tensor_view<?xf32, strides=[?]>>
    %cv = make_partition_view %ct : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %x, %t0 = load_view_tko weak %av[%block] : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %w, %t1 = load_view_tko weak %bv[%block] : partition_view<tile=(64), padding_value = zero, tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<64xf32>, token
    %sum = addf %x, %w : tile<64xf32>
    %t2 = store_view_tko weak %sum, %cv[%block] : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
