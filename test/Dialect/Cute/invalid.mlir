// The mark of kernels is the only attribute of the dialect, and a function's.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{unknown attribute 'cute.layout' of the cute dialect}}
func.func private @f() attributes {cute.layout}

// -----

// expected-error @below {{expected 'cute.kernel' on a function}}
gpu.module @m attributes {cute.kernel} {
}

// -----

// expected-error @below {{expected 'cute.kernel' to be a unit attribute}}
func.func private @f() attributes {cute.kernel = true}
