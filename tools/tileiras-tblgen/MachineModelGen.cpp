//===- MachineModelGen.cpp - Tables of machines ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the rows of MachineModel.td twice: as JSON for the loop model, where a
// number is a pair of its value and its source, and as C++ for planners.
//
//===----------------------------------------------------------------------===//

#include "MachineModelGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using namespace tileiras;

namespace {
/// A list of a model's numbers: its field, and its name in JSON.
struct NumberList {
  StringRef field, key;
};
constexpr NumberList kLists[] = {{"Units", "units"},
                                 {"Tensor", "tensor"},
                                 {"Latencies", "latencies"},
                                 {"Handoffs", "handoffs"},
                                 {"Limits", "limits"}};
} // namespace

/// Returns the models in ascending order of their GPUs.
static std::vector<const Record *> getModels(const RecordKeeper &records) {
  std::vector<const Record *> models =
      records.getAllDerivedDefinitions("MachineModel");
  llvm::sort(models, [](const Record *a, const Record *b) {
    return a->getValueAsInt("FirstComputeCapability") <
           b->getValueAsInt("FirstComputeCapability");
  });
  return models;
}

/// Checks that a source is one letter from A to Z.
static StringRef getSource(const Record &record, StringRef field) {
  StringRef source = record.getValueAsString(field);
  if (source.size() != 1 || !isUpper(source.front()))
    PrintFatalError(record.getLoc(),
                    "expected the letter of a source, got '" + source + "'");
  return source;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Array getPair(const Record &number) {
  return json::Array{double(number.getValueAsInt("Value")) /
                         number.getValueAsInt("Scale"),
                     getSource(number, "Source")};
}

static json::Object getModel(const Record &model) {
  json::Object result;
  for (auto [field, key] : kLists) {
    json::Object numbers;
    for (const Record *number : model.getValueAsListOfDefs(field))
      numbers[number->getValueAsString("Name")] = getPair(*number);
    result[key] = std::move(numbers);
  }
  result["synchronous"] =
      json::Array{double(model.getValueAsInt("SynchronousPercent")) / 100,
                  getSource(model, "SynchronousSource")};
  result["warpgroups"] = model.getValueAsBit("Warpgroups");
  return result;
}

void tblgen::printMachineModel(const RecordKeeper &records, raw_ostream &os) {
  json::Object models, cards;
  for (const Record *model : getModels(records))
    models[model->getValueAsString("Name")] = getModel(*model);
  for (const Record *card : records.getAllDerivedDefinitions("MachineCard"))
    cards[card->getValueAsString("Name")] = json::Object{
        {"model", card->getValueAsDef("Model")->getValueAsString("Name")},
        {"sustained", double(card->getValueAsInt("SustainedPercent")) / 100},
        {"sms", card->getValueAsInt("SMs")},
        {"clock", card->getValueAsInt("Clock")}};
  os << formatv("{0:2}", json::Value(json::Object{{"models", std::move(models)},
                                                  {"cards", std::move(cards)}}))
     << '\n';
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

/// Prints the array of a list of numbers.
static void emitNumbers(const Record &model, StringRef field, raw_ostream &os) {
  os << "static constexpr MachineNumber k" << model.getName() << field
     << "[] = {\n";
  for (const Record *number : model.getValueAsListOfDefs(field))
    os << formatv("    {{\"{0}\", {1}.0 / {2}, '{3}'},\n",
                  number->getValueAsString("Name"),
                  number->getValueAsInt("Value"),
                  number->getValueAsInt("Scale"), getSource(*number, "Source"));
  os << "};\n";
}

static void emitConstants(const RecordKeeper &records, raw_ostream &os) {
  os << "#ifdef GET_MACHINE_CONSTANTS\n";
  for (const Record *constant :
       records.getAllDerivedDefinitions("MachineConstant"))
    os << formatv("inline constexpr int64_t k{0} = {1}; // {2}\n",
                  constant->getName(), constant->getValueAsInt("Value"),
                  getSource(*constant, "Source"));
  os << "#undef GET_MACHINE_CONSTANTS\n#endif\n";
}

void tblgen::emitMachineModel(const RecordKeeper &records, raw_ostream &os) {
  emitConstants(records, os);
  std::vector<const Record *> models = getModels(records);
  os << "#ifdef GET_MACHINE_MODELS\n";
  constexpr StringLiteral fields[] = {"Units", "Tensor", "Latencies",
                                      "Handoffs"};
  for (const Record *model : models)
    for (StringRef field : fields)
      emitNumbers(*model, field, os);
  os << "static constexpr MachineModel kModels[] = {\n";
  for (const Record *model : models) {
    os << formatv("    {{\"{0}\", {1}", model->getValueAsString("Name"),
                  model->getValueAsInt("FirstComputeCapability"));
    for (StringRef field : fields)
      os << ", k" << model->getName() << field;
    os << formatv(", {0}},\n", model->getValueAsInt("SynchronousPercent"));
  }
  os << "};\n#undef GET_MACHINE_MODELS\n#endif\n";
}
