// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%f: tile<f32>, %i: tile<i64>, %p: tile<ptr<f32>>, %h: tile<f16>) {
    // CHECK: bitcast %{{.*}} : tile<f32> -> tile<i32>
    %0 = bitcast %f : tile<f32> -> tile<i32>
    // CHECK: int_to_ptr %{{.*}} : tile<i64> -> tile<ptr<f32>>
    %1 = int_to_ptr %i : tile<i64> -> tile<ptr<f32>>
    // CHECK: ptr_to_int %{{.*}} : tile<ptr<f32>> -> tile<i64>
    %2 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    // CHECK: ptr_to_ptr %{{.*}} : tile<ptr<f32>> -> tile<ptr<i8>>
    %3 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
    // CHECK: exti %{{.*}} unsigned : tile<i32> -> tile<i64>
    %4 = exti %0 unsigned : tile<i32> -> tile<i64>
    // CHECK: trunci %{{[^ ]*}} : tile<i64> -> tile<i4>
    %5 = trunci %4 : tile<i64> -> tile<i4>
    // CHECK: exti %{{.*}} signed : tile<i4> -> tile<i8>
    %6 = exti %5 signed : tile<i4> -> tile<i8>
    // CHECK: trunci %{{.*}} overflow<no_wrap> : tile<i64> -> tile<i16>
    %7 = trunci %4 overflow<no_wrap> : tile<i64> -> tile<i16>
    // CHECK: ftof %{{[^ ]*}}  : tile<f32> -> tile<f16>
    %8 = ftof %f : tile<f32> -> tile<f16>
    // CHECK: ftof %{{.*}} rounding<zero> : tile<f32> -> tile<bf16>
    %9 = ftof %f rounding<zero> : tile<f32> -> tile<bf16>
    // CHECK: ftof %{{.*}} rounding<positive_inf> : tile<f32> -> tile<f8E8M0FNU>
    %10 = ftof %f rounding<positive_inf> : tile<f32> -> tile<f8E8M0FNU>
    // CHECK: ftof %{{.*}} rounding<nearest_away> : tile<f32> -> tile<tf32>
    %11 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>
    // CHECK: ftof %{{.*}} rounding<negative_inf> : tile<f16> -> tile<f64>
    %12 = ftof %h rounding<negative_inf> : tile<f16> -> tile<f64>
    // CHECK: ftof %{{[^ ]*}}  : tile<f32> -> tile<fnv8E5M3FNU>
    %13 = ftof %f : tile<f32> -> tile<fnv8E5M3FNU>
    // CHECK: ftoi %{{[^ ]*}} signed  : tile<f32> -> tile<i8>
    %14 = ftoi %f signed rounding<nearest_int_to_zero> : tile<f32> -> tile<i8>
    // CHECK: ftoi %{{[^ ]*}} unsigned  saturating : tile<f32> -> tile<i32>
    %15 = ftoi %f unsigned saturating : tile<f32> -> tile<i32>
    // CHECK: itof %{{[^ ]*}} signed  : tile<i64> -> tile<f32>
    %16 = itof %i signed : tile<i64> -> tile<f32>
  }
}
