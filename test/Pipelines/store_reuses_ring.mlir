// The buffer of a TMA store reuses the ring's memory, which its reader has read to the end: after a barrier of the
// consumers.
// RUN: tileiras %s --gpu-name sm_90 --emit=tileas -o - | FileCheck %s

// Five stages of 32 KiB: no more, though there is capacity.
// CHECK: nv_tileaa.func @product({{.*}} nv_tileas.shared_memory = 163920
// CHECK: alloc_tensor {{.*}}offset = 0 : i64} : !nv_tileaa.memref<128x64xf16, shared, {{.*}}, stages = 5>
// CHECK: alloc_tensor {{.*}}offset = 81920 : i64} : !nv_tileaa.memref<64x128xf16, shared, {{.*}}, stages = 5>
// CHECK: nv_tileas.agent_switch
// CHECK: nv_tileas.async.dot
// CHECK: %[[SUMS:.*]] = nv_tileas.async.future_wait %{{.*}} -> tensor<128x128xf32
// CHECK: %[[TILE:.*]] = nv_tileaa.fp_to_fp %[[SUMS]]
// CHECK: %[[BUFFER:.*]] = nv_tileas.alloc_tensor {{.*}}offset = 0 : i64} : !nv_tileaa.memref<128x128xf16, shared
// CHECK-NEXT: nv_tileas.barrier id = 1 atom <bar.sync, 128>
// CHECK-NEXT: nv_tileas.copy %[[TILE]], %[[BUFFER]]

!a = !cuda_tile.partition_view<tile=(128x64), tensor_view<?x4096xf16, strides=[4096,1]>>
!b = !cuda_tile.partition_view<tile=(64x128), tensor_view<?x4096xf16, strides=[4096,1]>>
!c = !cuda_tile.partition_view<tile=(128x128), tensor_view<?x4096xf16, strides=[4096,1]>>
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %rows: tile<i32>, %steps: tile<i32>) {
    %n = assume bounded<0, ?>, %rows : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f16>>
    %ta = make_tensor_view %pa, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %tb = make_tensor_view %pb, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %tc = make_tensor_view %pc, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %va = make_partition_view %ta : !a
    %vb = make_partition_view %tb : !b
    %vc = make_partition_view %tc : !c
    %x, %y, %z = get_tile_block_id : tile<i32>
    %sum = for %k in (%c0 to %steps, step %c1) : tile<i32> iter_values(%sums = %zero) -> (tile<128x128xf32>) {
      %la, %t0 = load_view_tko weak %va[%x, %k] : !a, tile<i32> -> tile<128x64xf16>, token
      %lb, %t1 = load_view_tko weak %vb[%k, %y] : !b, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %la, %lb, %sums : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %rounded = ftof %sum : tile<128x128xf32> -> tile<128x128xf16>
    %t2 = store_view_tko weak %rounded, %vc[%x, %y] : tile<128x128xf16>, !c, tile<i32> -> token
    return
  }
}
