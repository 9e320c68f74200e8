// What the loops of a step add up to, on the device: the calls that loops make
// (sim/card/card_sums.hpp). Every sum is one of integers, of doubles that are multiples of one
// quantum and few enough to be exact, a count or a maximum; so neither the order of threads nor
// that of atomic additions changes a bit.
//
// Losses of contacts are cut into multiples of three quanta (CutLosses): a block has no more
// contacts than may be added in doubles. All other addends go into digits of 32 bits (ExactSum), in
// shared memory first.
#pragma once

#include "sim/card/card_plugin.hpp"

namespace scree::gpu {

inline constexpr int kThreads = 256;
inline constexpr int kPerThread = 8;  // values of one thread, one after the other
inline constexpr int kPerBlock = kThreads * kPerThread;
static_assert(kPerBlock <= CutLosses::kMost);
// Carries are passed on by the host: a digit takes 2^31 addends. Of one step: three levels of each
// block, one of each row and body, two for each contact that ends.

struct DeviceTotals {
  unsigned long long digit[card::kSums][CardTotals::kDigits];
  unsigned int not_finite[card::kSums];
  unsigned long long greatest[card::kGreatest];  // bits of doubles >= 0: in the order of values
  unsigned long long touching;
};

struct BlockTotals {
  unsigned long long digit[card::kSums][CardTotals::kDigits];
  double level[card::kSums][3];
  unsigned int used;  // sums that have digits, a set of bits
};

// Adds a double to digits as ExactSum does, with a sign for all three.
__device__ inline void add_digits(unsigned long long* digit, unsigned int* not_finite, double v) {
  const auto bits = static_cast<unsigned long long>(__double_as_longlong(v));
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const bool negative = bits >> 63 != 0;
  if (biased == 0x7ff) {
    atomicOr(not_finite, (bits & 0xfffffffffffffULL) != 0 ? 4u : negative ? 2u : 1u);
    return;
  }
  unsigned long long m = bits & 0xfffffffffffffULL;
  if (biased > 0) m |= 1ULL << 52;
  if (m == 0) return;
  const int power = biased > 0 ? biased - 1 : 0, k = power / 32, shift = power % 32;
  const unsigned long long low = (m & 0xffffffffULL) << shift;
  const unsigned long long high = ((m >> 32) << shift) + (low >> 32);
  const unsigned long long part[3] = {low & 0xffffffffULL, high & 0xffffffffULL, high >> 32};
  for (int d = 0; d < 3; ++d)
    if (part[d] != 0) atomicAdd(digit + k + d, negative ? 0ULL - part[d] : part[d]);
}

// Rare for contacts, so not part of their loop: it would cost registers.
__device__ __noinline__ void add_to_block(BlockTotals* block, DeviceTotals* all, int sum,
                                          double x) {
  atomicOr(&block->used, 1u << sum);
  add_digits(block->digit[sum], &all->not_finite[sum], x);
}

// Of one thread: multiples of the three quanta, by channel. In shared memory, where they leave the
// registers to the contacts.
using Levels = double[kernel::kLosses * 3][kThreads];

class DeviceSums {
 public:
  // `levels`: null where the loop has no losses.
  __device__ DeviceSums(const CutLosses& cut, BlockTotals& block, DeviceTotals& all, Levels* levels)
      : cut_(cut), block_(block), all_(all), levels_(levels) {}

  __device__ void add(int sum, double x) { add_to_block(&block_, &all_, sum, x); }
  __device__ void lose(const ContactLosses& losses) {
    bool whole = false;
#pragma unroll
    for (int c = 0; c < kernel::kLosses; ++c)
      if (const double x = losses.channel[c]; x != 0) {
        if (cut_.cuts(x)) {
          const CutLosses::Parts parts = cut_.parts(x);
          for (int level = 0; level < 3; ++level)
            (*levels_)[3 * c + level][threadIdx.x] += parts.of[level];
        } else {
          whole = true;
        }
      }
    if (whole) add_whole(losses);
  }
  // What a contact held that has ended.
  __device__ void release(const ContactLosses& losses) {
#pragma unroll
    for (int c = 0; c < kernel::kLosses; ++c)
      if (losses.channel[c] != 0) add(c, losses.channel[c]);
  }
  __device__ void greatest(card::Greatest which, double x) {
    if (!(x <= greatest_[which])) greatest_[which] = x == x ? x : __builtin_inf();
  }
  __device__ void touch() { ++touching_; }

  // By all threads of the block, after their last value.
  __device__ void finish() {
    if (levels_ != nullptr) add_levels();
    for (int k = 0; k < card::kGreatest; ++k) {
      const double most = greatest_[k];
      if (__syncthreads_or(most > 0)) keep_greatest(k, most);
    }
    const int touching = block_sum(touching_);
    if (threadIdx.x == 0 && touching > 0)
      atomicAdd(&all_.touching, static_cast<unsigned long long>(touching));
    __syncthreads();
    const unsigned int used = block_.used;
    if (used == 0) return;
    for (int n = static_cast<int>(threadIdx.x); n < card::kSums * CardTotals::kDigits;
         n += kThreads) {
      const int sum = n / CardTotals::kDigits, k = n % CardTotals::kDigits;
      if ((used >> sum & 1) != 0 && block_.digit[sum][k] != 0)
        atomicAdd(&all_.digit[sum][k], block_.digit[sum][k]);
    }
  }

 private:
  // Rare: those that are not cut.
  __device__ void add_whole(const ContactLosses& losses) {
#pragma unroll
    for (int c = 0; c < kernel::kLosses; ++c)
      if (const double x = losses.channel[c]; x != 0 && !cut_.cuts(x))
        cut_.add_whole(c, x, [this](int channel, double v) { add(channel, v); });
  }
  // Multiples of one quantum, of no more contacts than CutLosses::kMost: exact in any order.
  __device__ void add_levels() {
    for (int k = 0; k < kernel::kLosses * 3; ++k) {
      double x = (*levels_)[k][threadIdx.x];
      if (!__any_sync(0xffffffffu, x != 0)) continue;
      for (int lane = 16; lane > 0; lane /= 2) x += __shfl_down_sync(0xffffffffu, x, lane);
      if (threadIdx.x % 32 == 0 && x != 0) atomicAdd(&block_.level[k / 3][k % 3], x);
    }
    __syncthreads();
    if (threadIdx.x < kernel::kLosses * 3) {
      const int channel = static_cast<int>(threadIdx.x) / 3;
      if (const double x = block_.level[channel][threadIdx.x % 3]; x != 0) add(channel, x);
    }
    __syncthreads();
  }
  __device__ void keep_greatest(int k, double most) {
    auto bits = static_cast<unsigned long long>(__double_as_longlong(most > 0 ? most : 0.0));
    for (int lane = 16; lane > 0; lane /= 2) {
      const unsigned long long other = __shfl_down_sync(0xffffffffu, bits, lane);
      bits = bits < other ? other : bits;
    }
    if (threadIdx.x % 32 == 0) atomicMax(&all_.greatest[k], bits);
  }
  // Complete in thread 0.
  __device__ int block_sum(int n) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int lane = 16; lane > 0; lane /= 2) n += __shfl_down_sync(0xffffffffu, n, lane);
    if (threadIdx.x % 32 == 0 && n != 0) atomicAdd(&sum, n);
    __syncthreads();
    return sum;
  }

  const CutLosses& cut_;
  BlockTotals& block_;
  DeviceTotals& all_;
  Levels* levels_;
  double greatest_[card::kGreatest] = {};
  int touching_ = 0;
};

}  // namespace scree::gpu
