// Requirements of accesses.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @load_atom(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected an atom of loads and stores, got #cute_nvgpu.atom<ldsm, 1>}}
  %0 = cute_nvgpu.load %g <ldsm, 1> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_scope(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected a scope with an order, and only then}}
  %0 = cute_nvgpu.load %g <universal_copy, 32> scope <gpu> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_no_scope(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected a scope with an order, and only then}}
  %0 = cute_nvgpu.load %g <universal_copy, 32> order <relaxed> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_size(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected one value of 64 bits, got 'i32'}}
  %0 = cute_nvgpu.load %g <universal_copy, 64> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_words(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected machine words that have 64 bits together, got 'i32'}}
  %0 = cute_nvgpu.load %g <universal_copy, 64> order <relaxed> scope <gpu> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_release(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected weak, relaxed or acquire, got release}}
  %0 = cute_nvgpu.load %g <universal_copy, 32> order <release> scope <gpu> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @load_read_only(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected what is read only to be in global memory, and read in no order}}
  %0 = cute_nvgpu.load %s <universal_copy, 32> read_only : !llvm.ptr<3> -> i32
  return
}

// -----

func.func @load_otherwise(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.load' op expected values for where the predicate is false, of types ['i32'], got ['i32', 'i32']}}
  %0 = cute_nvgpu.load %g <universal_copy, 32> if %p else(%x, %x : i32, i32) : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @store_values(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.store' op expected one value of 64 bits, got 'i32', 'i32'}}
  cute_nvgpu.store %x, %x to %g <universal_copy, 64> : !llvm.ptr<1>, i32, i32
  return
}

// -----

func.func @store_acquire(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.store' op expected weak, relaxed or release, got acquire}}
  cute_nvgpu.store %x to %g <universal_copy, 32> order <acquire> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @store_nothing(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.store' op expected values}}
  "cute_nvgpu.store"(%g) {operandSegmentSizes = array<i32: 1, 0, 0>, atom = #cute_nvgpu.atom<universal_copy, 32>} : (!llvm.ptr<1>) -> ()
  return
}

// -----

func.func @store_byte(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.store' op expected machine words that have 8 bits together, got 'i32'}}
  cute_nvgpu.store %x to %g <universal_copy, 8> if %p : !llvm.ptr<1>, i32
  return
}

// -----

func.func @update_weak(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom' op expected an order, got weak}}
  %0 = cute_nvgpu.atom <add> i32 %g, %x order <weak> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @update_register(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom' op expected a register of 16 bits, got 'i32'}}
  %0 = cute_nvgpu.atom <add> f16 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @update_bits(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom' op expected an element that 'xor' combines, got 'f32'}}
  %0 = cute_nvgpu.atom <xor> f32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @update_sign(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom' op expected an element that 'max' combines, got 'i32'}}
  %0 = cute_nvgpu.atom <max> i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @update_half(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom' op expected an element that 'exch' combines, got 'f16'}}
  %0 = cute_nvgpu.atom <exch> f16 %g, %h order <relaxed> scope <gpu> : !llvm.ptr<1>, i16
  return
}

// -----

func.func @cas_register(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i8, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom.cas' op expected a register of 32 bits, got 'i8'}}
  %0 = cute_nvgpu.atom.cas %g, %h, %h order <relaxed> scope <gpu> : !llvm.ptr<1>, i8
  return
}

// -----

func.func @cas_weak(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  // expected-error @below {{'cute_nvgpu.atom.cas' op expected an order, got weak}}
  %0 = cute_nvgpu.atom.cas %g, %x, %x order <weak> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @space(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %h: i16, %x: i32, %y: i64) {
  %q = llvm.inttoptr %y : i64 to !llvm.ptr
  // expected-error @below {{'cute_nvgpu.load' op operand #0 must be pointer to global or shared memory, but got '!llvm.ptr'}}
  %0 = cute_nvgpu.load %q <universal_copy, 32> : !llvm.ptr -> i32
  return
}

// -----

func.func @red_order(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.red.add' op expected relaxed or release, got acquire}}
  cute_nvgpu.red.add f32 %g, %x, %x <red.vector, 64> order <acquire> scope <gpu> : !llvm.ptr<1>, i32, i32
  return
}

// -----

func.func @red_atom(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.red.add' op expected a red of adjacent elements, got #cute_nvgpu.atom<universal_copy, 64>}}
  cute_nvgpu.red.add f32 %g, %x, %x <universal_copy, 64> order <relaxed> scope <gpu> : !llvm.ptr<1>, i32, i32
  return
}

// -----

func.func @red_element(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.red.add' op expected an element that #cute_nvgpu.atom<red.f16x2, 32> adds, got 'bf16'}}
  cute_nvgpu.red.add bf16 %g, %x <red.f16x2, 32> order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @red_registers(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.red.add' op expected registers that have 128 bits together, got 'i32', 'i32'}}
  cute_nvgpu.red.add f32 %g, %x, %x <red.vector, 128> order <relaxed> scope <gpu> : !llvm.ptr<1>, i32, i32
  return
}

// -----

func.func @multimem_order(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.ld_reduce' op expected relaxed or acquire, got release}}
  %0 = cute_nvgpu.multimem.ld_reduce <add> f32 %g order <release> scope <gpu> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @multimem_element(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.ld_reduce' op expected an element that 'max' combines in replicas, got 'f32'}}
  %0 = cute_nvgpu.multimem.ld_reduce <max> f32 %g order <relaxed> scope <gpu> : !llvm.ptr<1> -> i32
  return
}

// -----

func.func @multimem_registers(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.ld_reduce' op expected a register of 32 bits for 'i32', got ['i32', 'i32']}}
  %0 = cute_nvgpu.multimem.ld_reduce <add> i32 %g order <relaxed> scope <gpu> : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  return
}

// -----

func.func @multimem_three(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.st' op expected 1, 2 or 4 registers of 32 bits for 'f32', got ['i32', 'i32', 'i32']}}
  cute_nvgpu.multimem.st f32 %g, %x, %x, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32, i32, i32
  return
}

// -----

func.func @multimem_st_order(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.st' op expected relaxed or release, got acquire}}
  cute_nvgpu.multimem.st i32 %g, %x order <acquire> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @multimem_st_words(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.st' op expected words of 32 or 64 bits, got 'f16'}}
  cute_nvgpu.multimem.st f16 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// -----

func.func @multimem_red_half(%g: !llvm.ptr<1>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.multimem.red' op expected an element that 'min' combines in replicas, got 'f16'}}
  cute_nvgpu.multimem.red <min> f16 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}
