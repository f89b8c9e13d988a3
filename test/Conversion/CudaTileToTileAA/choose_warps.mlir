// Where a kernel has no hint, dots with large accumulators get twice as many warps. A hint for fewer warps gets as many as
// accumulators need.
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=80 --remarks-filter=launch 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK --implicit-check-not=remark:
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=90 | FileCheck %s --check-prefix=SM90
// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 | FileCheck %s --check-prefix=SM100

cuda_tile.module @kernels {
  // 128 registers of each thread of four warps.
  // CHECK: @usual({{.*}}kernel_spec<numWarps = 4>
  entry @usual() {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // Twice that.
  // CHECK: @wide({{.*}}kernel_spec<numWarps = 8>
  entry @wide() {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x256xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x256xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x256xf16>, !cuda_tile.tile<128x256xf32>
    return
  }

  // Two dots in one iteration, as in attention.
  // CHECK: @two({{.*}}kernel_spec<numWarps = 8>
  entry @two() {
    %a = constant <i8: 0> : !cuda_tile.tile<128x32xi8>
    %b = constant <i8: 0> : !cuda_tile.tile<32x128xi8>
    %c = constant <i32: 0> : !cuda_tile.tile<128x128xi32>
    %d = mmai %a, %b, %c signed signed : !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x128xi32>
    %f = constant <i32: 1> : !cuda_tile.tile<32x32xi32>
    %e = mmai %b, %a, %f signed signed : !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x32xi32>
    return
  }

  // Where warpgroups compute a dot of bytes it counts twice.
  // CHECK: @bytes({{.*}}kernel_spec<numWarps = 4>
  // SM90: @bytes({{.*}}kernel_spec<numWarps = 8>
  entry @bytes() {
    %a = constant <i8: 0> : !cuda_tile.tile<128x32xi8>
    %b = constant <i8: 0> : !cuda_tile.tile<32x128xi8>
    %c = constant <i32: 0> : !cuda_tile.tile<128x128xi32>
    %d = mmai %a, %b, %c signed signed : !cuda_tile.tile<128x32xi8>, !cuda_tile.tile<32x128xi8>, !cuda_tile.tile<128x128xi32>
    return
  }

  // On tensor memory two agents of four warps run attention in ping-pong.
  // CHECK: @attention({{.*}}kernel_spec<numWarps = 8>
  // SM100: @attention({{.*}}kernel_spec<numWarps = 4>
  entry @attention(%p: !cuda_tile.tile<ptr<f16>>) {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %i = constant <i32: 0> : !cuda_tile.tile<i32>
    %one = constant <i32: 1> : !cuda_tile.tile<i32>
    %array = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %view = make_partition_view %array : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    for %j in (%i to %i, step %one) : tile<i32> {
      %k, %t0 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %s = mmaf %a, %k, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
      %w = ftof %s : tile<128x128xf32> -> tile<128x128xf16>
      %v, %t1 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %o = mmaf %w, %v, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
      continue
    }
    return
  }

  // They don't if an iteration loads anything else.
  // SM100: @with_bias({{.*}}kernel_spec<numWarps = 8>
  entry @with_bias(%p: !cuda_tile.tile<ptr<f16>>) {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %i = constant <i32: 0> : !cuda_tile.tile<i32>
    %one = constant <i32: 1> : !cuda_tile.tile<i32>
    %array = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %view = make_partition_view %array : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    for %j in (%i to %i, step %one) : tile<i32> {
      %k, %t0 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %s = mmaf %a, %k, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
      %b, %t2 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %w = ftof %s : tile<128x128xf32> -> tile<128x128xf16>
      %v, %t1 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %o = mmaf %w, %v, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
      continue
    }
    return
  }

  // Rows of 256 scores are more than a thread has registers for.
  // SM100: @long_rows({{.*}}kernel_spec<numWarps = 8>
  entry @long_rows(%p: !cuda_tile.tile<ptr<f16>>) {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x64xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x256xf32>
    %d = constant <f32: 0.0> : !cuda_tile.tile<128x64xf32>
    %i = constant <i32: 0> : !cuda_tile.tile<i32>
    %one = constant <i32: 1> : !cuda_tile.tile<i32>
    %array = make_tensor_view %p, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
    %view = make_partition_view %array : partition_view<tile=(256x64), tensor_view<256x64xf16, strides=[64,1]>>
    %turned = make_partition_view %array : partition_view<tile=(64x256), tensor_view<256x64xf16, strides=[64,1]>, dim_map=[1, 0]>
    for %j in (%i to %i, step %one) : tile<i32> {
      %k, %t0 = load_view_tko weak %turned[%i, %i] : partition_view<tile=(64x256), tensor_view<256x64xf16, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<64x256xf16>, token
      %s = mmaf %a, %k, %c : !cuda_tile.tile<128x64xf16>, !cuda_tile.tile<64x256xf16>, !cuda_tile.tile<128x256xf32>
      %w = ftof %s : tile<128x256xf32> -> tile<128x256xf16>
      %v, %t1 = load_view_tko weak %view[%i, %i] : partition_view<tile=(256x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<256x64xf16>, token
      %o = mmaf %w, %v, %d : !cuda_tile.tile<128x256xf16>, !cuda_tile.tile<256x64xf16>, !cuda_tile.tile<128x64xf32>
      continue
    }
    return
  }

  // They don't in a nested loop.
  // CHECK: @in_turn({{.*}}kernel_spec<numWarps = 8>
  // SM100: @in_turn({{.*}}kernel_spec<numWarps = 8>
  entry @in_turn(%p: !cuda_tile.tile<ptr<f16>>) {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %i = constant <i32: 0> : !cuda_tile.tile<i32>
    %one = constant <i32: 1> : !cuda_tile.tile<i32>
    %array = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %view = make_partition_view %array : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>
    for %m in (%i to %i, step %one) : tile<i32> {
      for %j in (%i to %i, step %one) : tile<i32> {
        %k, %t0 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
        %s = mmaf %a, %k, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
        %w = ftof %s : tile<128x128xf32> -> tile<128x128xf16>
        %v, %t1 = load_view_tko weak %view[%i, %i] : partition_view<tile=(128x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
        %o = mmaf %w, %v, %c : !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf16>, !cuda_tile.tile<128x128xf32>
        continue
      }
      continue
    }
    return
  }

  // An operand that threads load by pointers passes through registers, too.
  // CHECK: @gathered({{.*}}kernel_spec<numWarps = 8>
  entry @gathered(%p: tile<ptr<f16>>) {
    %one = reshape %p : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %all = broadcast %one : tile<1x1xptr<f16>> -> tile<128x16xptr<f16>>
    %a, %t = load_ptr_tko weak %all : tile<128x16xptr<f16>> -> tile<128x16xf16>, token
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // A row of numbers that is broadcast takes few registers, as in a backward kernel.
  // CHECK: @broadcast({{.*}}kernel_spec<numWarps = 4>
  entry @broadcast(%p: tile<ptr<f16>>) {
    %one = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
    %all = broadcast %one : tile<1xptr<f16>> -> tile<16xptr<f16>>
    %row, %t = load_ptr_tko weak %all : tile<16xptr<f16>> -> tile<16xf16>, token
    %one_row = reshape %row : tile<16xf16> -> tile<1x16xf16>
    %rows = broadcast %one_row : tile<1x16xf16> -> tile<128x16xf16>
    %a = negf %rows : tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // A hint wins.
  // CHECK: @hint({{.*}}kernel_spec<numWarps = 8>
  entry @hint() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 8}> {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // It does so with fewer warps while accumulators fit: 128 registers of each thread of four.
  // CHECK: @few({{.*}}kernel_spec<numWarps = 4>
  // REMARK: remark: {{.*}}num_worker_warps_per_cta = 2 is not followed: accumulators need the registers of 4 warps
  entry @few() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 2}> {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x128xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x128xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x128xf16>, !cuda_tile.tile<128x128xf32>
    return
  }

  // CHECK: @too_few({{.*}}kernel_spec<numWarps = 8>
  // REMARK: remark: {{.*}}num_worker_warps_per_cta = 4 is not followed: accumulators need the registers of 8 warps
  entry @too_few() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 4}> {
    %a = constant <f16: 0.0> : !cuda_tile.tile<128x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x256xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<128x256xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<128x16xf16>, !cuda_tile.tile<16x256xf16>, !cuda_tile.tile<128x256xf32>
    return
  }

  // CHECK: @enough({{.*}}kernel_spec<numWarps = 1>
  entry @enough() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 1}> {
    %a = constant <f16: 0.0> : !cuda_tile.tile<32x16xf16>
    %b = constant <f16: 0.0> : !cuda_tile.tile<16x64xf16>
    %c = constant <f32: 0.0> : !cuda_tile.tile<32x64xf32>
    %d = mmaf %a, %b, %c : !cuda_tile.tile<32x16xf16>, !cuda_tile.tile<16x64xf16>, !cuda_tile.tile<32x64xf32>
    return
  }
}
