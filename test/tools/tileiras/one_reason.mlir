// A refusal is one line: the location, the operation, the reason. Nothing follows it from the passes that gave up.
// RUN: rm -f %t.ptx
// RUN: not tileiras %s --gpu-name sm_75 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not test -e %t.ptx

// CHECK: {{.*}}one_reason.mlir:[[#@LINE + 6]]:{{[0-9]+}}: error: operation 'nv_tileas.tiled_load': a tile of 'tensor<1024x1024xi1>' needs 4096 registers of each thread, more than the 1024 that are supported yet
cuda_tile.module @kernels {
  entry @check(%a: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %ta = make_tensor_view %a, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xi1, strides=[1024,1]>
    %va = make_partition_view %ta : partition_view<tile=(1024x1024), tensor_view<1024x1024xi1, strides=[1024,1]>>
    %x, %k0 = load_view_tko weak %va[%zero, %zero] : partition_view<tile=(1024x1024), tensor_view<1024x1024xi1, strides=[1024,1]>>, tile<i32> -> tile<1024x1024xi1>, token
    assert %x, "no" : tile<1024x1024xi1>
    return
  }
}
