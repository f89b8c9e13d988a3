//===- ModuleMutator.cpp - Mutates modules of Tile IR ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleMutator.h"
#include "OperationChanges.h"
#include "TileIR.h"

#include "tileiras/Bytecode/BytecodeReader.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using llvm::isAlnum;
using llvm::isDigit;
using namespace tileiras;
using namespace tileiras::fuzz;

namespace {

/// Replaces inputs that are no module.
constexpr const char *plainModule = R"(cuda_tile.module @m {
  entry @k(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %i = iota : tile<64xi32>
    %p = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q = broadcast %p : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %a = offset %q, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %x, %t = load_ptr_tko weak %a : tile<64xptr<f32>> -> tile<64xf32>, token
    %y = addf %x, %x : tile<64xf32>
    %r = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %s = broadcast %r : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %b = offset %s, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %u = store_ptr_tko weak %b, %y : tile<64xptr<f32>>, tile<64xf32> -> token
  }
}
)";
constexpr unsigned MaxOperations = 300, Attempts = 10;

const char *const floatTypes[] = {"f16",  "bf16",     "f32",   "f64",
                                  "tf32", "f8E4M3FN", "f8E5M2"};
const char *const integerTypes[] = {"i8", "i16", "i32", "i64"};

/// The positions in \p text at which a separate word begins.
bool beginsWord(StringRef text, size_t at) {
  return at == 0 || !(isAlnum(text[at - 1]) || text[at - 1] == '_' ||
                      text[at - 1] == '.' || text[at - 1] == '%');
}

/// Replaces each word \p from of \p text by \p to; in shapes, where "64x" is
/// one, the 'x' stays.
std::string replaceWords(StringRef text, StringRef from, StringRef to) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    StringRef rest = text.drop_front(at);
    bool inShape = at && text[at - 1] == 'x';
    char after = rest.size() > from.size() ? rest[from.size()] : ' ';
    if (rest.starts_with(from) && (beginsWord(text, at) || inShape) &&
        (!isAlnum(after) || after == 'x')) {
      result += to;
      at += from.size();
    } else {
      result += text[at++];
    }
  }
  return result;
}

/// The words of \p text that begin with a digit.
std::vector<std::string> numbers(StringRef text, bool extents) {
  std::vector<std::string> found;
  for (size_t at = 1; at < text.size(); ++at) {
    bool inShape = text[at - 1] == '<' || text[at - 1] == 'x';
    if (!isDigit(text[at]) || !(beginsWord(text, at) || inShape))
      continue;
    StringRef digits = text.drop_front(at).take_while(isDigit);
    char after =
        at + digits.size() < text.size() ? text[at + digits.size()] : ' ';
    if (extents ? inShape && after == 'x' : !isAlnum(after))
      found.push_back(digits.str());
    at += digits.size();
  }
  return found;
}

std::string changeText(StringRef text, Random &random) {
  switch (random.below(4)) {
  case 0:
  case 1: {
    std::vector<std::string> extents = numbers(text, /*extents=*/true);
    if (extents.empty())
      return text.str();
    return replaceWords(text, random.any(extents),
                        std::to_string(uint64_t(1) << random.below(9)));
  }
  case 2: {
    ArrayRef<const char *> types =
        random.oneIn(2) ? ArrayRef(floatTypes) : ArrayRef(integerTypes);
    const char *from = random.any(types), *to = random.any(types);
    return replaceWords(text, from, to);
  }
  default: {
    std::vector<std::string> found = numbers(text, /*extents=*/false);
    if (found.empty())
      return text.str();
    return replaceWords(text, random.any(found),
                        std::to_string(random.number(32).getZExtValue()));
  }
  }
}

/// A module that was read, in its own context.
class Mutator {
public:
  Mutator(StringRef input, uint64_t seed) : random(seed) {
    module = input.starts_with("\x7fTileIR")
                 ? readBytecode({input, "fuzz"}, context.get())
                 : parseText(input, context);
    if (!module)
      module = parseText(plainModule, context);
  }

  std::string run() {
    for (uint64_t n = 1 + random.below(4); n; --n)
      changeSomehow();
    return print(*module, /*locations=*/false);
  }

private:
  unsigned countOperations() {
    unsigned count = 0;
    module->walk([&](Operation *) { ++count; });
    return count;
  }

  void changeSomehow() {
    std::string before = print(*module, /*locations=*/false);
    for (unsigned attempt = 0; attempt < Attempts; ++attempt) {
      if (random.oneIn(4)) {
        std::string text = changeText(before, random);
        if (OwningOpRef<ModuleOp> changed = parseText(text, context)) {
          module = std::move(changed);
          return;
        }
        continue;
      }
      OwningOpRef<ModuleOp> kept = module->clone();
      changeOperations(*module, random);
      if (succeeded(verify(*module)) && countOperations() <= MaxOperations)
        return;
      module = std::move(kept);
    }
  }

  QuietContext context;
  Random random;
  OwningOpRef<ModuleOp> module;
};

} // namespace

std::string tileiras::fuzz::mutateModule(StringRef input, uint64_t seed) {
  return Mutator(input, seed).run();
}
