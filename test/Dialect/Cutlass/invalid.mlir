// Operations that the verifiers of cutlass refuse; types and attributes of operands are in constraints.test.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected at least one stage, got 0}}
func.func private @f(!cutlass.pipeline_state<0>)

// -----

func.func @f(%full: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>, %first: i1) {
  // expected-error @below {{expected a number of bytes for 'transactions'}}
  cutlass.pipeline.producer_commit %full[%s] <transactions> if %first : !cutlass.pipeline_state<2>
  return
}

// -----

func.func @f(%full: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>) {
  // expected-error @below {{expected no number of bytes for 'thread'}}
  cutlass.pipeline.producer_commit %full[%s] <thread> bytes 16 : !cutlass.pipeline_state<2>
  return
}

// -----

func.func @f(%empty: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>) {
  // expected-error @below {{expected a predicate for 'warp', which one thread makes}}
  cutlass.pipeline.consumer_release %empty[%s] <warp> : !cutlass.pipeline_state<2>
  return
}

// -----

func.func @f(%full: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>, %first: i1) {
  // expected-error @below {{expected no predicate for 'copies', which each thread makes}}
  cutlass.pipeline.producer_commit %full[%s] <copies> if %first : !cutlass.pipeline_state<2>
  return
}

// -----

func.func @f(%empty: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>) {
  // expected-error @below {{expected threads that empty the stage, got 'copies'}}
  cutlass.pipeline.consumer_release %empty[%s] <copies> : !cutlass.pipeline_state<2>
  return
}

// -----

func.func @f(%full: !llvm.ptr<3>, %s: !cutlass.pipeline_state<2>) {
  // expected-error @below {{expected threads that arrive in several CTAs, got 'copies'}}
  cutlass.pipeline.producer_commit %full[%s] <copies> ctas 2 : !cutlass.pipeline_state<2>
  return
}
