// libscree_cuda.so: the loops of a step on NVIDIA's cards, behind the table of
// sim/card/card_plugin.hpp. Compiled without fused multiply-add: every value has the bits that the
// processor gives it.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cub/cub.cuh>
#include <string>
#include <utility>

#include "gpu/device_sums.cuh"
#include "gpu/staged_copy.cuh"

namespace scree::gpu {
namespace {

// Values that are wanted come side by side: else half of the threads would wait for the others.
template <class Loop>
__device__ __forceinline__ void run_wanted(const Loop& loop, std::size_t count, int each,
                                           DeviceSums& sums) {
  __shared__ std::uint16_t list[kPerBlock];
  __shared__ unsigned int length;
  const std::size_t begin = std::size_t{blockIdx.x} * each * kThreads;
  if (threadIdx.x == 0) length = 0;
  __syncthreads();
#pragma unroll 2
  for (int n = 0; n < each; ++n) {
    const unsigned int k = static_cast<unsigned int>(n) * kThreads + threadIdx.x;
    const bool wanted = begin + k < count && loop.wanted(begin + k);
    const unsigned int all = __ballot_sync(0xffffffffu, wanted), lane = threadIdx.x % 32;
    unsigned int place = 0;
    if (lane == 0) place = atomicAdd(&length, __popc(all));
    place = __shfl_sync(0xffffffffu, place, 0) + __popc(all & ((1u << lane) - 1));
    if (wanted) list[place] = static_cast<std::uint16_t>(k);
  }
  __syncthreads();
#pragma unroll 1
  for (unsigned int n = threadIdx.x; n < length; n += kThreads) loop.act(begin + list[n], sums);
}

// Digits and levels of the block are 0 before the first value and complete before the last thread
// adds them to those of all.
// Two blocks on a multiprocessor at least, 128 registers per thread, or as many as the loop asks for.
template <class Loop>
constexpr int blocks_of() {
  if constexpr (requires { Loop::kBlocks; })
    return Loop::kBlocks;
  else
    return 2;
}
template <class Loop>
__global__ void __launch_bounds__(kThreads, blocks_of<Loop>())
    run_loop(const Loop loop, std::size_t count, int each, const CutLosses cut, DeviceTotals* all) {
  __shared__ BlockTotals block;
  auto* words = reinterpret_cast<unsigned long long*>(&block);
  static_assert(sizeof(BlockTotals) % sizeof(unsigned long long) == 0);
  for (std::size_t k = threadIdx.x; k < sizeof(BlockTotals) / sizeof(unsigned long long);
       k += kThreads)
    words[k] = 0;
  Levels* levels = nullptr;
  if constexpr (requires { Loop::kLoses; }) {
    __shared__ Levels of_threads;
    for (auto& level : of_threads) level[threadIdx.x] = 0;
    levels = &of_threads;
  }
  __syncthreads();
  DeviceSums sums(cut, block, *all, levels);
  const std::size_t first = std::size_t{blockIdx.x} * each * kThreads + threadIdx.x;
  if constexpr (requires { loop.wanted(first); }) {
    run_wanted(loop, count, each, sums);
  } else {
#pragma unroll 1
    for (int n = 0; n < each; ++n) {
      const std::size_t k = first + static_cast<std::size_t>(n) * kThreads;
      if (k < count) loop(k, sums);
    }
  }
  sums.finish();
}

struct OpenCard {
  int number = 0;
  cudaStream_t stream = nullptr, side = nullptr;
  cudaEvent_t begun = nullptr, done = nullptr;  // a loop on the side
  bool beside = false;                          // there is one, and the next is the one beside it
  bool join = false;                            // the loop after that has to wait for it
  DeviceTotals* totals = nullptr;
  DeviceTotals* seen = nullptr;  // the host's copy
  void* scratch = nullptr;       // of CUB
  std::size_t scratch_bytes = 0;
  CutLosses cut{{0, 0, 0}};
  StagedCopy staged;
  std::string why;
};

std::string& opening_failure() {
  static thread_local std::string why;
  return why;
}

std::string words(const char* doing, cudaError_t error) {
  return std::string(doing) + ": " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) +
         ")";
}

// 0, or 1 with the reason noted.
int done(OpenCard& card, const char* doing, cudaError_t error) {
  if (error == cudaSuccess) return 0;
  card.why = words(doing, error);
  return 1;
}

// What was run on the side is complete before what comes next in the main stream.
int wait_for_side(OpenCard& c) {
  c.beside = false;
  if (!std::exchange(c.join, false)) return 0;
  return done(c, "waiting", cudaStreamWaitEvent(c.stream, c.done, 0));
}

OpenCard& card_of(void* card) { return *static_cast<OpenCard*>(card); }

int count(char* why, std::size_t room) {
  int cards = 0;
  const cudaError_t error = cudaGetDeviceCount(&cards);
  if (error == cudaSuccess) return cards;
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0)
    std::snprintf(why, room, "no driver of NVIDIA is installed");
  else if (error == cudaErrorInsufficientDriver)
    std::snprintf(why, room, "the driver is for CUDA %d.%d, this library needs %d.%d or newer",
                  driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000,
                  CUDART_VERSION % 1000 / 10);
  else
    std::snprintf(why, room, "%s", cudaGetErrorString(error));
  return 0;
}

int describe(int number, CardDescription* to) {
  cudaDeviceProp properties{};
  int driver = 0;
  std::size_t free_bytes = 0, bytes = 0;
  if (cudaGetDeviceProperties(&properties, number) != cudaSuccess) return 1;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) return 1;
  if (cudaSetDevice(number) != cudaSuccess || cudaMemGetInfo(&free_bytes, &bytes) != cudaSuccess)
    return 1;
  std::snprintf(to->name, sizeof to->name, "%s", properties.name);
  std::snprintf(to->driver, sizeof to->driver, "driver for CUDA %d.%d", driver / 1000,
                driver % 1000 / 10);
  to->memory = bytes, to->free_memory = free_bytes;
  return 0;
}

void close(void* card);

void* open(int number) {
  auto* card = new OpenCard{.number = number};
  const bool opened =
      done(*card, "the card cannot be used", cudaSetDevice(number)) == 0 &&
      done(*card, "no stream", cudaStreamCreateWithFlags(&card->stream, cudaStreamNonBlocking)) ==
          0 &&
      done(*card, "no stream", cudaStreamCreateWithFlags(&card->side, cudaStreamNonBlocking)) ==
          0 &&
      done(*card, "no event", cudaEventCreateWithFlags(&card->begun, cudaEventDisableTiming)) ==
          0 &&
      done(*card, "no event", cudaEventCreateWithFlags(&card->done, cudaEventDisableTiming)) == 0 &&
      done(*card, "no memory for copies", cudaMallocHost(&card->seen, sizeof(DeviceTotals))) == 0 &&
      done(*card, "no memory on the card", cudaMalloc(&card->totals, sizeof(DeviceTotals))) == 0;
  if (opened) return card;
  opening_failure() = card->why;
  close(card);
  return nullptr;
}

void close(void* card) {
  OpenCard& c = card_of(card);
  if (c.totals != nullptr) cudaFree(c.totals);
  if (c.scratch != nullptr) cudaFree(c.scratch);
  if (c.seen != nullptr) cudaFreeHost(c.seen);
  if (c.begun != nullptr) cudaEventDestroy(c.begun);
  if (c.done != nullptr) cudaEventDestroy(c.done);
  if (c.side != nullptr) cudaStreamDestroy(c.side);
  if (c.stream != nullptr) cudaStreamDestroy(c.stream);
  delete &c;
}

const char* why(void* card) {
  return card != nullptr ? card_of(card).why.c_str() : opening_failure().c_str();
}

int allocate(void* card, std::size_t bytes, void** at) {
  OpenCard& c = card_of(card);
  cudaSetDevice(c.number);
  const cudaError_t error = cudaMalloc(at, bytes);
  if (error == cudaSuccess) return 0;
  std::size_t free_bytes = 0, all = 0;
  char text[160];
  cudaGetLastError();  // running out of memory is no fault of what comes later
  cudaMemGetInfo(&free_bytes, &all);
  std::snprintf(
      text, sizeof text, "%.2f GiB more are needed on the card, %.2f of its %.2f GiB are free",
      static_cast<double>(bytes) / (1u << 30), static_cast<double>(free_bytes) / (1u << 30),
      static_cast<double>(all) / (1u << 30));
  c.why = error == cudaErrorMemoryAllocation ? text : words("memory on the card", error);
  return 1;
}

void release(void* card, void* at) {
  OpenCard& c = card_of(card);
  wait_for_side(c);
  cudaStreamSynchronize(c.stream);
  cudaFree(at);
}

// The driver has a copy of what is sent when the call returns: the host goes on with its array.
int send(void* card, void* to, const void* from, std::size_t bytes) {
  OpenCard& c = card_of(card);
  const char* const doing = "sending to the card";
  if (wait_for_side(c) != 0) return 1;
  if (bytes >= StagedCopy::kLeast) return done(c, doing, c.staged.send(to, from, bytes, c.stream));
  return done(c, doing, cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, c.stream));
}
int fetch(void* card, void* to, const void* from, std::size_t bytes) {
  OpenCard& c = card_of(card);
  const char* const doing = "fetching from the card";
  if (wait_for_side(c) != 0) return 1;
  if (bytes >= StagedCopy::kLeast) return done(c, doing, c.staged.fetch(to, from, bytes, c.stream));
  if (done(c, doing, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, c.stream)) != 0)
    return 1;
  return done(c, doing, cudaStreamSynchronize(c.stream));
}

int begin_sums(void* card, const double magic[3]) {
  OpenCard& c = card_of(card);
  c.cut = CutLosses({magic[0], magic[1], magic[2]});
  if (wait_for_side(c) != 0) return 1;
  return done(c, "sums", cudaMemsetAsync(c.totals, 0, sizeof(DeviceTotals), c.stream));
}

// So few values of one thread that all multiprocessors have work until the end.
int values_of_a_thread(std::size_t count) {
  constexpr std::size_t kBlocks = 8 * 132;
  return static_cast<int>(std::clamp<std::size_t>(count / (kBlocks * kThreads), 1, kPerThread));
}

template <class Loop>
int launch(OpenCard& c, std::size_t count, const void* value, cudaStream_t stream) {
  Loop loop;
  std::memcpy(&loop, value, sizeof loop);
  const int each = values_of_a_thread(count);
  const std::size_t per_block = static_cast<std::size_t>(each) * kThreads;
  const std::size_t blocks = (count + per_block - 1) / per_block;
  run_loop<Loop><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(loop, count, each, c.cut,
                                                                         c.totals);
  return done(c, "a loop of the step", cudaGetLastError());
}

template <class... Ls>
int launch_number(TypeList<Ls...>, OpenCard& c, int number, std::size_t count, const void* value,
                  std::size_t bytes, cudaStream_t stream) {
  int k = 0, code = 1;
  c.why = "a loop that this library does not have";
  ((k++ == number && bytes == sizeof(Ls) ? (code = launch<Ls>(c, count, value, stream), 0) : 0),
   ...);
  return code;
}
int run(void* card, int loop, std::size_t count, const void* value, std::size_t bytes, int beside) {
  OpenCard& c = card_of(card);
  // The loop after one on the side runs beside it, all others come after both.
  if (!std::exchange(c.beside, false) && wait_for_side(c) != 0) return 1;
  if (count == 0) return 0;
  if (beside == 0) return launch_number(card::Loops{}, c, loop, count, value, bytes, c.stream);
  if (wait_for_side(c) != 0 || done(c, "waiting", cudaEventRecord(c.begun, c.stream)) != 0 ||
      done(c, "waiting", cudaStreamWaitEvent(c.side, c.begun, 0)) != 0 ||
      launch_number(card::Loops{}, c, loop, count, value, bytes, c.side) != 0 ||
      done(c, "waiting", cudaEventRecord(c.done, c.side)) != 0)
    return 1;
  c.beside = c.join = true;
  return 0;
}

// Room that CUB asks for; `call(room, bytes)` tells the bytes where room is null.
template <class Call>
int with_scratch(OpenCard& c, const char* doing, const Call& call) {
  std::size_t bytes = 0;
  if (wait_for_side(c) != 0 || done(c, doing, call(nullptr, bytes)) != 0) return 1;
  if (bytes > c.scratch_bytes) {
    cudaStreamSynchronize(c.stream);
    if (c.scratch != nullptr) cudaFree(c.scratch);
    c.scratch = nullptr, c.scratch_bytes = 0;
    if (allocate(&c, bytes, &c.scratch) != 0) return 1;
    c.scratch_bytes = bytes;
  }
  return done(c, doing, call(c.scratch, bytes));
}

int sort(void* card, std::uint64_t* keys, std::uint32_t* values, std::uint64_t* key_room,
         std::uint32_t* value_room, std::size_t n, int bits) {
  OpenCard& c = card_of(card);
  cub::DoubleBuffer<std::uint64_t> key(keys, key_room);
  cub::DoubleBuffer<std::uint32_t> value(values, value_room);
  const char* const doing = "sorting on the card";
  if (with_scratch(c, doing, [&](void* room, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(room, bytes, key, value, n, 0, bits, c.stream);
      }) != 0)
    return 1;
  const auto back = [&](void* to, const void* from, std::size_t bytes) {
    if (to == from) return 0;
    return done(c, doing, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, c.stream));
  };
  return back(keys, key.Current(), n * sizeof *keys) != 0 ||
         back(values, value.Current(), n * sizeof *values) != 0;
}

int scan(void* card, std::uint32_t* counters, std::size_t n, std::uint32_t* last) {
  OpenCard& c = card_of(card);
  if (with_scratch(c, "adding up on the card", [&](void* room, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(room, bytes, counters, counters, n, c.stream);
      }) != 0)
    return 1;
  return fetch(card, last, counters + (n - 1), sizeof *last);
}

int sums(void* card, CardTotals* to) {
  OpenCard& c = card_of(card);
  if (fetch(card, c.seen, c.totals, sizeof *c.seen) != 0) return 1;
  const DeviceTotals& from = *c.seen;
  static_assert(sizeof from.digit == sizeof to->digit);
  std::memcpy(to->digit, from.digit, sizeof from.digit);
  std::memcpy(to->not_finite, from.not_finite, sizeof from.not_finite);
  std::memcpy(to->greatest, from.greatest, sizeof from.greatest);
  to->touching = from.touching;
  return 0;
}

}  // namespace
}  // namespace scree::gpu

extern "C" const scree::CardPlugin* scree_card_plugin() {
  using namespace scree::gpu;
  static const std::string build = scree::build_of_scree();
  static const scree::CardPlugin plugin{.layout = scree::kCardLayout,
                                        .version = build.c_str(),
                                        .count = count,
                                        .describe = describe,
                                        .open = open,
                                        .close = close,
                                        .why = why,
                                        .allocate = allocate,
                                        .release = release,
                                        .send = send,
                                        .fetch = fetch,
                                        .begin_sums = begin_sums,
                                        .run = run,
                                        .sums = sums,
                                        .sort = sort,
                                        .scan = scan};
  return &plugin;
}
