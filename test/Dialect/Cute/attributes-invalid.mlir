// The mark of a kernel is a unit attribute of a function.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{unknown attribute 'cute.kernal' of the cute dialect}}
func.func private @unknown() attributes {cute.kernal}

// -----

// expected-error @below {{expected 'cute.kernel' on a function, got builtin.module}}
module attributes {cute.kernel} {}

// -----

// expected-error @below {{expected 'cute.kernel' to be a unit attribute, got 1 : i32}}
func.func private @value() attributes {cute.kernel = 1 : i32}
