//===- Native.cpp - The extension module tileiras._native -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR.h"

NB_MODULE(_native, module) {
  module.doc() = "What tileiras.ir and tileiras.passmanager are made of.";
  tileiras::python::bindContext(module);
  tileiras::python::bindIR(module);
  tileiras::python::bindLayout(module);
  tileiras::python::bindPassManager(module);
  tileiras::python::bindCompiler(module);
}
