// A cluster that stands for the solid of a closed triangle mesh.
#include <cmath>

#include "scene/build/mesh_balls.hpp"
#include "scene/cluster.hpp"

namespace scree::clusters {
namespace {

constexpr ParamInfo kMeshParams[] = {
    {.name = "file",
     .kind = ParamKind::path,
     .required = true,
     .doc = "STL, OBJ or PLY, closed; relative to the scene"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for its lengths: 0.001 for a file in millimetres"},
    {.name = "weld",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "points closer than this are one"},
    {.name = "balls",
     .kind = ParamKind::choice,
     .fallback = "fitted",
     .choices = "fitted|lattice",
     .doc = "`fitted`: overlapping balls of many sizes that touch the surface from inside; "
            "`lattice`: equal balls on a close-packed lattice"},
    {.name = "count",
     .kind = ParamKind::integer,
     .fallback = "30",
     .range = {1, 5000},
     .doc = "of fitted balls, at most"},
    {.name = "coverage",
     .fallback = "0.98",
     .range = range::positive_fraction,
     .doc = "share of the volume at which no more balls are fitted"},
    {.name = "overshoot",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "by which fitted balls reach beyond the surface: fewer of them cover it"},
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the balls of a lattice"},
    {.name = "spacing",
     .dim = dim::length,
     .range = range::positive,
     .doc = "distance of neighbours on the lattice; default: `diameter`"},
    {.name = "mass",
     .kind = ParamKind::choice,
     .fallback = "mesh",
     .choices = "mesh|union",
     .doc = "whose mass, centre and inertia the cluster has: those of the solid of the mesh, or of "
            "the union of the balls"},
};

Result<std::vector<SolidBall>> lattice_in(const SolidMesh& mesh, const ParamSet& p) {
  if (!p.has("diameter"))
    return Error{"E0440", "a lattice needs the `diameter` of its balls", "", "",
                 Subject::of_key("balls")};
  const double r = 0.5 * p.number("diameter"), spacing = p.number_or("spacing", 2 * r);
  const Vec3 size = mesh.hi() - mesh.lo();
  const double wanted = std::sqrt(2.0) * size.x * size.y * size.z / (spacing * spacing * spacing);
  if (wanted > 10 * kMostClusterBalls) return too_many_cluster_balls(wanted, "diameter");
  std::vector<SolidBall> out;
  for (const Vec3& x : close_packed_sites(mesh.lo(), mesh.hi(), spacing, [&](const Vec3& at) {
         return mesh.contains(at) && mesh.distance(at) >= r * (1 - 1e-9);
       }))
    out.push_back({x, r});
  if (out.size() > kMostClusterBalls)
    return too_many_cluster_balls(static_cast<double>(out.size()), "diameter");
  if (out.empty())
    return Error{"E0440", "no ball of the lattice fits in the mesh", "",
                 "a smaller `diameter`; is `scale` right?", Subject::of_key("diameter")};
  return out;
}

Result<ClusterShape> make_mesh_cluster(const Branch& b) {
  const ParamSet& p = b.entry_params;
  auto soup = read_mesh_file(p.text("file"));
  if (!soup) {
    Errors errors = soup.errors();
    for (Error& e : errors) e.subject = Subject::of_key("file");
    return errors;
  }
  const auto mesh = SolidMesh::of(*soup, p.number("scale"), p.number("weld"));
  if (!mesh) return mesh.errors();
  ClusterShape out;
  if (p.text("balls") == "lattice") {
    auto balls = lattice_in(*mesh, p);
    if (!balls) return balls.errors();
    out.balls = std::move(*balls);
  } else {
    out.balls = fitted_balls(*mesh, {.most = static_cast<std::size_t>(p.integer("count")),
                                     .coverage = p.number("coverage"),
                                     .overshoot = p.number("overshoot")});
  }
  if (p.text("mass") == "mesh") out.solid = mesh->mass();
  return out;
}

}  // namespace

extern const ClusterEntry mesh_entry;
const ClusterEntry mesh_entry{
    .info = {"mesh", "balls for the solid of a closed STL, OBJ or PLY mesh", "", kMeshParams},
    .tables = nullptr,
    .make = make_mesh_cluster};

}  // namespace scree::clusters
