//===- OpReferenceGen.cpp - Reference of the operations -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints Markdown from the op records and CudaTileReference.td: a table of all
// operations, then for each a table of its operands, attributes and results,
// the rules of its verifier, and its folds.
//
//===----------------------------------------------------------------------===//

#include "OpEncodingGen.h"

#include "OpRecords.h"

#include "mlir/TableGen/Trait.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::tblgen;

namespace {

/// The operations, and their texts in CudaTileReference.td.
class Reference {
public:
  explicit Reference(const RecordKeeper &records)
      : operations(readOperations(records)) {
    for (const OpRecord &record : operations)
      names[record.op.getCppClassName()] = getMnemonic(record);
    for (const Record *def :
         records.getAllDerivedDefinitionsIfDefined("CudaTile_Rules"))
      append_range(rules[def->getValueAsDef("op")],
                   def->getValueAsListOfStrings("rules"));
  }

  static StringRef getMnemonic(const OpRecord &record) {
    return record.op.getDef().getValueAsString("opName");
  }

  /// Returns the rules of the verifier; it is a fatal error if there is no
  /// text.
  ArrayRef<StringRef> getRules(const OpRecord &record) const {
    const Record &def = record.op.getDef();
    auto it = rules.find(&def);
    if (it != rules.end())
      return it->second;
    if (def.getValueAsBit("hasVerifier") ||
        def.getValueAsBit("hasRegionVerifier"))
      PrintFatalError(&def,
                      "operation with a verifier and without CudaTile_Rules");
    return {};
  }

  /// Returns the folds and canonicalisations; it is a fatal error if there is
  /// no text.
  static std::vector<StringRef> getFolds(const OpRecord &record) {
    const Record &def = record.op.getDef();
    std::vector<StringRef> folds = def.getValueAsListOfStrings("folds");
    if (folds.empty() && (def.getValueAsBit("hasFolder") ||
                          def.getValueAsBit("hasCanonicalizer") ||
                          def.getValueAsBit("hasCanonicalizeMethod")))
      PrintFatalError(&def, "operation with a folder and without folds");
    return folds;
  }

  /// Returns "`if` or `loop`" for "IfOp, LoopOp".
  std::string nameClasses(StringRef classes) const {
    auto quoted = map_to_vector(split(classes, ", "), [&](StringRef name) {
      return "`" + names.lookup(name.trim()) + "`";
    });
    return join(quoted, " or ");
  }

  std::vector<OpRecord> operations;

private:
  DenseMap<const Record *, std::vector<StringRef>> rules;
  StringMap<std::string> names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// Returns a text as one cell of a table.
static std::string cell(StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
  return result;
}

static std::string since(const OpRecord &record, BytecodeVersion version) {
  return version == record.since ? "" : " (" + version.str() + ")";
}

/// Returns the names of all fields of one kind, with the versions of later
/// ones.
template <typename Fields>
static std::string list(const OpRecord &record, const Fields &fields) {
  return join(map_range(fields,
                        [&](const auto &field) {
                          return "`" + field.name.str() + "`" +
                                 since(record, field.since);
                        }),
              ", ");
}

static void printRow(raw_ostream &os, StringRef kind, StringRef name,
                     StringRef text, BytecodeVersion since) {
  os << formatv("| {0} | `{1}` | {2} | {3} |\n", kind, name, cell(text),
                since.str());
}

/// Returns the keywords of an enumeration, with the versions of later ones.
static std::string listCases(const mlir::tblgen::EnumInfo &enumeration) {
  auto spell = [](const mlir::tblgen::EnumCase &enumCase) {
    BytecodeVersion since = getCaseVersion(enumCase);
    return "`" + enumCase.getStr().str() + "`" +
           (since == kOldestBytecodeVersion ? "" : " (" + since.str() + ")");
  };
  return join(map_to_vector(enumeration.getAllCases(), spell), ", ");
}

static std::string describe(const AttributeRecord &record,
                            const mlir::tblgen::NamedAttribute &named) {
  std::string text = named.attr.getBaseAttr().getSummary().str();
  if (record.enumeration)
    text += ": " + listCases(*record.enumeration);
  if (record.optional)
    text = "optional: " + text;
  if (!record.defaultValue.empty())
    text += ("; before: `" + record.defaultValue + "`").str();
  return text;
}

static void printFields(const OpRecord &record, raw_ostream &os) {
  if (record.operands.empty() && record.attributes.empty() &&
      record.results.empty())
    return;
  os << "| | name | what it is | since |\n|---|---|---|---|\n";
  for (auto [field, value] :
       zip_equal(record.operands, record.op.getOperands()))
    printRow(os, "operand", field.name,
             (field.isOptional() ? "optional: " : "") +
                 value.constraint.getSummary().str(),
             field.since);
  for (const AttributeRecord &field : record.attributes)
    for (const mlir::tblgen::NamedAttribute &named : record.op.getAttributes())
      if (named.name == field.name)
        printRow(os, "attribute", field.name, describe(field, named),
                 field.since);
  for (auto [field, value] : zip_equal(record.results, record.op.getResults()))
    printRow(os, "result", field.name, value.constraint.getSummary(),
             field.since);
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Returns the rule of a trait in words; empty if it does not restrict
/// programs.
static std::string describe(const mlir::tblgen::Trait &trait,
                            const Reference &reference) {
  if (isa<mlir::tblgen::PredTrait>(trait))
    return trait.getDef().getValueAsString("summary").str();
  const auto *native = dyn_cast<mlir::tblgen::NativeTrait>(&trait);
  if (!native)
    return {};
  std::string qualified = native->getFullyQualifiedTraitName();
  StringRef name = qualified;
  name.consume_front("::mlir::OpTrait::");
  name.consume_back("::Impl");
  if (name.consume_front("HasParent<") && name.consume_back(">"))
    return "is directly in " + reference.nameClasses(name);
  if (name.consume_front("SingleBlockImplicitTerminator<") &&
      name.consume_back(">"))
    return "its region ends in " + reference.nameClasses(name);
  if (name == "SameOperandsShape")
    return "all operands have the same shape";
  return {};
}

static void printRules(const OpRecord &record, const Reference &reference,
                       raw_ostream &os) {
  std::vector<std::string> rules;
  for (const mlir::tblgen::Trait &trait : record.op.getTraits())
    if (std::string text = describe(trait, reference); !text.empty())
      rules.push_back(text);
  for (StringRef rule : reference.getRules(record))
    rules.push_back(rule.str());
  if (rules.empty())
    return;
  os << "Rules:\n";
  for (StringRef rule : rules)
    os << "* " << rule << '\n';
  os << '\n';
}

static void printFolds(const OpRecord &record, raw_ostream &os) {
  std::vector<StringRef> folds = Reference::getFolds(record);
  if (folds.empty())
    return;
  os << "Folds:\n";
  for (StringRef fold : folds)
    os << "* " << fold << '\n';
  os << '\n';
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static void printOverview(const Reference &reference, raw_ostream &os) {
  os << "| operation | opcode | since | operands | attributes | results | "
        "rules | folds |\n|---|---|---|---|---|---|---|---|\n";
  for (const OpRecord &record : reference.operations)
    os << formatv("| [`{0}`](#{0}) | {1} | {2} | {3} | {4} | {5} | {6} | {7} "
                  "|\n",
                  Reference::getMnemonic(record), record.opcode,
                  record.since.str(), list(record, record.operands),
                  list(record, record.attributes), list(record, record.results),
                  reference.getRules(record).size(),
                  Reference::getFolds(record).size());
  os << '\n';
}

static void printOperation(const OpRecord &record, const Reference &reference,
                           raw_ostream &os) {
  os << "## " << Reference::getMnemonic(record) << "\n\n"
     << record.op.getSummary() << "; opcode " << record.opcode << ", since "
     << record.since.str() << "\n\n";
  if (record.op.hasDescription()) {
    for (StringRef line : split(record.op.getDescription().trim(), '\n'))
      os << line.trim() << '\n';
    os << '\n';
  }
  printFields(record, os);
  printRules(record, reference, os);
  printFolds(record, os);
}

void tblgen::printOpReference(const RecordKeeper &records, raw_ostream &os) {
  Reference reference(records);
  os << "# Operations of Tile IR\n\n"
        "Made from the op records by `tileiras-tblgen -gen-op-reference`. A "
        "version in parentheses is that of a later addition. A rule is the "
        "message that reports its violation.\n\n";
  printOverview(reference, os);
  for (const OpRecord &record : reference.operations)
    printOperation(record, reference, os);
}

void tblgen::printOpRules(const RecordKeeper &records, raw_ostream &os) {
  Reference reference(records);
  for (const OpRecord &record : reference.operations)
    for (StringRef rule : reference.getRules(record))
      os << Reference::getMnemonic(record) << '\t' << rule << '\n';
}
