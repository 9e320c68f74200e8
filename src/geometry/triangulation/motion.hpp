// Where the sites go in the update at hand, and who moves in this round of it.
//
// In the first round everyone moves who does not have to be held back; in the second, those that
// were held. With budgets, sites are read where they were until commit() moves them. Without, all
// sites move at once (move_everyone), and where they were is kept here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/moving_frame.hpp"

namespace scree::geometry {

class Motion {
 public:
  // The spans must live until the end of the update. Weights may be empty: they stay.
  void start(std::span<const Vec3> x, std::span<const double> weights);
  void fit_frame(const Mesh& mesh);  // takes off a rigid motion of all
  void start_first_round(const Mesh& mesh);
  void start_second_round(const Mesh& mesh);  // for those that were held

  bool everyone() const { return everyone_; }                 // the first round
  std::span<const Vertex> moving() const { return moving_; }  // in the second round
  std::span<const Vertex> held() const { return held_; }
  const Vec3& target(Vertex v) const { return x_[v]; }
  double weight(const Mesh& mesh, Vertex v) const {
    return weights_.empty() ? mesh.sites[v].w : weights_[v];
  }
  bool weight_changes(const Mesh& mesh, Vertex v) const {
    return !weights_.empty() && weights_[v] != mesh.sites[v].w;
  }
  // How far the site moves in this round, less the rigid motion. Precondition: sites are where they
  // were.
  double distance(const Mesh& mesh, Vertex v) const {
    return norm(x_[v] - frame_(mesh.sites[v].x));
  }
  // In units of the budgets, over some thousand sites.
  double mean_distance(const Mesh& mesh) const;
  const Vec3& core_before() const { return core_before_; }  // carried along by the frame

  // Where the site is after this round, as far as is known now.
  Vec3 position(const Mesh& mesh, Vertex v) const { return moves_[v] ? x_[v] : mesh.sites[v].x; }
  // Where it was, carried along by the frame: where it stays if it is held back.
  Vec3 position_before(const Mesh& mesh, Vertex v) const {
    if (!everyone_) return mesh.sites[v].x;
    return frame_(mesh.budgets.on() ? mesh.sites[v].x : before_[v].x);
  }
  bool moves(Vertex v) const { return moves_[v] != 0; }
  // Of four vertices after this round; with `held`, one that moves, held back.
  int orientation(const Mesh& mesh, const std::array<Vertex, 4>& v,
                  Vertex held = infinite_vertex) const;
  void hold_back(Mesh& mesh, Vertex v);

  // Moves all sites to their targets. False: one would leave the exact domain; nothing has changed.
  bool move_everyone(Mesh& mesh, int threads);
  // Moves those that are not held back. Without budgets, in the first round, they are there.
  void commit(Mesh& mesh, int threads) const;
  // All sites and weights, whichever are held.
  void move_all_rows(Mesh& mesh) const;
  // The first ten sites that would leave the exact domain.
  Errors errors(const Mesh& mesh) const;

  void release_former_positions() { release(before_); }
  std::size_t memory_bytes() const;

 private:
  std::span<const Vec3> x_;
  std::span<const double> weights_;
  bool everyone_ = true;
  Frame frame_;
  Vec3 core_before_;
  std::vector<std::uint8_t> moves_;  // of each row, in this round
  std::vector<Vertex> moving_, held_;
  std::vector<Site> before_;  // without budgets: the sites before the update
};

}  // namespace scree::geometry
