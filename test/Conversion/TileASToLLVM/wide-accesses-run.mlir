// Where pointers are known to be multiples of 32 bytes, Blackwell loads and stores 256 bits at a time: with a mask
// (inline assembly) and without (LLVM's vectors). Others access the same tiles by 128 bits.
// RUN: python3 %S/../../Emulator/Inputs/arrays.py halves_and_floats %t
// RUN: tileiras-run %s --gpu-name sm_100 --schedule adversarial --arg ptr:%t.half.npy --arg ptr:zeros:f16:2048 --arg ptr:%t.float.npy --arg ptr:zeros:f32:2048 --arg ptr:%t.double.npy --arg ptr:zeros:f64:2048 --arg i32:1904 --expect 1=%t.halves.npy --expect 3=%t.floats.npy --expect 5=%t.doubles.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_120 --arg ptr:%t.half.npy --arg ptr:zeros:f16:2048 --arg ptr:%t.float.npy --arg ptr:zeros:f32:2048 --arg ptr:%t.double.npy --arg ptr:zeros:f64:2048 --arg i32:1904 --expect 1=%t.halves.npy --expect 3=%t.floats.npy --expect 5=%t.doubles.npy | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --arg ptr:%t.half.npy --arg ptr:zeros:f16:2048 --arg ptr:%t.float.npy --arg ptr:zeros:f32:2048 --arg ptr:%t.double.npy --arg ptr:zeros:f64:2048 --arg i32:1904 --expect 1=%t.halves.npy --expect 3=%t.floats.npy --expect 5=%t.doubles.npy | FileCheck %s
// CHECK: argument 1: max abs error 0,
// CHECK: argument 3: max abs error 0,
// CHECK: argument 5: max abs error 0,
// RUN: tileiras %s --gpu-name sm_100 --emit=ptx -o - | FileCheck %s --check-prefix=PTX --implicit-check-not='{{(ld|st).global(.nc)?.v4.b32}}'
// RUN: tileiras %s --gpu-name sm_110 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX-DAG: ld.global{{.*}}.v8.b32
// PTX-DAG: @%p{{[0-9]+}} ld.global{{.*}}.v8.b32
// PTX-DAG: ld.global{{.*}}.v4.b64
// PTX-DAG: @%p{{[0-9]+}} st.global.v8.b32
// PTX-DAG: st.global.v4.b64
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=HOPPER --implicit-check-not=.v8.b32 --implicit-check-not=.v4.b64
// HOPPER: ld.global{{.*}}.v4.b32
cuda_tile.module @m {
  entry @double(%half: tile<ptr<f16>>, %halves: tile<ptr<f16>>, %float: tile<ptr<f32>>, %floats: tile<ptr<f32>>, %double: tile<ptr<f64>>, %doubles: tile<ptr<f64>>, %n: tile<i32>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %size = constant <i32: 2048> : tile<i32>
    %start = muli %block, %size : tile<i32>
    %start0 = reshape %start : tile<i32> -> tile<1xi32>
    %start1 = broadcast %start0 : tile<1xi32> -> tile<2048xi32>
    %lane = iota : tile<2048xi32>
    %i = addi %start1, %lane : tile<2048xi32>
    %limit = assume div_by<16>, %n : tile<i32>
    %limit0 = reshape %limit : tile<i32> -> tile<1xi32>
    %limit1 = broadcast %limit0 : tile<1xi32> -> tile<2048xi32>
    %inside = cmpi less_than %i, %limit1, signed : tile<2048xi32> -> tile<2048xi1>
    %a0 = assume div_by<32>, %half : tile<ptr<f16>>
    %a00 = reshape %a0 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %a01 = broadcast %a00 : tile<1xptr<f16>> -> tile<2048xptr<f16>>
    %a02 = offset %a01, %i : tile<2048xptr<f16>>, tile<2048xi32> -> tile<2048xptr<f16>>
    %b0 = assume div_by<32>, %halves : tile<ptr<f16>>
    %b00 = reshape %b0 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %b01 = broadcast %b00 : tile<1xptr<f16>> -> tile<2048xptr<f16>>
    %b02 = offset %b01, %i : tile<2048xptr<f16>>, tile<2048xi32> -> tile<2048xptr<f16>>
    %x0, %t0 = load_ptr_tko weak %a02 : tile<2048xptr<f16>> -> tile<2048xf16>, token
    %y0 = addf %x0, %x0 : tile<2048xf16>
    %s0 = store_ptr_tko weak %b02, %y0 : tile<2048xptr<f16>>, tile<2048xf16> -> token
    %a1 = assume div_by<32>, %float : tile<ptr<f32>>
    %a10 = reshape %a1 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a11 = broadcast %a10 : tile<1xptr<f32>> -> tile<2048xptr<f32>>
    %a12 = offset %a11, %i : tile<2048xptr<f32>>, tile<2048xi32> -> tile<2048xptr<f32>>
    %b1 = assume div_by<32>, %floats : tile<ptr<f32>>
    %b10 = reshape %b1 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b11 = broadcast %b10 : tile<1xptr<f32>> -> tile<2048xptr<f32>>
    %b12 = offset %b11, %i : tile<2048xptr<f32>>, tile<2048xi32> -> tile<2048xptr<f32>>
    %zero = constant <f32: 0.0> : tile<2048xf32>
    %x1, %t1 = load_ptr_tko weak %a12, %inside, %zero : tile<2048xptr<f32>>, tile<2048xi1>, tile<2048xf32> -> tile<2048xf32>, token
    %y1 = addf %x1, %x1 : tile<2048xf32>
    %s1 = store_ptr_tko weak %b12, %y1, %inside : tile<2048xptr<f32>>, tile<2048xf32>, tile<2048xi1> -> token
    %a2 = assume div_by<32>, %double : tile<ptr<f64>>
    %a20 = reshape %a2 : tile<ptr<f64>> -> tile<1xptr<f64>>
    %a21 = broadcast %a20 : tile<1xptr<f64>> -> tile<2048xptr<f64>>
    %a22 = offset %a21, %i : tile<2048xptr<f64>>, tile<2048xi32> -> tile<2048xptr<f64>>
    %b2 = assume div_by<32>, %doubles : tile<ptr<f64>>
    %b20 = reshape %b2 : tile<ptr<f64>> -> tile<1xptr<f64>>
    %b21 = broadcast %b20 : tile<1xptr<f64>> -> tile<2048xptr<f64>>
    %b22 = offset %b21, %i : tile<2048xptr<f64>>, tile<2048xi32> -> tile<2048xptr<f64>>
    %x2, %t2 = load_ptr_tko weak %a22 : tile<2048xptr<f64>> -> tile<2048xf64>, token
    %y2 = addf %x2, %x2 : tile<2048xf64>
    %s2 = store_ptr_tko weak %b22, %y2 : tile<2048xptr<f64>>, tile<2048xf64> -> token
    return
  }
}
