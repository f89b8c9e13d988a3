//===- MutationDriver.cpp - Runs a fuzz target without libFuzzer ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a target on files as they are, then on seeded mutations of them: the
// same numbers give the same inputs everywhere. Fails when an input takes too
// long or the process too much memory, and prints the totals.
//
//   fuzz-bytecode-mutate --mutate 1000 corpus/*.tileirbc
//   fuzz-bytecode-mutate --first 17 --mutate 18 --write bad corpus/*.tileirbc
//
// The second line repeats mutation 17, which the first reported, and keeps it.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

// Only some targets define these.
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data,
                                                                size_t size,
                                                                size_t maxSize,
                                                                unsigned seed);

namespace {

/// Limit for inputs of a target's own mutator.
constexpr size_t MaxCustomBytes = 1 << 16;

struct Options {
  cl::list<std::string> files{cl::Positional, cl::OneOrMore,
                              cl::desc("<file>...")};
  cl::opt<uint64_t> mutate{"mutate", cl::desc("End before this mutation")};
  cl::opt<double> duration{
      "for", cl::desc("Begin no mutation after so many seconds; 0: no limit")};
  cl::opt<uint64_t> first{"first", cl::desc("Start at this mutation")};
  cl::opt<uint64_t> seed{"seed", cl::desc("Chooses the mutations"),
                         cl::init(1)};
  cl::opt<unsigned> seconds{"seconds", cl::desc("Most time for an input"),
                            cl::init(10)};
  cl::opt<unsigned> mebibytes{"mebibytes", cl::desc("Most memory in use"),
                              cl::init(1024)};
  cl::opt<std::string> write{
      "write", cl::desc("Write each input to this file before it is run")};
};

/// Makes the mutations of a corpus. Mutation N is the same in every run.
class Mutator {
public:
  Mutator(ArrayRef<std::string> corpus, uint64_t seed)
      : corpus(corpus), seed(seed) {}

  std::string make(uint64_t number) {
    std::seed_seq sequence{seed, number};
    random.seed(sequence);
    std::string bytes = corpus[below(corpus.size())];
    if (LLVMFuzzerCustomMutator)
      return makeCustom(std::move(bytes));
    for (uint64_t i = 0, n = 1 + below(4); i < n; ++i)
      change(bytes);
    return bytes;
  }

private:
  // Not std::uniform_int_distribution, whose results depend on the library.
  uint64_t below(uint64_t bound) { return bound ? random() % bound : 0; }

  /// The target's own mutator, applied several times.
  std::string makeCustom(std::string bytes) {
    size_t size = bytes.size();
    bytes.resize(std::max(size, MaxCustomBytes));
    for (uint64_t i = 0, n = 1 + below(8); i < n; ++i)
      size = LLVMFuzzerCustomMutator(reinterpret_cast<uint8_t *>(bytes.data()),
                                     size, bytes.size(), unsigned(random()));
    bytes.resize(size);
    return bytes;
  }

  char interesting() {
    static const uint8_t bytes[] = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};
    return below(2) ? char(bytes[below(std::size(bytes))]) : char(below(256));
  }

  void change(std::string &bytes) {
    size_t at = below(bytes.size());
    size_t length = std::min<size_t>(1 + below(16), bytes.size() - at);
    switch (below(7)) {
    case 0: // one bit
      if (!bytes.empty())
        bytes[at] ^= char(1u << below(8));
      break;
    case 1: // one byte
    case 2:
      if (!bytes.empty())
        bytes[at] = interesting();
      break;
    case 3: // more bytes
      bytes.insert(at, 1 + below(8), interesting());
      break;
    case 4: // fewer bytes
      bytes.erase(at, length);
      break;
    case 5: // the same bytes at another offset
      bytes.insert(below(bytes.size() + 1), bytes.substr(at, length));
      break;
    case 6: { // bytes of another file
      const std::string &other = corpus[below(corpus.size())];
      bytes.replace(at, length, other.substr(below(other.size()), length));
      break;
    }
    }
  }

  ArrayRef<std::string> corpus;
  uint64_t seed;
  std::mt19937_64 random;
};

/// Runs the target and keeps the totals.
class Runner {
public:
  explicit Runner(const Options &options) : options(options) {}

  bool hasTime() const {
    std::chrono::duration<double> since = Clock::now() - begin;
    return options.duration == 0 || since.count() < options.duration;
  }

  void run(StringRef input) {
    if (!options.write.empty()) {
      std::error_code error;
      raw_fd_ostream(options.write, error) << input;
    }
    auto start = Clock::now();
    alarm(options.seconds + 1);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()),
                           input.size());
    alarm(0);
    std::chrono::duration<double> taken = Clock::now() - start;
    slowest = std::max(slowest, taken.count());
    tileiras::fuzz::require(slowest <= options.seconds, "took too long");
    tileiras::fuzz::require(peakMebibytes() <= options.mebibytes,
                            "used too much memory");
    ++inputs;
  }

  void report() const {
    outs() << inputs << " inputs, slowest " << format("%.3f", slowest)
           << " s, peak memory " << peakMebibytes() << " MiB\n";
    outs().flush(); // the target's counts follow on errs()
  }

private:
  static long peakMebibytes() {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
  }

  using Clock = std::chrono::steady_clock;
  const Options &options;
  Clock::time_point begin = Clock::now();
  uint64_t inputs = 0;
  double slowest = 0;
};

} // namespace

static std::vector<std::string> readFiles(const Options &options) {
  std::vector<std::string> corpus;
  for (const std::string &path : options.files) {
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer) {
      errs() << "error: " << path << ": " << buffer.getError().message()
             << '\n';
      exit(1);
    }
    corpus.push_back((*buffer)->getBuffer().str());
  }
  return corpus;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  EnablePrettyStackTrace();
  // A hang ends as a crash does, which names the input.
  std::signal(SIGALRM, [](int) { std::abort(); });
  Options options;
  cl::ParseCommandLineOptions(argc, argv, "Runs a fuzz target on files\n");
  std::vector<std::string> corpus = readFiles(options);

  Runner runner(options);
  if (options.first == 0) {
    for (size_t i = 0; i < corpus.size(); ++i) {
      PrettyStackTraceFormat where("file %s", options.files[i].c_str());
      runner.run(corpus[i]);
    }
  }
  Mutator mutator(corpus, options.seed);
  for (uint64_t i = options.first; i < options.mutate && runner.hasTime();
       ++i) {
    PrettyStackTraceFormat where("mutation %llu", (unsigned long long)i);
    runner.run(mutator.make(i));
  }
  runner.report();
  return 0;
}
