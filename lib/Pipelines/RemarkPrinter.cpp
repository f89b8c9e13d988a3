//===- RemarkPrinter.cpp - Remarks in the form that users read ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the YAML stream of a compilation, which caches keep, too.
//
//===----------------------------------------------------------------------===//

#include "PlainText.h"
#include "SourceExcerpt.h"

#include "tileiras/Pipelines/DiagnosticPrinter.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace tileiras {

namespace {

struct Remark {
  std::string kind, category, name, function, file, text;
  unsigned line = 0, column = 0;
  /// The other arguments, a key and a value each.
  std::vector<std::pair<std::string, std::string>> notes;
};

/// A map by name that keeps the order of insertion.
template <typename T>
using InOrder = MapVector<std::string, T, std::map<std::string, unsigned>>;

std::string scalar(yaml::Node *node) {
  SmallString<64> storage;
  auto *scalar = dyn_cast_or_null<yaml::ScalarNode>(node);
  return scalar ? scalar->getValue(storage).str() : std::string();
}

using Field = function_ref<void(StringRef key, yaml::Node *value)>;

/// Calls `field` for each pair of a mapping; ignores other nodes.
void forEachField(yaml::Node *node, Field field) {
  auto *mapping = dyn_cast_or_null<yaml::MappingNode>(node);
  if (!mapping)
    return;
  for (yaml::KeyValueNode &entry : *mapping)
    field(scalar(entry.getKey()), entry.getValue());
}

void readArguments(yaml::Node *node, Remark &remark) {
  auto *list = dyn_cast_or_null<yaml::SequenceNode>(node);
  if (!list)
    return;
  for (yaml::Node &argument : *list)
    forEachField(&argument, [&](StringRef key, yaml::Node *value) {
      if (key == "Remark" || key == "Reason")
        remark.text += (remark.text.empty() ? "" : " ") + scalar(value);
      else
        remark.notes.emplace_back(key.str(), scalar(value));
    });
}

void readLocation(yaml::Node *node, Remark &remark) {
  forEachField(node, [&](StringRef key, yaml::Node *value) {
    std::string text = scalar(value);
    if (key == "File")
      remark.file = text;
    else
      (void)to_integer(text, key == "Line" ? remark.line : remark.column);
  });
}

/// Reads a document of the stream, "--- !Passed" and its mapping.
Remark read(yaml::Node *root) {
  Remark remark;
  remark.kind = root->getRawTag().ltrim('!').lower();
  if (remark.kind == "failure")
    remark.kind = "failed";
  forEachField(root, [&](StringRef key, yaml::Node *value) {
    if (key == "Args")
      return readArguments(value, remark);
    if (key == "DebugLoc")
      return readLocation(value, remark);
    std::string text = scalar(value);
    if (auto *field = StringSwitch<std::string *>(key)
                          .Case("Pass", &remark.category)
                          .Case("Name", &remark.name)
                          .Case("Function", &remark.function)
                          .Default(nullptr))
      *field = text;
  });
  return remark;
}

std::string headingOf(StringRef category) {
  return StringSwitch<std::string>(category)
      .Case("tensorcore", "Tensor-core")
      .Default(toUpper(category.front()) + category.drop_front().str());
}

void print(const Remark &remark, raw_ostream &os) {
  os << "    ";
  WithColor(os, HighlightColor::Remark) << "remark[" << remark.kind << "]: ";
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true)
      << plainMessage(remark.text);
  os << "\n";
  if (!remark.file.empty())
    os << "      --> \"" << plainName(remark.file) << "\":" << remark.line
       << ":" << remark.column << "\n";
  os << "       |\n";
  if (!remark.file.empty())
    printExcerpt({remark.file, remark.line, remark.column}, "       | ", os);
  os << "       = name: " << remark.name << "\n";
  for (const auto &[key, value] : remark.notes)
    os << "       = note: " << plainName(key) << " = " << plainName(value)
       << "\n";
  os << "\n";
}

void forEachRemark(StringRef yaml, function_ref<void(Remark)> visit) {
  SourceMgr sources;
  yaml::Stream stream(yaml, sources);
  for (yaml::Document &document : stream)
    if (auto *root = dyn_cast_or_null<yaml::MappingNode>(document.getRoot()))
      visit(read(root));
}

/// The names of remarks on how work is scheduled; conformance/schedules has the
/// same.
constexpr StringLiteral kScheduleRemarks[] = {"AsyncLoads",
                                              "ClusterHintNotFollowed",
                                              "MatrixInstruction",
                                              "RegisterPressure",
                                              "Schedule",
                                              "Slices",
                                              "TensorCopy",
                                              "WarpHintNotFollowed",
                                              "Wgmma"};

} // namespace

std::vector<CompileDiagnostic> scheduleErrors(StringRef yaml) {
  std::vector<CompileDiagnostic> errors;
  forEachRemark(yaml, [&](Remark remark) {
    if (remark.kind != "missed" || !is_contained(kScheduleRemarks, remark.name))
      return;
    CompileDiagnostic error;
    error.file = remark.file;
    error.line = remark.line;
    error.column = remark.column;
    error.message = remark.text + " [--Werror=schedule, " + remark.name + "]";
    errors.push_back(std::move(error));
  });
  return errors;
}

void printRemarks(StringRef yaml, raw_ostream &os) {
  InOrder<InOrder<std::vector<Remark>>> remarks;
  forEachRemark(yaml, [&](Remark remark) {
    remarks[remark.function][remark.category].push_back(std::move(remark));
  });
  for (const auto &[function, categories] : remarks) {
    os << "in function: " << plainName(function) << ":\n\n";
    for (const auto &[category, ofCategory] : categories) {
      os << "  category: " << headingOf(category) << "\n";
      for (const Remark &remark : ofCategory)
        print(remark, os);
    }
  }
}

} // namespace tileiras
