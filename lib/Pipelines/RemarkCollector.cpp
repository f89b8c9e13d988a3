//===- RemarkCollector.cpp - Remarks as values ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkCollector.h"

#include "DiagnosticCollector.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tileiras {

namespace {

llvm::StringRef kindName(llvm::remarks::Type kind) {
  switch (kind) {
  case llvm::remarks::Type::Passed:
    return "passed";
  case llvm::remarks::Type::Missed:
    return "missed";
  case llvm::remarks::Type::Failure:
    return "failed";
  default:
    return "analysis";
  }
}

/// Returns "ClusterHintNotFollowed: reason [missed, launch]".
std::string textOf(const llvm::remarks::Remark &record) {
  std::string text = record.RemarkName.str() + ":";
  for (const llvm::remarks::Argument &argument : record.Args)
    if (argument.Key == "Remark" || argument.Key == "Reason")
      text += (" " + argument.Val).str();
  text +=
      (" [" + kindName(record.RemarkType) + ", " + record.PassName + "]").str();
  return text;
}

/// Keeps each remark twice: as LLVM writes it to YAML files, and as a message.
class Collector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(CompileResult &result)
      : result(result), os(result.remarksYAML) {
    // The YAML format is always available.
    serializer = llvm::cantFail(
        llvm::remarks::createRemarkSerializer(llvm::remarks::Format::YAML, os));
  }

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    llvm::remarks::Remark record = remark.generateRemark();
    CompileDiagnostic message =
        makeDiagnostic(CompileDiagnostic::Severity::Remark,
                       remark.getLocation(), textOf(record));
    // LLVM's converter supports plain locations only.
    record.Loc.reset();
    if (!message.file.empty())
      record.Loc = {message.file, message.line, message.column};
    serializer->emit(record);
    result.remarks.push_back(std::move(message));
  }

private:
  CompileResult &result;
  llvm::raw_string_ostream os;
  std::unique_ptr<llvm::remarks::RemarkSerializer> serializer;
};

} // namespace

void collectRemarks(MLIRContext &context, const RemarkSelection &selection,
                    CompileResult &result) {
  if (selection.isEmpty())
    return;
  // This fails only if a context has an engine already.
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Collector>(result),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), selection.get());
}

} // namespace tileiras
