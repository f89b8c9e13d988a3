// Messages of the parsers and verifiers of types and attributes.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected an integer, '?', '_' or '(', got ''}}
func.func private @f(!cute.shape<"">)

// -----

// expected-error @below {{expected ',' or ')', got ''}}
func.func private @f(!cute.coord<"(1,?">)

// -----

// expected-error @below {{expected an integer of at most 63 bits, got '9223372036854775808)'}}
func.func private @f(!cute.stride<"(9223372036854775808)">)

// -----

// expected-error @below {{expected tuples at most 16 deep}}
func.func private @f(!cute.shape<"(((((((((((((((((((((((1">)

// -----

// expected-error @below {{expected nothing after the tuple, got '5'}}
func.func private @f(!cute.shape<"4 5">)

// -----

// expected-error @below {{expected string}}
func.func private @f(!cute.shape<4>)

// -----

// expected-error @below {{expected sizes that are positive or '?', got (4,0)}}
func.func private @f(!cute.shape<"(4,0)">)

// -----

// expected-error @below {{expected strides that are integers or '?', got (4,_)}}
func.func private @f(!cute.stride<"(4,_)">)

// -----

// expected-error @below {{expected shape and stride to be congruent, got (4,2) and 1}}
func.func private @f(!cute.layout<"(4,2):1">)

// -----

// expected-error @below {{expected ':' between shape and stride, got ''}}
func.func private @f(!cute.layout<"(4,2)">)

// -----

// expected-error @below {{expected three integers in a swizzle, got '> o 0 o 8:1'}}
func.func private @f(!cute.layout<"S<1,2> o 0 o 8:1">)

// -----

// expected-error @below {{expected '> o' after the integers of a swizzle, got ',4> o 0 o 8:1'}}
func.func private @f(!cute.layout<"S<1,2,3,4> o 0 o 8:1">)

// -----

// expected-error @below {{expected '0 o' between swizzles and shape, got '8:1'}}
func.func private @f(!cute.layout<"S<1,2,3> o 8:1">)

// -----

// expected-error @below {{expected a swizzle S<B,M,S> of at most 62 bits with B from 1 to |S| and M from 0 on}}
func.func private @f(!cute.layout<"S<3,4,2> o 0 o 8:1">)

// -----

// expected-error @below {{expected a layout with a swizzle to be static, got S<1,0,1> o 0 o ?:1}}
func.func private @f(!cute.layout<"S<1,0,1> o 0 o ?:1">)

// -----

// expected-error @below {{expected gmem or smem, got 'rmem'}}
func.func private @f(!cute.memref<f16, rmem, "8:1">)

// -----

// expected-error @below {{expected elements that are numbers or pointers of LLVM, got 'tensor<4xf16>'}}
func.func private @f(!cute.memref<tensor<4xf16>, gmem, "8:1">)

// -----

// expected-error @below {{expected ',' or ')', got '/2)'}}
func.func private @f() attributes {tile = #cute.int_tuple<"(4/2)">}
