// Pieces that bonds hold together, and how large they are.
#include <algorithm>
#include <unordered_map>

#include "measure/totals.hpp"
#include "state/bonds.hpp"

namespace scree::measures {
namespace {

// Classes of sizes, in grains: 1, 2, 3-4, 5-8, ..., the last one without end.
constexpr std::size_t kClasses = 12;

std::size_t class_of(std::size_t grains) {
  std::size_t c = 0;
  for (std::size_t largest = 1; grains > largest && c + 1 < kClasses; largest *= 2) ++c;
  return c;
}

class Fragments final : public Measure {
 public:
  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out{{"number", "", "of fragments"},
                                {"largest", "", "grains of the largest"},
                                {"largest_mass_share", "", "share of the mass that it has"},
                                {"mean", "", "grains of a fragment, on average"},
                                {"mean_by_mass", "", "the same, each fragment by its mass"}};
    const auto add = [&out](const std::string& sizes) {
      out.push_back({"size_" + sizes, "", "number of fragments of so many grains"});
    };
    add("1"), add("2");
    std::size_t from = 3;
    for (std::size_t c = 2; c + 1 < kClasses; ++c, from = 2 * (from - 1) + 1)
      add(std::to_string(from) + "_" + std::to_string(2 * (from - 1)));
    add(std::to_string(from) + "_up");
    return out;
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const Particles& p = in.particles;
    struct Piece {
      std::size_t grains = 0;
      ExactSum mass;
    };
    std::unordered_map<std::uint32_t, std::size_t> number;  // of a name among `pieces`
    std::vector<Piece> pieces;
    BulkSum all_mass;
    const PieceNames piece_name(p);
    std::size_t grains = 0;
    for (std::size_t s = 0; s < p.size(); ++s) {
      if (!is_grain(p, s)) continue;
      std::size_t k = pieces.size();
      if (const std::uint32_t name = piece_name(s); name != 0)
        k = number.try_emplace(name, k).first->second;
      if (k == pieces.size()) pieces.emplace_back();
      ++pieces[k].grains, ++grains;
      const double mass = in.mass(static_cast<std::uint32_t>(s));
      pieces[k].mass.add(mass);
      all_mass += mass;
    }
    if (pieces.empty()) return;
    const double total = all_mass.value();
    double largest_mass = 0;
    std::size_t largest = 0;
    ExactSum by_mass;
    for (const Piece& piece : pieces) {
      const double m = piece.mass.value();
      largest = std::max(largest, piece.grains);
      largest_mass = std::max(largest_mass, m);
      by_mass.add(m * static_cast<double>(piece.grains));
      ++out[5 + class_of(piece.grains)];
    }
    out[0] = static_cast<double>(pieces.size());
    out[1] = static_cast<double>(largest);
    out[2] = total > 0 ? largest_mass / total : 0;
    out[3] = static_cast<double>(grains) / static_cast<double>(pieces.size());
    out[4] = total > 0 ? by_mass.value() / total : 0;
  }
};

Result<std::unique_ptr<Measure>> make_fragments(const ParamSet&) {
  return std::unique_ptr<Measure>(new Fragments);
}

}  // namespace

extern const MeasureEntry fragments_entry;
const MeasureEntry fragments_entry{
    .info =
        {"fragments",
         "pieces that bonds hold together (a loose grain is one): number, largest, mean size in "
         "grains, size distribution",
         "Ferrez 3.5",
         {}},
    .make = make_fragments};

}  // namespace scree::measures
