// Values that fields of tensor maps accept.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @dimension(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected a dimension below 5 for 'global_dim'}}
  cute_nvgpu.tensormap.replace <global_dim> %m, %w : !llvm.ptr<1>, i32
  return
}

// -----

func.func @stride(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected a dimension below 4 for 'global_stride'}}
  cute_nvgpu.tensormap.replace <global_stride> %m[4], %d : !llvm.ptr<1>, i64
  return
}

// -----

func.func @no_dimension(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected no dimension for 'rank'}}
  cute_nvgpu.tensormap.replace <rank> %m[0], %w : !llvm.ptr<1>, i32
  return
}

// -----

func.func @code(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected a code below 5 for 'swizzle_mode'}}
  cute_nvgpu.tensormap.replace <swizzle_mode> %m code 5 : !llvm.ptr<1>
  return
}

// -----

func.func @no_code(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected no code for 'rank'}}
  cute_nvgpu.tensormap.replace <rank> %m, %w code 1 : !llvm.ptr<1>, i32
  return
}

// -----

func.func @register(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected a register of 64 bits for 'global_address'}}
  cute_nvgpu.tensormap.replace <global_address> %m, %w : !llvm.ptr<1>, i32
  return
}

// -----

func.func @no_register(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // expected-error @below {{'cute_nvgpu.tensormap.replace' op expected no register for 'fill_mode'}}
  cute_nvgpu.tensormap.replace <fill_mode> %m, %w code 1 : !llvm.ptr<1>, i32
  return
}
