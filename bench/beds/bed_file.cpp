// Beds in files: recipe, header, grains.
#include <cstdio>
#include <memory>
#include <type_traits>

#include "bed.hpp"

namespace scree::bench {
namespace {

struct Header {
  peers::HookeLaw law;
  double dt = 0;
  peers::OpenBox box;
  Vec3 gravity;
  double turn_rate = 0;
  peers::Shake shake;
  BedReport report;
  std::uint64_t grains = 0;
  std::uint64_t recipe_bytes = 0;
};
static_assert(std::is_trivially_copyable_v<Header> &&
              std::is_trivially_copyable_v<peers::GrainState>);

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

}  // namespace

// Written beside and renamed: a bed whose making was broken off is not taken for one.
bool save(const Bed& bed, const std::string& recipe, const BedReport& report,
          const std::string& path) {
  const std::string beside = path + ".part";
  const Header h{bed.law,   bed.dt, bed.box,           bed.gravity,  bed.turn_rate,
                 bed.shake, report, bed.grains.size(), recipe.size()};
  {
    const File out(std::fopen(beside.c_str(), "wb"));
    if (!out) return false;
    if (std::fwrite(&h, sizeof h, 1, out.get()) != 1 ||
        std::fwrite(recipe.data(), 1, recipe.size(), out.get()) != recipe.size() ||
        std::fwrite(bed.grains.data(), sizeof(peers::GrainState), bed.grains.size(), out.get()) !=
            bed.grains.size() ||
        std::fflush(out.get()) != 0)
      return false;
  }
  return std::rename(beside.c_str(), path.c_str()) == 0;
}

std::optional<StoredBed> load_bed(const std::string& path, const std::string& recipe) {
  const File in(std::fopen(path.c_str(), "rb"));
  Header h;
  if (!in || std::fread(&h, sizeof h, 1, in.get()) != 1 || h.recipe_bytes > 10000)
    return std::nullopt;
  std::string made_by(h.recipe_bytes, ' ');
  if (std::fread(made_by.data(), 1, made_by.size(), in.get()) != made_by.size() ||
      (!recipe.empty() && made_by != recipe))
    return std::nullopt;
  StoredBed s{{h.law, h.dt, h.box, h.gravity, h.turn_rate, h.shake, peers::State(h.grains)},
              h.report};
  if (std::fread(s.bed.grains.data(), sizeof(peers::GrainState), h.grains, in.get()) != h.grains)
    return std::nullopt;
  return s;
}

}  // namespace scree::bench
