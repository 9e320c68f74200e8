// Random sequences of insertions, removals and motions on a coarse grid, where everything is
// degenerate, each step compared with a build from scratch. A number names a sequence.
#pragma once

#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "clouds.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {

// mixed: few motions, by up to 0.75 spacings; dense: the same on a grid of four points per side;
// moving: mostly motions, of all or some, together or each on its own, by 1/256 to 3 spacings.
enum class Sequence { mixed, dense, moving };

class SequenceRun {
 public:
  SequenceRun(Sequence kind, std::uint64_t number, Pass pass = Pass::automatic)
      : kind_(kind), draw_(101 + static_cast<std::uint64_t>(kind), number) {
    ties_ = below(2) == 0 ? Ties::by_id : Ties::lexicographic;
    const int start = below(2) == 0 ? 27 : (below(3) == 0 ? 64 : 0);
    sites_ = make_cloud(Cloud::cubic, static_cast<std::size_t>(start));
    ids_.resize(sites_.size());
    std::iota(ids_.begin(), ids_.end(), 0u);
    alive_.assign(sites_.size(), true);
    next_id_ = static_cast<std::uint32_t>(sites_.size());
    t_.emplace(std::move(*Triangulation::build(sites_, ties_)));
    t_->use(pass);
  }

  // What went wrong, or nothing.
  std::string run() {
    const int steps = 1 + below(60);
    for (int step = 0; step < steps; ++step) {
      std::string what = one_step();
      if (what.empty()) what = difference();
      if (!what.empty()) return "step " + std::to_string(step) + ": " + what;
    }
    return {};
  }
  const RepairStats& stats() const { return stats_; }

 private:
  int below(int n) { return draw_.integer(0, n - 1); }

  std::string one_step() {
    const int side = kind_ == Sequence::dense ? 4 : 7;
    const int move_from = kind_ == Sequence::moving ? 3 : 6;
    const int what = below(7);
    const int x = below(side), y = below(side), z = below(side);
    const int w = below(kind_ == Sequence::dense ? 2 : side);
    const Site site{{0.5 * x, 0.5 * y, 0.5 * z}, 0.25 * w};
    if (what < move_from - 1 || sites_.empty()) return insert(site);
    if (what == move_from - 1) return remove();
    return move(site, w);
  }

  std::string insert(const Site& site) {
    const auto row = t_->insert(site);
    if (!row.ok()) return "an insertion failed";
    if (*row == sites_.size()) sites_.emplace_back(), ids_.emplace_back(), alive_.emplace_back();
    sites_[*row] = site, alive_[*row] = true, ids_[*row] = next_id_++;
    return {};
  }

  std::string remove() {
    const auto row = static_cast<std::uint32_t>(below(static_cast<int>(sites_.size())));
    if (t_->remove(row).ok() != alive_[row]) return "a removal was wrong about its site";
    alive_[row] = false;
    return {};
  }

  std::string move(const Site& by, int w) {
    const bool moving = kind_ == Sequence::moving;
    const double length = moving ? std::exp2(-below(8)) : 0.25;
    const int every = moving ? 1 + below(4) : 3, offset = below(7);
    const bool each = moving && below(2) == 0;
    std::vector<Vec3> to;
    std::vector<double> weights;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      if ((static_cast<int>(i) + offset) % every == 0) {
        const Vec3 alone{1.0 * (below(7) - 3), 1.0 * (below(7) - 3), 1.0 * (below(7) - 3)};
        sites_[i].x += length * (each ? alone : by.x);
        if (!each) sites_[i].w += 0.1 * w;
      }
      to.push_back(sites_[i].x), weights.push_back(sites_[i].w);
    }
    const auto done = t_->move_all(to, weights);
    if (!done.ok()) return "a motion failed";
    stats_ += *done;
    return {};
  }

  std::string difference() const {
    if (const std::string fault = t_->fault(4); !fault.empty()) return fault;
    std::vector<Site> rest;
    std::vector<std::uint32_t> rest_ids, row_of;
    for (std::uint32_t i = 0; i < sites_.size(); ++i)
      if (alive_[i]) rest.push_back(sites_[i]), rest_ids.push_back(ids_[i]), row_of.push_back(i);
    const auto expected = Triangulation::build(rest, ties_, rest_ids);
    auto edges = expected->edges();
    for (auto& e : edges) e = {row_of[e[0]], row_of[e[1]]};
    if (t_->edges() != edges) return "other edges than after a build";
    if (t_->dimension() != expected->dimension()) return "another dimension than after a build";
    return {};
  }

  Sequence kind_;
  Draw draw_;
  Ties ties_;
  std::vector<Site> sites_;
  std::vector<std::uint32_t> ids_;
  std::vector<bool> alive_;
  std::uint32_t next_id_ = 0;
  std::optional<Triangulation> t_;
  RepairStats stats_;
};

}  // namespace scree::geometry
