// A world: all that a simulation starts from.
//
//   World world;
//   world.add(Material{.name = "glass", .normal = {"linear", params}});
//   world.add(Wall{.name = "floor", .shape = {"plane", floor}});
//   Result<GrainId> id = world.add(Grain{.position = {0, 0.01, 0}, .radius = 2e-3});
//
// Mistakes are values. A function that has something to give returns a Result; one that has not
// returns Errors, empty when all went well. A part with a mistake leaves the world as it was. What
// only the whole can show (overlaps, grains outside of walls, an unstable time step) is told by
// Simulation::create, all of it together. E0546: a name that the world or a catalogue does not
// have; E0547: a name that is empty or taken.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "api/parts.hpp"

namespace scree::kernel {
struct ExternalPart;
}

namespace scree::api {

class World {
 public:
  World();
  World(const World&);
  World(World&&) noexcept;
  World& operator=(const World&);
  World& operator=(World&&) noexcept;
  ~World();

  Settings settings() const;
  [[nodiscard]] Errors set(const Settings& settings);

  // In this order: what names another part comes after it.
  // A part of a contact law of the program's own (law.hpp). A name that is taken: E0304, by
  // create().
  void add(const kernel::ExternalPart& law);
  [[nodiscard]] Errors add(const Material& material);
  [[nodiscard]] Errors add(const MaterialPair& pair);
  [[nodiscard]] Errors add(const Wall& wall);
  [[nodiscard]] Errors add(const Inlet& inlet);
  [[nodiscard]] Errors add(const Outlet& outlet);
  [[nodiscard]] Errors add(const BondType& type);
  [[nodiscard]] Errors add(const Stage& stage);
  [[nodiscard]] Errors add(const Field& field);
  // Must not change while a simulation uses it.
  [[nodiscard]] Errors add(std::shared_ptr<const ForceSource> source);
  [[nodiscard]] Errors add(std::shared_ptr<const ArrayForceSource> source);

  [[nodiscard]] Result<GrainId> add(const Grain& grain);
  // The ids are consecutive; the first is returned. None or all are added.
  [[nodiscard]] Result<GrainId> add(std::span<const Grain> grains);
  [[nodiscard]] Result<BodyId> add(const Body& body);
  [[nodiscard]] Errors bond(GrainId a, GrainId b, const std::string& type);
  // `values`: as many as the field is wide.
  [[nodiscard]] Errors set_field(const std::string& field, GrainId id,
                                 std::span<const double> values);

  std::size_t grain_count() const;  // of bodies: their primitives
  std::vector<std::string> materials() const;
  std::vector<std::string> walls() const;

 private:
  friend struct Access;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::api
