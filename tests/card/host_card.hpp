// The loops of a card on threads of the processor, with its memory: the calls that loops make
// are those of CardSums. sim/card/plugin_card.hpp says what a card offers.
#pragma once

#include <cstring>
#include <new>
#include <vector>

#include "base/memory.hpp"
#include "sim/card/card_sums.hpp"

namespace scree {

class HostCard {
 public:
  template <class T>
  class Array {
   public:
    explicit Array(HostCard&) {}
    void resize(std::size_t n) { values_.resize(n); }
    std::size_t size() const { return values_.size(); }
    T* data() { return values_.data(); }
    const T* data() const { return values_.data(); }

   private:
    std::vector<T> values_;
  };

  explicit HostCard(int threads) : threads_(threads) {}

  template <class T>
  void send(const T* from, std::size_t n, Array<T>& to) {
    to.resize(n);
    if (n > 0) std::memcpy(static_cast<void*>(to.data()), from, n * sizeof(T));
  }
  template <class T>
  void fetch(const Array<T>& from, T* to) {
    if (from.size() > 0) std::memcpy(static_cast<void*>(to), from.data(), from.size() * sizeof(T));
  }

  void begin_sums(const std::array<double, 3>& magic) { sums_ = CardSums(magic); }

  template <class Loop>
  void run(std::size_t count, const Loop& loop) {
#pragma omp parallel num_threads(threads_)
    {
      CardSums mine(sums_.magic());
#pragma omp for schedule(static)
      for (std::size_t k = 0; k < count; ++k) loop(k, mine);
      mine.flush();
#pragma omp critical(scree_host_card)
      sums_ += mine;
    }
  }

  CardSums sums() const { return sums_; }
  std::size_t memory_bytes() const { return 0; }

 private:
  int threads_;
  CardSums sums_;
};

}  // namespace scree
