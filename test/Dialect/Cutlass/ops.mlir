// Every operation and type, as they are written.
// RUN: tileiras-opt %s | FileCheck %s
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

!state = !cutlass.pipeline_state<3>

// CHECK-LABEL: @barriers
func.func @barriers(%b: !llvm.ptr<3>, %phase: i32, %first: i1) {
  // CHECK: cutlass.barrier.init %{{.*}} count 3 arrivals 32{{$}}
  cutlass.barrier.init %b count 3 arrivals 32
  // CHECK: cutlass.barrier.init %{{.*}} count 1 arrivals 1 if %{{.*}}
  cutlass.barrier.init %b count 1 arrivals 1 if %first
  // CHECK: cutlass.barrier.wait %{{.*}}, %{{.*}}
  cutlass.barrier.wait %b, %phase
  return
}

// CHECK-LABEL: @states
func.func @states(%b: !llvm.ptr<3>) -> (!llvm.ptr<3>, i32, i32) {
  // CHECK: cutlass.pipeline.make_state <producer> : !cutlass.pipeline_state<3>
  %p = cutlass.pipeline.make_state <producer> : !state
  // CHECK: cutlass.pipeline.make_state <consumer> : !cutlass.pipeline_state<3>
  %c = cutlass.pipeline.make_state <consumer> : !state
  // CHECK: cutlass.pipeline.advance %{{.*}} : !cutlass.pipeline_state<3>
  %d = cutlass.pipeline.advance %c : !state
  // CHECK: cutlass.pipeline.get_stage %{{.*}} : !cutlass.pipeline_state<3>
  %stage = cutlass.pipeline.get_stage %d : !state
  // CHECK: cutlass.pipeline.get_phase %{{.*}} : !cutlass.pipeline_state<3>
  %phase = cutlass.pipeline.get_phase %d : !state
  // CHECK: cutlass.pipeline.get_barrier %{{.*}}[%{{.*}}] : !llvm.ptr<3>, !cutlass.pipeline_state<3>
  %at = cutlass.pipeline.get_barrier %b[%d] : !llvm.ptr<3>, !state
  return %at, %stage, %phase : !llvm.ptr<3>, i32, i32
}

// CHECK-LABEL: @steps
func.func @steps(%full: !llvm.ptr<3>, %empty: !llvm.ptr<3>, %s: !state, %first: i1) {
  // CHECK: cutlass.pipeline.producer_acquire %{{.*}}[%{{.*}}] : !cutlass.pipeline_state<3>
  cutlass.pipeline.producer_acquire %empty[%s] : !state
  // CHECK: cutlass.pipeline.producer_acquire %{{.*}}[%{{.*}}] if %{{.*}} : !cutlass.pipeline_state<3>
  cutlass.pipeline.producer_acquire %empty[%s] if %first : !state
  // CHECK: cutlass.pipeline.producer_commit %{{.*}}[%{{.*}}] <thread> : !cutlass.pipeline_state<3>
  cutlass.pipeline.producer_commit %full[%s] <thread> : !state
  // CHECK: cutlass.pipeline.producer_commit %{{.*}}[%{{.*}}] <copies> : !cutlass.pipeline_state<3>
  cutlass.pipeline.producer_commit %full[%s] <copies> : !state
  // CHECK: cutlass.pipeline.producer_commit %{{.*}}[%{{.*}}] <transactions> bytes 4096 if %{{.*}} : !cutlass.pipeline_state<3>
  cutlass.pipeline.producer_commit %full[%s] <transactions> bytes 4096 if %first : !state
  // CHECK: cutlass.pipeline.consumer_wait %{{.*}}[%{{.*}}] : !cutlass.pipeline_state<3>
  cutlass.pipeline.consumer_wait %full[%s] : !state
  // CHECK: cutlass.pipeline.consumer_release %{{.*}}[%{{.*}}] <warp> if %{{.*}} : !cutlass.pipeline_state<3>
  cutlass.pipeline.consumer_release %empty[%s] <warp> if %first : !state
  // CHECK: cutlass.pipeline.consumer_release %{{.*}}[%{{.*}}] <warp> ctas 2 if %{{.*}} : !cutlass.pipeline_state<3>
  cutlass.pipeline.consumer_release %empty[%s] <warp> ctas 2 if %first : !state
  // CHECK: cutlass.pipeline.consumer_release %{{.*}}[%{{.*}}] <mma> : !cutlass.pipeline_state<3>
  cutlass.pipeline.consumer_release %empty[%s] <mma> : !state
  return
}

// CHECK-LABEL: @turns
func.func @turns(%b: !llvm.ptr<3>, %agent: i32, %lane0: i1) {
  // CHECK: cutlass.seq_bar.make_state %{{.*}} : !cutlass.pipeline_state<1>
  %s = cutlass.seq_bar.make_state %agent : !cutlass.pipeline_state<1>
  // CHECK: cutlass.seq_bar.wait %{{.*}}[%{{.*}}], %{{.*}} : !cutlass.pipeline_state<1>
  cutlass.seq_bar.wait %b[%agent], %s : !cutlass.pipeline_state<1>
  // CHECK: cutlass.seq_bar.arrive %{{.*}}[%{{.*}}] of 2 if %{{.*}}
  cutlass.seq_bar.arrive %b[%agent] of 2 if %lane0
  return
}
