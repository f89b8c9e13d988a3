// Operands of wgmma that threads compute live from their stores to the end of the MMA that reads them, so they share bytes: in
// an iteration 272 KiB are stored, which take 96 KiB next to a ring of four stages, 64 KiB.
// RUN: tileiras-opt %s --tileiras=compute-capability=90 --mlir-print-ir-after=tileas-assign-smem -o /dev/null 2>&1 | FileCheck %s

// CHECK: nv_tileaa.func @recurrence({{.*}} nv_tileas.shared_memory = 163840
// CHECK: nv_tileas.alloc_tensor {{.*}}memref<64x128xbf16, shared, {{.*}}, stages = 4>
// CHECK: scf.for

!x = !cuda_tile.partition_view<tile=(64x128), padding_value = zero, tensor_view<?x128xbf16, strides=[128,1]>>
!o = !cuda_tile.partition_view<tile=(64x128), tensor_view<?x128xf32, strides=[128,1]>>
cuda_tile.module @m {
  entry @recurrence(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<bf16>>, %d: tile<ptr<bf16>>,
                    %e: tile<ptr<f32>>, %rows: tile<i32>, %steps: tile<i32>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %pa = assume div_by<16>, %a : tile<ptr<bf16>>
    %pb = assume div_by<16>, %b : tile<ptr<bf16>>
    %pc = assume div_by<16>, %c : tile<ptr<bf16>>
    %pd = assume div_by<16>, %d : tile<ptr<bf16>>
    %ta = make_tensor_view %pa, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xbf16, strides=[128,1]>
    %tb = make_tensor_view %pb, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xbf16, strides=[128,1]>
    %tc = make_tensor_view %pc, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xbf16, strides=[128,1]>
    %td = make_tensor_view %pd, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xbf16, strides=[128,1]>
    %te = make_tensor_view %e, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf32, strides=[128,1]>
    %va = make_partition_view %ta : !x
    %vb = make_partition_view %tb : !x
    %vc = make_partition_view %tc : !x
    %vd = make_partition_view %td : !x
    %ve = make_partition_view %te : !o
    %zero = constant <f32: 0.0> : tile<64x128xf32>
    %square = constant <f32: 0.0> : tile<64x64xf32>
    %start = constant <f32: 0.0> : tile<128x128xf32>
    %end = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%state = %start) -> (tile<128x128xf32>) {
      %la, %ka = load_view_tko weak %va[%i, %c0] token = %token : !x, tile<i32> -> tile<64x128xbf16>, token
      %lb, %kb = load_view_tko weak %vb[%i, %c0] token = %token : !x, tile<i32> -> tile<64x128xbf16>, token
      %lc, %kc = load_view_tko weak %vc[%i, %c0] token = %token : !x, tile<i32> -> tile<64x128xbf16>, token
      %ld, %kd = load_view_tko weak %vd[%i, %c0] token = %token : !x, tile<i32> -> tile<64x128xbf16>, token
      %fa = ftof %la : tile<64x128xbf16> -> tile<64x128xf32>
      %fb = ftof %lb : tile<64x128xbf16> -> tile<64x128xf32>
      %fc = ftof %lc : tile<64x128xbf16> -> tile<64x128xf32>
      %fd = ftof %ld : tile<64x128xbf16> -> tile<64x128xf32>
      %ra = ftof %fa : tile<64x128xf32> -> tile<64x128xtf32>
      %rs = ftof %state : tile<128x128xf32> -> tile<128x128xtf32>
      %p = mmaf %ra, %rs, %zero : tile<64x128xtf32>, tile<128x128xtf32>, tile<64x128xf32>
      %v = subf %fb, %p : tile<64x128xf32>
      %rc = ftof %fc : tile<64x128xf32> -> tile<64x128xtf32>
      %turned = permute %fd [1, 0] : tile<64x128xf32> -> tile<128x64xf32>
      %rd = ftof %turned : tile<128x64xf32> -> tile<128x64xtf32>
      %qk = mmaf %rc, %rd, %square : tile<64x128xtf32>, tile<128x64xtf32>, tile<64x64xf32>
      %rqk = ftof %qk : tile<64x64xf32> -> tile<64x64xtf32>
      %rv = ftof %v : tile<64x128xf32> -> tile<64x128xtf32>
      %out = mmaf %rqk, %rv, %p : tile<64x64xtf32>, tile<64x128xtf32>, tile<64x128xf32>
      %k = store_view_tko weak %out, %ve[%i, %c0] token = %token : tile<64x128xf32>, !o, tile<i32> -> token
      %turnedc = permute %rc [1, 0] : tile<64x128xtf32> -> tile<128x64xtf32>
      %next = mmaf %turnedc, %rv, %state : tile<128x64xtf32>, tile<64x128xtf32>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %vs = make_partition_view %te : partition_view<tile=(128x128), tensor_view<?x128xf32, strides=[128,1]>>
    %k2 = store_view_tko weak %end, %vs[%c0, %c0] token = %token : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
