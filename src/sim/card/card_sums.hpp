// What the loops of a step on a card add up to. All of it is exact, a count or a maximum: the order
// does not matter. The host's form; a card has its own, with the same calls for its loops.
#pragma once

#include <array>
#include <cstdint>

#include "base/exact_sum.hpp"
#include "sim/engines/row_losses.hpp"

namespace scree {

namespace card {

// Exact sums: losses by channel (state/energy_report.hpp), then these.
inline constexpr int kBackground = kernel::kLosses;  // background damping
inline constexpr int kRowPower = kBackground + 1;    // of gravity, on grains
inline constexpr int kBodyPower = kBackground + 2;   // and on bodies
inline constexpr int kSums = kBackground + 3;

// Greatest values; squares of displacements of rows, displacements of bodies.
enum Greatest { kDeepest, kPredicted2, kPredicted, kGreatest };

}  // namespace card

class CardSums {
 public:
  explicit CardSums(const std::array<double, 3>& magic = {}) : magic_(magic), cut_(magic) {}

  void add(int sum, double x) { exact_[static_cast<std::size_t>(sum)].add(x); }
  // Of one contact.
  void lose(const ContactLosses& losses) {
    cut_.add(losses, [this](int channel, double x) { add(channel, x); });
  }
  // What a contact held that has ended.
  void release(const ContactLosses& losses) {
    for (int c = 0; c < kernel::kLosses; ++c)
      if (losses.channel[c] != 0) add(c, losses.channel[c]);
  }
  // What is not a number counts as infinite.
  void greatest(card::Greatest which, double x) {
    double& most = greatest_[which];
    if (!(x <= most)) most = x == x ? x : __builtin_inf();
  }
  void touch() { ++touching_; }

  // After the last lose().
  void flush() {
    cut_.flush([this](int channel, double x) { add(channel, x); });
  }
  CardSums& operator+=(const CardSums& other) {
    for (std::size_t k = 0; k < exact_.size(); ++k) exact_[k] += other.exact_[k];
    for (int k = 0; k < card::kGreatest; ++k)
      greatest(static_cast<card::Greatest>(k), other.greatest_[static_cast<std::size_t>(k)]);
    touching_ += other.touching_;
    return *this;
  }

  // What a card has added up.
  void put(int sum, const ExactSum& value) { exact_[static_cast<std::size_t>(sum)] = value; }
  void put_touching(std::size_t n) { touching_ = n; }

  const std::array<double, 3>& magic() const { return magic_; }
  const ExactSum& sum(int k) const { return exact_[static_cast<std::size_t>(k)]; }
  double most(card::Greatest which) const { return greatest_[which]; }
  std::size_t touching() const { return touching_; }

 private:
  std::array<double, 3> magic_;
  CutLosses cut_;
  std::array<ExactSum, card::kSums> exact_{};
  std::array<double, card::kGreatest> greatest_{};
  std::size_t touching_ = 0;
};

}  // namespace scree
