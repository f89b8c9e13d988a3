//===- IR.h - Modules, operations, types and attributes ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wrappers hold objects of the C API together with their owner: a context
// for types and attributes, a module for operations. An operation is valid
// until a pass runs on its module, which the module's generation detects.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BINDINGS_PYTHON_IR_H
#define TILEIRAS_LIB_BINDINGS_PYTHON_IR_H

#include "Context.h"

#include <cstdint>

namespace tileiras::python {

/// The base of types and attributes: values of a context, printed and compared
/// alike.
template <typename CType> struct Uniqued {
  ContextRef context;
  CType value;
};
using Type = Uniqued<MlirType>;
using Attribute = Uniqued<MlirAttribute>;

/// A module and its contents.
class Module {
public:
  Module(ContextRef context, MlirModule module)
      : context(std::move(context)), module(module) {}
  ~Module() { mlirModuleDestroy(module); }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const ContextRef &getContext() const { return context; }
  MlirOperation getOperation() const { return mlirModuleGetOperation(module); }

  /// The count of passes that have run: operations that were looked up before
  /// may be gone.
  uint64_t getGeneration() const { return generation; }
  void startNewGeneration() { ++generation; }

private:
  ContextRef context;
  MlirModule module;
  uint64_t generation = 0;
};
using ModuleRef = std::shared_ptr<Module>;

/// An operation of a module. Valid until a pass runs on the module.
class Operation {
public:
  Operation(ModuleRef module, MlirOperation op)
      : module(std::move(module)), op(op),
        generation(this->module->getGeneration()) {}

  /// Throws if the operation may be gone.
  MlirOperation get() const;
  const ModuleRef &getModule() const { return module; }
  /// Keeps the operation valid after passes that ran on it and have not removed
  /// it.
  void survive() { generation = module->getGeneration(); }

private:
  ModuleRef module;
  MlirOperation op;
  uint64_t generation;
};

void bindIR(nanobind::module_ &module);
void bindLayout(nanobind::module_ &module);
void bindPassManager(nanobind::module_ &module);
void bindCompiler(nanobind::module_ &module);

} // namespace tileiras::python

#endif // TILEIRAS_LIB_BINDINGS_PYTHON_IR_H
