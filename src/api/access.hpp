// From the public classes to what is behind them; not installed.
#pragma once

#include <memory>
#include <string>

#include "api/reader.hpp"
#include "api/simulation.hpp"
#include "api/stored_run.hpp"
#include "api/world.hpp"
#include "shapes/shape.hpp"
#include "sim/simulation.hpp"
#include "sim/world/world.hpp"

namespace scree::api {

struct World::Impl {
  scree::World world;
};

struct Reader::Source {
  const scree::Simulation& sim;
};

struct Access {
  static const scree::World& of(const World& w) { return w.impl_->world; }
  static scree::World& of(World& w) { return w.impl_->world; }
  static World world(scree::World w) {
    World out;
    out.impl_->world = std::move(w);
    return out;
  }
  static Reader reader(const scree::Simulation& sim) {
    Reader out;
    out.source_ = std::make_shared<const Reader::Source>(Reader::Source{sim});
    return out;
  }
  static Simulation simulation(scree::Simulation sim);  // simulation.cpp
  static const SimulationArchive& of(const Checkpoint& c) {
    return *static_cast<const SimulationArchive*>(c.archive_.get());
  }
  static const scree::Simulation& of(const Reader& r) { return r.source_->sim; }
  static const StoredRun::Impl& of(const StoredRun& r) { return *r.impl_; }
  static std::shared_ptr<const scree::Shape> of(const Shape& s) {
    return std::static_pointer_cast<const scree::Shape>(s.shape_);
  }
  static Shape shape(std::shared_ptr<const scree::Shape> s) {
    Shape out;
    out.shape_ = std::move(s);
    return out;
  }
};

// E0546 and E0547 (world.hpp).
Error unknown_name(const std::string& what, const std::string& name,
                   const std::vector<std::string>& known);
Error taken_name(const std::string& what, const std::string& name);

// "name=value", as a scene spells values; E0101 and E0103 for all that are wrong.
Result<ParamSet> params_of(const CatalogInfo& info, const std::vector<std::string>& pairs);

// The number of a material: empty names the first.
Result<MaterialId> material_called(const scree::World& world, const std::string& name);
Result<scree::Grain> grain_of(const scree::World& world, const Grain& grain);
Result<BodySpec> body_of(const scree::World& world, const Body& body);
std::shared_ptr<const scree::ForceSource> source_of(std::shared_ptr<const ForceSource> own);
std::shared_ptr<const scree::ForceSource> source_of(std::shared_ptr<const ArrayForceSource> own);
// One for all; null: no motion.
Result<std::unique_ptr<WallMotion>> motion_of(const std::vector<Choice>& motions);

}  // namespace scree::api
