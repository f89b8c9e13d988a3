//===- IR.cpp - Modules, operations, types and attributes -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR.h"

#include "tileiras-c/Module.h"

#include <functional>

namespace nb = nanobind;
using namespace nb::literals;
using namespace tileiras::python;

namespace {

struct Location {
  ContextRef context;
  MlirLocation value;
};

/// The operations of a block, and the regions that hold blocks.
struct Block {
  ModuleRef module;
  std::vector<Operation> operations;
};

} // namespace

MlirOperation Operation::get() const {
  if (generation != module->getGeneration())
    throw nb::value_error("a pass has changed the module since this operation "
                          "was looked up: look it up again");
  return op;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static ModuleRef parseModule(const std::string &text, ContextRef context,
                             const std::string &name) {
  context = orNew(std::move(context));
  DiagnosticScope scope(context);
  MlirModule module = tileirasParseModule(context->get(), toC(text), toC(name));
  if (mlirModuleIsNull(module))
    scope.fail("unable to parse the module");
  return std::make_shared<Module>(context, module);
}

static ModuleRef readModule(nb::bytes bytes, ContextRef context,
                            const std::string &name) {
  context = orNew(std::move(context));
  DiagnosticScope scope(context);
  MlirModule module = tileirasReadBytecode(
      context->get(), mlirStringRefCreate(bytes.c_str(), bytes.size()),
      toC(name));
  if (mlirModuleIsNull(module))
    scope.fail("unable to read the bytecode");
  return std::make_shared<Module>(context, module);
}

static nb::bytes writeBytecode(const ContextRef &context, MlirOperation op,
                               const std::string &version) {
  DiagnosticScope scope(context);
  MlirLogicalResult result;
  std::string bytes = printed([&](MlirStringCallback callback, void *out) {
    onDeepStack([&] {
      result = tileirasWriteBytecode(op, toC(version), callback, out);
    });
  });
  if (mlirLogicalResultIsFailure(result))
    scope.fail("unable to write bytecode");
  scope.warn();
  return nb::bytes(bytes.data(), bytes.size());
}

static std::string printOperation(MlirOperation op, bool debugInfo,
                                  bool generic) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (debugInfo)
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, /*prettyForm=*/false);
  if (generic)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  std::string text = printed([&](MlirStringCallback callback, void *out) {
    onDeepStack([&] { mlirOperationPrintWithFlags(op, flags, callback, out); });
  });
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

static void verify(const ContextRef &context, MlirOperation op) {
  DiagnosticScope scope(context);
  bool isValid = false;
  onDeepStack([&] { isValid = mlirOperationVerify(op); });
  if (!isValid)
    scope.fail("the module is not valid");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static std::vector<Operation> operationsOf(const ModuleRef &module,
                                           MlirBlock block) {
  std::vector<Operation> operations;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    operations.emplace_back(module, op);
  return operations;
}

/// For each region, its blocks.
static std::vector<std::vector<Block>> regionsOf(const Operation &op) {
  std::vector<std::vector<Block>> regions;
  for (MlirRegion region = mlirOperationGetFirstRegion(op.get());
       !mlirRegionIsNull(region);
       region = mlirRegionGetNextInOperation(region)) {
    std::vector<Block> &blocks = regions.emplace_back();
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      blocks.push_back({op.getModule(), operationsOf(op.getModule(), block)});
  }
  return regions;
}

static void collect(const Operation &op, std::vector<Operation> &all) {
  for (const std::vector<Block> &blocks : regionsOf(op))
    for (const Block &block : blocks)
      for (const Operation &inner : block.operations) {
        all.push_back(inner);
        collect(inner, all);
      }
}

static nb::dict attributesOf(const Operation &op) {
  nb::dict attributes;
  for (intptr_t i = 0, n = mlirOperationGetNumAttributes(op.get()); i < n;
       ++i) {
    MlirNamedAttribute entry = mlirOperationGetAttribute(op.get(), i);
    std::string name = fromC(mlirIdentifierStr(entry.name));
    attributes[name.c_str()] =
        nb::cast(Attribute{op.getModule()->getContext(), entry.attribute});
  }
  return attributes;
}

static std::vector<Type> resultTypesOf(const Operation &op) {
  std::vector<Type> types;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op.get()); i < n; ++i)
    types.push_back({op.getModule()->getContext(),
                     mlirValueGetType(mlirOperationGetResult(op.get(), i))});
  return types;
}

static std::vector<Type> operandTypesOf(const Operation &op) {
  std::vector<Type> types;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op.get()); i < n; ++i)
    types.push_back({op.getModule()->getContext(),
                     mlirValueGetType(mlirOperationGetOperand(op.get(), i))});
  return types;
}

static nb::object parentOf(const Operation &op) {
  MlirOperation parent = mlirOperationGetParentOperation(op.get());
  if (mlirOperationIsNull(parent))
    return nb::none();
  return nb::cast(Operation(op.getModule(), parent));
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

/// Binds the common members of types and attributes.
template <typename CType>
static void bindUniqued(nb::module_ &module, const char *name, const char *doc,
                        CType (*parse)(MlirContext, MlirStringRef),
                        bool (*equal)(CType, CType),
                        void (*print)(CType, MlirStringCallback, void *)) {
  using Value = Uniqued<CType>;
  auto text = [print](const Value &self) {
    return printed([&](MlirStringCallback callback, void *out) {
      print(self.value, callback, out);
    });
  };
  nb::class_<Value>(module, name, doc)
      .def_static(
          "parse",
          [parse](const std::string &text, ContextRef context) {
            context = orNew(std::move(context));
            DiagnosticScope scope(context);
            CType value{};
            if (mlirLogicalResultIsSuccess(tileirasCheckNesting(
                    context->get(), toC(text), toC("<text>"))))
              onDeepStack([&] { value = parse(context->get(), toC(text)); });
            if (!value.ptr)
              scope.fail("unable to parse '" + text + "'");
            return Value{context, value};
          },
          "text"_a, "context"_a.none() = nb::none(),
          "Reads the text form; MLIRError if it isn't one.")
      .def_ro("context", &Value::context)
      .def("__str__", text)
      .def("__repr__",
           [text, prefix = std::string(name)](const Value &self) {
             return prefix + "(" + text(self) + ")";
           })
      .def("__eq__",
           [equal](const Value &self, const Value &other) {
             return equal(self.value, other.value);
           })
      .def("__eq__", [](const Value &, nb::handle) { return false; })
      .def("__hash__", [](const Value &self) {
        return std::hash<const void *>()(self.value.ptr);
      });
}

/// Returns (file, line, column) of each position in a location.
static std::vector<nb::tuple> positionsOf(const Location &self) {
  std::vector<nb::tuple> places;
  tileirasLocationVisitFiles(
      self.value,
      [](MlirLocation file, void *out) {
        MlirStringRef name =
            mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(file));
        static_cast<std::vector<nb::tuple> *>(out)->push_back(
            nb::make_tuple(toPython({name.data, name.length}),
                           mlirLocationFileLineColRangeGetStartLine(file),
                           mlirLocationFileLineColRangeGetStartColumn(file)));
      },
      &places);
  return places;
}

static void bindLocation(nb::module_ &module) {
  nb::class_<Location>(module, "Location", "A source location.")
      .def("__str__",
           [](const Location &self) {
             return printed([&](MlirStringCallback callback, void *out) {
               mlirLocationPrint(self.value, callback, out);
             });
           })
      .def_prop_ro("places", positionsOf,
                   "(file, line, column) of each of its positions: several if "
                   "locations were merged; a callee precedes its caller.")
      .def("__eq__", [](const Location &self, const Location &other) {
        return mlirLocationEqual(self.value, other.value);
      });
}

static void bindOperation(nb::module_ &module) {
  nb::class_<Block>(module, "Block", "Operations in order.")
      .def_ro("operations", &Block::operations)
      .def("__iter__", [](const Block &self) {
        return nb::iter(nb::cast(self.operations));
      });

  nb::class_<Operation>(module, "Operation",
                        "An operation of a module. Valid until a pass runs on "
                        "the module; ValueError afterwards.")
      .def_prop_ro(
          "name",
          [](const Operation &self) {
            return fromC(mlirIdentifierStr(mlirOperationGetName(self.get())));
          },
          "As in \"cuda_tile.addf\".")
      .def_prop_ro("location",
                   [](const Operation &self) {
                     return Location{self.getModule()->getContext(),
                                     mlirOperationGetLocation(self.get())};
                   })
      .def_prop_ro("attributes", attributesOf, "Attributes by name.")
      .def_prop_ro("operand_types", operandTypesOf)
      .def_prop_ro("result_types", resultTypesOf)
      .def_prop_ro("regions", regionsOf, "For each region, its blocks.")
      .def_prop_ro("parent", parentOf, "None for the module itself.")
      .def_prop_ro(
          "context",
          [](const Operation &self) { return self.getModule()->getContext(); })
      .def(
          "walk",
          [](const Operation &self) {
            std::vector<Operation> all;
            collect(self, all);
            return all;
          },
          "All operations inside, outer before inner.")
      .def(
          "verify",
          [](const Operation &self) {
            verify(self.getModule()->getContext(), self.get());
          },
          "MLIRError if the operation or one inside is not valid.")
      .def(
          "to_bytecode",
          [](const Operation &self, const std::string &version) {
            return writeBytecode(self.getModule()->getContext(), self.get(),
                                 version);
          },
          "version"_a = "",
          "Tile IR bytecode of a cuda_tile.module, see Module.to_bytecode.")
      .def(
          "to_text",
          [](const Operation &self, bool debugInfo, bool generic) {
            return printOperation(self.get(), debugInfo, generic);
          },
          "debug_info"_a = false, "generic"_a = false,
          "The text form; with locations, and in MLIR's generic form, if "
          "asked.")
      .def("__str__", [](const Operation &self) {
        return printOperation(self.get(), false, false);
      });
}

static void bindModule(nb::module_ &module) {
  nb::class_<Module>(module, "Module", "A module and all that is in it.")
      .def_static("parse", parseModule, "text"_a,
                  "context"_a.none() = nb::none(), "name"_a = "<text>",
                  "Reads MLIR text and verifies it. MLIRError says what is "
                  "wrong and where; `name` is the file's in messages.")
      .def_static("from_bytecode", readModule, "bytecode"_a,
                  "context"_a.none() = nb::none(), "name"_a = "<bytecode>",
                  "Reads Tile IR bytecode of 13.1 to 13.5 and verifies it. "
                  "MLIRError says what is wrong and at which offset.")
      .def(
          "to_bytecode",
          [](const Module &self, const std::string &version) {
            return writeBytecode(self.getContext(), self.getOperation(),
                                 version);
          },
          "version"_a = "",
          "Tile IR bytecode of the module, which holds one cuda_tile.module. "
          "`version` is \"13.1\" to \"13.5\", the newest unless said; "
          "MLIRError names what it can't express.")
      .def_prop_ro("context", &Module::getContext)
      .def_prop_ro(
          "operation",
          [](ModuleRef self) { return Operation(self, self->getOperation()); })
      .def_prop_ro(
          "body",
          [](ModuleRef self) {
            Operation op(self, self->getOperation());
            return regionsOf(op).front().front();
          },
          "The module's block.")
      .def(
          "verify",
          [](const Module &self) {
            verify(self.getContext(), self.getOperation());
          },
          "MLIRError if something in the module is not valid.")
      .def(
          "to_text",
          [](const Module &self, bool debugInfo, bool generic) {
            return printOperation(self.getOperation(), debugInfo, generic);
          },
          "debug_info"_a = false, "generic"_a = false,
          "The text form; with locations, and in MLIR's generic form, if "
          "asked.")
      .def("__str__", [](const Module &self) {
        return printOperation(self.getOperation(), false, false);
      });
}

void tileiras::python::bindIR(nb::module_ &module) {
  bindUniqued<MlirType>(module, "Type", "A type, as in !cuda_tile.tile<4xf32>.",
                        mlirTypeParseGet, mlirTypeEqual, mlirTypePrint);
  bindUniqued<MlirAttribute>(
      module, "Attribute", "An attribute, as in #cuda_tile.div_by<16>.",
      mlirAttributeParseGet, mlirAttributeEqual, mlirAttributePrint);
  bindLocation(module);
  bindOperation(module);
  bindModule(module);
}
