// Loads of a loop that go through shared memory become async copies, into rings as deep as memory latency requires.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async{extended-smem=true})))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async)))' | FileCheck %s --check-prefix=STATIC

#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,32]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], warp=[[0,8],[0,16]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,8]]}>
!memref = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#wide = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#loaded = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[16,0],[32,0]], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#along = #nv_tileas.layout<{register=[[0,1],[0,8],[0,16],[0,32],[8,0],[16,0],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[0,0],[0,0]]}>
#across = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0],[32,0],[0,8],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,0]]}>
!square = !nv_tileaa.tiled_view<64x64, !memref, steps = [64, 64], dims = [0, 1]>
!view = !nv_tileaa.tiled_view<64x32, !memref, steps = [64, 32], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {

// Both operands are rows in memory; the second is transposed before its dot, which moves nothing.
// CHECK-LABEL: @product
// STATIC-LABEL: @product
nv_tileaa.func @product(%x: !view, %y: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
  // 8 KiB an iteration: two for the iteration that is waited for and the one that is read, four for 32 KiB in flight.
  // CHECK: %[[A:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #[[SMEM:.*]], stages = 6>
  // CHECK: %[[B:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #{{.*}}, stages = 6>
  // 48 KiB are enough for the same.
  // STATIC: stages = 6
  // CHECK: scf.for %[[K:.*]] = %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SLOT:.*]] = %{{.*}}) -> (tensor<{{.*}}>, i32)
  %r = scf.for %k = %zero to %n step %one iter_args(%acc = %c) -> (tensor<64x64xf32, #acc>) : i32 {
    %twice = arith.addi %k, %k : i32
    // CHECK: %[[FILLED:.*]] = nv_tileas.buffer_view %[[A]][%[[SLOT]]]
    // CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %[[K]] : i32
    // CHECK: %[[T:.*]] = nv_tileas.async.copy %{{.*}}[%{{.*}}, %[[NEXT]]] to %[[FILLED]] atom <simt_async_copy, 16> threads(#{{.*}}) {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>}
    // CHECK: %[[U:.*]] = nv_tileas.async.copy
    // CHECK: %[[GROUP:.*]] = nv_tileas.async.commit(%[[T]], %[[U]])
    // CHECK: nv_tileas.async.wait(%[[GROUP]])
    // CHECK-NEXT: nv_tileas.barrier
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %twice] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    // CHECK: %[[READ:.*]] = nv_tileas.buffer_view %[[A]][%[[SLOT]]]
    // CHECK: nv_tileas.copy %[[READ]] atom <ldsm, 4>
    %ca = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    // CHECK: %[[STAGE:.*]] = nv_tileas.buffer_view %[[B]][%[[SLOT]]]
    // CHECK: %[[SEEN:.*]] = nv_tileas.buffer_view %[[STAGE]] : !nv_tileaa.memref<64x32xf16, {{.*}}> -> !nv_tileaa.memref<32x64xf16
    // CHECK: nv_tileas.copy %[[SEEN]] atom <ldsm, 4>
    %m, %u = nv_tileas.tiled_load <weak> %y[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %p = nv_tileas.permute %m [1, 0] : tensor<64x32xf16, #rows> -> tensor<32x64xf16, #columns>
    %cb = nv_tileas.convert_layout %p : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
    %d = nv_tileas.dot %ca, %cb, %acc <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    // CHECK: %[[MORE:.*]] = arith.addi %[[SLOT]]
    // CHECK: %[[END:.*]] = arith.cmpi eq, %[[MORE]]
    // CHECK: %[[AROUND:.*]] = arith.select %[[END]]
    // CHECK: scf.yield %{{.*}}, %[[AROUND]]
    scf.yield %d : tensor<64x64xf32, #acc>
  }
  nv_tileaa.return
}

// A tile that a dot multiplies by, and another dot by its transpose, is read from its stage twice, by matrices that are
// transposed or not, and not exchanged between threads.
// CHECK-LABEL: @with_transpose
nv_tileaa.func @with_transpose(%x: !square, %i: i32, %n: i32, %a: tensor<64x64xf16, #wide>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
  // CHECK: scf.for
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %other = %c) -> (tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>) : i32 {
    // CHECK: nv_tileas.barrier
    // CHECK-NEXT: %[[STAGE:.*]] = nv_tileas.buffer_view %{{.*}}[%{{.*}}]
    // CHECK-NEXT: %[[ONE:.*]] = nv_tileas.copy %[[STAGE]] atom <ldsm, 4>
    // CHECK-NEXT: %[[VIEW:.*]] = nv_tileas.permute %[[ONE]]
    // CHECK-NEXT: %[[TWO:.*]] = nv_tileas.copy %[[STAGE]] atom <ldsm.trans, 4>
    // CHECK-NOT: convert_layout
    // CHECK: nv_tileas.dot %{{.*}}, %[[VIEW]]
    // CHECK: nv_tileas.dot %{{.*}}, %[[TWO]]
    // CHECK: scf.yield
    %l, %t = nv_tileas.tiled_load <weak> %x[%k, %i] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !square[i32, i32] -> tensor<64x64xf16, #loaded>, !nv_tileaa.mem_token
    %read = nv_tileas.convert_layout %l : tensor<64x64xf16, #loaded> -> tensor<64x64xf16, #along>
    %turned = nv_tileas.permute %read [1, 0] : tensor<64x64xf16, #along> -> tensor<64x64xf16, #across>
    %again = nv_tileas.convert_layout %read : tensor<64x64xf16, #along> -> tensor<64x64xf16, #across>
    %d = nv_tileas.dot %a, %turned, %acc <sm80.mma.m16n8k16.f16.f32> : tensor<64x64xf16, #wide>, tensor<64x64xf16, #across>, tensor<64x64xf32, #sums>
    %e = nv_tileas.dot %a, %again, %other <sm80.mma.m16n8k16.f16.f32> : tensor<64x64xf16, #wide>, tensor<64x64xf16, #across>, tensor<64x64xf32, #sums>
    scf.yield %d, %e : tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>
  }
  nv_tileaa.return
}

// A padding that the copy does not have is stored separately; where nothing is outside, there is none.
// CHECK-LABEL: @padding
nv_tileaa.func @padding(%x: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    // CHECK: nv_tileas.async.copy %{{.*}}[%{{.*}}, %{{.*}}] padding <nan> to
    %m, %u = nv_tileas.tiled_load <weak> %x[%i, %k] padding <nan> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    // CHECK: nv_tileas.async.copy %{{.*}}[%{{.*}}, %{{.*}}] to
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <nan> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, true>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %d = nv_tileas.convert_layout %m : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
  }
  nv_tileaa.return
}

// An index that the iteration loads, of a page or an expert, comes an iteration before the copy, from within the array;
// so does what it is computed from, and other readers take the carried one, too.
// CHECK-LABEL: @loaded_index
// CHECK-SAME: %[[X:[a-z0-9]+]]: !nv_tileaa.tiled_view{{.*}}, %[[I:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[Q:[a-z0-9]+]]: !nv_tileaa.ptr<i32>
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[ZERO:.*]], %[[N]] : i32
// CHECK: %[[P0:.*]] = nv_tileaa.addptr %[[Q]], %[[ZERO]]
// CHECK: %[[A0:.*]], %{{.*}} = nv_tileas.load <weak> %[[P0]], mask = %[[SOME]], other = %{{.*}}
// CHECK: %[[P1:.*]] = nv_tileaa.addptr %[[Q]], %[[A0]]
// CHECK: %[[B0:.*]], %{{.*}} = nv_tileas.load <weak> %[[P1]], mask = %[[SOME]], other = %{{.*}}
// CHECK: scf.for %[[K:.*]] = %[[ZERO]] to %[[N]] step %[[ONE:.*]] iter_args(%{{.*}} = %{{.*}}, %[[A:.*]] = %[[A0]], %[[B:.*]] = %[[B0]], %{{.*}} = %{{.*}})
// CHECK: nv_tileas.async.copy %[[X]][%[[I]], %[[B]]]
// CHECK-NOT: nv_tileas.load
// CHECK: arith.addi %{{.*}}, %[[B]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %[[ONE]]
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[K]]
// CHECK: %[[MORE:.*]] = arith.cmpi ugt, %[[REST]], %[[ONE]]
// CHECK: %[[P2:.*]] = nv_tileaa.addptr %[[Q]], %[[NEXT]]
// CHECK: %[[A1:.*]], %{{.*}} = nv_tileas.load <weak> %[[P2]], mask = %[[MORE]], other = %{{.*}}
// CHECK: %[[P3:.*]] = nv_tileaa.addptr %[[Q]], %[[A1]]
// CHECK: %[[B1:.*]], %{{.*}} = nv_tileas.load <weak> %[[P3]], mask = %[[MORE]], other = %{{.*}}
// CHECK: scf.yield %{{.*}}, %[[A1]], %[[B1]], %{{.*}}
nv_tileaa.func @loaded_index(%x: !view, %i: i32, %n: i32, %q: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %p = nv_tileaa.addptr %q, %k : !nv_tileaa.ptr<i32>, i32
    %a, %t = nv_tileas.load <weak> %p : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    %o = nv_tileaa.addptr %q, %a : !nv_tileaa.ptr<i32>, i32
    %b, %u = nv_tileas.load <weak> %o : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    %l, %v = nv_tileas.tiled_load <weak> %x[%i, %b] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %next = arith.addi %s, %b : i32
    scf.yield %next : i32
  }
  nv_tileaa.return
}

// An index that an iteration loads for the next one is as early already: a list of pages.
// CHECK-LABEL: @list_of_pages
// CHECK: %[[A0:.*]], %{{.*}} = nv_tileas.load <weak> %{{.*}}
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %[[A0]], %{{[^,]*}} = %{{[^,]*}}) -> (i32, i32)
// CHECK: nv_tileas.async.copy %{{.*}}[%{{.*}}, %[[A]]]
// CHECK: nv_tileaa.addptr %{{.*}}, %[[A]]
// CHECK-NEXT: nv_tileas.load <weak> %{{[^,]*}} :
nv_tileaa.func @list_of_pages(%x: !view, %i: i32, %n: i32, %q: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first, %w = nv_tileas.load <weak> %q : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
  %last = scf.for %k = %zero to %n step %one iter_args(%a = %first) -> (i32) : i32 {
    %l, %v = nv_tileas.tiled_load <weak> %x[%i, %a] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %o = nv_tileaa.addptr %q, %a : !nv_tileaa.ptr<i32>, i32
    %b, %u = nv_tileas.load <weak> %o : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    scf.yield %b : i32
  }
  nv_tileaa.return
}

// Memory order, of the load or of that of its index, keeps a load where it is.
// CHECK-LABEL: @left_alone
// CHECK-NOT: async.copy
nv_tileaa.func @left_alone(%x: !view, %i: i32, %n: i32, %q: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
  %r = scf.for %k = %zero to %n step %one iter_args(%before = %first) -> (!nv_tileaa.mem_token) : i32 {
    // The loop carries its own token.
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] token = %before padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    // Rows that begin anywhere: copies of 2 bytes.
    %o, %v = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 2 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %e = nv_tileas.convert_layout %o : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    // A coordinate that the loop loads after what others wrote.
    %j, %w = nv_tileas.load <acquire> scope <gpu> %q : !nv_tileaa.ptr<i32> -> i32, !nv_tileaa.mem_token
    %s, %z = nv_tileas.tiled_load <weak> %x[%i, %j] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %f = nv_tileas.convert_layout %s : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    scf.yield %t : !nv_tileaa.mem_token
  }
  nv_tileaa.return
}

// The prefetched iterations could pass the end of the range.
// CHECK-LABEL: @not_ahead
// CHECK-NOT: async.copy
nv_tileaa.func @not_ahead(%x: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %large = arith.constant 1073741824 : i32
  scf.for unsigned %k = %zero to %n step %one : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
  }
  scf.for %k = %zero to %n step %i : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
  }
  scf.for %k = %zero to %n step %large : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %c = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
  }
  nv_tileaa.return
}
}
