// RUN: tileiras-opt %s --rename-symbol="from=a to=b" -split-input-file -verify-diagnostics

cuda_tile.module @taken {
  // expected-error @below {{cannot rename '@a' to '@b', which is the name of another symbol}}
  entry @a() {
    return
  }
  // expected-note @below {{the other symbol is here}}
  entry @b() {
    return
  }
}

// -----

// expected-error @below {{expected a symbol '@a' to rename}}
cuda_tile.module @absent {
  entry @c() {
    return
  }
}
