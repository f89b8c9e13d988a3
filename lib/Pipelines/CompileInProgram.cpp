//===- CompileInProgram.cpp - A compilation in a separate process ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/CompileInProgram.h"

#include "tileiras/Pipelines/Serialization.h"
#include "tileiras/Support/Subprocess.h"
#include "tileiras/Support/Version.h"

using namespace llvm;

namespace tileiras {

static Expected<CompileResult> ask(StringRef program,
                                   const CompileRequest &request) {
  std::string bytes = encodeRequest(request);
  Subprocess job;
  job.program = program;
  job.arguments = kServeOption;
  job.input = bytes;
  job.keepsErrors = false;
  auto output = runSubprocess(job);
  if (!output)
    return output.takeError();
  if (std::optional<CompileResult> result = decodeResult(output->text))
    return std::move(*result);
  return createStringError("'" + program + "' gave no result: expected " +
                           versionLine());
}

static CompileResult fail(const Twine &message) {
  CompileResult result;
  result.diagnostics.emplace_back().message = message.str();
  return result;
}

CompileResult compileInProgram(StringRef program,
                               const CompileRequest &request) {
  auto result = ask(program, request);
  if (!result)
    return fail("the process that compiles failed: " +
                toString(result.takeError()));
  return std::move(*result);
}

} // namespace tileiras
