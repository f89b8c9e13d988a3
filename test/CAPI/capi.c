/*===- capi.c - The C API, used from C alone ------------------------------===*\
|*
|* Part of the Tileiras project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* RUN: %capi_test %source/test/Bytecode/Inputs/v13_1_printf.tileirbc \
|* RUN:   | FileCheck %s
|*
\*===----------------------------------------------------------------------===*/

#include "tileiras-c/Compiler.h"
#include "tileiras-c/CudaTile.h"
#include "tileiras-c/CudaTileAttributes.h"
#include "tileiras-c/Layout.h"
#include "tileiras-c/Module.h"
#include "tileiras-c/Registration.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void writeOut(MlirStringRef part, void *unused) {
  (void)unused;
  fwrite(part.data, 1, part.length, stdout);
}

static void show(MlirStringRef string) {
  writeOut(string, NULL);
  printf("\n");
}

static void showType(MlirType type) {
  if (mlirTypeIsNull(type))
    printf("no type");
  else
    mlirTypePrint(type, writeOut, NULL);
  printf("\n");
}

static void showAttribute(MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute))
    printf("no attribute");
  else
    mlirAttributePrint(attribute, writeOut, NULL);
  printf("\n");
}

static MlirLogicalResult showDiagnostic(MlirDiagnostic diagnostic,
                                        void *unused) {
  (void)unused;
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, writeOut, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

// The dialect's namespace.
// CHECK: cuda_tile
// CHECK-LABEL: types
static void testTypes(MlirContext context) {
  printf("types\n");
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirType f32 = mlirF32TypeGet(context);

  // CHECK-NEXT: !cuda_tile.tile<2x4xf32>
  int64_t shape[] = {2, 4};
  MlirType tile = mlirCudaTileTileTypeGetChecked(loc, 2, shape, f32);
  showType(tile);
  // CHECK-NEXT: is a tile 1, a token 0, rank 2
  printf("is a tile %d, a token %d, rank %d\n", mlirTypeIsACudaTileTile(tile),
         mlirTypeIsACudaTileToken(tile), (int)mlirShapedTypeGetRank(tile));
  // CHECK-NEXT: diagnostic: {{.*}}power
  // CHECK-NEXT: no type
  int64_t odd[] = {3};
  showType(mlirCudaTileTileTypeGetChecked(loc, 1, odd, f32));

  // CHECK-NEXT: !cuda_tile.ptr<f32, <multicast>>
  // CHECK-NEXT: f32 multicast
  MlirType pointer =
      mlirCudaTilePointerTypeGetChecked(loc, f32, text("multicast"));
  showType(pointer);
  mlirTypePrint(mlirCudaTilePointerTypeGetPointee(pointer), writeOut, NULL);
  printf(" ");
  show(mlirCudaTilePointerTypeGetPtrAttr(pointer));
  // CHECK-NEXT: diagnostic: expected a keyword of ptr_attr, got 'far'
  // CHECK-NEXT: no type
  showType(mlirCudaTilePointerTypeGetChecked(loc, f32, text("far")));

  // CHECK-NEXT: !cuda_tile.token
  // CHECK-NEXT: !cuda_tile.fnv8E5M3FNU
  showType(mlirCudaTileTokenTypeGet(context));
  showType(mlirCudaTileFloat8E5M3FNUTypeGet(context));
}

// CHECK-LABEL: views
static void testViews(MlirContext context) {
  printf("views\n");
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirType f32 = mlirF32TypeGet(context);
  int64_t sizes[] = {64, mlirShapedTypeGetDynamicSize()};
  int64_t strides[] = {mlirShapedTypeGetDynamicSize(), 1};
  MlirType tensor = mlirCudaTileTensorViewTypeGetChecked(loc, f32, 2, sizes,
                                                         strides, text("none"));
  // CHECK-NEXT: !cuda_tile.tensor_view<64x?xf32, strides=[?,1]>
  showType(tensor);
  // CHECK-NEXT: rank 2, size 64, stride 1
  printf("rank %d, size %d, stride %d\n",
         (int)mlirCudaTileTensorViewTypeGetRank(tensor),
         (int)mlirCudaTileTensorViewTypeGetSize(tensor, 0),
         (int)mlirCudaTileTensorViewTypeGetStride(tensor, 1));

  int32_t tile[] = {4, 8}, order[] = {1, 0}, steps[] = {2, 3};
  // CHECK-NEXT: !cuda_tile.partition_view<tile=(4x8), padding_value = zero,
  // tensor_view<64x?xf32, strides=[?,1]>, dim_map=[1, 0]>
  MlirType partition = mlirCudaTilePartitionViewTypeGetChecked(
      loc, 2, tile, tensor, order, text("zero"));
  showType(partition);
  // CHECK-NEXT: !cuda_tile.tile<4x8xf32>
  // CHECK-NEXT: indices 2, same tensor 1
  showType(mlirCudaTileTileViewTypeGetTile(partition));
  printf(
      "indices %d, same tensor %d\n",
      (int)mlirCudaTileTileViewTypeGetIndexRank(partition),
      mlirTypeEqual(mlirCudaTileTileViewTypeGetTensorView(partition), tensor));
  // CHECK-NEXT: !cuda_tile.strided_view<tile=(4x8), traversal_strides=[2,3]
  showType(mlirCudaTileStridedViewTypeGetChecked(loc, 2, tile, steps, tensor,
                                                 order, text("")));
  // CHECK-NEXT: !cuda_tile.gather_scatter_view<tile=(4x8),
  // tensor_view<64x?xf32, strides=[?,1]>, sparse_dim=1>
  showType(mlirCudaTileGatherScatterViewTypeGetChecked(loc, 2, tile, tensor, 1,
                                                       text("")));
  // CHECK-NEXT: diagnostic: expected a tensor_view, got 'f32'
  // CHECK-NEXT: no type
  showType(mlirCudaTilePartitionViewTypeGetChecked(loc, 2, tile, f32, order,
                                                   text("")));
  // CHECK-NEXT: diagnostic: expected a keyword of padding_value, got 'one'
  // CHECK-NEXT: no type
  showType(mlirCudaTilePartitionViewTypeGetChecked(loc, 2, tile, tensor, order,
                                                   text("one")));
}

// CHECK-LABEL: attributes
static void testAttributes(MlirContext context) {
  printf("attributes\n");
  MlirLocation loc = mlirLocationUnknownGet(context);
  // CHECK-NEXT: #cuda_tile.rounding<nearest_even>
  // CHECK-NEXT: nearest_even
  // CHECK-NEXT: no attribute
  MlirAttribute rounding =
      mlirCudaTileRoundingModeAttrGet(context, text("nearest_even"));
  showAttribute(rounding);
  show(mlirCudaTileRoundingModeAttrGetKeyword(rounding));
  showAttribute(mlirCudaTileRoundingModeAttrGet(context, text("up")));

  // CHECK-NEXT: #cuda_tile.div_by<16>
  // CHECK-NEXT: #cuda_tile.div_by<8, every 4 along 0>
  // CHECK-NEXT: diagnostic: {{.*}}power of two
  // CHECK-NEXT: no attribute
  int64_t every = 4, along = 0, low = -1;
  showAttribute(mlirCudaTileDivByAttrGetChecked(loc, 16, NULL, NULL));
  showAttribute(mlirCudaTileDivByAttrGetChecked(loc, 8, &every, &along));
  showAttribute(mlirCudaTileDivByAttrGetChecked(loc, 3, NULL, NULL));
  // CHECK-NEXT: #cuda_tile.same_elements<[4]>
  // CHECK-NEXT: #cuda_tile.bounded<-1, ?>
  showAttribute(mlirCudaTileSameElementsAttrGet(context, 1, &every));
  showAttribute(mlirCudaTileBoundedAttrGetChecked(loc, &low, NULL));

  // CHECK-NEXT: 2 : i32
  // CHECK-NEXT: no attribute
  MlirAttribute hints = mlirCudaTileOptimizationHintsAttrGetChecked(
      loc, mlirAttributeParseGet(context,
                                 text("{sm_90 = {num_cta_in_cga = 2 : i32}}")));
  showAttribute(mlirCudaTileOptimizationHintsAttrLookup(
      hints, text("sm_90"), text("num_cta_in_cga")));
  showAttribute(mlirCudaTileOptimizationHintsAttrLookup(
      hints, text("sm_80"), text("num_cta_in_cga")));
  // CHECK-NEXT: diagnostic: expected a dictionary of hints, got 2 : i32
  // CHECK-NEXT: no attribute
  showAttribute(mlirCudaTileOptimizationHintsAttrGetChecked(
      loc, mlirAttributeParseGet(context, text("2 : i32"))));
}

// CHECK-LABEL: debug information
static void testDebugInfo(MlirContext context) {
  printf("debug information\n");
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirAttribute file =
      mlirCudaTileDIFileAttrGet(context, text("k.py"), text("/src"));
  MlirAttribute unit = mlirCudaTileDICompileUnitAttrGet(file);
  MlirAttribute subprogram =
      mlirCudaTileDISubprogramAttrGet(file, 1, text("k"), text("k"), unit, 2);
  // CHECK-NEXT: #cuda_tile.di_lexical_block<scope = {{.*}}line = 3, column = 4>
  MlirAttribute block =
      mlirCudaTileDILexicalBlockAttrGetChecked(loc, subprogram, file, 3, 4);
  showAttribute(block);
  // CHECK-NEXT: diagnostic: expected the scope of a lexical block
  // CHECK-NEXT: no attribute
  showAttribute(
      mlirCudaTileDILexicalBlockAttrGetChecked(loc, file, file, 3, 4));
  // CHECK-NEXT: loc("k.py":5:6)
  MlirLocation place = mlirLocationFileLineColGet(context, text("k.py"), 5, 6);
  MlirLocation inScope = mlirCudaTileDILocGetChecked(loc, place, block);
  mlirLocationPrint(mlirCudaTileFindFileLineCol(inScope), writeOut, NULL);
  printf("\n");
  // CHECK-NEXT: diagnostic: expected a location of file, line and column
  // CHECK-NEXT: null 1
  printf("null %d\n",
         mlirLocationIsNull(mlirCudaTileDILocGetChecked(loc, loc, block)));
}

static void showPlace(MlirLocation file, void *unused) {
  (void)unused;
  mlirLocationPrint(file, writeOut, NULL);
  printf("\n");
}

// CHECK-LABEL: places
static void testPlaces(MlirContext context) {
  printf("places\n");
  MlirLocation callee = mlirLocationFileLineColGet(context, text("a.py"), 1, 2);
  MlirLocation caller = mlirLocationFileLineColGet(context, text("b.py"), 3, 4);
  // CHECK-NEXT: loc("a.py":1:2)
  // CHECK-NEXT: loc("b.py":3:4)
  tileirasLocationVisitFiles(mlirLocationCallSiteGet(callee, caller), showPlace,
                             NULL);
  tileirasLocationVisitFiles(mlirLocationUnknownGet(context), showPlace, NULL);
}

// CHECK-LABEL: layouts
static void testLayouts(MlirContext context) {
  printf("layouts\n");
  mlirContextLoadAllAvailableDialects(context);
  // The worked example of LinearLayout.h.
  // CHECK-NEXT: #nv_tileas.layout<{register={{.*}}, lane={{.*}}}>
  MlirType tensor = mlirTypeParseGet(
      context, text("tensor<8x8xf64, #nv_tileas.layout<{register=[[0,1]], "
                    "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>>"));
  MlirAttribute layout = mlirTileASLayoutOfType(tensor);
  showAttribute(layout);
  // CHECK-NEXT: is a layout 1, rank 2, sizes 8 8, registers 2, lanes 32
  printf("is a layout %d, rank %d, sizes %d %d, registers %d, lanes %d\n",
         mlirAttributeIsATileASLayout(layout),
         (int)mlirTileASLayoutAttrGetRank(layout),
         (int)mlirTileASLayoutAttrGetSize(layout, 0),
         (int)mlirTileASLayoutAttrGetSize(layout, 1),
         (int)mlirTileASLayoutAttrGetExtent(layout, text("register")),
         (int)mlirTileASLayoutAttrGetExtent(layout, text("lane")));
  // CHECK-NEXT: warps 1, no such input 0
  printf("warps %d, no such input %d\n",
         (int)mlirTileASLayoutAttrGetExtent(layout, text("warp")),
         (int)mlirTileASLayoutAttrGetExtent(layout, text("thread")));
  // CHECK-NEXT: register 1 of lane 13 holds 27
  printf("register 1 of lane 13 holds %d\n",
         (int)mlirTileASLayoutAttrGetElement(layout, 1 + 2 * 13));
  // Futures contain tensors; buffers have separate layouts.
  // CHECK-NEXT: #nv_tileas.layout<{register=
  // CHECK-NEXT: #nv_tileas.layout<{offset=
  // CHECK-NEXT: no attribute
  // CHECK-NEXT: is a layout 0
  showAttribute(mlirTileASLayoutOfType(
      mlirTypeParseGet(context, text("!nv_tileas.async.future<tensor<2xf32, "
                                     "#nv_tileas.layout<{register=[[1]], "
                                     "lane=[[0],[0],[0],[0],[0]]}>>>"))));
  showAttribute(mlirTileASLayoutOfType(mlirTypeParseGet(
      context, text("!nv_tileaa.memref<2xf32, shared, layout = "
                    "#nv_tileas.layout<{offset=[[1]]}>>"))));
  showAttribute(mlirTileASLayoutOfType(mlirF32TypeGet(context)));
  printf("is a layout %d\n",
         mlirAttributeIsATileASLayout(mlirUnitAttrGet(context)));
}

// CHECK-LABEL: passes
static void testPasses(MlirContext context) {
  printf("passes\n");
  MlirModule module =
      tileirasParseModule(context,
                          text("cuda_tile.module @m {\n"
                               "  entry @k() {\n"
                               "    %0 = constant <i32: 1> : tile<i32>\n"
                               "    return\n"
                               "  }\n"
                               "}\n"),
                          text("m.mlir"));
  MlirPassManager manager =
      mlirPassManagerCreateOnOperation(context, text("builtin.module"));
  // CHECK-NEXT: parsed 1, ran 1
  MlirLogicalResult parsed = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      text("builtin.module(canonicalize)"), writeOut, NULL);
  MlirLogicalResult ran =
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  printf("parsed %d, ran %d\n", mlirLogicalResultIsSuccess(parsed),
         mlirLogicalResultIsSuccess(ran));
  // CHECK: entry @k() {
  // CHECK-NEXT: return
  mlirOperationPrint(mlirModuleGetOperation(module), writeOut, NULL);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

static void keep(MlirStringRef part, void *buffer) {
  char *bytes = buffer;
  size_t used = strlen(bytes);
  if (used == 0 && part.length >= 8)
    memcpy(bytes, part.data, 8);
}

static void writeBytecode(MlirModule module, const char *version) {
  char start[9] = "";
  MlirLogicalResult wrote = tileirasWriteBytecode(
      mlirModuleGetOperation(module), text(version), keep, start);
  printf("wrote %d, %d bytecode\n", mlirLogicalResultIsSuccess(wrote),
         tileirasIsBytecode(mlirStringRefCreate(start, 8)));
}

// CHECK-LABEL: bytecode
static void testBytecode(MlirContext context, MlirStringRef bytes) {
  printf("bytecode\n");
  // CHECK-NEXT: is bytecode 1 0
  printf("is bytecode %d %d\n", tileirasIsBytecode(bytes),
         tileirasIsBytecode(text("module {}")));
  // CHECK-NEXT: module
  // CHECK-NEXT: cuda_tile.module @kernels
  MlirModule module = tileirasReadBytecode(context, bytes, text("in"));
  mlirOperationPrint(mlirModuleGetOperation(module), writeOut, NULL);
  // CHECK: wrote 1, 1 bytecode
  // CHECK-NEXT: diagnostic: expected a bytecode version from 13.1 to 13.5, got
  // '12.0' CHECK-NEXT: wrote 0, 0 bytecode
  writeBytecode(module, "13.5");
  writeBytecode(module, "12.0");
  mlirModuleDestroy(module);
  // CHECK-NEXT: diagnostic: error at offset 16: section length 234 exceeds
  // CHECK: module 0
  bytes.length = 20;
  module = tileirasReadBytecode(context, bytes, text("in"));
  printf("module %d\n", !mlirModuleIsNull(module));
}

static const char *const kernel =
    "cuda_tile.module @m {\n"
    "  entry @twice(%p: tile<ptr<f32>>) {\n"
    "    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n"
    "    %y = addf %x, %x : tile<f32>\n"
    "    %u = store_ptr_tko weak %p, %y : tile<ptr<f32>>, tile<f32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

static TileirasCompileOptions options(const char *arch) {
  TileirasCompileOptions result = tileirasCompileOptionsGetDefault();
  result.inputName = text("twice.mlir");
  result.isText = true;
  result.arch = text(arch);
  return result;
}

static void *compileOnThread(void *arch) {
  TileirasCompileOptions own = options(arch);
  TileirasCompilation *result = malloc(sizeof *result);
  *result = tileirasCompile(text(kernel), &own);
  return result;
}

static void showCompilation(TileirasCompilation result) {
  MlirStringRef output = tileirasCompilationGetOutput(result);
  printf("status %d, output %d, ", tileirasCompilationGetStatus(result),
         output.length > 0);
  show(tileirasCompilationGetProduced(result));
  for (intptr_t i = 0; i < tileirasCompilationGetNumDiagnostics(result); ++i) {
    TileirasDiagnostic diagnostic = tileirasCompilationGetDiagnostic(result, i);
    printf("%d ", diagnostic.severity);
    writeOut(diagnostic.file, NULL);
    printf(":%u:%u ", diagnostic.line, diagnostic.column);
    show(diagnostic.message);
  }
  tileirasCompilationDestroy(result);
}

// CHECK-LABEL: compiler
static void testCompiler(void) {
  printf("compiler\n");
  // Two compilations at the same time.
  // CHECK-NEXT: .target sm_80
  // CHECK-NEXT: status 0, output 1, ptx
  // CHECK-NEXT: .target sm_100
  // CHECK-NEXT: status 0, output 1, ptx
  char *archs[] = {"sm_80", "sm_100"};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, compileOnThread, archs[i]))
      exit(1);
  for (int i = 0; i < 2; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    TileirasCompilation compilation = *(TileirasCompilation *)result;
    free(result);
    const char *target =
        strstr(tileirasCompilationGetOutput(compilation).data, ".target");
    printf("%.*s\n", (int)strcspn(target, "\n"), target);
    showCompilation(compilation);
  }

  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 unknown architecture 'sm_12' (expected one of: sm_75,
  TileirasCompileOptions own = options("sm_12");
  showCompilation(tileirasCompile(text(kernel), &own));
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 no GPU architecture was given
  own = options("");
  showCompilation(tileirasCompile(text(kernel), &own));
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 optimized debugging is currently not supported
  own = options("sm_90");
  own.debugInfo = text("full");
  showCompilation(tileirasCompile(text(kernel), &own));
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 unknown stage 'sass' (expected one of: tile, tileaa,
  own = options("sm_90");
  own.emit = text("sass");
  showCompilation(tileirasCompile(text(kernel), &own));
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 unknown category of remarks 'speed' (expected one of:
  own = options("sm_90");
  own.remarks = text("speed");
  showCompilation(tileirasCompile(text(kernel), &own));
  // Without rings there is nothing to extend.
  // CHECK-NEXT: status 0, output 1, ptx
  own = options("sm_90");
  own.enableExtendedSmem = 1;
  showCompilation(tileirasCompile(text(kernel), &own));
  // CHECK-NEXT: status 1, output 0
  // CHECK-NEXT: 0 twice.mlir:1:{{[0-9]+}} {{.+}}
  own = options("sm_90");
  showCompilation(tileirasCompile(text("cuda_tile.module @"), &own));
  // CHECK-NEXT: tile, tileaa, tileas, cute, llvm, llvmir, ptx, cubin
  show(tileirasGetStageNames());
  // CHECK-NEXT: k.py:7:3: warning: slow
  TileirasDiagnostic slow = {TileirasSeverityWarning, text("k.py"), 7, 3,
                             text("slow")};
  tileirasDiagnosticPrint(slow, writeOut, NULL);
}

static void showPipeline(TileirasCompileOptions options, const char *from) {
  MlirLogicalResult known =
      tileirasPrintPipeline(&options, text(from), writeOut, NULL);
  printf(" %d\n", mlirLogicalResultIsSuccess(known));
}

// CHECK-LABEL: pipelines
static void testPipelines(void) {
  printf("pipelines\n");
  // The compilation for this architecture uses TMA, by a dedicated warp.
  // CHECK-NEXT: builtin.module(tileiras{compute-capability=90
  // CHECK-SAME: from=tileaa opt-level=3
  // CHECK-SAME: pipeline-strategy=warp-specialize
  // CHECK-SAME: tensor-maps=device to=llvm}) 1
  TileirasCompileOptions own = options("sm_90");
  own.deviceLibrary = text("none");
  showPipeline(own, "tileaa");
  // CHECK-NEXT: {{.*}} to=tileas}) 1
  own = options("sm_80");
  own.emit = text("tileas");
  showPipeline(own, "tile");
  // CHECK-NEXT: unknown stage 'sass' (expected one of: tile, tileaa, {{.*}} 0
  showPipeline(own, "sass");
  // CHECK-NEXT: no passes of MLIR lead from 'llvm' to 'tileas' 0
  showPipeline(own, "llvm");
  // CHECK-NEXT: unknown architecture 'sm_12' (expected one of: sm_75, {{.*}} 0
  showPipeline(options("sm_12"), "tile");
  // CHECK-NEXT: expected structSize to be at least {{[0-9]+}}, got 0: {{.*}} 0
  TileirasCompileOptions none = {0};
  showPipeline(none, "tile");
}

/// The options of a library that has one more.
typedef struct NewerOptions {
  TileirasCompileOptions known;
  uint64_t more;
} NewerOptions;

// CHECK-LABEL: options that grow
static void testOptionsThatGrow(void) {
  printf("options that grow\n");
  // A program made for a newer library.
  // CHECK-NEXT: 0 {{[1-9][0-9]+}} 3
  // CHECK-NEXT: status 0, output 1, tile
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 an option is set that only a newer libTileirasC has
  NewerOptions newer;
  memset(&newer, 0xff, sizeof newer);
  tileirasCompileOptionsInit(&newer.known, sizeof newer);
  printf("%d %d %u\n", (int)newer.more, (int)newer.known.structSize,
         newer.known.optLevel);
  newer.known.isText = true;
  newer.known.arch = text("sm_90");
  newer.known.emit = text("tile");
  showCompilation(tileirasCompile(text(kernel), &newer.known));
  newer.more = 1;
  showCompilation(tileirasCompile(text(kernel), &newer.known));
  // One that forgot the defaults.
  // CHECK-NEXT: status 3, output 0
  // CHECK-NEXT: 0 :0:0 expected structSize to be at least {{[0-9]+}}, got 0:
  TileirasCompileOptions none = {0};
  showCompilation(tileirasCompile(text(kernel), &none));
}

static void printDeeply(void *op) {
  mlirOperationPrint(*(MlirOperation *)op, writeOut, NULL);
}

// CHECK-LABEL: what nests
static void testNesting(MlirContext context) {
  printf("what nests\n");
  MlirModule module = tileirasParseModule(context, text(kernel), text("k"));
  MlirOperation op = mlirModuleGetOperation(module);
  // CHECK: entry @twice
  // CHECK: ran 1
  MlirLogicalResult ran =
      tileirasRunOnDeepStack(printDeeply, &op, writeOut, NULL);
  printf("ran %d\n", mlirLogicalResultIsSuccess(ran));
  mlirModuleDestroy(module);

  char brackets[1001];
  memset(brackets, '[', 1000);
  brackets[1000] = 0;
  for (int depth = 1000; depth > 0; depth -= 900) {
    MlirStringRef deep = mlirStringRefCreate(brackets, depth);
    MlirLogicalResult result =
        tileirasCheckNesting(context, deep, text("brackets"));
    printf("%d brackets: %d\n", depth, mlirLogicalResultIsSuccess(result));
  }
  // CHECK-NEXT: diagnostic: expected brackets to nest at most 256 deep
  // CHECK-NEXT: 1000 brackets: 0
  // CHECK-NEXT: 100 brackets: 1
}

static MlirStringRef readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    exit(1);
  static char bytes[1 << 16];
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return mlirStringRefCreate(bytes, size);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  tileirasRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tileirasRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirDialectHandle handle = mlirGetDialectHandle__cuda_tile__();
  mlirDialectHandleLoadDialect(handle, context);
  mlirContextAttachDiagnosticHandler(context, showDiagnostic, NULL, NULL);

  show(mlirDialectHandleGetNamespace(handle));
  testTypes(context);
  testViews(context);
  testAttributes(context);
  testDebugInfo(context);
  testPlaces(context);
  testLayouts(context);
  testPasses(context);
  testBytecode(context, readFile(argv[1]));
  testCompiler();
  testPipelines();
  testOptionsThatGrow();
  testNesting(context);
  mlirContextDestroy(context);
  return 0;
}
