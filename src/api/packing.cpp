#include "api/packing.hpp"

#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/packing/packing.hpp"

namespace scree::api {
namespace {

PackingBox box_of(const scree::PackingBox& from) {
  PackingBox out{.min = from.lo, .max = from.hi, .tilt = from.tilt};
  out.periodic_known = from.periodic_known;
  for (int k = 0; k < 3; ++k)
    if (from.periodic[k]) out.periodic += static_cast<char>('x' + k);
  return out;
}

}  // namespace

Result<Packing> read_packing(const std::string& path, const PackingQuestion& question) {
  const auto text = read_whole_file(path);
  if (!text) return text.errors();
  auto read = std::make_shared<ReadPacking>(scree::read_packing(
      *text, {question.format, question.frame, question.units, question.diameter}));
  if (!read->mistakes.empty()) return errors_of(path, read->mistakes);
  const scree::Packing& from = read->packing;
  Packing out;
  out.format = name_of(from.format), out.units = from.units, out.types = from.types;
  out.frame = from.frame, out.frames = from.frames, out.step = from.step, out.time = from.time;
  out.notes = from.notes;
  if (from.box) out.box = box_of(*from.box);
  for (const PackedGrain& g : from.grains) {
    out.id.push_back(g.id), out.position.push_back(g.x), out.radius.push_back(g.radius);
    out.type.push_back(g.type);
    if (from.has_velocities) out.velocity.push_back(g.v);
    if (from.has_spins) out.spin.push_back(g.omega);
    if (from.has_densities) out.density.push_back(g.density);
  }
  out.whole_ = read, out.name_ = std::filesystem::path(path).filename().string();
  return out;
}

Result<std::string> Packing::table(const std::vector<std::string>& materials) const {
  if (!whole_) return Error{"E0548", "this packing was not read from a file", "", ""};
  if (!materials.empty() && materials.size() != types.size())
    return Error{"E0548",
                 std::to_string(materials.size()) + " materials for " +
                     std::to_string(types.size()) + " types",
                 "", "give one for each type"};
  return packing_csv(static_cast<const ReadPacking*>(whole_.get())->packing, materials, name_);
}

}  // namespace scree::api
