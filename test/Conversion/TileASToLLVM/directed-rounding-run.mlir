// The argument keeps everything from being folded. A directed rounding is kept to the end: f16 and bf16 are computed in
// f32 and narrowed in the same direction.
// RUN: tileiras-run %s --gpu-name sm_75 --arg f16:1 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_90 --arg f16:1 | FileCheck %s
// RUN: tileiras-run %s --interpret --arg f16:1 | FileCheck %s

cuda_tile.module @m {
  entry @k(%one: !cuda_tile.tile<f16>) {
    // A third: 0x3555 and 0x3556.
    %c3 = constant <f16: 3.0> : tile<f16>
    %third = divf %one, %c3 rounding<zero> : tile<f16>
    %thirdUp = divf %one, %c3 rounding<positive_inf> : tile<f16>
    %minus = negf %one : tile<f16>
    %minusUp = divf %minus, %c3 rounding<positive_inf> : tile<f16>
    %minusDown = divf %minus, %c3 rounding<negative_inf> : tile<f16>
    %a = bitcast %third : tile<f16> -> tile<i16>
    %b = bitcast %thirdUp : tile<f16> -> tile<i16>
    %c = bitcast %minusUp : tile<f16> -> tile<i16>
    %d = bitcast %minusDown : tile<f16> -> tile<i16>
    // CHECK: 3555 3556 b555 b556
    print_tko "%x %x %x %x\n", %a, %b, %c, %d : tile<i16>, tile<i16>, tile<i16>, tile<i16> -> token
    // The largest number and an overflow; the smallest and an underflow.
    %max0 = constant <f16: 65504.0> : tile<f16>
    %max = mulf %max0, %one : tile<f16>
    %large = addf %max, %max rounding<zero> : tile<f16>
    %infinite = mulf %max, %max rounding<positive_inf> : tile<f16>
    %min0 = constant <f16: 0x0001> : tile<f16>
    %min = mulf %min0, %one : tile<f16>
    %none = mulf %min, %min rounding<negative_inf> : tile<f16>
    %some = fma %min, %min, %min rounding<positive_inf> : tile<f16>
    %e = bitcast %large : tile<f16> -> tile<i16>
    %f = bitcast %infinite : tile<f16> -> tile<i16>
    %g = bitcast %none : tile<f16> -> tile<i16>
    %h = bitcast %some : tile<f16> -> tile<i16>
    // CHECK: 7bff 7c00 0 2
    print_tko "%x %x %x %x\n", %e, %f, %g, %h : tile<i16>, tile<i16>, tile<i16>, tile<i16> -> token
    // bf16 of a third: 0x3eaaaaab.
    %x = ftof %one : tile<f16> -> tile<f32>
    %y3 = constant <f32: 3.0> : tile<f32>
    %y = divf %x, %y3 rounding<nearest_even> : tile<f32>
    %narrow = ftof %y rounding<zero> : tile<f32> -> tile<bf16>
    %i = bitcast %narrow : tile<bf16> -> tile<i16>
    // bf16 goes further down than f16: half of its smallest number becomes zero.
    %tiny = constant <bf16: 0x3300> : tile<bf16>
    %one16 = ftof %one : tile<f16> -> tile<bf16>
    %tiny1 = mulf %tiny, %one16 : tile<bf16>
    %more = constant <bf16: 0x3340> : tile<bf16>
    %more1 = mulf %more, %one16 : tile<bf16>
    %j0 = ftof %tiny1 rounding<zero> : tile<bf16> -> tile<f16>
    %k0 = ftof %more1 rounding<zero> : tile<bf16> -> tile<f16>
    %l0 = ftof %more1 : tile<bf16> -> tile<f16>
    %j = bitcast %j0 : tile<f16> -> tile<i16>
    %k = bitcast %k0 : tile<f16> -> tile<i16>
    %l = bitcast %l0 : tile<f16> -> tile<i16>
    // CHECK: 3eaa 0 0 1
    print_tko "%x %x %x %x\n", %i, %j, %k, %l : tile<i16>, tile<i16>, tile<i16>, tile<i16> -> token
    return
  }
}
