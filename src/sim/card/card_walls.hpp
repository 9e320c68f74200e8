// Walls on a card: which of them it can have, which contacts it computes, what goes over and comes
// back. Contacts of a row that also touches another wall stay with the processor: a row has one
// sum.
#pragma once

#include "sim/card/card_loops.hpp"
#include "sim/engines/engine.hpp"

namespace scree {

template <class Card>
class CardWalls {
  Card& card_;

 public:
  template <class T>
  using Array = typename Card::template Array<T>;

  explicit CardWalls(Card& card) : card_(card) {}

  // Entries are new, or were changed.
  void take(const StepState& s) {
    const WallContacts& c = s.walls.contacts;
    // Contact points of other shapes come before walls in every sum; dashpots of bodies are scaled.
    note_walls(s, s.points.empty() && s.world.bodies.empty());
    share_out(c, s.world.particles.size());
    send(list_, list), send(begin_, begin), send(values_, values);
    if (list_.empty()) return;
    send(c.entries, entries), send(c.points, points), send(c.history, history);
  }
  // Before a step: where walls are now. True: others than before can be here, take() is needed.
  bool refresh(const StepState& s) {
    const std::vector<std::uint8_t> before = plain_;
    note_walls(s, s.points.empty() && s.world.bodies.empty());
    if (plain_ != before) return true;
    if (!list_.empty()) send(values_, values);
    return false;
  }
  // The host's contacts get what the card has computed.
  void give(const StepState& s) {
    if (list_.empty()) return;
    WallContacts& c = s.walls.contacts;
    fetch(entries, entry_room_), fetch(points, point_room_), fetch(history, history_room_);
    const auto stride = static_cast<std::size_t>(s.laws.stride);
    for (const std::uint32_t k : list_) {
      const WallEntry& from = entry_room_[k];
      WallEntry& to = c.entries[k];
      const std::size_t most = std::max(from.touching, to.touching);
      for (std::size_t n = from.first; n < from.first + most; ++n) c.points[n] = point_room_[n];
      std::copy_n(history_room_.begin() + static_cast<std::ptrdiff_t>(from.first * stride),
                  most * stride,
                  c.history.begin() + static_cast<std::ptrdiff_t>(from.first * stride));
      to.touching = from.touching, to.quiet = from.quiet;
    }
  }

  bool any() const { return !list_.empty(); }
  std::size_t size() const { return list_.size(); }
  bool has(std::uint32_t row) const { return begin_[row] != begin_[row + 1]; }
  // By entry of the host: 1 where it is computed here.
  std::span<const std::uint8_t> here() const { return here_; }
  // With contacts at other walls, in their order.
  const std::vector<std::uint32_t>& host_rows() const { return host_rows_; }

  card::WallLoop loop(const StepState& s, const PositionRadius* xr, const VelocityMass* vm,
                      const SpinMaterial* ws, const kernel::PairLaw* laws,
                      const std::uint16_t* law_of, double dt) {
    const Certificate& certificate = s.walls.certificate;
    return {{.xr = xr,
             .vm = vm,
             .ws = ws,
             .wall = values.data(),
             .entry = entries.data(),
             .point = points.data(),
             .history = history.data(),
             .stride = s.laws.stride,
             .laws = laws,
             .law_of = law_of,
             .materials = s.laws.materials,
             .lever = s.lever(),
             .dt = dt,
             .approach = certificate.spent,
             .left = std::max(certificate.allowance - certificate.spent, 0.0)},
            list.data()};
  }
  card::WallLoads loads() {
    if (list_.empty()) return {};
    return {begin.data(), list.data(), entries.data(), points.data()};
  }

 private:
  void note_walls(const StepState& s, bool any_here) {
    values_.clear(), plain_.clear();
    for (std::size_t w = 0; w < s.world.walls.size(); ++w) {
      const Wall& wall = s.world.walls[w];
      const bool simple = any_here && !s.walls.images[w].any() && !wall.surface.any() &&
                          !(wall.motion && wall.motion->mass() > 0);
      std::optional<PlainSurface> surface;
      if (simple) surface = wall.shape->plain();
      plain_.push_back(surface.has_value());
      values_.push_back({surface.value_or(PlainSurface(PlaneSurface{})), wall.pose,
                         static_cast<std::uint32_t>(wall.material.value)});
    }
  }
  void share_out(const WallContacts& c, std::size_t rows) {
    list_.clear(), host_rows_.clear();
    here_.assign(c.entries.size(), 0);
    begin_.assign(rows + 1, 0);
    for (std::size_t k = 0; k < c.entries.size();) {
      const std::uint32_t row = c.entries[k].row;
      std::size_t end = k;
      bool all = true;
      for (; end < c.entries.size() && c.entries[end].row == row; ++end)
        all = all && plain_[c.entries[end].wall] != 0;
      if (!all) host_rows_.push_back(row);
      for (; k < end; ++k)
        if (all) list_.push_back(static_cast<std::uint32_t>(k)), here_[k] = 1;
      begin_[row + 1] = static_cast<std::uint32_t>(list_.size());
    }
    for (std::size_t row = 0; row < rows; ++row)
      begin_[row + 1] = std::max(begin_[row + 1], begin_[row]);
  }
  template <class Vector, class T>
  void send(const Vector& from, Array<T>& to) {
    card_.send(from.data(), from.size(), to);
  }
  template <class T>
  void fetch(const Array<T>& from, std::vector<T>& to) {
    to.resize(from.size());
    card_.fetch(from, to.data());
  }

  std::vector<card::WallValue> values_;
  std::vector<std::uint8_t> plain_;  // by wall
  std::vector<std::uint32_t> list_, begin_, host_rows_;
  std::vector<std::uint8_t> here_;
  std::vector<WallEntry> entry_room_;
  std::vector<WallPoint> point_room_;
  std::vector<double> history_room_;

  Array<card::WallValue> values{card_};
  Array<std::uint32_t> list{card_}, begin{card_};
  Array<WallEntry> entries{card_};
  Array<WallPoint> points{card_};
  Array<double> history{card_};
};

}  // namespace scree
