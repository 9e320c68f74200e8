#include "io/frame_grains.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::string_view kSolid = "solid", kArm = "arm";

template <class From, class To>
void copy_row(const FieldSpan<From>& from, std::size_t from_row, const FieldSpan<To>& to,
              std::size_t to_row) {
  for (std::size_t k = 0; k < to.width(); ++k) to[to_row][k] = static_cast<To>(from[from_row][k]);
}

std::vector<std::uint32_t> rows_by_id(const Particles& p) {
  std::vector<std::uint32_t> rows;
  rows.reserve(p.size());
  for (const std::uint32_t s : p.row_of())
    if (s != Particles::kNoRow) rows.push_back(s);
  return rows;
}

}  // namespace

double inverse_mass(double mass) {
  if (!(mass > 0)) return 0;
  const double near = 1 / mass;
  // 1/(1/x) may be off by the last bit; one of the neighbours is then right.
  for (const double candidate : {near, std::nextafter(near, 0.0), std::nextafter(near, 2 * near)})
    if (1 / candidate == mass) return candidate;
  return near;
}

void put_grains(const Particles& p, Frame& frame) {
  const std::vector<std::uint32_t> rows = rows_by_id(p);
  frame.resize(rows.size());
  for_each_field(p, [&](const FieldInfo& info, const auto& from) {
    if (!info.has(kShown)) return;
    bool own = false;
    for_each_array(frame, [&](const FrameArray& array, const auto& to) {
      if (array.name != info.shown) return;
      own = true;
      for (std::size_t k = 0; k < rows.size(); ++k) copy_row(from, rows[k], to, k);
    });
    if (own) return;
    FrameField field{std::string(info.shown), std::string(info.unit), {}, from.width()};
    for (const std::uint32_t s : rows)
      field.values.insert(field.values.end(), from[s], from[s] + from.width());
    frame.fields.push_back(std::move(field));
  });
  // Two are shown in another form than grains carry them.
  for (std::size_t k = 0; k < rows.size(); ++k) {
    frame.mass[k] = p.mass(rows[k]);
    frame.fixed[k] = (p.ws[rows[k]].flags & kFixed) != 0;
  }
}

void put_shares(const RowShares& shares, const Particles& p, Frame& frame) {
  if (shares.empty()) return;
  FrameField solid{std::string(kSolid), "", {}, 1}, arm{std::string(kArm), "m", {}, 3};
  const std::vector<std::uint32_t> rows = rows_by_id(p);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    frame.mass[k] = shares.mass[rows[k]];
    solid.values.push_back(shares.solid[rows[k]]);
    const Vec3& a = shares.arm[rows[k]];
    arm.values.insert(arm.values.end(), {a.x, a.y, a.z});
  }
  frame.fields.push_back(std::move(solid));
  frame.fields.push_back(std::move(arm));
}

RowShares frame_shares(const Frame& frame, const Particles& p) {
  RowShares out;
  out.fraction = body_fractions(p);
  if (out.empty()) return out;
  out.mass = frame.mass;
  out.solid.assign(frame.size(), 1);
  out.arm.resize(frame.size());
  for (const FrameField& field : frame.fields) {
    if (field.name == kSolid && field.values.size() == frame.size())
      out.solid.assign(field.values.begin(), field.values.end());
    if (field.name == kArm && field.values.size() == 3 * frame.size())
      for (std::size_t k = 0; k < frame.size(); ++k)
        out.arm[k] = {field.values[3 * k], field.values[3 * k + 1], field.values[3 * k + 2]};
  }
  return out;
}

Particles grains_of(const Frame& frame) {
  Particles p;
  if (frame.dimensions == 2) p.set_dimensions(Dimensions::two);
  for (const FrameField& field : frame.fields)
    // A name that a run could not have given is of no use to measures either.
    (void)p.add_field({.name = field.name, .unit = field.unit, .roles = kShown}, field.width).ok();
  p.resize(frame.size());
  for_each_field(p, [&](const FieldInfo& info, const auto& to) {
    for_each_field(frame, [&](const FrameArray& array, const auto& from) {
      if (array.name != info.shown || from.width() != to.width()) return;
      for (std::size_t k = 0; k < frame.size(); ++k) copy_row(from, k, to, k);
    });
  });
  for (std::size_t k = 0; k < frame.size(); ++k) {
    p.vm[k].inv_mass = inverse_mass(frame.mass[k]);
    p.ws[k].flags = frame.fixed[k] ? kFixed : 0;
  }
  return p;
}

}  // namespace scree
