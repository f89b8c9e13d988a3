//===- OpRecords.cpp - Bytecode encodings in op records -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::tblgen;
using mlir::tblgen::EnumCase;
using mlir::tblgen::EnumInfo;

static BytecodeVersion readVersion(const Record &record, StringRef text) {
  std::optional<BytecodeVersion> version = BytecodeVersion::parse(text);
  if (!version)
    PrintFatalError(&record, "malformed bytecode version '" + text +
                                 "', expected MAJOR.MINOR");
  if (*version < kOldestBytecodeVersion || *version > kNewestBytecodeVersion)
    PrintFatalError(&record, "bytecode version '" + text + "' is outside " +
                                 kOldestBytecodeVersion.str() + " - " +
                                 kNewestBytecodeVersion.str());
  return *version;
}

BytecodeVersion tblgen::getCaseVersion(const EnumCase &enumCase) {
  const Record &def = enumCase.getDef();
  if (!def.getValue("since"))
    return kOldestBytecodeVersion;
  return readVersion(def, def.getValueAsString("since"));
}

static uint32_t readOpcode(const Record &def) {
  int64_t opcode = def.getValueAsInt("opcode");
  if (opcode < 0 || opcode > 0xfff)
    PrintFatalError(&def, "opcode " + Twine(opcode) +
                              " is outside the public range 0 - 4095");
  return opcode;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Returns the attribute below wrappers such as OptionalAttr and ConfinedAttr.
static const Record &getInnermost(const mlir::tblgen::Attribute &attr) {
  const Record *def = &attr.getDef();
  while (def->getValue("baseAttr"))
    if (const auto *base = dyn_cast<DefInit>(def->getValueInit("baseAttr")))
      def = base->getDef();
    else
      break;
  return *def;
}

static std::optional<EnumInfo> getEnumeration(const Record &attr) {
  if (attr.isSubClassOf("EnumAttr"))
    return EnumInfo(attr.getValueAsDef("enum"));
  if (attr.isSubClassOf("EnumInfo"))
    return EnumInfo(attr);
  return std::nullopt;
}

static StringRef getIntegerForm(const Record &owner, const Record &attr) {
  const Record *type = attr.getValueAsOptionalDef("valueType");
  StringRef name = type ? type->getName() : "";
  if (name == "I32")
    return "Int32";
  if (name == "I64")
    return "Int64";
  PrintFatalError(&owner, "integer attribute of type '" + name +
                              "' has no bytecode form");
}

static StringRef getForm(const Record &owner,
                         const mlir::tblgen::Attribute &attr) {
  const Record &innermost = getInnermost(attr);
  if (getEnumeration(innermost))
    return "Enum";
  StringRef storage = attr.getStorageType();
  if (storage == "::mlir::IntegerAttr")
    return getIntegerForm(owner, innermost);
  return StringSwitch<StringRef>(storage)
      .Case("::mlir::UnitAttr", "Flag")
      .Case("::mlir::BoolAttr", "Bool")
      .Case("::mlir::StringAttr", "String")
      .Cases({"::mlir::FlatSymbolRefAttr", "::mlir::SymbolRefAttr"}, "Symbol")
      .Case("::mlir::DenseI32ArrayAttr", "Int32Array")
      .Case("::mlir::DenseBoolArrayAttr", "BoolArray")
      .Case("::mlir::ArrayAttr", "TaggedArray")
      .Cases({"::mlir::DenseElementsAttr", "::mlir::DenseTypedElementsAttr",
              "::mlir::DenseIntOrFPElementsAttr", "::mlir::ElementsAttr"},
             "Constant")
      .EndsWith("OptimizationHintsAttr", "Hints")
      .Default("Tagged");
}

void OpRecord::readAttributes() {
  const Record &def = op.getDef();
  for (const mlir::tblgen::NamedAttribute &named : op.getAttributes()) {
    if (named.attr.isDerivedAttr())
      continue;
    StringRef form = getForm(def, named.attr);
    bool optional = form == "Flag" ||
                    (named.attr.isOptional() && !named.attr.hasDefaultValue());
    attributes.push_back({named.name, form, named.attr.getStorageType(),
                          getEnumeration(getInnermost(named.attr)), since,
                          /*defaultValue=*/"", optional});
  }
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

static ValueRecord readValue(const mlir::tblgen::NamedTypeConstraint &value,
                             BytecodeVersion since) {
  StringRef multiplicity = value.isVariadic()   ? "Variadic"
                           : value.isOptional() ? "Optional"
                                                : "Single";
  return {value.name, multiplicity, since};
}

void OpRecord::readValues() {
  for (const auto &operand : op.getOperands())
    operands.push_back(readValue(operand, since));
  for (const auto &result : op.getResults())
    results.push_back(readValue(result, since));
}

bool OpRecord::countsResults() const {
  return any_of(operands, [](auto &value) { return value.isVariadic(); }) ||
         any_of(results, [](auto &value) { return value.isVariadic(); });
}

bool OpRecord::hasSegments() const {
  return op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments") != nullptr;
}

StringRef OpRecord::operandLayout() const {
  if (hasSegments())
    return "Segments";
  bool counted = any_of(operands, [](auto &value) {
    return value.isVariadic() || value.isOptional();
  });
  return counted ? "Counted" : "Plain";
}

//===----------------------------------------------------------------------===//
// Later additions and flags
//===----------------------------------------------------------------------===//

template <typename Fields>
static auto *findField(Fields &fields, StringRef name) {
  auto it = find_if(fields, [&](auto &field) { return field.name == name; });
  return it == fields.end() ? nullptr : &*it;
}

void OpRecord::readAdditions() {
  const Record &def = op.getDef();
  StringSet<> names;
  for (const Record *added : def.getValueAsListOfDefs("added")) {
    StringRef name = added->getValueAsString("member");
    if (!names.insert(name).second)
      PrintFatalError(&def, "field '" + name + "' is added twice");
    BytecodeVersion version =
        readVersion(def, added->getValueAsString("since"));
    if (version < since)
      PrintFatalError(&def, "field '" + name + "' is older than its operation");
    if (AttributeRecord *attribute = findField(attributes, name)) {
      attribute->since = version;
      attribute->defaultValue = added->getValueAsString("defaultValue");
    } else if (ValueRecord *operand = findField(operands, name)) {
      operand->since = version;
    } else if (ValueRecord *result = findField(results, name)) {
      result->since = version;
    } else {
      PrintFatalError(&def, "added field '" + name + "' does not exist");
    }
  }
}

/// Flag bits are numbered by version; within a version attributes come before
/// operands, each in the order of declaration.
void OpRecord::assignFlags() {
  std::vector<std::tuple<BytecodeVersion, size_t, int *>> flags;
  for (AttributeRecord &attribute : attributes)
    if (attribute.optional)
      flags.push_back({attribute.since, flags.size(), &attribute.flag});
  if (hasSegments())
    for (ValueRecord &operand : operands)
      if (operand.isOptional())
        flags.push_back({operand.since, flags.size(), &operand.flag});
  if (flags.empty())
    return;
  llvm::sort(flags);
  if (flags.size() > 64)
    PrintFatalError(&op.getDef(), "more than 64 optional fields");
  for (auto [index, flag] : enumerate(flags))
    *std::get<int *>(flag) = index;
  flagsSince = std::get<BytecodeVersion>(flags.front());
}

OpRecord::OpRecord(const Record &def)
    : op(def), opcode(readOpcode(def)),
      since(readVersion(def, def.getValueAsString("since"))) {
  readValues();
  readAttributes();
  readAdditions();
  assignFlags();
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

/// An operation of the dialect must be a CudaTile_Op, else it has no opcode.
static void checkAllHaveOpcodes(const RecordKeeper &records) {
  for (const Record *def : records.getAllDerivedDefinitions("Op")) {
    const Record *dialect = def->getValueAsDef("opDialect");
    if (dialect->getValueAsString("name") == "cuda_tile" &&
        !def->isSubClassOf("CudaTile_Op"))
      PrintFatalError(def, "operation without an opcode, derive it from "
                           "CudaTile_Op");
  }
}

/// Opcodes are unique, those of module, entry and global included.
static void checkUnique(ArrayRef<const Record *> defs) {
  DenseMap<int64_t, const Record *> seen;
  for (const Record *def : defs) {
    auto [it, inserted] = seen.try_emplace(def->getValueAsInt("opcode"), def);
    if (inserted)
      continue;
    PrintError(def, "opcode " + Twine(it->first) + " is used twice");
    PrintFatalNote(it->second, "first used here");
  }
}

/// Later operations have greater opcodes: a version knows all opcodes up to a
/// maximum.
static void checkVersionOrder(ArrayRef<OpRecord> instructions) {
  for (size_t i = 1; i < instructions.size(); ++i)
    if (instructions[i].since < instructions[i - 1].since)
      PrintFatalError(&instructions[i].op.getDef(),
                      "operation is older than the one of the opcode before");
}

static std::vector<const Record *> getOpDefs(const RecordKeeper &records) {
  checkAllHaveOpcodes(records);
  ArrayRef<const Record *> defs =
      records.getAllDerivedDefinitions("CudaTile_Op");
  checkUnique(defs);
  return defs.vec();
}

std::vector<OpRecord> tblgen::readOperations(const RecordKeeper &records) {
  std::vector<const Record *> defs = getOpDefs(records);
  llvm::sort(defs, [](const Record *a, const Record *b) {
    return a->getValueAsString("opName") < b->getValueAsString("opName");
  });
  std::vector<OpRecord> operations;
  operations.reserve(defs.size());
  for (const Record *def : defs)
    operations.emplace_back(*def);
  return operations;
}

std::vector<OpRecord> tblgen::readInstructions(const RecordKeeper &records) {
  std::vector<const Record *> defs = getOpDefs(records);
  llvm::sort(defs, [](const Record *a, const Record *b) {
    return a->getValueAsInt("opcode") < b->getValueAsInt("opcode");
  });
  std::vector<OpRecord> instructions;
  instructions.reserve(defs.size());
  for (const Record *def : defs) {
    OpRecord record(*def);
    if (def->getValueAsBit("isInstruction"))
      instructions.push_back(std::move(record));
  }
  checkVersionOrder(instructions);
  return instructions;
}
