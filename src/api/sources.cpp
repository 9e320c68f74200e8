// Forces of a program's own as sources of a world.
#include <utility>

#include "api/access.hpp"

namespace scree::api {
namespace {

// Row by row.
class SourceOfProgram final : public scree::ForceSource {
 public:
  explicit SourceOfProgram(std::shared_ptr<const api::ForceSource> own) : own_(std::move(own)) {}
  std::string_view name() const override { return own_->name(); }
  void act(const SourceView& v, std::uint32_t row, Vec3& force, Vec3& torque) const override {
    const Particles& p = v.p;
    own_->act({.id = p.id[row].value,
               .time = v.time,
               .time_step = v.dt,
               .position = p.xr[row].x,
               .velocity = p.vm[row].v,
               .spin = p.ws[row].omega,
               .radius = p.xr[row].r,
               .mass = p.mass(row)},
              force, torque);
  }

 private:
  std::shared_ptr<const api::ForceSource> own_;
};

// In the order of ids.
struct GrainArrays {
  std::vector<GrainId> id;
  std::vector<Vec3> position, velocity, spin, force, torque;
  std::vector<double> radius, mass;
  std::vector<std::uint32_t> place;  // of each row

  explicit GrainArrays(const Particles& p) {
    const std::size_t n = p.size();
    id.reserve(n), position.reserve(n), velocity.reserve(n), spin.reserve(n);
    radius.reserve(n), mass.reserve(n);
    place.resize(n), force.resize(n), torque.resize(n);
    for (const std::uint32_t row : p.row_of()) {
      if (row == Particles::kNoRow) continue;
      place[row] = static_cast<std::uint32_t>(id.size());
      id.push_back(p.id[row].value);
      position.push_back(p.xr[row].x), velocity.push_back(p.vm[row].v);
      spin.push_back(p.ws[row].omega), radius.push_back(p.xr[row].r), mass.push_back(p.mass(row));
    }
  }
};

class ArraySourceOfProgram final : public scree::ForceSource {
 public:
  explicit ArraySourceOfProgram(std::shared_ptr<const ArrayForceSource> own)
      : own_(std::move(own)) {}
  std::string_view name() const override { return own_->name(); }
  std::shared_ptr<const void> prepare(const SourceView& v) const override {
    auto all = std::make_shared<GrainArrays>(v.p);
    own_->act({.time = v.time,
               .time_step = v.dt,
               .id = all->id,
               .position = all->position,
               .velocity = all->velocity,
               .spin = all->spin,
               .radius = all->radius,
               .mass = all->mass},
              all->force, all->torque);
    return all;
  }
  void act(const SourceView& v, std::uint32_t row, Vec3& force, Vec3& torque) const override {
    const auto& all = *static_cast<const GrainArrays*>(v.prepared);
    force += all.force[all.place[row]];
    torque += all.torque[all.place[row]];
  }

 private:
  std::shared_ptr<const ArrayForceSource> own_;
};

}  // namespace

std::shared_ptr<const scree::ForceSource> source_of(std::shared_ptr<const ForceSource> own) {
  return std::make_shared<SourceOfProgram>(std::move(own));
}
std::shared_ptr<const scree::ForceSource> source_of(std::shared_ptr<const ArrayForceSource> own) {
  return std::make_shared<ArraySourceOfProgram>(std::move(own));
}

}  // namespace scree::api
