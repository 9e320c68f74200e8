// Copies between the host's arrays and a card through two rooms that the card can reach by itself
// (pinned memory): while the card fills one, threads of the host empty the other. From ordinary
// memory the driver copies with one thread, at a fifth of the speed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

namespace scree::gpu {

class StagedCopy {
 public:
  // Smaller ones are left to the driver.
  static constexpr std::size_t kLeast = std::size_t{4} << 20;

  StagedCopy() = default;
  StagedCopy(const StagedCopy&) = delete;
  StagedCopy& operator=(const StagedCopy&) = delete;
  ~StagedCopy() {
    for (Room& room : rooms_) {
      if (room.at != nullptr) cudaFreeHost(room.at);
      if (room.moved != nullptr) cudaEventDestroy(room.moved);
    }
  }

  // Both have copied everything when they return.
  cudaError_t fetch(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t e = prepare(); e != cudaSuccess) return e;
    const std::size_t pieces = (bytes + kRoom - 1) / kRoom;
    for (std::size_t k = 0; k <= pieces; ++k) {
      if (k < pieces) {
        Room& room = rooms_[k % 2];
        const cudaError_t e =
            cudaMemcpyAsync(room.at, static_cast<const char*>(from) + k * kRoom,
                            size_of(k, bytes), cudaMemcpyDeviceToHost, stream);
        if (e != cudaSuccess) return e;
        if (const cudaError_t r = cudaEventRecord(room.moved, stream); r != cudaSuccess) return r;
      }
      if (k == 0) continue;
      Room& before = rooms_[(k - 1) % 2];
      if (const cudaError_t e = cudaEventSynchronize(before.moved); e != cudaSuccess) return e;
      copy(static_cast<char*>(to) + (k - 1) * kRoom, before.at, size_of(k - 1, bytes));
    }
    return cudaSuccess;
  }
  cudaError_t send(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t e = prepare(); e != cudaSuccess) return e;
    const std::size_t pieces = (bytes + kRoom - 1) / kRoom;
    for (std::size_t k = 0; k < pieces; ++k) {
      Room& room = rooms_[k % 2];
      if (const cudaError_t e = cudaEventSynchronize(room.moved); e != cudaSuccess) return e;
      copy(room.at, static_cast<const char*>(from) + k * kRoom, size_of(k, bytes));
      const cudaError_t e = cudaMemcpyAsync(static_cast<char*>(to) + k * kRoom, room.at,
                                            size_of(k, bytes), cudaMemcpyHostToDevice, stream);
      if (e != cudaSuccess) return e;
      if (const cudaError_t r = cudaEventRecord(room.moved, stream); r != cudaSuccess) return r;
    }
    return cudaStreamSynchronize(stream);
  }

 private:
  static constexpr std::size_t kRoom = std::size_t{32} << 20;
  struct Room {
    void* at = nullptr;
    cudaEvent_t moved = nullptr;
  };

  static std::size_t size_of(std::size_t piece, std::size_t bytes) {
    return std::min(kRoom, bytes - piece * kRoom);
  }
  cudaError_t prepare() {
    for (Room& room : rooms_) {
      if (room.moved == nullptr) {
        const cudaError_t e = cudaEventCreateWithFlags(&room.moved, cudaEventDisableTiming);
        if (e != cudaSuccess) return e;
      }
      if (room.at != nullptr) continue;
      if (const cudaError_t e = cudaMallocHost(&room.at, kRoom); e != cudaSuccess) return e;
    }
    return cudaSuccess;
  }
  static void copy(void* to, const void* from, std::size_t bytes) {
    const std::size_t most = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
    const std::size_t share = (bytes / most + 4095) / 4096 * 4096;
    std::vector<std::thread> helpers;
    std::size_t at = 0;
    try {
      for (; share > 0 && at + share < bytes && helpers.size() + 1 < most; at += share)
        helpers.emplace_back([=] {
          std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, share);
        });
    } catch (const std::system_error&) {
      // No more threads: this one copies the rest.
    }
    std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, bytes - at);
    for (std::thread& helper : helpers) helper.join();
  }

  Room rooms_[2];
};

}  // namespace scree::gpu
