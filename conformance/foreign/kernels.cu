// Kernels for clang (without CUDA's headers) and nvcc: the four patterns that every CUDA programmer writes.

#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define BLOCK_Y __nvvm_read_ptx_sreg_ctaid_y()
#define THREADS __nvvm_read_ptx_sreg_ntid_x()
#define BLOCKS __nvvm_read_ptx_sreg_nctaid_x()
static __device__ float shuffleDown(float value, int by) {
  return __nvvm_shfl_sync_down_f32(0xffffffff, value, by, 31);
}
static __device__ int shuffleUp(int value, int by) {
  return __nvvm_shfl_sync_up_i32(0xffffffff, value, by, 0);
}
static __device__ void add(float *to, float value) { __nvvm_atom_add_gen_f(to, value); }
static __device__ void add(unsigned *to, unsigned value) { __nvvm_atom_add_gen_i((int *)to, value); }
#else
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define BLOCK_Y blockIdx.y
#define THREADS blockDim.x
#define BLOCKS gridDim.x
static __device__ float shuffleDown(float value, int by) { return __shfl_down_sync(0xffffffff, value, by); }
static __device__ int shuffleUp(int value, int by) { return __shfl_up_sync(0xffffffff, value, by); }
static __device__ void add(float *to, float value) { atomicAdd(to, value); }
static __device__ void add(unsigned *to, unsigned value) { atomicAdd(to, value); }
#endif
#define KERNEL extern "C" __global__ void

// Sum of n numbers: a grid-stride loop, shuffles, shared memory, one atomic per block. Blocks of 256.
KERNEL reduction(const float *x, float *total, int n) {
  __shared__ float partial[8];
  float sum = 0;
  for (int i = BLOCK * THREADS + THREAD; i < n; i += BLOCKS * THREADS)
    sum += x[i];
  for (int step = 16; step > 0; step /= 2)
    sum += shuffleDown(sum, step);
  if (THREAD % 32 == 0)
    partial[THREAD / 32] = sum;
  __syncthreads();
  if (THREAD == 0) {
    for (int warp = 1; warp < 8; ++warp)
      sum += partial[warp];
    add(total, sum);
  }
}

// Inclusive prefix sums of 512 numbers a block: by warps, then over the warps' totals.
KERNEL scan(const int *x, int *sums) {
  __shared__ int totals[16];
  int thread = THREAD, lane = thread % 32, warp = thread / 32;
  int value = x[BLOCK * 512 + thread];
  for (int step = 1; step < 32; step *= 2) {
    int left = shuffleUp(value, step);
    if (lane >= step)
      value += left;
  }
  if (lane == 31)
    totals[warp] = value;
  __syncthreads();
  for (int before = 0; before < warp; ++before)
    value += totals[before];
  sums[BLOCK * 512 + thread] = value;
}

// A histogram of byte values: counters in shared memory, then added to the
// counters in global memory. Blocks of 256.
KERNEL histogram(const unsigned char *x, unsigned *counts, int n) {
  __shared__ unsigned local[256];
  local[THREAD] = 0;
  __syncthreads();
  for (int i = BLOCK * 256 + THREAD; i < n; i += BLOCKS * 256)
    add(&local[x[i]], 1);
  __syncthreads();
  add(&counts[THREAD], local[THREAD]);
}

static __device__ unsigned sharedAddress(const void *pointer) {
  unsigned long long address;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
  return unsigned(address);
}

static __device__ void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(to)), "l"(from) : "memory");
}

// C (f32, m x n) = A (f16, m x k) B (f16, n x k, transposed): a warp computes
// 16 x 8 of C with mma.sync; its operands come through two buffers that
// cp.async fills. m, n, k are multiples of 16, 8, 16; blocks of 32.
KERNEL gemm(const unsigned short *a, const unsigned short *b, float *c, int n, int k) {
  __shared__ __attribute__((aligned(16))) unsigned short as[2][16 * 16], bs[2][8 * 16];
  int lane = THREAD, row = BLOCK * 16, column = BLOCK_Y * 8, group = lane / 4, pair = lane % 4 * 2;
  float sum[4] = {0, 0, 0, 0};
  auto fetch = [&](int step) {
    if (step < k) {
      int buffer = step / 16 % 2;
      copy16(&as[buffer][lane * 8], a + (row + lane / 2) * k + step + lane % 2 * 8);
      if (lane < 16)
        copy16(&bs[buffer][lane * 8], b + (column + lane / 2) * k + step + lane % 2 * 8);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  fetch(0);
  for (int step = 0; step < k; step += 16) {
    fetch(step + 16);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    const unsigned short *at = as[step / 16 % 2], *bt = bs[step / 16 % 2];
    auto word = [](const unsigned short *p) { return *(const unsigned *)p; };
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(word(at + group * 16 + pair)), "r"(word(at + (group + 8) * 16 + pair)),
                   "r"(word(at + group * 16 + pair + 8)), "r"(word(at + (group + 8) * 16 + pair + 8)),
                   "r"(word(bt + group * 16 + pair)), "r"(word(bt + group * 16 + pair + 8)));
    __syncthreads();
  }
  float *corner = c + (row + group) * n + column + pair;
  corner[0] = sum[0];
  corner[1] = sum[1];
  corner[8 * n] = sum[2];
  corner[8 * n + 1] = sum[3];
}
