// scree volume SYSTEM.json: volumes of the cells R x <= f, with their derivatives.
#include "geometry/halfspaces/volume.hpp"

#include <fmt/format.h>

#include <memory>

#include "scree/commands.hpp"
#include "scree/json_answers.hpp"

namespace scree::app {
namespace {

using geometry::CellState;
using run::Json;

struct VolumeArguments {
  std::string systems, output;
};

struct HalfSpaceSystem {
  std::vector<Vec3> r;
  std::vector<double> f;
};

Error bad_system(const std::string& what, const std::string& where) {
  return {"E0592", what, where,
          R"(the file has the form {"systems": [{"R": [[x, y, z], ...], "f": [limit, ...]}]})"};
}

Result<HalfSpaceSystem> system_of(const Json& given, const std::string& where) {
  if (!given.is_object()) return bad_system("a system is an object with `R` and `f`", where);
  for (const char* name : {"R", "f"})
    if (!given.contains(name) || !given[name].is_array())
      return bad_system(fmt::format("there is no list `{}`", name), where);
  HalfSpaceSystem out;
  const Json &rows = given["R"], &limits = given["f"];
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Json& r = rows[k];
    const bool three =
        r.is_array() && r.size() == 3 && r[0].is_number() && r[1].is_number() && r[2].is_number();
    if (!three)
      return bad_system("a row is a list of three numbers", fmt::format("{}.R[{}]", where, k));
    out.r.push_back({r[0].get<double>(), r[1].get<double>(), r[2].get<double>()});
  }
  for (std::size_t k = 0; k < limits.size(); ++k) {
    if (!limits[k].is_number())
      return bad_system("a limit is a number", fmt::format("{}.f[{}]", where, k));
    out.f.push_back(limits[k].get<double>());
  }
  return out;
}

Result<Json> volume_of(const Json& given, const std::string& where) {
  const auto system = system_of(given, where);
  if (!system) return system.errors();
  const auto found = geometry::halfspace_volume(system->r, system->f);
  if (!found) {
    Error e = found.error();
    e.location = where;
    return e;
  }
  Json out;
  out["state"] = std::string(geometry::kCellStateNames[static_cast<int>(found->state)]);
  // JSON has no infinity; null says that there is no such number.
  out["volume"] = found->state == CellState::infinite ? Json(nullptr) : Json(found->volume);
  if (found->state == CellState::infinite || found->state == CellState::flat) {
    out["gradient_f"] = nullptr;
    out["gradient_R"] = nullptr;
    return out;
  }
  out["gradient_f"] = found->gradient_f;
  out["gradient_R"] = Json::array();
  for (const Vec3& g : found->gradient_r) out["gradient_R"].push_back({g.x, g.y, g.z});
  return out;
}

}  // namespace

void add_volume(CommandLine& line) {
  auto a = std::make_shared<VolumeArguments>();
  Command c = line.command("volume", "volume of cells R x <= f, and its derivatives");
  c.value("systems", a->systems, "JSON file with R and f of each cell").required();
  c.value("--output,-o", a->output, "write the answers to this file");
  c.action([a] {
    return put_answers(answer_file(a->systems, "systems", {}, bad_system, volume_of), a->output);
  });
}

}  // namespace scree::app
