// The current contacts as reports see them: in the order of ids, or in any order on all threads.
#include "base/parallel_totals.hpp"
#include "measure/partners.hpp"
#include "sim/parts/impl.hpp"

namespace scree {
namespace {

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
  const ContactReader contacts = impl_->state.contacts_with_forces();
  contacts.each_in_order([&](const Contact& c) {
    if (c.kind != ContactKind::pair || contacts.knows_pair_forces()) visit(contacts.view(c));
  });
}

void Simulation::visit_contacts(int threads, const ContactVisitor& visit) const {
  const ContactReader contacts = impl_->state.contacts_with_forces();
  for (const ContactKind kind : kContactKinds) {
    if (kind == ContactKind::pair && !contacts.knows_pair_forces()) continue;
    parallel_blocks(contacts.places(kind), threads,
                    [&](std::size_t first, std::size_t last, int thread) {
                      BlockOfViews block(thread, visit);
                      contacts.each_in(kind, first, last,
                                       [&](const Contact& c) { block.add(contacts.view(c)); });
                      block.flush();
                    });
  }
}

ContactCount Simulation::count_contacts() const {
  const SimState& s = impl_->state;
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
