//===- MessageFilter.cpp - Edits messages of a language server ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageFilter.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace tileiras {

/// Returns the body of a message after editing.
static std::string editBody(StringRef body,
                            function_ref<bool(json::Object &)> edit) {
  Expected<json::Value> message = json::parse(body);
  if (!message) {
    consumeError(message.takeError());
    return body.str();
  }
  json::Object *object = message->getAsObject();
  if (!object || !edit(*object))
    return body.str();
  bool pretty = body.ends_with("\n"); // -pretty, which -lit-test implies
  return formatv(pretty ? "{0:2}\n" : "{0}", *message).str();
}

/// Writes the complete messages at the front of \p pending, edited, and leaves
/// the rest. Text without a length is passed on unchanged.
static void drain(std::string &pending, raw_ostream &os,
                  function_ref<bool(json::Object &)> edit) {
  static constexpr StringLiteral kLength = "Content-Length: ",
                                 kEnd = "\r\n\r\n";
  for (;;) {
    StringRef rest = pending;
    size_t head = rest.find(kEnd), length;
    if (head == StringRef::npos)
      return;
    StringRef body = rest.drop_front(head + kEnd.size());
    if (!rest.consume_front(kLength) || rest.consumeInteger(10, length)) {
      os << pending;
      os.flush();
      return pending.clear();
    }
    if (body.size() < length)
      return;
    std::string edited = editBody(body.take_front(length), edit);
    os << kLength << edited.size() << kEnd << edited;
    os.flush();
    pending.erase(0, head + kEnd.size() + length);
  }
}

/// Passes messages on until the other end of the pipe is closed.
static void passOn(int from, function_ref<bool(json::Object &)> edit) {
  std::string pending;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t size =
        sys::RetryAfterSignal(-1, ::read, from, buffer.data(), buffer.size());
    if (size <= 0)
      break;
    pending.append(buffer.data(), size);
    drain(pending, outs(), edit);
  }
  outs() << pending;
  outs().flush();
}

int runFiltered(function_ref<int()> server,
                function_ref<bool(json::Object &)> edit) {
  int ends[2];
  pid_t filter = ::pipe(ends) == 0 ? ::fork() : -1;
  if (filter < 0)
    return server(); // unchanged without a filter
  if (filter == 0) {
    ::close(STDIN_FILENO);
    ::close(ends[1]);
    passOn(ends[0], edit);
    ::_exit(0);
  }
  ::close(ends[0]);
  ::dup2(ends[1], STDOUT_FILENO);
  ::close(ends[1]);
  int result = server();
  outs().flush();
  ::close(STDOUT_FILENO); // closes the last writer: the filter ends
  sys::RetryAfterSignal(-1, ::waitpid, filter, nullptr, 0);
  return result;
}

} // namespace tileiras
