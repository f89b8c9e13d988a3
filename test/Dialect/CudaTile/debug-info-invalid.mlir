// RUN: not tileiras-opt %s -split-input-file 2>&1 | FileCheck %s

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "other", compileUnit = #unit>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub>
cuda_tile.module @m {
  // CHECK: error: {{.*}}expects a subprogram whose linkageName is "k", got "other"
  entry @k() {} loc(#loc)
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub>
cuda_tile.module @m {
  entry @k() {
    // CHECK: error: {{.*}}expects no scope, since its kernel has none
    return loc(#loc)
  }
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#sub2 = #cuda_tile.di_subprogram<file = #file, line = 1, name = "f", linkageName = "f", compileUnit = #unit>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub>
#loc2 = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub2>
cuda_tile.module @m {
  entry @k() {
    // CHECK: error: {{.*}}expects a scope in the subprogram of its kernel, "k", got one in "f"
    return loc(#loc2)
  } loc(#loc)
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
// CHECK: error: expected the scope of a di_loc to be a di_subprogram or di_lexical_block, got #cuda_tile.di_file<"foo.py" in "/tmp/">
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #file>

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
// CHECK: error: expected the scope of a lexical block to be a di_subprogram or di_lexical_block, got #cuda_tile.di_file<"foo.py" in "/tmp/">
#block = #cuda_tile.di_lexical_block<scope = #file, file = #file, line = 7>

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub>
cuda_tile.module @m {
  // Req: D-13
  // CHECK: error: {{.*}}expects a location without scope
  global @g <i32: 1> : tile<1xi32> loc(#loc)
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #sub>
cuda_tile.module @m {
  // CHECK: error: {{.*}}expects a location that is no call site
  entry @k() {} loc(callsite(#loc at #loc))
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #sub, file = #file, line = 2>
#loc = #cuda_tile.di_loc<loc("foo.py":1:4) in #block>
cuda_tile.module @m {
  // CHECK: error: {{.*}}expects a location whose scope is a di_subprogram, got #cuda_tile.di_lexical_block<
  entry @k() {} loc("name"(#loc))
}

// -----

#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
// CHECK: error: expected a location of file, line and column, got loc(unknown)
#loc = #cuda_tile.di_loc<loc(unknown) in #sub>
