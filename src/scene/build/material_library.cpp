// The library's numbers. A range says how far such grains differ; a number within it is a start,
// not the truth about your grains: measure or calibrate what matters (docs/howto/materials.md).
#include "scene/build/material_library.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

constexpr std::string_view kGlassHandbook =
    "Bansal & Doremus 1986, Handbook of Glass Properties: soda-lime glass";
constexpr std::string_view kFoersterGlass =
    "Foerster, Louge, Chang & Allia 1994, Phys. Fluids 6, 1108: 3 mm soda-lime spheres that "
    "collide in free flight";
constexpr std::string_view kFoersterAcetate =
    "Foerster, Louge, Chang & Allia 1994, Phys. Fluids 6, 1108: 6 mm cellulose acetate spheres "
    "that collide in free flight";
constexpr std::string_view kRoundRolls =
    "Johnson 1985, Contact Mechanics, ch. 9: rolling losses of hard, smooth and round bodies are "
    "far below those of sliding";
constexpr std::string_view kSteelTables =
    "Kaye & Laby, Tables of Physical and Chemical Constants: mild steel";
constexpr std::string_view kQuartz =
    "Mavko, Mukerji & Dvorkin 2009, The Rock Physics Handbook: quartz";
constexpr std::string_view kSandCalibrated =
    "Derakhshani, Schott & Lodewijks 2015, Powder Technol. 269, 127: spheres that were calibrated "
    "to heaps of quartz sand";
constexpr std::string_view kGranite =
    "Goodman 1989, Introduction to Rock Mechanics: tables of intact granite and limestone";
constexpr std::string_view kCoalSound =
    "Schuyer, Dijkstra & van Krevelen 1954, Fuel 33, 409: elastic constants of coals by sound";
constexpr std::string_view kCoalMeasured =
    "Teffo & Naudé 2013, J. South. Afr. Inst. Min. Metall. 113, 351: measured on lumps; depends "
    "strongly on their shape";
constexpr std::string_view kGrainReview =
    "Boac, Casada, Maghirang & Harner 2010, Trans. ASABE 53, 1201: review for grains and oilseeds, "
    "depends on variety and moisture";
constexpr std::string_view kPlastics = "Brandrup, Immergut & Grulke 1999, Polymer Handbook";

constexpr LibraryValue kGlass[] = {
    {"density", "2500 kg/m^3", "2450 to 2600 kg/m^3", Basis::handbook, kGlassHandbook},
    {"young", "70 GPa", "65 to 75 GPa", Basis::handbook, kGlassHandbook},
    {"poisson", "0.22", "0.20 to 0.25", Basis::handbook, kGlassHandbook},
    {"restitution", "0.97", "0.90 to 0.98", Basis::measured, kFoersterGlass},
    {"friction", "0.09", "0.08 to 0.2, more where scratched", Basis::measured, kFoersterGlass},
    {"rolling", "0", "below 0.01", Basis::typical, kRoundRolls},
};
constexpr LibraryValue kSteel[] = {
    {"density", "7850 kg/m^3", "7700 to 8050 kg/m^3", Basis::handbook, kSteelTables},
    {"young", "210 GPa", "190 to 215 GPa", Basis::handbook, kSteelTables},
    {"poisson", "0.29", "0.27 to 0.30", Basis::handbook, kSteelTables},
    {"restitution", "0.9", "0.7 to 0.95, falls with the speed", Basis::typical,
     "Johnson 1985, Contact Mechanics, 11.5, with data of Goldsmith 1960, Impact"},
    {"friction", "0.2", "0.1 (a film of grease) to 0.6 (clean)", Basis::typical,
     "Bowden & Tabor 1950, The Friction and Lubrication of Solids"},
    {"rolling", "0", "below 0.01", Basis::typical, kRoundRolls},
};
constexpr LibraryValue kSand[] = {
    {"density", "2650 kg/m^3", "2600 to 2700 kg/m^3", Basis::handbook, kQuartz},
    {"young", "95 GPa", "70 to 100 GPa", Basis::handbook, kQuartz},
    {"poisson", "0.08", "0.06 to 0.2", Basis::handbook, kQuartz},
    {"restitution", "0.6", "0.5 to 0.8", Basis::typical,
     "Sandeep et al. 2021, Can. Geotech. J. 58, 35: natural grains dropped on blocks"},
    {"friction", "0.5", "0.2 (grain on grain) to 0.6 (spheres that stand for sand)", Basis::typical,
     "Senetakis, Coop & Todisco 2013, Soils Found. 53, 746 (grain on grain); Derakhshani et al. "
     "2015 (spheres)"},
    {"rolling", "0.3", "0.1 to 0.4, stands for the shape of the grains", Basis::typical,
     kSandCalibrated},
};
constexpr LibraryValue kGravel[] = {
    {"density", "2650 kg/m^3", "2500 to 2800 kg/m^3", Basis::handbook, kGranite},
    {"young", "50 GPa", "30 to 75 GPa", Basis::handbook, kGranite},
    {"poisson", "0.25", "0.15 to 0.3", Basis::handbook, kGranite},
    {"restitution", "0.8", "0.6 to 0.9, less for angular stones", Basis::typical,
     "Durda et al. 2011, Icarus 211, 849: granite spheres of 1 m"},
    {"friction", "0.6", "0.5 to 0.85", Basis::typical,
     "Byerlee 1978, Pure Appl. Geophys. 116, 615: friction of rocks"},
    {"rolling", "0.2", "0.1 to 0.4, stands for the shape of the stones", Basis::typical,
     "Wensrich & Katterfeld 2012, Powder Technol. 217, 409: rolling friction for shape"},
};
constexpr LibraryValue kRice[] = {
    {"density", "1400 kg/m^3", "1300 to 1500 kg/m^3", Basis::typical, kGrainReview},
    {"young", "300 MPa", "0.1 to 4 GPa, falls with moisture", Basis::typical, kGrainReview},
    {"poisson", "0.3", "0.2 to 0.4", Basis::typical, kGrainReview},
    {"restitution", "0.5", "0.4 to 0.7", Basis::typical, kGrainReview},
    {"friction", "0.4", "0.3 to 0.55", Basis::typical, kGrainReview},
    {"rolling", "0.05", "0.01 to 0.1; better: rods of balls", Basis::typical, kGrainReview},
};
constexpr LibraryValue kCoal[] = {
    {"density", "1350 kg/m^3", "1250 to 1500 kg/m^3, more with ash", Basis::typical,
     "van Krevelen 1993, Coal: Typology, Physics, Chemistry, Constitution"},
    {"young", "4 GPa", "1 to 6 GPa", Basis::typical, kCoalSound},
    {"poisson", "0.35", "0.25 to 0.4", Basis::typical, kCoalSound},
    {"restitution", "0.5", "0.2 to 0.7", Basis::typical, kCoalMeasured},
    {"friction", "0.5", "0.3 to 0.7", Basis::typical, kCoalMeasured},
    {"rolling", "0.1", "0.02 to 0.2, stands for the shape of the lumps", Basis::typical,
     kCoalMeasured},
};
constexpr LibraryValue kPolymer[] = {
    {"density", "1300 kg/m^3", "900 (polyethylene) to 1400 kg/m^3", Basis::typical, kPlastics},
    {"young", "3 GPa", "0.2 (polyethylene) to 4 GPa (acrylic, acetate)", Basis::typical, kPlastics},
    {"poisson", "0.35", "0.28 to 0.45", Basis::typical, kPlastics},
    {"restitution", "0.87", "0.6 to 0.95", Basis::measured, kFoersterAcetate},
    {"friction", "0.25", "0.1 to 0.4", Basis::measured, kFoersterAcetate},
    {"rolling", "0", "below 0.02 for round pellets", Basis::typical, kRoundRolls},
};

constexpr LibraryMaterial kLibrary[] = {
    {"glass", "smooth, round beads of soda-lime glass", kGlass},
    {"steel", "smooth balls of steel; walls", kSteel},
    {"sand", "quartz sand, as spheres that resist rolling", kSand},
    {"gravel", "crushed granite or limestone, as spheres that resist rolling", kGravel},
    {"rice", "rough rice", kRice},
    {"coal", "lumps of hard coal", kCoal},
    {"polymer", "round pellets of a stiff plastic (cellulose acetate)", kPolymer},
};

}  // namespace

const LibraryValue& LibraryMaterial::value(std::string_view key) const {
  for (const LibraryValue& v : values)
    if (v.key == key) return v;
  return values.front();
}

std::span<const LibraryMaterial> material_library() { return kLibrary; }

const LibraryMaterial* find_library_material(std::string_view name) {
  for (const LibraryMaterial& m : kLibrary)
    if (m.name == name) return &m;
  return nullptr;
}

std::string library_toml(const LibraryMaterial& m) {
  const auto v = [&m](std::string_view key) { return m.value(key).value; };
  std::string out = fmt::format(
      "density = \"{}\"\n"
      "normal = {{ law = \"hertz\", young = \"{}\", poisson = {}, restitution = {} }}\n"
      "tangential = {{ law = \"spring\", friction = {} }}\n",
      v("density"), v("young"), v("poisson"), v("restitution"), v("friction"));
  if (v("rolling") != "0")
    out += fmt::format("rolling = {{ law = \"spring\", friction = {} }}\n", v("rolling"));
  return out;
}

std::string_view basis_word(Basis basis) {
  switch (basis) {
    case Basis::measured:
      return "measured";
    case Basis::handbook:
      return "handbook";
    case Basis::typical:
      break;
  }
  return "typical";
}

}  // namespace scree
