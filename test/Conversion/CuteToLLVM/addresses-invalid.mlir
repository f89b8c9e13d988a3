// Values of cute have no form in LLVM.
// RUN: tileiras-opt %s -convert-cute-to-llvm -split-input-file -verify-diagnostics

// expected-error @below {{expected no values of cute as arguments of blocks, got '!cute.coord<"?">'}}
func.func @argument(%c: !cute.coord<"?">) {
  return
}

// -----

func.func @result(%i: i32) -> !cute.coord<"?"> {
  %c = cute.make_coord %i : !cute.coord<"?">
  // expected-error @below {{has an operand of cute, which has no form in LLVM}}
  return %c : !cute.coord<"?">
}
