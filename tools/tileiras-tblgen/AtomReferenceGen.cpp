//===- AtomReferenceGen.cpp - Reference of the atoms ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints Markdown from the records of Atoms.td: for each kind of atom a table
// of its operands, and one of its requirements and costs.
//
//===----------------------------------------------------------------------===//

#include "AtomReferenceGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using namespace tileiras;

using Records = std::vector<const Record *>;

/// Returns a field that is an integer: an int, bits or a bit.
static int64_t number(const Record &atom, StringRef field) {
  const Init *value = atom.getValueInit(field);
  return cast<IntInit>(
             value->convertInitializerTo(IntRecTy::get(atom.getRecords())))
      ->getValue();
}

static StringRef text(const Record &atom, StringRef field) {
  return atom.getValueAsDef(field)->getValueAsString("Text");
}

static std::string list(const Record &atom, StringRef field) {
  return join(map_range(atom.getValueAsListOfDefs(field),
                        [](const Record *entry) {
                          return entry->getValueAsString("Text");
                        }),
              ", ");
}

static Records getAtoms(const RecordKeeper &records, const Record *kind) {
  Records atoms;
  for (const Record *atom : records.getAllDerivedDefinitions("Atom"))
    if (atom->getValueAsDef("TheKind") == kind)
      atoms.push_back(atom);
  llvm::sort(atoms, [](const Record *a, const Record *b) {
    return a->getValueAsString("Name").compare_numeric(
               b->getValueAsString("Name")) < 0;
  });
  return atoms;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// Returns "16 x 8 x 16"; rows and columns if there is no K.
static std::string shape(const Record &atom) {
  if (number(atom, "M") == 0)
    return "";
  std::string result =
      formatv("{0} x {1}", number(atom, "M"), number(atom, "N"));
  if (int64_t k = number(atom, "K"))
    result += formatv(" x {0}", k);
  return result;
}

/// Returns "f16 in registers: mmaFragmentA".
static std::string operand(const Record &atom, StringRef name) {
  std::string spaces = list(atom, name);
  std::string types = list(atom, ("Types" + name).str());
  if (atom.getValueAsListOfDefs(("Types" + name).str()).size() ==
      atom.getRecords().getAllDerivedDefinitions("AtomElement").size())
    types = "any";
  if (spaces.empty())
    return "";
  std::string result = types.empty() ? spaces : types + " in " + spaces;
  StringRef fragment = text(atom, ("Fragment" + name).str());
  return fragment == "any" ? result : result + ": " + fragment.str();
}

static std::string size(const Record &atom) {
  StringRef unit = text(atom, "TheSize");
  if (unit.empty())
    return "";
  return formatv("{0} to {1} {2}{3}", number(atom, "MinSize"),
                 number(atom, "MaxSize"), unit,
                 number(atom, "SizeIsMultiple") ? ", multiples" : "");
}

static std::string scales(const Record &atom) {
  std::string types = list(atom, "Scales");
  if (types.empty())
    return "";
  return formatv("{0}, one for {1} along K", types, number(atom, "ScaleBlock"));
}

static std::string sharedBytes(const Record &atom) {
  int64_t fixed = number(atom, "SharedBytes"),
          each = number(atom, "SharedBytesPerSize");
  if (each == 0)
    return fixed == 0 ? "" : std::to_string(fixed);
  int64_t min = number(atom, "MinSize");
  std::string result = fixed == 0 ? "" : formatv("{0} + ", fixed).str();
  return result +
         formatv("{0} for each {1} {2}", each, min, text(atom, "TheSize"))
             .str();
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static void row(raw_ostream &os, ArrayRef<std::string> cells) {
  os << "| " << join(cells, " | ") << " |\n";
}

static void head(raw_ostream &os, ArrayRef<std::string> cells) {
  row(os, cells);
  os << '|';
  for (size_t i = 0; i < cells.size(); ++i)
    os << "---|";
  os << '\n';
}

static std::string quoted(const Record &atom, StringRef field) {
  StringRef value = atom.getValueAsString(field);
  return value.empty() ? "" : "`" + value.str() + "`";
}

static void printOperands(const Records &atoms, raw_ostream &os) {
  head(os, {"atom", "documented as", "PTX", "threads", "size", "m x n x k", "A",
            "B", "C", "contiguous along M or N", "scales"});
  for (const Record *atom : atoms)
    row(os,
        {quoted(*atom, "Name"), quoted(*atom, "Mnemonic"), quoted(*atom, "Ptx"),
         std::to_string(number(*atom, "Threads")), size(*atom), shape(*atom),
         operand(*atom, "A"), operand(*atom, "B"), operand(*atom, "C"),
         list(*atom, "MnMajor"), scales(*atom)});
  os << '\n';
}

static void printUse(const Records &atoms, raw_ostream &os) {
  head(os, {"atom", "needs", "done when", "tensor cycles", "shared bytes",
            "issue slots", "lowering"});
  for (const Record *atom : atoms)
    row(os, {quoted(*atom, "Name"), quoted(*atom, "Needs"),
             text(*atom, "TheCompletion").str(),
             std::to_string(number(*atom, "TensorCycles")), sharedBytes(*atom),
             std::to_string(number(*atom, "IssueSlots")),
             text(*atom, "TheLowering").str()});
  os << '\n';
}

void tblgen::printAtomReference(const RecordKeeper &records, raw_ostream &os) {
  os << "# Atoms\n\nThe instructions that tiles are moved, multiplied and "
        "combined with, and those that synchronise threads. Made from the "
        "records of "
        "`include/tileiras/Target/Atoms.td` by `tileiras-tblgen "
        "-gen-atom-reference`; `AtomBase.td` describes each column, and the "
        "comments next to the records give the sources of the costs. An atom "
        "whose lowering is \"not yet\" is never selected. An atom needs a "
        "capability of `Targets.td`.\n\n";
  Records kinds = records.getAllDerivedDefinitions("AtomKind");
  llvm::sort(kinds, [](const Record *a, const Record *b) {
    return number(*a, "Value") < number(*b, "Value");
  });
  for (const Record *kind : kinds) {
    std::string title = kind->getValueAsString("Text").str();
    title[0] = toUpper(title[0]);
    os << "## " << title << "\n\n";
    Records atoms = getAtoms(records, kind);
    printOperands(atoms, os);
    printUse(atoms, os);
  }
}
