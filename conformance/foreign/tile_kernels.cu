// Kernels in CUDA Tile C++ (test_tile_cpp.py).
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = ::cuda::tiles;
using namespace ct::literals;

/// Vectors in blocks of 128; the last may extend beyond the end.
__tile__ auto blocks(auto *array, int n) {
  return ct::partition_view{ct::tensor_span{array, ct::extents{n}}, ct::shape{128_ic}};
}

extern "C" __tile_global__ void add(const float *x, const float *y, float *sum, int n) {
  int block = ct::bid().x;
  auto tile = blocks(x, n).load_masked(block) + blocks(y, n).load_masked(block);
  blocks(sum, n).store_masked(tile, block);
}

extern "C" __tile_global__ void softmax(const float *in, float *out, int columns) {
  auto column = ct::iota<ct::tile<int, ct::shape<256>>>();
  auto inside = column < columns;
  int row = ct::bid().x;
  auto x = ct::load_masked(in + row * columns + column, inside, -3.0e38f);
  auto e = ct::exp(x - ct::reduce_max<0>(x));
  ct::store_masked(out + row * columns + column, e / ct::sum<0>(e), inside);
}

extern "C" __tile_global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
  a = ct::assume_aligned(a, 16_ic);
  b = ct::assume_aligned(b, 16_ic);
  auto rows = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape{64_ic, 32_ic}};
  auto columns = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape{32_ic, 64_ic}};
  auto results = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape{64_ic, 64_ic}};
  int row = ct::bid().x, column = ct::bid().y;
  auto sum = ct::full<ct::tile<float, ct::shape<64, 64>>>(0.0f);
  for (int i = 0; i * 32 < k; ++i)
    sum = ct::mma(rows.load_masked(row, i), columns.load_masked(i, column), sum);
  results.store_masked(sum, row, column);
}

/// The first number below n that the table doesn't have, by a loop that is left
/// early.
extern "C" __tile_global__ void first_missing(const int *table, int *found, int n) {
  auto place = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto entries = ct::load_masked(table + place, place < n, -1);
  int number = 0;
  while (number < n) {
    if (ct::sum<0>(ct::element_cast<int>(entries == number)) == 0)
      break;
    ++number;
  }
  *found = number;
}
