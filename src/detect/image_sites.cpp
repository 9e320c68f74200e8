#include "detect/image_sites.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "detect/survey.hpp"

namespace scree::detect {
namespace {

constexpr std::size_t kMostChanges = 4;  // one site in so many: then rebuilding is cheaper
constexpr double kKeep = 1.25;  // an image goes when it is this much farther away than it came

bool same_box(const PeriodicBox& a, const PeriodicBox& b) {
  for (int k = 0; k < 3; ++k)
    if (a.periodic[k] != b.periodic[k] ||
        (a.periodic[k] && (a.lo[k] != b.lo[k] || a.hi[k] != b.hi[k])))
      return false;
  return true;
}

}  // namespace

struct ImageSites::Frame {
  const DetectInput& in;
  double inflation, reach;
  int threads;
  bool wrap[3];
  Vec3 length, inverse;

  Frame(const DetectInput& input, double inflate, double image_reach, int team)
      : in(input), inflation(inflate), reach(image_reach), threads(team) {
    for (int k = 0; k < 3; ++k) {
      wrap[k] = wraps(in.box, k);
      length[k] = wrap[k] ? in.box.length(k) : 0;
      inverse[k] = wrap[k] ? 1 / length[k] : 0;
    }
  }
  bool any() const { return wrap[0] || wrap[1] || wrap[2]; }
  Vec3 in_box(Vec3 x) const {
    for (int k = 0; k < 3; ++k)
      if (wrap[k]) x[k] -= length[k] * std::floor((x[k] - in.box.lo[k]) * inverse[k]);
    return x;
  }
  Vec3 shifted(Vec3 x, const Shift& s) const {
    for (int k = 0; k < 3; ++k)
      if (s[k] != 0) x[k] += s[k] * length[k];
    return x;
  }
  double weight(std::uint32_t row) const {
    const double r = in.xr[row].r + inflation;
    return r * r;
  }
  // Is the image of a grain at x, in the box, that near to the box?
  bool wanted(const Vec3& x, const Shift& s, double distance) const {
    for (int k = 0; k < 3; ++k) {
      if (s[k] == 0) continue;
      if (s[k] > 1 || s[k] < -1) return false;
      if (s[k] > 0 ? x[k] > in.box.lo[k] + distance : x[k] < in.box.hi[k] - distance) return false;
    }
    return true;
  }
  double distance(std::uint32_t row) const { return 2 * in.xr[row].r + reach; }
  // f(shift) for all images that a grain at x must have, itself not.
  template <class F>
  void for_each_image(const Vec3& x, std::uint32_t row, F f) const {
    const double d = distance(row);
    int lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
      lo[k] = wrap[k] && x[k] >= in.box.hi[k] - d ? -1 : 0;
      hi[k] = wrap[k] && x[k] <= in.box.lo[k] + d ? 1 : 0;
    }
    for (int a = lo[0]; a <= hi[0]; ++a)
      for (int b = lo[1]; b <= hi[1]; ++b)
        for (int c = lo[2]; c <= hi[2]; ++c)
          if (a != 0 || b != 0 || c != 0)
            f(Shift{static_cast<std::int8_t>(a), static_cast<std::int8_t>(b),
                    static_cast<std::int8_t>(c)});
  }
};

void ImageSites::forget() {
  triangulation_.reset();
  id_ = {}, first_ = {}, site_ = {}, x_ = {}, w_ = {};
}

bool ImageSites::follow(const DetectInput& in, double inflation, double reach, int threads) {
  const Frame f(in, inflation, reach, threads);
  // Flat sites have no tetrahedra to repair: every change is a new construction anyway.
  const bool can_follow = triangulation_ && triangulation_->dimension() == 3;
  if (can_follow && same_box(box_, in.box) && find_rows(f)) {
    place_sites(f);
    const std::size_t most = triangulation_->sites() / kMostChanges + 4;
    if (leaving_.size() + coming_.size() <= most && move(f)) return true;
  }
  box_ = in.box;
  if (build(f)) return true;
  forget();
  return false;
}

// Rows first, in their order, which a run keeps along a curve; then the images.
bool ImageSites::build(const Frame& f) {
  const auto n = static_cast<std::uint32_t>(f.in.xr.size());
  std::vector<geometry::Site> sites;
  sites.reserve(n + n / 8);
  site_.clear();
  first_.assign(n, none);
  for (std::uint32_t row = 0; row < n; ++row) {
    adopt(row, row, {});
    sites.push_back({f.in_box(f.in.xr[row].x), f.weight(row)});
  }
  for (std::uint32_t row = 0; row < n && f.any(); ++row) {
    const Vec3 x = sites[row].x;
    f.for_each_image(x, row, [&](const Shift& s) {
      adopt(static_cast<std::uint32_t>(sites.size()), row, s);
      sites.push_back({f.shifted(x, s), f.weight(row)});
    });
  }
  id_.assign(f.in.id.begin(), f.in.id.end());
  auto made = geometry::Triangulation::build(sites);
  ++builds_;
  if (!made) return false;
  triangulation_ = std::move(made).value();
  if (const auto* k = geometry::kernel::choose_kernels(f.in.instruction_set))
    triangulation_->use(*k);
  return true;
}

void ImageSites::adopt(std::uint32_t site, std::uint32_t row, const Shift& shift) {
  if (site >= site_.size()) site_.resize(site + 1);
  site_[site] = {row, first_[row], shift, shift != Shift{}};
  first_[row] = site;
}

// Where each grain of the last call is now; those that are gone leave, those that are new come.
// False: too many to follow.
bool ImageSites::find_rows(const Frame& f) {
  leaving_.clear(), coming_.clear();
  const std::size_t n = f.in.id.size(), before = id_.size();
  if (n == before && std::equal(id_.begin(), id_.end(), f.in.id.begin())) return true;
  if (std::max(n, before) - std::min(n, before) > before / kMostChanges + 4) return false;
  std::uint32_t highest = 0;
  for (const ParticleId id : f.in.id) highest = std::max(highest, id.value);
  const bool dense = highest < 8 * n + 1024;
  std::unordered_map<std::uint32_t, std::uint32_t> sparse;
  if (dense) row_of_id_.assign(highest + 1, none);
  for (std::uint32_t row = 0; row < n; ++row)
    (dense ? row_of_id_[f.in.id[row].value] : sparse[f.in.id[row].value]) = row;
  const auto row_of = [&](std::uint32_t id) {
    if (dense) return id <= highest ? row_of_id_[id] : none;
    const auto found = sparse.find(id);
    return found == sparse.end() ? none : found->second;
  };
  std::vector<std::uint32_t> first(n, none);
  for (std::size_t old = 0; old < before; ++old) {
    const std::uint32_t row = row_of(id_[old].value);
    if (row != none) first[row] = first_[old];
    for (std::uint32_t s = first_[old]; s != none; s = site_[s].next) {
      site_[s].row = row;
      if (row == none) leaving_.push_back(s);
    }
  }
  first_.swap(first);
  id_.assign(f.in.id.begin(), f.in.id.end());
  return true;
}

// The new positions of all sites, and which are needed no more or come in addition.
void ImageSites::place_sites(const Frame& f) {
  const std::size_t sites = triangulation_->sites();
  x_.resize(sites), w_.resize(sites);
  weights_changed_ = false;
  for (const std::uint32_t s : leaving_)
    x_[s] = triangulation_->site(s).x, w_[s] = triangulation_->site(s).w;
  for (std::uint32_t row = 0; row < f.in.xr.size(); ++row) place_row(f, row);
}

// The grain may have crossed a face, or may have been brought back into the box: its sites stay
// where they are, and the labels follow.
void ImageSites::relabel(const Frame& f, std::uint32_t row, const Vec3& x) {
  const std::uint32_t s = first_[row];
  const Vec3 jump = f.shifted(x, site_[s].shift) - triangulation_->site(s).x;
  int periods[3];
  for (int k = 0; k < 3; ++k)
    periods[k] = f.wrap[k] ? static_cast<int>(std::rint(jump[k] * f.inverse[k])) : 0;
  if (periods[0] == 0 && periods[1] == 0 && periods[2] == 0) return;
  for (std::uint32_t at = s; at != none; at = site_[at].next) {
    for (int k = 0; k < 3; ++k)
      site_[at].shift[k] = static_cast<std::int8_t>(site_[at].shift[k] - periods[k]);
    site_[at].image = site_[at].shift != Shift{};
  }
}

void ImageSites::place_row(const Frame& f, std::uint32_t row) {
  if (first_[row] == none) coming_.push_back({row, {}});
  const Vec3 x = f.any() ? f.in_box(f.in.xr[row].x) : f.in.xr[row].x;
  const double w = f.weight(row);
  if (f.any() && first_[row] != none) relabel(f, row, x);
  bool itself = false;
  const double keep = kKeep * f.distance(row);
  for (std::uint32_t s = first_[row]; s != none; s = site_[s].next) {
    const Shift shift = site_[s].shift;
    x_[s] = f.shifted(x, shift);
    w_[s] = w;
    weights_changed_ |= w != triangulation_->site(s).w;
    itself |= !site_[s].image;
    if (site_[s].image && !f.wanted(x, shift, keep)) leaving_.push_back(s);
  }
  if (!f.any()) return;
  if (!itself && first_[row] != none) coming_.push_back({row, {}});
  f.for_each_image(x, row, [&](const Shift& shift) {
    for (std::uint32_t s = first_[row]; s != none; s = site_[s].next)
      if (site_[s].shift == shift) return;
    coming_.push_back({row, shift});
  });
}

void ImageSites::drop(std::uint32_t site) {
  const std::uint32_t row = site_[site].row;
  if (row != none) {
    std::uint32_t* link = &first_[row];
    while (*link != site) link = &site_[*link].next;
    *link = site_[site].next;
  }
  site_[site] = {};
}

bool ImageSites::insert(const Frame& f, const Change& c) {
  const Vec3 x = f.shifted(f.in_box(f.in.xr[c.row].x), c.shift);
  const auto made = triangulation_->insert({x, f.weight(c.row)});
  if (!made) return false;
  adopt(made.value(), c.row, c.shift);
  return true;
}

// Those that leave move along first, or stay: a removal is cheap in a triangulation that has moved.
bool ImageSites::move(const Frame& f) {
  const auto moved = triangulation_->move_all(
      x_, weights_changed_ ? std::span<const double>(w_) : std::span<const double>(), f.threads);
  if (!moved) return false;
  repairs_ += moved.value();
  for (const std::uint32_t s : leaving_) {
    drop(s);
    if (!triangulation_->remove(s)) return false;
  }
  for (const Change& c : coming_)
    if (!insert(f, c)) return false;
  return true;
}

std::size_t ImageSites::memory_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return (triangulation_ ? triangulation_->memory_bytes() : 0) + bytes(id_) + bytes(first_) +
         bytes(site_) + bytes(x_) + bytes(w_) + bytes(row_of_id_);
}

}  // namespace scree::detect
