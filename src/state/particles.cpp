#include "state/particles.hpp"

#include <algorithm>
#include <numbers>

#include "base/memory.hpp"

namespace scree {

ParticleId Particles::add(const Grain& g, double density) {
  const ParticleId new_id{next_id_++};
  const double r = g.radius;
  const double m = dimensions_ == Dimensions::two
                       ? density * std::numbers::pi * r * r
                       : density * (4.0 / 3.0 * std::numbers::pi) * r * r * r;
  const std::size_t s = size();
  resize(s + 1);
  xr[s] = {g.x, r};
  vm[s] = {g.fixed ? Vec3{} : g.v, g.fixed ? 0.0 : 1.0 / m};
  ws[s] = {g.fixed ? Vec3{} : g.omega, static_cast<std::uint16_t>(g.material.value),
           static_cast<std::uint16_t>(g.fixed ? kFixed : 0), g.body};
  q[s] = g.q;
  inv_inertia[s] = g.fixed ? 0.0 : 1.0 / (inertia_factor(dimensions_) * m * r * r);
  id[s] = new_id;
  row_of_.resize(next_id_, kNoRow);
  row_of_[new_id.value] = static_cast<std::uint32_t>(s);
  return new_id;
}

Result<std::size_t> Particles::add_field(FieldSpec spec, std::size_t width) {
  bool taken = false;
  for_each_field(*this, [&](const FieldInfo& info, const auto&) {
    taken = taken || info.name == spec.name || info.shown == spec.name;
  });
  if (taken) return field_is_there(spec.name);
  return extra_.add(std::move(spec), width, size());
}

void Particles::resize(std::size_t rows) {
  // First those that have an initial value; the rest then have nothing to add to them.
  for (ExtraField& e : extra_.all()) e.values.resize(rows * e.width, e.initial);
  for_each_column(*this, [rows](auto& column, std::size_t width) { column.resize(rows * width); });
}

namespace {

template <class T>
void take(std::vector<T>& v, std::size_t width, std::span<const std::uint32_t> order) {
  std::vector<T> out = long_array<T>(order.size() * width);
  out.resize(order.size() * width);
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < order.size(); ++k)
    std::copy_n(v.data() + order[k] * width, width, out.data() + k * width);
  v.swap(out);
}

}  // namespace

void Particles::permute(std::span<const std::uint32_t> order) {
  for_each_column(*this, [order](auto& column, std::size_t width) { take(column, width, order); });
  index_ids();
}

void Particles::remove(std::span<const std::uint8_t> gone) {
  std::vector<std::uint32_t> keep;
  keep.reserve(size());
  for (std::uint32_t s = 0; s < size(); ++s)
    if (!gone[s]) keep.push_back(s);
  permute(keep);
}

void Particles::shrink_to_fit() {
  for_each_column(*this, [](auto& column, std::size_t) { column.shrink_to_fit(); });
  row_of_.shrink_to_fit();
}

std::size_t Particles::memory_bytes() const {
  std::size_t bytes = row_of_.capacity() * sizeof(std::uint32_t);
  for_each_column(*this, [&bytes](const auto& column, std::size_t) {
    bytes += column.capacity() * sizeof(column[0]);
  });
  return bytes;
}

void Particles::index_ids() {
  row_of_.assign(next_id_, kNoRow);
  for (std::uint32_t s = 0; s < size(); ++s) row_of_[id[s].value] = s;
}

}  // namespace scree
