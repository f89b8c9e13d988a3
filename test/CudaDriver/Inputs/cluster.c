//===- cluster.c - A launch with attributes ------------------------ C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

/// Stores 100 * %r1 + rank in the cluster to out[CTA].
#define STORE_RANK                                                             \
  "  .reg .b64 %d<3>;\n"                                                       \
  "  mov.u32 %r0, %cluster_ctarank;\n"                                         \
  "  mad.lo.u32 %r2, %r1, 100, %r0;\n"                                         \
  "  mov.u32 %r3, %ctaid.x;\n"                                                 \
  "  ld.param.u64 %d0, [out];\n"                                               \
  "  mul.wide.u32 %d1, %r3, 4;\n"                                              \
  "  add.u64 %d0, %d0, %d1;\n"                                                 \
  "  st.global.u32 [%d0], %r2;\n"                                              \
  "  ret;\n"                                                                   \
  "}\n"

/// out[CTA] = 100 * (CTAs in the cluster) + rank in it.
static const char *const ranksPtx =
    ".version 8.0\n"
    ".target sm_90\n"
    ".address_size 64\n"
    ".visible .entry ranks(.param .u64 out)\n"
    "{\n"
    "  .reg .b32 %r<5>;\n"
    "  mov.u32 %r1, %cluster_nctarank;\n" STORE_RANK;

/// Like kernels of Tile IR whose tile blocks are clusters: the launch counts clusters and doesn't mention them.
/// out[CTA] = 100 * cluster + rank in it.
static const char *const pairsPtx = ".version 9.0\n"
                                    ".target sm_90\n"
                                    ".address_size 64\n"
                                    ".visible .entry pairs(.param .u64 out)\n"
                                    ".reqntid 32, 1, 1\n"
                                    ".reqnctapercluster 2, 1, 1\n"
                                    ".blocksareclusters\n"
                                    "{\n"
                                    "  .reg .b32 %r<5>;\n"
                                    "  mov.u32 %r1, %clusterid.x;\n" STORE_RANK;

struct Attribute {
  int id, padding;
  union {
    char bytes[64];
    unsigned extent[3];
    int on;
  } value;
};

struct Config {
  unsigned grid[3], block[3], shared;
  Handle stream;
  struct Attribute *attributes;
  unsigned count;
};

static Handle load(const char *ptx, const char *name) {
  Handle module, kernel;
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&kernel, module, name));
  return kernel;
}

/// A cluster of four CTAs.
static void show(Address out) {
  unsigned found[4];
  CHECK(cuMemcpyDtoH_v2(found, out, sizeof(found)));
  printf("%u %u %u %u\n", found[0], found[1], found[2], found[3]);
}

/// Two tile blocks.
static void launchPairs(Address out) {
  enum { MustBeSet = 10, Width = 11, Depth = 13 };
  Handle pairs = load(pairsPtx, "pairs");
  int mustBeSet, width, depth;
  void *parameters[] = {&out};
  CHECK(cuFuncGetAttribute(&mustBeSet, MustBeSet, pairs));
  CHECK(cuFuncGetAttribute(&width, Width, pairs));
  CHECK(cuFuncGetAttribute(&depth, Depth, pairs));
  printf("%d %d %d\n", mustBeSet, width, depth);
  CHECK(cuLaunchKernel(pairs, 2, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
  show(out);
}

int main(void) {
  enum { Cooperative = 2, Cluster = 4, Programmatic = 6, Unknown = 1000 };
  struct Attribute attributes[] = {
      {Cluster, 0, {.extent = {2, 1, 1}}},
      {Programmatic, 0, {.on = 1}},
      {Cooperative, 0, {.on = 1}},
  };
  struct Config config = {{4, 1, 1}, {1, 1, 1}, 0, NULL, attributes, 3};
  Handle ranks;
  Address out;
  void *parameters[] = {&out};
  begin();
  ranks = load(ranksPtx, "ranks");
  CHECK(cuMemAlloc_v2(&out, 4 * sizeof(unsigned)));
  CHECK(cuLaunchKernelEx(&config, ranks, parameters, NULL));
  show(out);
  config.grid[0] = 3;
  SHOW(cuLaunchKernelEx(&config, ranks, parameters, NULL));
  attributes[0].id = Unknown;
  SHOW(cuLaunchKernelEx(&config, ranks, parameters, NULL));
  launchPairs(out);
}
