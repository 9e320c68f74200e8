// Balls that move as one, under the key that all shapes have.
#include "scene/shape.hpp"

namespace scree::shape_kinds {
namespace {

std::vector<SubTable> tables_of_cluster() {
  return {
      {"cluster", &cluster_section(), Repeat::one, "",
       "what a [cluster.NAME] would hold: { shape = \"rod\", balls = 4, diameter = \"4 mm\" }"}};
}

Result<std::vector<Cluster>> make_cluster_shape(const Branch& b, const World& world) {
  const Branch* table = b.table("cluster");
  if (table == nullptr)
    return Error{"E0450", "a shape of kind `cluster` needs the table `cluster`", "",
                 "cluster = { shape = \"rod\", balls = 4, diameter = \"4 mm\" }"};
  auto made = cluster_of(*table, b.name, world);
  if (!made) {
    Errors errors = made.errors();
    for (Error& e : errors) e.subject = Subject::of_key("cluster");
    return errors;
  }
  std::vector<Cluster> out;
  out.push_back(std::move(*made));
  return out;
}

}  // namespace

extern const ShapeKindEntry cluster_entry;
const ShapeKindEntry cluster_entry{
    .info = {"cluster", "balls that move as one, rigid or held by bonds", "Ferrez 6.4", {}},
    .tables = tables_of_cluster,
    .make = nullptr,
    .any_dimensions = true,
    .make_in = make_cluster_shape};

}  // namespace scree::shape_kinds
