// A refusal is one line: where, which operation, why. The conversion driver's
// echo is left out.
// RUN: not tileiras %s --gpu-name sm_100 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not test -e %t.ptx

// CHECK: {{.*}}one_reason.mlir:[[#@LINE + 4]]:{{[0-9]+}}: error: 'nv_tileaa.fp_to_fp' op conversion from 'f32' to 'f8E8M0FNU' is not supported yet
cuda_tile.module @kernels {
  entry @cast(%p: tile<ptr<f32>>, %q: tile<ptr<f8E8M0FNU>>) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = ftof %x rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    %t1 = store_ptr_tko weak %q, %y : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    return
  }
}
