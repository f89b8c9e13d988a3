//===- ModuleParser.cpp - PTX modules ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Directives": the module header, variables and functions.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/ModuleParser.h"
#include "tileiras/Emulator/Parser/FunctionParser.h"
#include "tileiras/Emulator/Parser/VariableParser.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

class ModuleParser {
public:
  ModuleParser(Cursor &cursor, Program &program)
      : cursor(cursor), program(program) {}

  bool parse() {
    while (!cursor.atEnd())
      if (!parseStatement())
        return false;
    return finish();
  }

private:
  bool parseStatement() {
    if (cursor.accept(';'))
      return true;
    uint32_t line = cursor.line();
    StringRef word;
    if (!cursor.expectWord(word, "a directive"))
      return false;
    if (word == ".version")
      return parseVersion();
    if (word == ".target")
      return parseTarget();
    if (word == ".address_size")
      return parseAddressSize();
    if (word == ".file")
      return parseFile();
    if (word == ".section" || word == ".nv_intermediate_source_section")
      return skipSection();
    if (word == ".extern") {
      isExtern = true;
      return true;
    }
    bool isElsewhere = std::exchange(isExtern, false);
    if (word == ".entry" || word == ".func")
      return parseFunction(word == ".entry");
    if (std::optional<Space> space = variableSpace(word))
      return parseModuleVariable(*space, isElsewhere);
    return parseOther(word, line);
  }

  bool parseOther(StringRef word, uint32_t line) {
    enum {
      Unknown,
      Linkage,
      ToSemicolon
    } kind = StringSwitch<decltype(Linkage)>(word)
                 .Cases({".visible", ".weak", ".common"}, Linkage)
                 .Cases({".alias", ".pragma"}, ToSemicolon)
                 .Default(Unknown);
    if (kind == Unknown)
      return cursor.fail(line, "unknown directive '" + word + "'");
    if (kind == ToSemicolon)
      cursor.skipPast(';');
    return true;
  }

  bool parseVersion() {
    auto [major, minor] = cursor.take().text.split('.');
    if (major.getAsInteger(10, program.versionMajor) ||
        minor.getAsInteger(10, program.versionMinor))
      return cursor.fail("expected a version such as 8.0");
    return true;
  }

  bool parseTarget() {
    StringRef word;
    do {
      if (!cursor.expectWord(word, "a target"))
        return false;
      if (program.target.empty())
        program.target = word.str();
    } while (cursor.accept(','));
    return true;
  }

  bool parseAddressSize() {
    uint64_t size;
    if (!cursor.expectInteger(size, "an address size"))
      return false;
    return size == 64 || cursor.fail("only 64-bit addresses are supported");
  }

  // .file index "name" [, timestamp, size]
  bool parseFile() {
    uint32_t index;
    uint64_t ignored;
    if (!cursor.expectInteger32(index, "a file number"))
      return false;
    if (cursor.peek().kind != Token::String)
      return cursor.fail("expected a file name");
    program.files[index] = cursor.take().text.str();
    while (cursor.accept(','))
      if (!cursor.expectInteger(ignored, "a time stamp or size"))
        return false;
    return true;
  }

  bool skipSection() {
    while (!cursor.atEnd() && !cursor.peek().is('{'))
      cursor.take();
    return cursor.skipBlock();
  }

  /// \p isElsewhere: it is a declaration of a variable that another module, or
  /// another line of this one, defines. Arrays of .shared memory that a launch
  /// sizes are also declared so.
  bool parseModuleVariable(Space space, bool isElsewhere) {
    Variable variable;
    Type type;
    bool isArray;
    uint32_t line = cursor.line();
    variable.space = space;
    if (!parseVariable(cursor, variable, type, isArray) ||
        !checkModuleVariable(cursor, program, variable))
      return false;
    bool isMissing = isElsewhere && space != Space::Shared;
    Variable *known = program.variableByName.lookup(variable.name);
    if (!isMissing)
      undefined.erase(variable.name);
    else if (!known)
      undefined[variable.name] = line;
    if (known) {
      if (known->bytes.empty() && !isMissing)
        *known = std::move(variable);
    } else {
      Variable &stored = program.variables.emplace_back(std::move(variable));
      program.variableByName[stored.name] = &stored;
    }
    return cursor.expect(';');
  }

  bool parseParams(std::vector<Param> &params) {
    params.clear();
    uint64_t bytes = 0;
    if (cursor.accept(')'))
      return true;
    do {
      Param &param = params.emplace_back();
      if (!parseParam(cursor, param))
        return false;
      bytes += param.size;
      if (!checkTotalBytes(cursor, Space::Param, bytes, param.name))
        return false;
    } while (cursor.accept(','));
    return cursor.expect(')');
  }

  bool parseFunction(bool isKernel) {
    uint32_t line = cursor.line();
    std::vector<Param> results;
    if (cursor.accept('(') && !parseParams(results))
      return false;
    StringRef name;
    if (!cursor.expectWord(name, "a function name"))
      return false;
    Function *&function = program.functionByName[name];
    if (!function)
      function = &program.functions.emplace_back();
    if (function->hasBody)
      return cursor.fail(line, "function '" + name + "' is defined twice");
    function->name = name.str();
    function->isKernel = isKernel;
    function->line = line;
    function->results = std::move(results);
    if (cursor.accept('(') && !parseParams(function->params))
      return false;
    if (!parsePerformance(*function))
      return false;
    if (cursor.accept(';'))
      return true;
    function->hasBody = true;
    return FunctionParser(cursor, program, *function).parseBody();
  }

  /// Parses .maxntid and the like; directives that only control ptxas are
  /// skipped.
  bool parsePerformance(Function &function) {
    while (cursor.peek().kind == Token::Word) {
      Token token = cursor.take();
      Dim3 dims;
      if (!parseValues(dims))
        return false;
      if (token.text == ".reqntid")
        function.requiredBlock = dims;
      else if (token.text == ".maxntid")
        function.maximumBlock = dims;
      else if (token.text == ".reqnctapercluster")
        function.requiredCluster = dims;
      else if (token.text == ".maxclusterrank")
        function.maximumCluster = dims.x;
      else if (token.text == ".maxnreg")
        function.maximumRegisters = dims.x;
      else if (token.text == ".minnctapersm")
        function.minimumCtas = dims.x;
      else if (token.text == ".explicitcluster")
        function.explicitCluster = true;
      else if (token.text == ".blocksareclusters")
        function.blocksAreClusters = true;
      else if (!isPerformanceDirective(token.text))
        return cursor.fail(token.line,
                           "unknown directive '" + token.text + "'");
    }
    return true;
  }

  bool parseValues(Dim3 &dims) {
    uint32_t ignored, *values[] = {&dims.x, &dims.y, &dims.z};
    unsigned count = 0;
    while (cursor.peek().kind == Token::Number) {
      if (!cursor.expectInteger32(count < 3 ? *values[count] : ignored,
                                  "a number"))
        return false;
      ++count;
      if (!cursor.accept(','))
        break;
    }
    return true;
  }

  static bool isPerformanceDirective(StringRef word) {
    return StringSwitch<bool>(word)
        .Cases({".maxnctapersm", ".language"}, true)
        .Cases({".noreturn", ".abi_preserve"}, true)
        .Cases({".abi_preserve_control", ".pragma", ".unique"}, true)
        .Default(false);
  }

  /// Resolves calls and allocates .shared variables, once all functions are
  /// known.
  bool finish() {
    for (Function &function : program.functions)
      for (CallSite &site : function.callSites)
        site.callee = program.functionByName.lookup(site.calleeName);
    for (const auto &[name, line] : undefined)
      if (isUsed(name))
        return cursor.fail(line, "'" + name +
                                     "' is declared .extern and used, but not "
                                     "defined: modules are not linked");
    for (Variable &variable : program.variables) {
      if (variable.space != Space::Shared)
        continue;
      program.sharedAlign = std::max(program.sharedAlign, variable.align);
      if (variable.size)
        variable.offset =
            allocateIn(program.staticShared, variable.size, variable.align);
    }
    return finishDynamicShared();
  }

  /// Returns whether an operand or an initialiser uses \p variable.
  bool isUsed(StringRef variable) const {
    auto names = [&](const auto &each) { return each.symbol == variable; };
    return any_of(program.constants, names) ||
           any_of(program.variables, [&](const Variable &each) {
             return any_of(each.relocations, names);
           });
  }

  /// All .extern .shared arrays begin at the end of the static ones.
  bool finishDynamicShared() {
    uint64_t start = program.staticShared, align = 1;
    for (const Variable &variable : program.variables)
      if (variable.space == Space::Shared && !variable.size)
        align = std::max(align, variable.align);
    start = allocateIn(program.staticShared, 0, align);
    for (Variable &variable : program.variables)
      if (variable.space == Space::Shared && !variable.size)
        variable.offset = start;
    return true;
  }

  Cursor &cursor;
  Program &program;
  bool isExtern = false; // of the next declaration
  /// The variables that are only declared, with their lines.
  std::map<std::string, uint32_t> undefined;
};

} // namespace

char ParseError::ID;

void ParseError::log(raw_ostream &os) const {
  os << file << ':' << line << ": " << message;
}
std::error_code ParseError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error parseModule(StringRef text, StringRef name, Program &program) {
  program.name = name.str();
  Cursor cursor(tokenize(text));
  if (!ModuleParser(cursor, program).parse())
    return make_error<ParseError>(name.str(), cursor.errorLine,
                                  cursor.errorMessage);
  return Error::success();
}

} // namespace tileiras::emu
