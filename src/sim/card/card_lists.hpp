// Lists that a card makes of the rows that lie on it: candidates, the near list, the links of rows
// (cell_loops.hpp, near_loops.hpp, link_loops.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/card/card_loops.hpp"
#include "sim/lists/list_maker.hpp"
#include "state/box.hpp"

namespace scree {

// Near pairs on a card; `begin` has one more than the rows.
template <class Card>
struct CardPairs {
  template <class T>
  using Array = typename Card::template Array<T>;

  explicit CardPairs(Card& card)
      : begin(card), owner(card), other(card), history(card), last(card) {}
  Array<std::uint32_t> begin, owner, other;
  Array<double> history;
  Array<kernel::LastForce> last;

  card::PairArrays arrays() {
    const std::size_t n = begin.size();
    return {n > 0 ? static_cast<std::uint32_t>(n - 1) : 0,
            begin.data(),
            owner.data(),
            other.data(),
            history.data(),
            last.data()};
  }
};

// Where the rows of a list lie.
struct ListRows {
  std::size_t count = 0;
  const PositionRadius* xr = nullptr;
  const VelocityMass* vm = nullptr;
  const SpinMaterial* ws = nullptr;
  const ParticleId* id = nullptr;
  int stride = 0;
};

template <class Card>
class CardLists final : public ListMaker {
  Card& card_;

 public:
  template <class T>
  using Array = typename Card::template Array<T>;

  CardLists(Card& card, CardPairs<Card>& pairs) : card_(card), pairs_(pairs) {}

  // Rows are new: their radii, as the host has them, and the box.
  void take_rows(const std::vector<PositionRadius>& xr) {
    largest_ = 0;
    for (const PositionRadius& at : xr) largest_ = std::max(largest_, at.r);
    grid_.largest = largest_, grid_.present = 0;
    for (const PositionRadius& at : xr) grid_.present |= 1u << grid_.level(at.r);
    known_ = false;
  }
  // Before the calls of ListMaker: where the rows are now.
  void use(const ListRows& rows, const PeriodicBox& box) {
    rows_ = rows;
    images_ = {box.any(), box.lengths(), box.inverse_lengths()};
    box_ = box;
  }

  void find_candidates(double reach) override;
  std::size_t candidates() const override { return partner_.size(); }
  void refine(const NearOrders& orders) override;
  double mean_speed() override;
  ListMotion measure() override;

  // What acts on the rows; `pairs` may come from the host.
  void link();
  bool known() const { return known_; }
  void forget() { known_ = false; }
  // The near list here is newer than the host's.
  bool newer = false;

  Array<std::uint32_t> link_begin{card_}, link_of{card_};
  std::size_t crowds() const { return crowd_count_; }
  const std::uint32_t* crowded() const { return crowded_.data(); }
  // Sums of the crowded rows, after the contacts of a step.
  void add_crowds(const RowGatherArgs& args, const card::WallLoads& walls, Vec3* f, Vec3* tq);

 private:
  void choose_cells(double reach);
  void sort_crowds();
  card::Crowds crowds_on_card() {
    return {crowded_.data(), crowd_begin_.data(), static_cast<std::uint32_t>(crowd_count_)};
  }
  // Counters become the places of a list; returns its length.
  std::uint32_t places(Array<std::uint32_t>& counters) { return card_.scan(counters); }
  void zero(Array<std::uint32_t>& counters, std::size_t n) {
    counters.resize(n);
    card_.run(n, card::ZeroLoop{counters.data()});
  }

  CardPairs<Card>& pairs_;
  CardPairs<Card> spare_{card_};  // of the list before
  ListRows rows_;
  PeriodicBox box_;
  card::BoxImages images_{};
  card::CellGrid grid_{};
  double largest_ = 0;
  bool known_ = false;  // there are candidates of these rows
  bool whole_ = false;
  double greatest_skin_ = 0;

  Array<std::uint64_t> key_{card_}, key_room_{card_};
  Array<std::uint32_t> cell_row_{card_}, value_room_{card_};
  Array<std::uint32_t> candidate_begin_{card_}, partner_{card_}, count_{card_};
  Array<std::uint8_t> near_{card_};
  Array<Vec3> listed_at_{card_};
  Array<float> skin_{card_};
  // Crowded rows
  std::size_t crowd_count_ = 0, crowd_links_ = 0;
  Array<std::uint32_t> crowded_{card_}, crowds_{card_}, crowd_begin_{card_}, crowd_value_{card_};
  Array<double> part_{card_}, crowd_sum_{card_};
};

// Cells as wide as the farthest pair of their level, where a periodic box has room for three or
// more of them; with fewer, a cell is a neighbour of all.
template <class Card>
void CardLists<Card>::choose_cells(double reach) {
  constexpr double kMostCells = 1 << 19;
  for (int level = 0; level < card::CellGrid::kLevels; ++level) {
    // A cell is not one bit narrower than a pair is long, whatever is rounded.
    const double width = (2 * std::ldexp(largest_, -level) + reach) * (1 + 1e-6);
    for (int axis = 0; axis < 3; ++axis) {
      grid_.low[axis] = box_.periodic[axis] ? box_.lo[axis] : 0;
      grid_.count[level][axis] = 0;
      grid_.inverse[level][axis] = 1 / width;
      if (!box_.periodic[axis]) continue;
      const double cells = std::clamp(std::floor(box_.length(axis) / width), 1.0, kMostCells - 1);
      grid_.count[level][axis] = static_cast<std::int32_t>(cells);
      grid_.inverse[level][axis] = cells / box_.length(axis);
    }
  }
}

template <class Card>
void CardLists<Card>::find_candidates(double reach) {
  const std::size_t n = rows_.count;
  choose_cells(reach);
  key_.resize(n), cell_row_.resize(n);
  card_.run(n, card::CellLoop{grid_, rows_.xr, key_.data(), cell_row_.data()});
  constexpr int kKeyBits = 62;
  card_.sort(key_, cell_row_, key_room_, value_room_, kKeyBits);
  zero(candidate_begin_, n + 1);
  card::FindLoop find{.grid = grid_,
                      .box = images_,
                      .reach = reach,
                      .xr = rows_.xr,
                      .ws = rows_.ws,
                      .key = key_.data(),
                      .row = cell_row_.data(),
                      .rows = static_cast<std::uint32_t>(n),
                      .count = candidate_begin_.data(),
                      .begin = nullptr,
                      .other = nullptr};
  card_.run(n, find);
  partner_.resize(places(candidate_begin_));
  zero(count_, n);
  find.count = count_.data(), find.begin = candidate_begin_.data(), find.other = partner_.data();
  card_.run(n, find);
  card_.run(n, card::PartnerLoop{candidate_begin_.data(), partner_.data(), rows_.id});
  known_ = true;
}

template <class Card>
void CardLists<Card>::refine(const NearOrders& orders) {
  const std::size_t n = rows_.count;
  whole_ = orders.all;
  listed_at_.resize(n), skin_.resize(whole_ ? 0 : n);
  float* const skin = whole_ ? nullptr : skin_.data();
  card_.begin_sums({});
  card_.run(
      n, card::SkinLoop{rows_.xr, rows_.vm, orders.ahead, orders.floor, listed_at_.data(), skin});
  greatest_skin_ = card_.sums().most(card::kSkin);
  std::swap(pairs_, spare_);
  near_.resize(partner_.size());
  zero(pairs_.begin, n + 1);
  card_.run(n, card::NearCountLoop{rows_.xr, skin, images_, orders.reach, candidate_begin_.data(),
                                   partner_.data(), near_.data(), pairs_.begin.data()});
  const std::size_t m = places(pairs_.begin);
  pairs_.owner.resize(m), pairs_.other.resize(m), pairs_.last.resize(m);
  pairs_.history.resize(m * static_cast<std::size_t>(rows_.stride));
  card_.run(n, card::NearFillLoop{candidate_begin_.data(), partner_.data(), near_.data(), rows_.id,
                                  rows_.stride, spare_.arrays(), pairs_.arrays()});
  newer = true;
  link();
}

template <class Card>
double CardLists<Card>::mean_speed() {
  if (rows_.count == 0) return 0;
  card_.begin_sums({});
  card_.run(rows_.count, card::SpeedLoop{rows_.vm});
  return card_.sums().sum(card::kSpeeds).value() / static_cast<double>(rows_.count);
}

template <class Card>
ListMotion CardLists<Card>::measure() {
  // What is left of a skin is told as what lacks to this, a positive number.
  const double enough = 1.001 * greatest_skin_;
  card_.begin_sums({});
  card_.run(rows_.count, card::MeasureLoop{rows_.xr, listed_at_.data(),
                                           whole_ ? nullptr : skin_.data(), images_, enough});
  const CardSums sums = card_.sums();
  if (whole_) return {sums.most(card::kGone), 0};
  const double rounding = 1e-12 * enough;
  return {sums.most(card::kGone), enough - sums.most(card::kShort) - rounding};
}

template <class Card>
void CardLists<Card>::link() {
  const std::size_t n = rows_.count, m = pairs_.owner.size();
  zero(link_begin, n + 1);
  card_.run(m, card::LinkCountLoop{pairs_.owner.data(), pairs_.other.data(), link_begin.data()});
  places(link_begin);
  zero(count_, n);
  link_of.resize(2 * m);
  card_.run(m, card::LinkDealLoop{pairs_.owner.data(), pairs_.other.data(), link_begin.data(),
                                  count_.data(), link_of.data()});
  crowded_.resize(n);
  zero(crowds_, 1);
  card_.run(n, card::LinkSortLoop{{pairs_.owner.data(), pairs_.other.data(), rows_.id},
                                  link_begin.data(),
                                  link_of.data(),
                                  crowded_.data(),
                                  crowds_.data()});
  std::uint32_t found = 0;
  card_.fetch(crowds_, &found);
  crowd_count_ = found, crowd_links_ = 0;
  if (crowd_count_ > 0) sort_crowds();
}

template <class Card>
void CardLists<Card>::sort_crowds() {
  zero(crowd_begin_, crowd_count_ + 1);
  card_.run(crowd_count_,
            card::CrowdSizeLoop{crowded_.data(), link_begin.data(), crowd_begin_.data()});
  crowd_links_ = places(crowd_begin_);
  key_.resize(crowd_links_), crowd_value_.resize(crowd_links_);
  card_.run(crowd_links_, card::CrowdKeyLoop{crowds_on_card(),
                                             {pairs_.owner.data(), pairs_.other.data(), rows_.id},
                                             link_begin.data(),
                                             link_of.data(),
                                             key_.data(),
                                             crowd_value_.data()});
  const int bits = 32 + std::bit_width(crowd_count_);
  card_.sort(key_, crowd_value_, key_room_, value_room_, bits);
  card_.run(crowd_links_, card::CrowdPutLoop{crowds_on_card(), link_begin.data(),
                                             crowd_value_.data(), link_of.data()});
}

template <class Card>
void CardLists<Card>::add_crowds(const RowGatherArgs& args, const card::WallLoads& walls, Vec3* f,
                                 Vec3* tq) {
  if (crowd_count_ == 0) return;
  constexpr std::size_t kParts = card::CrowdSumLoop::kParts;
  const std::size_t parts = args.couple != nullptr ? kParts : 6;
  part_.resize(parts * crowd_links_), crowd_sum_.resize(kParts * crowd_count_);
  const card::Crowds crowds = crowds_on_card();
  card_.run(crowd_links_, card::CrowdAddendLoop{crowds, args, crowd_links_, part_.data()});
  card_.run(kParts * crowd_count_,
            card::CrowdSumLoop{crowds, parts, crowd_links_, part_.data(), crowd_sum_.data()});
  card_.run(crowd_count_,
            card::CrowdLoadLoop{crowds, crowd_sum_.data(), args.couple != nullptr, walls, f, tq});
}

}  // namespace scree
