// The contacts of now as reports see them: in the order of ids, or in any order on all threads.
#include "base/parallel_totals.hpp"
#include "measure/partners.hpp"
#include "sim/body_reports.hpp"
#include "sim/report_touch.hpp"

namespace scree {
namespace {

// Fills in views of the contacts of one simulation.
class ContactViews {
 public:
  explicit ContactViews(const Simulation::Impl& s) : s_(s), lever_(s.lever()) {
    for (const kernel::PairLaw& law : s.laws.laws) friction_.push_back(has_friction(law));
  }

  ContactView of_pair(std::uint32_t c) const {
    const Particles& p = s_.world.particles;
    const std::uint32_t i = s_.lists.near.owner[c], j = s_.lists.near.other[c];
    const kernel::ContactForce& on = s_.lists.near.force[c];
    const Vec3 d = shortest(p.xr[j].x - p.xr[i].x, s_.world.box);
    const SphereMeeting at = spheres_meeting(d, p.xr[i].r, p.xr[j].r);
    return {.i = p.id[i],
            .j = p.id[j],
            .point = p.xr[i].x + (p.xr[i].r - lever_ * at.overlap) * at.normal,
            .normal = at.normal,
            .overlap = at.overlap,
            .force = on.force,
            .tangential = cross(on.moment, at.normal),
            .friction = has_friction_between(p.ws[i].material, p.ws[j].material)};
  }

  ContactView of_wall(const WallEntry& entry, std::uint32_t m) const {
    const Particles& p = s_.world.particles;
    const WallPoint& at = s_.walls.contacts.points[entry.first + m];
    return {.i = p.id[entry.row],
            .wall = entry.wall,
            .point = near_grain(at, p.xr[entry.row].x, s_.world.box),
            .normal = at.normal,
            .overlap = at.overlap,
            .force = at.force,
            .tangential = at.tangential,
            .friction = has_friction_between(p.ws[entry.row].material,
                                             s_.world.walls[entry.wall].material.value),
            .feature = at.feature};
  }

 private:
  bool has_friction_between(std::uint32_t a, std::uint32_t b) const {
    return friction_[s_.laws.index[a * static_cast<std::uint32_t>(s_.laws.materials) + b]] != 0;
  }

  const Simulation::Impl& s_;
  double lever_;
  std::vector<std::uint8_t> friction_;  // of each law
};

// Hands contacts on in blocks that stay in the first-level cache.
class BlockOfViews {
 public:
  BlockOfViews(int thread, const ContactVisitor& visit) : thread_(thread), visit_(visit) {}
  void add(const ContactView& view) {
    views_[count_++] = view;
    if (count_ == kMost) flush();
  }
  void flush() {
    if (count_ > 0) visit_(thread_, std::span(views_).first(count_));
    count_ = 0;
  }

 private:
  static constexpr std::size_t kMost = 64;
  int thread_;
  const ContactVisitor& visit_;
  std::size_t count_ = 0;
  std::array<ContactView, kMost> views_;
};

// Of a shape at a wall: corners on one side of the wall are one contact (measure/partners.hpp).
std::size_t sides_of(std::span<const PointRecord> points) {
  std::size_t sides = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    bool fresh = true;
    for (std::size_t m = 0; m < k && fresh; ++m)
      fresh = !(dot(points[m].at.normal, points[k].at.normal) > kSameSide);
    sides += fresh;
  }
  return sides;
}

}  // namespace

void Simulation::for_each_contact(const std::function<void(const ContactView&)>& visit) const {
  const Impl& s = *impl_;
  const Particles& grains = s.world.particles;
  const ContactViews views(s);
  std::vector<std::uint32_t> contacts;
  if (s.forces_kept) contacts = touching_in_order(s.lists.near, grains);
  std::size_t next = 0, w = 0;
  for (const std::uint32_t row : grains.row_of()) {
    if (row == Particles::kNoRow) continue;
    for (; next < contacts.size() && s.lists.near.owner[contacts[next]] == row; ++next)
      visit(views.of_pair(contacts[next]));
    const auto& by_id = s.walls.contacts.by_id;
    while (w < by_id.size() && s.walls.contacts.entries[by_id[w]].row == row) {
      const WallEntry& entry = s.walls.contacts.entries[by_id[w++]];
      for (std::uint32_t m = 0; m < entry.touching; ++m) visit(views.of_wall(entry, m));
    }
  }
  visit_points(s, visit);
}

void Simulation::visit_contacts(int threads, const ContactVisitor& visit) const {
  const Impl& s = *impl_;
  const ContactViews views(s);
  const auto pairs = [&](std::size_t first, std::size_t last, int thread) {
    BlockOfViews block(thread, visit);
    for (auto c = static_cast<std::uint32_t>(first); c < last; ++c)
      if (s.lists.near.touching(c)) block.add(views.of_pair(c));
    block.flush();
  };
  const auto walls = [&](std::size_t first, std::size_t last, int thread) {
    BlockOfViews block(thread, visit);
    for (std::size_t k = first; k < last; ++k) {
      const WallEntry& entry = s.walls.contacts.entries[k];
      for (std::uint32_t m = 0; m < entry.touching; ++m) block.add(views.of_wall(entry, m));
    }
    block.flush();
  };
  if (s.forces_kept) parallel_blocks(s.lists.near.size(), threads, pairs);
  parallel_blocks(s.walls.contacts.entries.size(), threads, walls);
  BlockOfViews block(0, visit);
  visit_points(s, [&block](const ContactView& view) { block.add(view); });
  block.flush();
}

ContactCount Simulation::count_contacts() const {
  const Impl& s = *impl_;
  std::size_t pairs = 0, walls = 0;
#pragma omp parallel for schedule(static) reduction(+ : pairs) num_threads(s.threads)
  for (std::size_t c = 0; c < s.lists.near.size(); ++c) pairs += s.lists.near.last[c].touching > 0;
  for (const WallEntry& e : s.walls.contacts.entries) walls += e.touching;
  std::size_t partners = 2 * pairs + walls;
  for (std::size_t k = 0; k < s.points.pairs().size(); ++k) {
    const PointPair& p = s.points.pairs()[k];
    (p.at_wall() ? walls : pairs) += p.touching;
    if (p.touching > 0) partners += p.at_wall() ? sides_of(s.points.points(k).span()) : 2;
  }
  return {.pairs = pairs, .walls = walls, .partners = partners};
}

std::size_t Simulation::contact_count() const {
  const ContactCount count = count_contacts();
  return count.pairs + count.walls;
}

}  // namespace scree
