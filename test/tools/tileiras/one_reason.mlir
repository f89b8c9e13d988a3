// A refusal is one line: where, which operation, why. The conversion driver's
// echo is left out.
// RUN: not tileiras %s --gpu-name sm_75 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not test -e %t.ptx

// CHECK: {{.*}}one_reason.mlir:[[#@LINE + 11]]:{{[0-9]+}}: error: 'nv_tileas.dot' op product of 'bf16' without matrix units takes 8192 instructions in each thread, more than the 4096 that are supported yet
cuda_tile.module @kernels {
  entry @product(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %sum = constant <f32: 0.0> : tile<128x128xf32>
    %ta = make_tensor_view %a, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(128x64), tensor_view<128x64xbf16, strides=[64,1]>>
    %x, %k0 = load_view_tko weak %va[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<128x64xbf16>, token
    %tb = make_tensor_view %b, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xbf16, strides=[128,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x128), tensor_view<64x128xbf16, strides=[128,1]>>
    %y, %k1 = load_view_tko weak %vb[%zero, %zero] : partition_view<tile=(64x128), tensor_view<64x128xbf16, strides=[128,1]>>, tile<i32> -> tile<64x128xbf16>, token
    %z = mmaf %x, %y, %sum : tile<128x64xbf16>, tile<64x128xbf16>, tile<128x128xf32>
    %tc = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %vc = make_partition_view %tc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %k2 = store_view_tko weak %z, %vc[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
