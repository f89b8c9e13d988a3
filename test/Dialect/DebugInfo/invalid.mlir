// Operations that the dialect refuses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#file = #cuda_tile.di_file<"kernel.py" in "/src">
// expected-error @below {{expected the scope of a variable to be a di_subprogram or di_lexical_block, got #cuda_tile.di_file<"kernel.py" in "/src">}}
#x = #debuginfo.local_variable<name = "x", scope = #file>

// -----

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error @below {{expected a variable to have a name}}
#x = #debuginfo.local_variable<name = "", scope = #sp>

// -----

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
func.func @type(%x: f32) {
  // expected-error @below {{expected a type '!debuginfo.value<…>', got 'f32'}}
  debuginfo.value %x, #x : f32
}

// -----

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#x = #debuginfo.local_variable<name = "x", scope = #sp>
func.func @kind(%x: !llvm.ptr) {
  // expected-error @below {{expected value, declare or addr, got 'memory'}}
  debuginfo.value <memory> %x, #x : !debuginfo.value<f32> as !llvm.ptr
}
