//===- OpEncodingGen.cpp - Op records to OpEncoding tables ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpEncodingGen.h"

#include "OpRecords.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::tblgen;
using mlir::tblgen::EnumCase;
using mlir::tblgen::EnumInfo;

static std::string spell(BytecodeVersion version) {
  return formatv("BytecodeVersion({0}, {1})", version.getMajor(),
                 version.getMinor());
}

/// Returns "x" as StringLiteral("x"); versions and names need no escapes.
static std::string spell(StringRef text) {
  return ("StringLiteral(\"" + text + "\")").str();
}

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

static std::string getEnumTable(const EnumInfo &info) {
  return ("k" + info.getEnumClassName() + "Encoding").str();
}

static void emitEnum(const EnumInfo &info, StringRef attrClass,
                     raw_ostream &os) {
  StringRef name = info.getEnumClassName();
  os << "const EnumEncoding::Case k" << name << "Cases[] = {\n";
  for (const EnumCase &enumCase : info.getAllCases())
    os << formatv("    {{{0}, {1}, {2}},\n", enumCase.getValue(),
                  spell(enumCase.getStr()), spell(getCaseVersion(enumCase)));
  os << "};\n";
  std::string cppEnum = (info.getCppNamespace() + "::" + name).str();
  os << formatv(R"(const EnumEncoding {0} = {{
    {1}, k{2}Cases,
    [](mlir::MLIRContext *context, uint32_t value) -> mlir::Attribute {{
      return {3}::get(context, static_cast<{4}>(value));
    },
    [](mlir::Attribute attribute) {{
      return static_cast<uint32_t>(llvm::cast<{3}>(attribute).getValue());
    }};

)",
                getEnumTable(info), spell(name), name, attrClass, cppEnum);
}

static void emitEnums(ArrayRef<OpRecord> instructions, raw_ostream &os) {
  StringSet<> done;
  for (const OpRecord &record : instructions)
    for (const AttributeRecord &attribute : record.attributes)
      if (attribute.enumeration &&
          done.insert(attribute.enumeration->getEnumClassName()).second)
        emitEnum(*attribute.enumeration, attribute.storageType, os);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void checkDefault(const OpRecord &record,
                         const AttributeRecord &attribute) {
  if (!attribute.enumeration || attribute.optional ||
      attribute.since == record.since)
    return;
  for (const EnumCase &enumCase : attribute.enumeration->getAllCases())
    if (enumCase.getStr() == attribute.defaultValue)
      return;
  PrintFatalError(&record.op.getDef(), "default '" + attribute.defaultValue +
                                           "' of added attribute '" +
                                           attribute.name +
                                           "' is not a keyword of its enum");
}

static void emitAttributes(const OpRecord &record, raw_ostream &os) {
  if (record.attributes.empty())
    return;
  os << "const AttributeEncoding k" << record.op.getCppClassName()
     << "Attributes[] = {\n";
  for (const AttributeRecord &attribute : record.attributes) {
    checkDefault(record, attribute);
    std::string enumeration = attribute.enumeration
                                  ? "&" + getEnumTable(*attribute.enumeration)
                                  : "nullptr";
    os << formatv("    {{{0}, AttributeForm::{1}, {2}, {3}, {4}, {5}, "
                  "isStorage<{6}>},\n",
                  spell(attribute.name), attribute.form, spell(attribute.since),
                  attribute.flag, spell(attribute.defaultValue), enumeration,
                  attribute.storageType);
  }
  os << "};\n";
}

static void emitOperands(const OpRecord &record, raw_ostream &os) {
  if (record.operands.empty())
    return;
  os << "const OperandEncoding k" << record.op.getCppClassName()
     << "Operands[] = {\n";
  for (const ValueRecord &operand : record.operands)
    os << formatv("    {{{0}, Multiplicity::{1}, {2}, {3}},\n",
                  spell(operand.name), operand.multiplicity,
                  spell(operand.since), operand.flag);
  os << "};\n";
}

static void emitResults(const OpRecord &record, raw_ostream &os) {
  if (record.results.empty())
    return;
  os << "const ResultEncoding k" << record.op.getCppClassName()
     << "Results[] = {\n";
  for (const ValueRecord &result : record.results)
    os << formatv("    {{{0}, Multiplicity::{1}, {2}},\n", spell(result.name),
                  result.multiplicity, spell(result.since));
  os << "};\n";
}

static std::string spellTable(const OpRecord &record, bool empty,
                              StringRef kind) {
  return empty ? "{}" : ("k" + record.op.getCppClassName() + kind).str();
}

static void emitOp(const OpRecord &record, raw_ostream &os) {
  os << formatv("    {{{0}, {1}, {2}, {3}, OperandLayout::{4}, {5}, {6}, {7},\n"
                "     {8}, {9}, {10}},\n",
                spell(record.op.getOperationName()), record.opcode,
                spell(record.since), record.countsResults() ? "true" : "false",
                record.operandLayout(), record.flagsSince ? "true" : "false",
                spell(record.flagsSince.value_or(record.since)),
                record.op.getNumRegions(),
                spellTable(record, record.results.empty(), "Results"),
                spellTable(record, record.attributes.empty(), "Attributes"),
                spellTable(record, record.operands.empty(), "Operands"));
}

void tblgen::emitOpEncodings(const RecordKeeper &records, raw_ostream &os) {
  std::vector<OpRecord> instructions = readInstructions(records);
  os << "// Generated by tileiras-tblgen from the cuda_tile op records.\n\n";
  emitEnums(instructions, os);
  for (const OpRecord &record : instructions) {
    emitAttributes(record, os);
    emitOperands(record, os);
    emitResults(record, os);
  }
  os << "\nconst OpEncoding kOpEncodings[] = {\n";
  for (const OpRecord &record : instructions)
    emitOp(record, os);
  os << "};\n";
}
