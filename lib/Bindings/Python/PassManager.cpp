//===- PassManager.cpp - Passes, from Python ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tileiras.passmanager runs pipelines in MLIR's textual form on a module or an
// operation. Passes may erase operations, so running one invalidates the Python
// objects of all others.
//
//===----------------------------------------------------------------------===//

#include "IR.h"

#include "mlir-c/Pass.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tileiras::python;

namespace {

/// A pipeline of passes, anchored on the operation on which it can run.
class PassManager {
public:
  explicit PassManager(ContextRef ref)
      : context(std::move(ref)),
        manager(mlirPassManagerCreate(context->get())) {}
  ~PassManager() { mlirPassManagerDestroy(manager); }
  PassManager(const PassManager &) = delete;
  PassManager &operator=(const PassManager &) = delete;

  MlirOpPassManager passes() const {
    return mlirPassManagerGetAsOpPassManager(manager);
  }

  void parse(const std::string &pipeline) {
    MlirLogicalResult result;
    std::string message = printed([&](MlirStringCallback callback, void *out) {
      result = mlirParsePassPipeline(passes(), toC(pipeline), callback, out);
    });
    if (mlirLogicalResultIsFailure(result))
      throw nb::value_error(message.c_str());
  }

  void run(Operation &op) {
    DiagnosticScope scope(context);
    MlirOperation target = op.get();
    if (op.getModule()->getContext() != context)
      throw nb::value_error("the operation and the pass manager are of "
                            "different contexts");
    MlirLogicalResult result;
    std::string reason;
    {
      nb::gil_scoped_release others;
      reason = tryOnDeepStack(
          [&] { result = mlirPassManagerRunOnOp(manager, target); });
    }
    if (!reason.empty())
      throwError(reason, {});
    op.getModule()->startNewGeneration();
    op.survive();
    if (mlirLogicalResultIsFailure(result))
      scope.fail("a pass failed");
    scope.warn();
  }

  void enableVerifier(bool enable) {
    mlirPassManagerEnableVerifier(manager, enable);
  }

  std::string str() const {
    return printed([&](MlirStringCallback callback, void *out) {
      mlirPrintPassPipeline(passes(), callback, out);
    });
  }

private:
  ContextRef context;
  MlirPassManager manager;
};

} // namespace

void tileiras::python::bindPassManager(nb::module_ &module) {
  nb::class_<PassManager>(module, "PassManager",
                          "A pipeline of passes, anchored on an operation.")
      .def_static(
          "parse",
          [](const std::string &pipeline, ContextRef context) {
            auto manager =
                std::make_unique<PassManager>(orNew(std::move(context)));
            manager->parse(pipeline);
            return manager.release();
          },
          "pipeline"_a, "context"_a.none() = nb::none(),
          nb::rv_policy::take_ownership,
          "Reads \"ANCHOR(PASS,...)\". ValueError says what is wrong in it.")
      .def("run", &PassManager::run, "operation"_a,
           "Runs the passes on an operation of the anchor's name. Other "
           "operations of its module must be looked up again. MLIRError if a "
           "pass fails, which leaves the module in between.")
      .def(
          "run",
          [](PassManager &self, ModuleRef module) {
            Operation op(module, module->getOperation());
            self.run(op);
          },
          "module"_a)
      .def("enable_verifier", &PassManager::enableVerifier, "enable"_a = true,
           "Whether to verify after each pass, as is done unless said.")
      .def("__str__", &PassManager::str);
}
