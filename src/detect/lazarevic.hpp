// The fixed cubes scheme of Lazarević, Dvornik & Fresl (2002), sections 3 to 5, as published, for
// any origin, periodic boxes and regions with empty space.
//
// Every ball is entered in each cube that it intersects: its central cube (7) and up to seven of
// the 26 around it, found from the octant of its centre (9), (10) and a tree of tests of faces,
// edges and corner (12)-(17). Balls that meet share a cube; the pair is reported in the one cube
// that holds the point between them (23).
//
// Balls are inflated by half the reach: rho_i = r_i + reach/2.
#pragma once

#include <optional>

#include "detect/cube_table.hpp"
#include "detect/survey.hpp"

namespace scree::detect {

// One axis of the cubes.
struct CubeAxis {
  double origin = 0, edge = 1, inverse = 1;
  double period = 0, inverse_period = 0;
  std::int64_t count = 0;  // cubes of a period; 0: the axis is open
  bool operator==(const CubeAxis&) const = default;

  // In cubes, of a point at `offset` from the origin; in (0, count] where periodic.
  double coordinate(double offset) const;
  std::int64_t wrapped(std::int64_t k) const;
};

struct CubeFrame {
  CubeAxis axis[3];
  double a = 1;       // (6)
  double margin = 0;  // rho is enlarged by this, more than rounding can take away
  bool operator==(const CubeFrame&) const = default;

  // Points are given from the origin of the cubes: far from the origin of space, a point between
  // two grains has fewer digits than its distance from either.
  Vec3 offset(const Vec3& x) const {
    return x - Vec3{axis[0].origin, axis[1].origin, axis[2].origin};
  }
  Cube cube_of(const Vec3& offset) const;
};

// Row of the matrix A: the cubes of one ball. Bit b of `cubes` stands for k_(b+1) of (17), which
// is the central cube moved by `side` along x if b & 1, y if b & 2, z if b & 4.
struct BallCubes {
  Cube central;
  std::int8_t side[3] = {1, 1, 1};
  std::uint8_t cubes = 1;
};

BallCubes intersected_cubes(const CubeFrame& frame, const Vec3& x, double rho);
Cube cube_at(const CubeFrame& frame, const BallCubes& b, int bit);

class Lazarevic final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override;

  // How often fixed balls were sorted; they should be only once.
  int fixed_sorts() const { return fixed_sorts_; }
  bool dense() const { return moving_.table.dense(); }
  std::size_t cubes() const { return moving_.table.cubes(); }

 private:
  // Balls that are sorted together, and where they are.
  struct Sorted {
    std::vector<std::uint32_t> slot;
    std::vector<BallCubes> cubes;
    CubeTable table;
  };
  struct FixedKey {
    std::uint64_t version;
    CubeFrame frame;
    bool operator==(const FixedKey&) const = default;
  };

  CubeFrame plan(const DetectInput& in, double rho_max) const;
  void sort(const DetectInput& in, Sorted& balls) const;
  void search(const DetectInput& in, std::vector<RowPair>& pairs);
  template <bool kImage>
  void search_ball(const DetectInput& in, std::uint32_t ball, std::vector<RowPair>& pairs) const;

  Survey survey_;
  CubeFrame frame_;
  Sorted moving_, fixed_;
  std::optional<FixedKey> fixed_key_;
  int fixed_sorts_ = 0;
  std::vector<std::vector<RowPair>> buffers_;
};

}  // namespace scree::detect
