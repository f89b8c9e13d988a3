//===- OpEncodingPrinter.cpp - The derived encodings as text --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a line for each operation:
//
//   OPCODE NAME VERSION | RESULTS | FLAGS | ATTRIBUTES | OPERANDS | REGIONS
//
// `n:` counts results, `N` counts operands, `#x*` is a variadic segment with
// its count, `x?` is present only if flagged (or counted), and `(VERSION+)`
// marks fields that came after the operation.
//
//===----------------------------------------------------------------------===//

#include "OpEncodingGen.h"

#include "OpRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::tblgen;

static std::string spellSince(const OpRecord &record, BytecodeVersion since) {
  return since == record.since ? "" : " (" + since.str() + "+)";
}

static std::string spellResults(const OpRecord &record) {
  std::string text = record.countsResults() ? "n:" : "";
  for (const ValueRecord &result : record.results)
    text += " " + result.name.str() + spellSince(record, result.since);
  return text;
}

static std::string spellFlags(const OpRecord &record) {
  if (!record.flagsSince)
    return "";
  std::vector<std::pair<int, StringRef>> flags;
  for (const AttributeRecord &attribute : record.attributes)
    if (attribute.flag >= 0)
      flags.push_back({attribute.flag, attribute.name});
  for (const ValueRecord &operand : record.operands)
    if (operand.flag >= 0)
      flags.push_back({operand.flag, operand.name});
  llvm::sort(flags);
  std::string text;
  for (auto [bit, name] : flags)
    text += " b" + std::to_string(bit) + "=" + name.str();
  return text + spellSince(record, *record.flagsSince);
}

static std::string spellAttributes(const OpRecord &record) {
  std::string text;
  for (const AttributeRecord &attribute : record.attributes) {
    if (attribute.form == "Flag")
      continue;
    text += " " + attribute.name.str() + ":";
    text += attribute.enumeration
                ? attribute.enumeration->getEnumClassName().str()
                : attribute.form.str();
    text += attribute.optional ? "?" : "";
    text += spellSince(record, attribute.since);
  }
  return text;
}

static std::string spellOperands(const OpRecord &record) {
  bool counted = record.operandLayout() == "Counted";
  bool segments = record.operandLayout() == "Segments";
  std::string text = counted ? " N" : "";
  for (const ValueRecord &operand : record.operands) {
    text += segments && operand.isVariadic() ? " #" : " ";
    text += operand.name;
    text += operand.isVariadic() ? "*" : operand.isOptional() ? "?" : "";
  }
  return text;
}

void tblgen::printOpEncodings(const RecordKeeper &records, raw_ostream &os) {
  for (const OpRecord &record : readInstructions(records))
    os << record.opcode << ' ' << record.op.getOperationName() << ' '
       << record.since.str() << " |" << spellResults(record) << " |"
       << spellFlags(record) << " |" << spellAttributes(record) << " |"
       << spellOperands(record) << " | " << record.op.getNumRegions() << '\n';
}
