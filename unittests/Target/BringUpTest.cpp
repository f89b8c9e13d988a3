//===- BringUpTest.cpp - From LLVM IR to PTX --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Target/NVPTX/LongBlocks.h"

#include "tileiras/Target/NVPTX/BlobLinkedLib.h"
#include "tileiras/Target/NVPTX/EmitPTX.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Builders.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

#include <optional>
#include <set>

using namespace llvm;
using namespace tileiras;

namespace {
TargetRequest request(StringRef chip,
                      StringRef triple = "nvptx64-nvidia-cuda") {
  return {triple.str(), chip.str(), "+ptx90"};
}

std::unique_ptr<Module> parse(LLVMContext &context, StringRef text) {
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module;
}

std::string failure(Error error) { return toString(std::move(error)); }

const char *const kAddMul = R"(
define ptx_kernel void @k(ptr addrspace(1) %p, float %a, float %b) {
  %m = fmul float %a, %b
  %s = fadd float %m, %a
  store float %s, ptr addrspace(1) %p
  ret void
})";
} // namespace

// Req: E-02 E-03
TEST(BringUp, RegistersBothTargets) {
  registerNVPTX();
  std::string error;
  EXPECT_TRUE(TargetRegistry::lookupTarget(Triple("nvptx-nvidia-cuda"), error));
  EXPECT_TRUE(
      TargetRegistry::lookupTarget(Triple("nvptx64-nvidia-cuda"), error));
}

// PTX is text: there is a machine, and no assembler.
// Req: E-04
TEST(BringUp, RegistersCodeGenerationServices) {
  registerNVPTX();
  std::string error;
  for (StringRef triple : {"nvptx-nvidia-cuda", "nvptx64-nvidia-cuda"}) {
    const Target *target = TargetRegistry::lookupTarget(Triple(triple), error);
    ASSERT_TRUE(target) << error;
    EXPECT_TRUE(target->hasTargetMachine());
    EXPECT_FALSE(target->hasMCAsmBackend());
  }
}

// Req: E-43 E-45
TEST(BringUp, CacheReturnsTheSameMachineForTheSameRequest) {
  TargetMachineCache cache;
  TargetMachine *first, *other;
  {
    auto lease = cache.acquire(request("sm_90"));
    ASSERT_TRUE(bool(lease));
    first = lease->get();
    auto otherLease = cache.acquire(request("sm_90a"));
    ASSERT_TRUE(bool(otherLease));
    other = otherLease->get();
    EXPECT_NE(first, other);
    // Lent machines serve one user at a time.
    auto second = cache.acquire(request("sm_90"));
    ASSERT_TRUE(bool(second));
    EXPECT_NE(second->get(), first);
  }
  auto again = cache.acquire(request("sm_90a"));
  ASSERT_TRUE(bool(again));
  EXPECT_EQ(again->get(), other);
}

// LLVM's choices by chip belong to the machine, before and after another chip
// was requested: bf16 has additions since sm_90.
// Req: E-07
TEST(BringUp, CachedMachinesKeepTheirChip) {
  TargetMachineCache cache;
  auto sumOn = [&](StringRef chip, TargetMachine *&machine) {
    auto lease = cache.acquire(request(chip));
    EXPECT_TRUE(bool(lease));
    machine = lease->get();
    LLVMContext context;
    auto module = parse(context, R"(
define ptx_kernel void @k(ptr addrspace(1) %p, bfloat %a) {
  %s = fadd bfloat %a, %a
  store bfloat %s, ptr addrspace(1) %p
  ret void
})");
    module->setDataLayout(machine->createDataLayout());
    auto ptx = printPTX(*module, *machine, 3);
    EXPECT_TRUE(bool(ptx));
    return StringRef(*ptx).contains("add.rn.bf16 ");
  };
  TargetMachine *first, *other, *again;
  EXPECT_TRUE(sumOn("sm_90", first));
  EXPECT_FALSE(sumOn("sm_80", other));
  EXPECT_TRUE(sumOn("sm_90", again));
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

// Req: E-44 E-41
TEST(BringUp, RefusesOtherTriples) {
  TargetMachineCache cache;
  for (StringRef triple :
       {"x86_64-unknown-linux-gnu", "nvptx64-nvidia-gpulibs", "nonsense"}) {
    auto lease = cache.acquire(request("sm_90", triple));
    ASSERT_FALSE(bool(lease)) << triple.str();
    EXPECT_EQ(failure(lease.takeError()),
              "failed to look up NVPTX target for requested triple");
  }
}

TEST(BringUp, RefusesUnknownChips) {
  TargetMachineCache cache;
  auto lease = cache.acquire(request("sm_12345"));
  ASSERT_FALSE(bool(lease));
  EXPECT_EQ(failure(lease.takeError()),
            "LLVM does not know the chip 'sm_12345'");
}

// Req: E-50
TEST(BringUp, LLVMKnowsEveryChipOfTheTable) {
  TargetMachineCache cache;
  for (const TargetInfo &target : allTargets()) {
    auto lease =
        cache.acquire({"nvptx64-nvidia-cuda", target.Chip, target.Features});
    ASSERT_TRUE(bool(lease)) << failure(lease.takeError());
    EXPECT_EQ((*lease)->getTargetCPU(), target.Chip);
  }
}

// Req: E-08 E-09 E-10 E-11 E-12 E-16 E-17
TEST(BringUp, AssemblerSettings) {
  TargetMachineCache cache;
  auto wide = cache.acquire(request("sm_90"));
  auto narrow = cache.acquire(request("sm_90", "nvptx-nvidia-cuda"));
  ASSERT_TRUE(wide && narrow);
  const MCAsmInfo &info = *(*wide)->getMCAsmInfo();
  EXPECT_EQ(info.getCodePointerSize(), 8u);
  EXPECT_EQ(info.getCalleeSaveStackSlotSize(), 8u);
  EXPECT_EQ((*narrow)->getMCAsmInfo()->getCodePointerSize(), 4u);
  EXPECT_EQ(info.getCommentString(), "//");
  EXPECT_EQ(info.getCommentColumn(), 40u);
  EXPECT_EQ(info.getPrivateGlobalPrefix(), "$L__");
  EXPECT_FALSE(info.useIntegratedAssembler());
  EXPECT_TRUE(info.doesSupportDebugInformation());
}

// Req: E-46 E-47
TEST(BringUp, OptimiserChecksItsArguments) {
  LLVMContext context;
  auto module = parse(context, kAddMul);
  EXPECT_EQ(failure(optimizeModule(*module, nullptr, 4)),
            "invalid LLVM optimization level");
  EXPECT_EQ(failure(optimizeModule(*module, nullptr, 3)),
            "target machine unavailable; cannot optimize with LLVM");
  auto machine = TargetMachineCache::ofProcess().acquire(request("sm_90"));
  ASSERT_TRUE(bool(machine));
  EXPECT_EQ(failure(printPTX(*module, **machine, 4).takeError()),
            "invalid LLVM optimization level");
}

// Only the level's pipeline runs. Level 1 inlines, 2 knows the result of a load
// after a join, 3 passes the values that a pointer argument points to.
// Req: E-48 E-49
TEST(BringUp, OptimisesAsLLVMDoes) {
  const char *const program = R"(
target triple = "nvptx64-nvidia-cuda"
define internal i32 @twice(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define internal i32 @load(ptr %q) noinline {
  %v = load i32, ptr %q
  ret i32 %v
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i1 %c) {
entry:
  %slot = alloca i32
  store i32 %n, ptr %slot
  %loaded = call i32 @load(ptr %slot)
  %before = load i32, ptr addrspace(1) %p
  br i1 %c, label %then, label %join
then:
  store i32 %loaded, ptr addrspace(1) %p
  br label %join
join:
  %after = load i32, ptr addrspace(1) %p
  %sum = add i32 %before, %after
  %t = call i32 @twice(i32 %sum)
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %n
  store i32 %t, ptr addrspace(1) %at
  ret void
})";
  TargetMachineCache cache;
  auto machine = cache.acquire(request("sm_90"));
  ASSERT_TRUE(bool(machine));
  auto optimised = [&](function_ref<void(Module &)> run) {
    LLVMContext context;
    auto module = parse(context, program);
    module->setDataLayout((*machine)->createDataLayout());
    run(*module);
    std::string text;
    raw_string_ostream(text) << *module;
    return text;
  };
  std::set<std::string> seen;
  for (unsigned level : {0, 1, 2, 3}) {
    std::string stock = optimised([&](Module &module) {
      LoopAnalysisManager lam;
      FunctionAnalysisManager fam;
      CGSCCAnalysisManager cgam;
      ModuleAnalysisManager mam;
      PassBuilder builder(machine->get());
      builder.registerModuleAnalyses(mam);
      builder.registerCGSCCAnalyses(cgam);
      builder.registerFunctionAnalyses(fam);
      builder.registerLoopAnalyses(lam);
      builder.crossRegisterProxies(lam, fam, cgam, mam);
      auto pipeline = "default<O" + std::to_string(level) + ">";
      ModulePassManager passes;
      ASSERT_FALSE(bool(builder.parsePassPipeline(passes, pipeline)));
      passes.run(module, mam);
    });
    EXPECT_EQ(optimised([&](Module &module) {
                ASSERT_FALSE(
                    bool(optimizeModule(module, machine->get(), level)));
              }),
              stock)
        << level;
    EXPECT_EQ(StringRef(stock).contains("call i32 @twice"), level == 0);
    EXPECT_TRUE(seen.insert(stock).second)
        << "level " << level << " is no different from one below";
  }
}

// A block of 9,000 instructions is split, one of 4,000 isn't. The text doesn't
// show it.
TEST(BringUp, SplitsLongBlocks) {
  using Sizes = std::vector<size_t>;
  for (auto [numSums, sizes] : {std::pair(9000, Sizes{2049, 2049, 2049, 2857}),
                                std::pair(4000, Sizes{4001})}) {
    std::string text = "define ptx_kernel void @k(ptr addrspace(1) %p, "
                       "float %a0, float %b) {\n";
    for (int sum = 1; sum < numSums; ++sum)
      text +=
          ("%a" + Twine(sum) + " = fadd float %a" + Twine(sum - 1) + ", %b\n")
              .str();
    text += ("store float %a" + Twine(numSums - 1) +
             ", ptr addrspace(1) %p\nret void\n}\n")
                .str();
    LLVMContext context;
    std::unique_ptr<Module> module = parse(context, text);
    auto ptx = emitPTX(*parse(context, text), {request("sm_90a"), 3});
    ASSERT_TRUE(bool(ptx)) << failure(ptx.takeError());
    EXPECT_EQ(StringRef(*ptx).count("add.rn.f32"), size_t(numSums - 1));
    EXPECT_FALSE(StringRef(*ptx).contains("bra"));

    legacy::FunctionPassManager passes(module.get());
    passes.add(createLongBlocksPass());
    Function *function = module->getFunction("k");
    EXPECT_EQ(passes.run(*function), sizes.size() > 1);
    EXPECT_EQ(to_vector(map_range(*function, std::mem_fn(&BasicBlock::size))),
              SmallVector<size_t>(sizes.begin(), sizes.end()));
  }
}

// Req: A-20 E-48
TEST(BringUp, KeepsTwoRoundings) {
  for (unsigned level : {0, 1, 2, 3}) {
    LLVMContext context;
    auto module = parse(context, kAddMul);
    auto ptx = emitPTX(*module, {request("sm_90a"), level});
    ASSERT_TRUE(bool(ptx)) << failure(ptx.takeError());
    EXPECT_NE(ptx->find(".target sm_90a"), std::string::npos);
    EXPECT_NE(ptx->find(".visible .entry k("), std::string::npos);
    EXPECT_NE(ptx->find("mul.rn.f32"), std::string::npos);
    EXPECT_NE(ptx->find("add.rn.f32"), std::string::npos);
    EXPECT_EQ(ptx->find("fma"), std::string::npos);
  }
}

// Req: E-36 E-37
TEST(BringUp, LinksNeededFunctionsOnly) {
  LLVMContext context;
  auto module = parse(context, R"(
declare float @helper(float)
define ptx_kernel void @k(ptr addrspace(1) %p, float %a) {
  %r = call float @helper(float %a)
  store float %r, ptr addrspace(1) %p
  ret void
})");
  auto library = parse(context, R"(
define float @helper(float %x) {
  %r = fadd float %x, 1.0
  ret float %r
}
define float @unused(float %x) {
  ret float %x
})");
  EXPECT_EQ(failure(checkSymbolsResolved(*module)),
            "undefined symbol 'helper' called from 'k': no device library that "
            "is attached to the module defines it");
  ASSERT_FALSE(linkDeviceLibrary(*module, std::move(library)));
  EXPECT_FALSE(module->getFunction("unused"));
  ASSERT_TRUE(module->getFunction("helper"));
  EXPECT_TRUE(module->getFunction("helper")->hasInternalLinkage());
  EXPECT_FALSE(checkSymbolsResolved(*module));
}

TEST(BringUp, TheDriversFunctionsNeedNoLibrary) {
  LLVMContext context;
  auto module = parse(context, R"(
declare i32 @vprintf(ptr, ptr)
define ptx_kernel void @k(ptr %p) {
  %r = call i32 @vprintf(ptr %p, ptr %p)
  ret void
})");
  EXPECT_FALSE(checkSymbolsResolved(*module));
}

// Later stages are not reached after a mistake: of several the first shows the
// order. The machine, the library, the translation.
// Req: E-01 E-35
TEST(BringUp, Order) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::gpu::GPUDialect, mlir::NVVM::NVVMDialect>();
  mlir::OpBuilder builder(&context);
  auto module =
      mlir::gpu::GPUModuleOp::create(builder, builder.getUnknownLoc(), "m");
  mlir::OwningOpRef<mlir::gpu::GPUModuleOp> owner(module);
  LLVMContext llvm;
  // No translation is registered.
  auto reasonFor = [&](StringRef chip) {
    mlir::ScopedDiagnosticHandler silent(&context, [](mlir::Diagnostic &) {});
    return failure(
        translateToLLVMIR(module, {request(chip), 3}, llvm).takeError());
  };
  module->setAttr("blobLinkedLib", builder.getStringAttr("no such file"));
  EXPECT_EQ(reasonFor("sm_12345"), "LLVM does not know the chip 'sm_12345'");
  EXPECT_EQ(reasonFor("sm_90"),
            "blobLinkedLib: bitcode path does not exist or is not a file");
  module->removeAttr("blobLinkedLib");
  EXPECT_EQ(reasonFor("sm_90"), "cannot translate module 'm' to LLVM IR");
}

// The target of a module is read first.
// Req: A-28
TEST(BringUp, ReadsOneTargetOfAModule) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::gpu::GPUDialect, mlir::NVVM::NVVMDialect,
                      mlir::ROCDL::ROCDLDialect>();
  mlir::OpBuilder builder(&context);
  auto module =
      mlir::gpu::GPUModuleOp::create(builder, builder.getUnknownLoc(), "m");
  mlir::OwningOpRef<mlir::gpu::GPUModuleOp> owner(module);
  auto reasonFor = [&](ArrayRef<mlir::Attribute> targets) {
    module.setTargetsAttr(builder.getArrayAttr(targets));
    auto request = readPTXRequest(module);
    return request ? "chip " + request->target.chip
                   : failure(request.takeError());
  };
  auto nvvm = mlir::NVVM::NVVMTargetAttr::get(&context);
  auto rocdl = mlir::ROCDL::ROCDLTargetAttr::get(&context);
  EXPECT_EQ(reasonFor({}), "the module has no target attributes");
  EXPECT_EQ(reasonFor({nvvm, rocdl}), "expected one target attribute, got 2");
  EXPECT_EQ(reasonFor({rocdl}), "expected an #nvvm.target attribute");
  EXPECT_EQ(reasonFor({nvvm}), "chip " + nvvm.getChip().str());
}
