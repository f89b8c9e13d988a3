// An atom names a record, and has a size that the record allows.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected the name of an atom, got 'mma.sync'}}
func.func private @name() attributes {a = #cute_nvgpu.atom<mma.sync>}

// -----

// Names are compared exactly.
// expected-error @below {{expected the name of an atom, got 'LDSM'}}
func.func private @letters() attributes {a = #cute_nvgpu.atom<LDSM, 4>}

// -----

// expected-error @below {{expected no size for universal_fma, got 2}}
func.func private @fma() attributes {a = #cute_nvgpu.atom<universal_fma, 2>}

// -----

// expected-error @below {{expected a multiple of 32 from 32 to 1024 threads for bar.sync, got 48}}
func.func private @threads() attributes {a = #cute_nvgpu.atom<bar.sync, 48>}

// -----

// expected-error @below {{expected a power of two from 8 to 128 bits for universal_copy, got 256}}
func.func private @vector() attributes {a = #cute_nvgpu.atom<universal_copy, 256>}

// -----

// expected-error @below {{expected a power of two from 1 to 4 matrices for ldsm.trans, got 8}}
func.func private @matrices() attributes {a = #cute_nvgpu.atom<ldsm.trans, 8>}
