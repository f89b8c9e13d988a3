// RUN: tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=100 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK-LABEL: @casts
  entry @casts(%f: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>) {
    // CHECK: nv_tileaa.fp_to_fp %[[F:.*]] : f32 -> f16
    %0 = ftof %f : tile<f32> -> tile<f16>
    // CHECK: nv_tileaa.fp_to_fp %[[F]] rounding <zero> : f32 -> f8E8M0FNU
    %1 = ftof %f rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    // CHECK: arith.fptosi %[[F]] : f32 to i32
    %2 = ftoi %f signed : tile<f32> -> tile<i32>
    // CHECK: arith.uitofp %[[I:.*]] : i32 to f32
    %3 = itof %i unsigned : tile<i32> -> tile<f32>
    // CHECK: %[[WIDE:.*]] = arith.sitofp %[[I]] : i32 to f32
    // CHECK: %[[NARROW:.*]] = nv_tileaa.fp_to_fp %[[WIDE]] : f32 -> f8E4M3FN
    %4 = itof %i signed : tile<i32> -> tile<f8E4M3FN>
    // CHECK: %[[BACK:.*]] = nv_tileaa.fp_to_fp %[[NARROW]] : f8E4M3FN -> f32
    // CHECK: arith.fptoui %[[BACK]] : f32 to i8
    %5 = ftoi %4 unsigned : tile<f8E4M3FN> -> tile<i8>
    // CHECK: arith.bitcast %[[F]] : f32 to i32
    %6 = bitcast %f : tile<f32> -> tile<i32>
    // CHECK: %[[ADDRESS:.*]] = nv_tileaa.ptr_to_int %{{.*}} : !nv_tileaa.ptr<f32> -> i64
    %7 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    // CHECK: nv_tileaa.int_to_ptr %[[ADDRESS]] : i64 -> !nv_tileaa.ptr<i8>
    %8 = int_to_ptr %7 : tile<i64> -> tile<ptr<i8>>
    // CHECK: nv_tileaa.bitcast %{{.*}} : !nv_tileaa.ptr<f32> -> !nv_tileaa.ptr<i32>
    %9 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32>>
    // CHECK: %[[INT:.*]] = arith.fptosi %[[F]] : f32 to i16
    // CHECK: %[[LARGE:.*]] = arith.cmpf oge, %[[F]], %{{.*}} : f32
    // CHECK: %[[SMALL:.*]] = arith.cmpf ole, %[[F]], %{{.*}} : f32
    // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[F]], %[[F]] : f32
    // CHECK: %[[UP:.*]] = arith.select %[[LARGE]], %{{.*}}, %[[INT]]
    // CHECK: %[[DOWN:.*]] = arith.select %[[SMALL]], %{{.*}}, %[[UP]]
    // CHECK: arith.select %[[NAN]], %{{.*}}, %[[DOWN]]
    %10 = ftoi %f signed saturating : tile<f32> -> tile<i16>
    // CHECK: %[[TF32:.*]] = nv_tileaa.fp_to_fp %[[F]] : f32 -> tf32
    // CHECK: %[[AGAIN:.*]] = nv_tileaa.fp_to_fp %[[TF32]] : tf32 -> f32
    // CHECK: arith.cmpf une, %[[AGAIN]]
    %11 = ftof %f : tile<f32> -> tile<tf32>
    %12 = ftoi %11 unsigned : tile<tf32> -> tile<i1>
    // CHECK: arith.sitofp %[[I]] : i32 to tf32
    %13 = itof %i signed : tile<i32> -> tile<tf32>
    return
  }
}
