// Names that others look for in PTX can't be changed.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics --convert-cudatile-to-tileaa=compute-capability=90

cuda_tile.module @kernels {
  // expected-error @below {{PTX can't have a kernel named 'größe': expected letters from a to z and A to Z, digits, '_' and '$', with no digit first; give it another name}}
  entry @"gr\C3\B6\C3\9Fe"() { return }
  // expected-error @below {{PTX can't have a kernel named ' ': expected letters}}
  entry @" "() { return }
  // expected-error @below {{PTX can't have a kernel named '%r1': expected letters}}
  entry @"%r1"() { return }
  // expected-error @below {{PTX can't have a kernel named 'a;b': expected letters}}
  entry @"a;b"() { return }
  // expected-error @below {{PTX can't have a kernel named '1abc': expected letters}}
  entry @"1abc"() { return }
  // expected-error @below {{PTX can't have a kernel named 'a.b': expected letters}}
  entry @"a.b"() { return }
  // expected-error @below {{PTX can't have a kernel named 'WARP_SZ': expected a name that no constant of PTX has; give it another name}}
  entry @WARP_SZ() { return }
  // expected-error @below {{PTX can't have a kernel named '_': expected more after '_' or '$'; give it another name}}
  entry @_() { return }
  // expected-error @below {{PTX can't have a kernel named '$': expected more after '_' or '$'}}
  entry @"$"() { return }
  // Characters that a terminal could not show are escaped.
  // expected-error @below {{PTX can't have a kernel named 'a\1B[2J': expected letters}}
  entry @"a\1B[2J"() { return }
  // expected-error @below {{PTX can't have a kernel named '\FF': expected letters}}
  entry @"\FF"() { return }
}

// -----

cuda_tile.module @globals {
  // expected-error @below {{PTX can't have a global named 'a b': expected letters}}
  global @"a b" <f32: [1.0]> : tile<1xf32>
  // This function is private: it gets a valid name.
  global private @"c d" <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @"any name" {
  entry @_a() { return }
  entry @"$b$1"() { return }
  entry @reg() { return }
  global @"e_$" <f32: [1.0]> : tile<1xf32>
}
