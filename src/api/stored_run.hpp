// What the program can name, and runs on the disk, read again.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/reader.hpp"

namespace scree::api {

// Columns of numbers with their units; what is not a number is NaN.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<double>> values;                       // by column
  const std::vector<double>* find(std::string_view name) const;  // null: no such column
};

// One instant, in the order of ids.
struct StoredFrame {
  double time = 0;
  std::uint64_t step = 0;
  std::vector<GrainId> id;
  std::vector<BodyId> body;
  std::vector<std::uint32_t> material;
  std::vector<double> radius, mass;
  std::vector<Vec3> position, velocity, spin, force;
  std::vector<Quat> orientation;
  std::vector<Contact> contacts;  // where the run stored them
  struct Field {
    std::string name, unit;
    std::size_t width = 1;
    std::vector<double> values;  // width a grain
  };
  std::vector<Field> fields;
};

class StoredRun {
 public:
  // E0750: the folder is not a run. One without frames has a series and a summary.
  [[nodiscard]] static Result<StoredRun> open(const std::string& folder);

  std::string folder() const;
  std::size_t size() const;  // frames
  double time(std::size_t k) const;
  [[nodiscard]] Result<StoredFrame> frame(std::size_t k, bool contacts = false) const;
  [[nodiscard]] Result<Table> series() const;  // E0470: there is none
  // Measures that wrote a table with every frame.
  std::vector<std::string> tables() const;
  [[nodiscard]] Result<Table> table(const std::string& name, std::size_t k) const;
  [[nodiscard]] Result<std::string> summary() const;  // summary.json, with the verdict

  struct Impl;

 private:
  friend struct Access;
  explicit StoredRun(std::shared_ptr<const Impl>);
  std::shared_ptr<const Impl> impl_;
};

// What `scree list WHAT` shows: laws of a kind ("normal", "tangential", "rolling", "twisting",
// "cohesion"), "bonds", "walls", "motions", "detectors", "integrators", "engines", "fills",
// "shapes", "clusters", "outlets", "measures", "exporters". Empty: there is no such catalogue.
// The entries stay as long as the program.
std::vector<CatalogInfo> catalog(std::string_view what);
std::vector<std::string_view> catalogs();

// Materials that every scene may name, `material.beads = "glass"`; `scree list materials`.
struct LibraryMaterial {
  struct Value {
    std::string key, value, range;  // as one writes them in a scene; what one finds for such grains
    std::string basis, source;      // "measured", "handbook" or "typical", and by whom
  };
  std::string name, about;
  std::vector<Value> values;
  std::string toml;  // of [material.NAME]
};
std::vector<LibraryMaterial> library_materials();

}  // namespace scree::api
