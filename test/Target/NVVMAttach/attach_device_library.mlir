// RUN: tileiras-opt --attach-device-library="path=lib.bc" %s | FileCheck %s

// Req: E-29 E-39

// CHECK: gpu.module @needs attributes {blobLinkedLib = "lib.bc"}
gpu.module @needs {
  llvm.func @_Z3expf(f32) -> f32
}

// CHECK: gpu.module @needs_none {
gpu.module @needs_none {
  llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
  llvm.func @defined(%x: f32) -> f32 {
    llvm.return %x : f32
  }
}

// CHECK: gpu.module @has_one attributes {blobLinkedLib = "mine.bc"}
gpu.module @has_one attributes {blobLinkedLib = "mine.bc"} {
  llvm.func @_Z3expf(f32) -> f32
}
