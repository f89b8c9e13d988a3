// Occupancy is a preference: it takes no instruction from a dot, and no registers that the threads need. Shared memory
// admits two CTAs on sm_90 and three on sm_100, of six and 32.
// REQUIRES: ptxas
// RUN: tileiras %s --gpu-name sm_90 --emit=ptx -o - | FileCheck --check-prefix=SM90 %s
// RUN: tileiras %s --gpu-name sm_100 --emit=ptx -o - | FileCheck --check-prefix=SM100 %s
// RUN: tileiras %s --gpu-name sm_100 --emit=ptx --pipeline-strategy=unspecialize -o - | FileCheck --check-prefix=WHOLE %s

// SM90: .maxnreg 200
// SM100: .maxnreg 136
// SM90: wgmma.mma_async.sync.aligned.m64n64k16
// WHOLE: .maxnreg 168
// SM100: tcgen05.ld.sync.aligned.16x256b.x8

// ptxas can allocate them, and prints no message about it.
// RUN: tileiras %s --gpu-name sm_90 -o %t.cubin 2>&1 | count 0
// RUN: tileiras %s --gpu-name sm_100 -o %t.cubin 2>&1 | count 0

!v = !cuda_tile.partition_view<tile=(64x64), tensor_view<?x4096xf16, strides=[4096,1]>>
!o = !cuda_tile.partition_view<tile=(64x64), tensor_view<?x4096xf32, strides=[4096,1]>>
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %rows: tile<i32>, %steps: tile<i32>)
      optimization_hints=<sm_90 = {occupancy = 6}, sm_100 = {occupancy = 32}> {
    %n = assume bounded<0, ?>, %rows : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %ta = make_tensor_view %pa, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %tb = make_tensor_view %pb, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %tc = make_tensor_view %c, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf32, strides=[4096,1]>
    %va = make_partition_view %ta : !v
    %vb = make_partition_view %tb : !v
    %vc = make_partition_view %tc : !o
    %x, %y, %z = get_tile_block_id : tile<i32>
    %sum = for %k in (%c0 to %steps, step %c1) : tile<i32> iter_values(%sums = %zero) -> (tile<64x64xf32>) {
      %la, %t0 = load_view_tko weak %va[%x, %k] : !v, tile<i32> -> tile<64x64xf16>, token
      %lb, %t1 = load_view_tko weak %vb[%k, %y] : !v, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %la, %lb, %sums : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %sum, %vc[%x, %y] : tile<64x64xf32>, !o, tile<i32> -> token
    return
  }
}
