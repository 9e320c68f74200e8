// libscree_cuda.so: the loops of a step on NVIDIA's cards, behind the table of
// sim/card/card_plugin.hpp. Compiled without fused multiply-add: every value has the bits that the
// processor gives it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "gpu/device_sums.cuh"

namespace scree::gpu {
namespace {

// Digits and levels of the block are 0 before the first value and complete before the last thread
// adds them to those of all.
// Two blocks on a multiprocessor at least: 128 registers per thread.
template <class Loop>
__global__ void __launch_bounds__(kThreads, 2)
    run_loop(const Loop loop, std::size_t count, const CutLosses cut, DeviceTotals* all) {
  __shared__ BlockTotals block;
  auto* words = reinterpret_cast<unsigned long long*>(&block);
  static_assert(sizeof(BlockTotals) % sizeof(unsigned long long) == 0);
  for (std::size_t k = threadIdx.x; k < sizeof(BlockTotals) / sizeof(unsigned long long);
       k += kThreads)
    words[k] = 0;
  __syncthreads();
  DeviceSums sums(cut, block, *all);
  const std::size_t first = std::size_t{blockIdx.x} * kPerBlock + threadIdx.x;
#pragma unroll 1
  for (int n = 0; n < kPerThread; ++n) {
    const std::size_t k = first + static_cast<std::size_t>(n) * kThreads;
    if (k < count) loop(k, sums);
  }
  sums.finish();
}

struct OpenCard {
  int number = 0;
  cudaStream_t stream = nullptr;
  DeviceTotals* totals = nullptr;
  CutLosses cut{{0, 0, 0}};
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
      done(*card, "no memory on the card", cudaMalloc(&card->totals, sizeof(DeviceTotals))) == 0;
  if (opened) return card;
  opening_failure() = card->why;
  close(card);
  return nullptr;
}

void close(void* card) {
  OpenCard& c = card_of(card);
  if (c.totals != nullptr) cudaFree(c.totals);
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
  cudaStreamSynchronize(c.stream);
  cudaFree(at);
}

// Both wait until the copy is made: the host goes on with its array.
int copy(OpenCard& c, const char* doing, void* to, const void* from, std::size_t bytes,
         cudaMemcpyKind kind) {
  if (done(c, doing, cudaMemcpyAsync(to, from, bytes, kind, c.stream)) != 0) return 1;
  return done(c, doing, cudaStreamSynchronize(c.stream));
}
int send(void* card, void* to, const void* from, std::size_t bytes) {
  return copy(card_of(card), "sending to the card", to, from, bytes, cudaMemcpyHostToDevice);
}
int fetch(void* card, void* to, const void* from, std::size_t bytes) {
  return copy(card_of(card), "fetching from the card", to, from, bytes, cudaMemcpyDeviceToHost);
}

int begin_sums(void* card, const double magic[3]) {
  OpenCard& c = card_of(card);
  c.cut = CutLosses({magic[0], magic[1], magic[2]});
  return done(c, "sums", cudaMemsetAsync(c.totals, 0, sizeof(DeviceTotals), c.stream));
}

template <class Loop>
int launch(OpenCard& c, std::size_t count, const void* value) {
  Loop loop;
  std::memcpy(&loop, value, sizeof loop);
  const std::size_t blocks = (count + kPerBlock - 1) / kPerBlock;
  run_loop<Loop>
      <<<static_cast<unsigned>(blocks), kThreads, 0, c.stream>>>(loop, count, c.cut, c.totals);
  return done(c, "a loop of the step", cudaGetLastError());
}

template <class... Ls>
int launch_number(TypeList<Ls...>, OpenCard& c, int number, std::size_t count, const void* value,
                  std::size_t bytes) {
  int k = 0, code = 1;
  c.why = "a loop that this library does not have";
  ((k++ == number && bytes == sizeof(Ls) ? (code = launch<Ls>(c, count, value), 0) : 0), ...);
  return code;
}
int run(void* card, int loop, std::size_t count, const void* value, std::size_t bytes) {
  return launch_number(card::Loops{}, card_of(card), loop, count, value, bytes);
}

int sums(void* card, CardTotals* to) {
  OpenCard& c = card_of(card);
  DeviceTotals from;
  if (fetch(card, &from, c.totals, sizeof from) != 0) return 1;
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
                                        .sums = sums};
  return &plugin;
}
