// The schedule of a loop with rings, before it is expanded: which operation runs in which stage, and when.
// RUN: tileiras-opt %s --tileas-print-schedule -o /dev/null 2>&1 | FileCheck %s
// RUN: tileiras-opt %s --tileas-print-schedule="schedule-trace-file=%t.json" -o /dev/null 2>&1 | count 0
// RUN: %python -c "import json; [print(*map(e.get, ('ph', 'name', 'tid', 'ts', 'dur', 'args'))) for e in json.load(open('%t.json'))['traceEvents']]" | FileCheck %s --check-prefix=TRACE
// RUN: not tileiras-opt %s --tileas-print-schedule="schedule-trace-file=%t.none/x.json" 2>&1 | FileCheck %s --check-prefix=WRITE

// The loop is printed, not changed.
// RUN: tileiras-opt %s --tileas-print-schedule 2>/dev/null > %t.after && tileiras-opt %s | diff - %t.after

#threads = #nv_tileas.layout<{register=[[0,1],[8,0],[16,0],[32,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
!ring = !nv_tileaa.memref<64x64xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<64x64xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<64x64, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [64, 64], dims = [0, 1]>

// The copies of an iteration, 16 KiB at 64 bytes a cycle, start when all threads are done with the iteration before,
// and have their coordinates; their readers run two iterations later.
// CHECK: schedule of @sum, loop at kernel.py:4:5: copies run 2 iterations ahead, 256 cycles an iteration, threads 44, arithmetic 32, shared memory 128, copies 256
// CHECK-NEXT: stage cycle length resource operation
// CHECK-NEXT: 2 0 22 threads nv_tileas.async.wait kernel.py:7:3
// CHECK-NEXT: 2 22 22 threads nv_tileas.barrier
// CHECK-NEXT: 0 44 0 threads nv_tileas.buffer_view
// CHECK-NEXT: 0 44 256 copies nv_tileas.async.copy kernel.py:5:9
// CHECK: 2 44 128 shared memory nv_tileas.copy kernel.py:8:7
// CHECK-NEXT: 2 172 32 arithmetic arith.addf kernel.py:9:1

// A process for the loop, a track for each resource, and overlapping iterations above each other.
// TRACE: M process_name 0 None None {'name': '@sum, loop at kernel.py:4:5'}
// TRACE: M thread_name 3 None None {'name': 'copies'}
// TRACE: X nv_tileas.async.copy 3 44 256 {'step': 0, 'stage': 0, 'place': 'kernel.py:5:9'}
// TRACE: X nv_tileas.copy 2 556 128 {'step': 0, 'stage': 2, 'place': 'kernel.py:8:7'}
// TRACE: X nv_tileas.async.copy 3 556 256 {'step': 2, 'stage': 0, 'place': 'kernel.py:5:9'}

// WRITE: error: cannot write the schedule to '{{.*}}none/x.json': No such file or directory
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<64x64xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage loc("kernel.py":5:9)
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g) loc("kernel.py":7:3)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> : !stage -> tensor<64x64xf32, #threads> loc("kernel.py":8:7)
    %sum = arith.addf %acc, %x : tensor<64x64xf32, #threads> loc("kernel.py":9:1)
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<64x64xf32, #threads>, i32
  } loc("kernel.py":4:5)
  nv_tileaa.return
}
}
