// Dots of few rows and columns, whose K the 128 threads divide.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-slice-k)))' --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK --implicit-check-not=remark:

!t = !nv_tileaa.mem_token
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!va = !nv_tileaa.tiled_view<2x4096, !m, steps = [2, 4096], dims = [0, 1]>
!vb = !nv_tileaa.tiled_view<4096x2, !m, steps = [4096, 2], dims = [0, 1]>

gpu.module @deep attributes {nv_tileaa.compute_capability = 80 : i32} {
  // A thread has 32 partial sums of four results: slices are 1024 deep, and loads are in the loop. Partial sums of the
  // f16 result are f32 until the end.
  // CHECK-LABEL: nv_tileaa.func @deep
  // CHECK: [[ZERO:%.*]] = arith.constant dense<-0.000000e+00> : tensor<2x2x1024xf32>
  // CHECK: [[ALL:%.*]] = scf.for [[I:%[a-z0-9]+]] = %c0{{.*}} to %c4{{.*}} iter_args([[SUMS:%.*]] = [[ZERO]]) -> (tensor<2x2x1024xf32>)
  // CHECK: [[X:%.*]], {{.*}} = nv_tileaa.tiled_load {{.*}} -> tensor<2x1024xf16>
  // CHECK: [[Y:%.*]], {{.*}} = nv_tileaa.tiled_load {{.*}} -> tensor<1024x2xf16>
  // CHECK: [[WIDE:%.*]] = nv_tileaa.fp_to_fp [[X]] : tensor<2x1024xf16> -> tensor<2x1024xf32>
  // CHECK: [[WIDE_Y:%.*]] = nv_tileaa.fp_to_fp [[Y]] : tensor<1024x2xf16> -> tensor<1024x2xf32>
  // CHECK: [[TURNED:%.*]] = nv_tileaa.permute [[WIDE_Y]] [1, 0] : {{.*}} -> tensor<2x1024xf32>
  // CHECK: [[ROWS:%.*]] = nv_tileaa.view [[WIDE]] : {{.*}} -> tensor<2x1x1024xf32>
  // CHECK: [[A:%.*]] = nv_tileaa.broadcast [[ROWS]] : {{.*}} -> tensor<2x2x1024xf32>
  // CHECK: [[COLUMNS:%.*]] = nv_tileaa.view [[TURNED]] : {{.*}} -> tensor<1x2x1024xf32>
  // CHECK: [[B:%.*]] = nv_tileaa.broadcast [[COLUMNS]] : {{.*}} -> tensor<2x2x1024xf32>
  // CHECK: [[MORE:%.*]] = math.fma [[A]], [[B]], [[SUMS]]
  // CHECK: scf.yield [[MORE]]
  // CHECK: [[TOTAL:%.*]] = nv_tileaa.reduce [[ALL]] dim = 2 identities = [-0.000000e+00 : f32]
  // CHECK: [[C:%.*]] = nv_tileaa.fp_to_fp %arg2 : tensor<2x2xf16> -> tensor<2x2xf32>
  // CHECK: [[SUM:%.*]] = arith.addf [[TOTAL]], [[C]]
  // CHECK: [[RESULT:%.*]] = nv_tileaa.fp_to_fp [[SUM]] : tensor<2x2xf32> -> tensor<2x2xf16>
  // CHECK: nv_tileaa.return [[RESULT]]
  // REMARK: remark: {{.*}}threads divide the depth of a dot of tensor<2x4096xf16> by tensor<4096x2xf16>, which has no matrix unit, 1024 at a time
  nv_tileaa.func @deep(%a: !m, %b: !m, %c: tensor<2x2xf16>, %i: i32) -> tensor<2x2xf16> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %va = nv_tileaa.block_tile %a : !m -> !va
    %vb = nv_tileaa.block_tile %b : !m -> !vb
    %x, %t0 = nv_tileaa.tiled_load <weak> %va[%i, %i] {in_bounds = array<i1: false, false>} : !va[i32, i32] -> tensor<2x4096xf16>, !t
    %y, %t1 = nv_tileaa.tiled_load <weak> %vb[%i, %i] {in_bounds = array<i1: false, false>} : !vb[i32, i32] -> tensor<4096x2xf16>, !t
    %d = nv_tileaa.dot %x, %y, %c : tensor<2x4096xf16>, tensor<4096x2xf16>, tensor<2x2xf16>
    nv_tileaa.return %d : tensor<2x2xf16>
  }
}

// -----

gpu.module @whole attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Slices are extracted from tiles that exist as a whole. Each integer is read as its operand says.
  // CHECK-LABEL: nv_tileaa.func @whole
  // CHECK: scf.for {{.*}} to %c2{{.*}} -> (tensor<4x4x256xi32>)
  // CHECK: nv_tileaa.extract %arg0
  // CHECK: nv_tileaa.extract %arg1
  // CHECK: arith.extsi {{.*}} : tensor<4x256xi8> to tensor<4x256xi32>
  // CHECK: arith.extui {{.*}} : tensor<256x4xi8> to tensor<256x4xi32>
  // CHECK: arith.muli {{.*}} : tensor<4x4x256xi32>
  // CHECK: arith.addi {{.*}} : tensor<4x4x256xi32>
  // CHECK: nv_tileaa.reduce {{.*}} identities = [0 : i32]
  // REMARK: remark: {{.*}} which fills the matrix units of few warps, 256 at a time
  nv_tileaa.func @whole(%a: tensor<4x512xi8>, %b: tensor<512x4xi8>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<4x512xi8>, tensor<512x4xi8>, tensor<4x4xi32>
    nv_tileaa.return %d : tensor<4x4xi32>
  }

  // All accumulators fit: nothing is sliced.
  // CHECK-LABEL: nv_tileaa.func @at_once
  // CHECK-NOT: scf.for
  // CHECK: math.fma {{.*}} : tensor<1x1x1024xf32>
  // REMARK: remark: {{.*}} no matrix unit, 1024 at a time
  nv_tileaa.func @at_once(%a: tensor<1x1024xf32>, %b: tensor<1024x1xf32>, %c: tensor<1x1xf32>) -> tensor<1x1xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c : tensor<1x1024xf32>, tensor<1024x1xf32>, tensor<1x1xf32>
    nv_tileaa.return %d : tensor<1x1xf32>
  }

  // A row of B is multiplied by one number of A: 1024 of them are eight results of a thread, and slices are four deep.
  // CHECK-LABEL: nv_tileaa.func @vector
  // CHECK: scf.for {{.*}} to %c64{{.*}} -> (tensor<1x1024x4xf32>)
  // REMARK: remark: {{.*}} no matrix unit, 4 at a time
  nv_tileaa.func @vector(%a: tensor<1x256xf32>, %b: tensor<256x1024xf32>, %c: tensor<1x1024xf32>) -> tensor<1x1024xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c : tensor<1x256xf32>, tensor<256x1024xf32>, tensor<1x1024xf32>
    nv_tileaa.return %d : tensor<1x1024xf32>
  }

  // Each of four warps has 16 of the columns on its matrix unit.
  // CHECK-LABEL: nv_tileaa.func @row
  // CHECK: nv_tileaa.dot {{.*}} : tensor<1x512xf16>
  nv_tileaa.func @row(%a: tensor<1x512xf16>, %b: tensor<512x64xf16>, %c: tensor<1x64xf32>) -> tensor<1x64xf32> attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %d = nv_tileaa.dot %a, %b, %c : tensor<1x512xf16>, tensor<512x64xf16>, tensor<1x64xf32>
    nv_tileaa.return %d : tensor<1x64xf32>
  }

  // Not deep, not thin, or with a matrix unit: f64 has one of eight rows.
  // CHECK-LABEL: nv_tileaa.func @others
  // CHECK-COUNT-3: nv_tileaa.dot
  // CHECK-NOT: nv_tileaa.reduce
  nv_tileaa.func @others(%a: tensor<2x256xf32>, %b: tensor<256x2xf32>, %c: tensor<2x2xf32>, %u: tensor<32x512xf32>, %v: tensor<512x32xf32>, %w: tensor<32x32xf32>, %x: tensor<8x512xf64>, %y: tensor<512x8xf64>, %z: tensor<8x8xf64>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %0 = nv_tileaa.dot %a, %b, %c : tensor<2x256xf32>, tensor<256x2xf32>, tensor<2x2xf32>
    %1 = nv_tileaa.dot %u, %v, %w : tensor<32x512xf32>, tensor<512x32xf32>, tensor<32x32xf32>
    %2 = nv_tileaa.dot %x, %y, %z : tensor<8x512xf64>, tensor<512x8xf64>, tensor<8x8xf64>
    nv_tileaa.return
  }
}
