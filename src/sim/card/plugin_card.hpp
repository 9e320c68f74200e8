// A card behind the table of its library. What CardEngine asks of it:
//
//   Array<T>(card)              values on it: resize(), size(), data(); T is copied as bytes
//   send(from, n, array)        from the host; the array gets the size n
//   fetch(array, to)            to the host: all of it
//   begin_sums(magic)           sums of the next loops are 0; losses are cut by these quanta
//   run(count, loop)            loop(k, sums) for each k of [0, count), in any order
//   run_beside(count, loop)     the same; the next loop does not see what it writes
//   sort(keys, values, rooms, bits)   values in the order of the lower bits of their keys
//   scan(counters)              each becomes the sum of those before it; returns the last one
//   sums()                      what all loops since begin_sums() added up
//
// Loops see nothing but values and pointers to arrays. They are begun one after the other; send()
// and fetch() come after the loops that were begun before. Whatever fails is thrown as a
// CardFailure, and nothing is asked of the card after that.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "sim/card/card_failure.hpp"
#include "sim/card/card_plugin.hpp"

namespace scree {

class PluginCard {
  struct Link {
    const CardPlugin* plugin;
    void* card;
    bool failed = false;
    std::size_t bytes = 0;  // allocated
    Link(const CardPlugin* p, void* c) : plugin(p), card(c) {}
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link() { plugin->close(card); }
    void expect(int code) {
      if (code == 0) return;
      failed = true;
      throw CardFailure(plugin->why(card));
    }
  };

 public:
  // Memory on the card. It grows by half at least, so that lists that grow a little do not ask the
  // driver again.
  template <class T>
  class Array {
   public:
    explicit Array(PluginCard& card) : link_(card.link_) {}
    Array(Array&& other) noexcept
        : link_(other.link_),
          at_(std::exchange(other.at_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          room_(std::exchange(other.room_, 0)) {}
    Array& operator=(Array&& other) noexcept {
      std::swap(at_, other.at_), std::swap(size_, other.size_), std::swap(room_, other.room_);
      return *this;
    }
    ~Array() { release(); }
    // What was in it is lost where it grows.
    void resize(std::size_t n) {
      if (n > room_) grow(n);
      size_ = n;
    }
    std::size_t size() const { return size_; }
    T* data() { return at_; }
    const T* data() const { return at_; }

   private:
    friend class PluginCard;
    void grow(std::size_t n) {
      const std::size_t room = std::max(n, room_ + room_ / 2);
      release();
      void* at = nullptr;
      link_->expect(link_->plugin->allocate(link_->card, room * sizeof(T), &at));
      at_ = static_cast<T*>(at);
      room_ = room;
      link_->bytes += room * sizeof(T);
    }
    void release() {
      if (at_ == nullptr) return;
      if (!link_->failed) link_->plugin->release(link_->card, at_);
      link_->bytes -= room_ * sizeof(T);
      at_ = nullptr, room_ = 0, size_ = 0;
    }

    std::shared_ptr<Link> link_;
    T* at_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
  };

  // Throws where the card cannot be opened.
  PluginCard(const CardPlugin& plugin, int card) {
    void* opened = plugin.open(card);
    if (opened == nullptr) throw CardFailure(plugin.why(nullptr));
    link_ = std::make_shared<Link>(&plugin, opened);
  }

  template <class T>
  void send(const T* from, std::size_t n, Array<T>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    to.resize(n);
    if (n > 0) link_->expect(link_->plugin->send(link_->card, to.at_, from, n * sizeof(T)));
  }
  template <class T>
  void fetch(const Array<T>& from, T* to) {
    if (from.size_ == 0) return;
    link_->expect(link_->plugin->fetch(link_->card, to, from.at_, from.size_ * sizeof(T)));
  }
  void begin_sums(const std::array<double, 3>& magic) {
    link_->expect(link_->plugin->begin_sums(link_->card, magic.data()));
  }
  template <class Loop>
  void run(std::size_t count, const Loop& loop) {
    run(count, loop, false);
  }
  template <class Loop>
  void run_beside(std::size_t count, const Loop& loop) {
    run(count, loop, true);
  }
  void sort(Array<std::uint64_t>& keys, Array<std::uint32_t>& values,
            Array<std::uint64_t>& key_room, Array<std::uint32_t>& value_room, int bits) {
    const std::size_t n = keys.size();
    key_room.resize(n), value_room.resize(n);
    if (n > 0)
      link_->expect(link_->plugin->sort(link_->card, keys.at_, values.at_, key_room.at_,
                                        value_room.at_, n, bits));
  }
  std::uint32_t scan(Array<std::uint32_t>& counters) {
    std::uint32_t last = 0;
    if (counters.size() > 0)
      link_->expect(link_->plugin->scan(link_->card, counters.at_, counters.size(), &last));
    return last;
  }
  CardSums sums() const {
    CardTotals totals;
    link_->expect(link_->plugin->sums(link_->card, &totals));
    CardSums sums;
    for (int k = 0; k < card::kSums; ++k) put(totals, k, sums);
    for (int k = 0; k < card::kGreatest; ++k)
      sums.greatest(static_cast<card::Greatest>(k), totals.greatest[k]);
    sums.put_touching(totals.touching);
    return sums;
  }
  std::size_t memory_bytes() const { return link_->bytes; }

 private:
  template <class Loop>
  void run(std::size_t count, const Loop& loop, bool beside) {
    static_assert(std::is_trivially_copyable_v<Loop>);
    constexpr int number = loop_number<Loop>(card::Loops{});
    static_assert(number >= 0, "a loop that is not in card::Loops");
    if (count == 0 && beside) return;
    link_->expect(
        link_->plugin->run(link_->card, number, count, &loop, sizeof loop, beside ? 1 : 0));
  }
  static void put(const CardTotals& totals, int k, CardSums& sums) {
    static_assert(CardTotals::kDigits == ExactSum::kDigits);
    ExactSum::Digits digits;
    std::copy_n(totals.digit[k], ExactSum::kDigits, digits.begin());
    ExactSum sum = ExactSum::of(digits);
    constexpr double inf = std::numeric_limits<double>::infinity();
    const double infinite[] = {inf, -inf, std::numeric_limits<double>::quiet_NaN()};
    for (int bit = 0; bit < 3; ++bit)
      if ((totals.not_finite[k] >> bit & 1) != 0) sum.add(infinite[bit]);
    sums.put(k, sum);
  }

  std::shared_ptr<Link> link_;
};

}  // namespace scree
