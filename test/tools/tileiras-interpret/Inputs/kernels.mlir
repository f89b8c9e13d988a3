cuda_tile.module @m {
  entry @scalars(%n: tile<i32>, %x: tile<f16>) {
    return
  }
  entry @pointers(%p: tile<ptr<f32>>) {
    return
  }
  entry @extents(%p: tile<ptr<f32>>, %n: tile<f32>) {
    return
  }
}
