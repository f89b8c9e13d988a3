// Kernels for clang without CUDA's headers.
#define KERNEL extern "C" __attribute__((global)) void
#define TID __nvvm_read_ptx_sreg_tid_x()

__attribute__((shared)) float partial[128];

KERNEL add(const float *a, const float *b, float *sum, int n) {
  int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + TID;
  if (i < n)
    sum[i] = a[i] + b[i];
}

KERNEL reduce(const float *a, float *total) {
  int t = TID;
  partial[t] = a[t];
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step)
      partial[t] += partial[t + step];
    __syncthreads();
  }
  if (t == 0)
    *total = partial[0];
}

// Misses the barrier between the write and the other warp's read.
KERNEL forgetful(const float *a, float *out) {
  int t = TID;
  partial[t] = a[t];
  out[t] = partial[127 - t];
}
