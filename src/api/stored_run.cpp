#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "api/stored_run_impl.hpp"
#include "detect/detector.hpp"
#include "dynamics/integrator.hpp"
#include "io/atomic_file.hpp"
#include "io/exporter.hpp"
#include "measure/measure.hpp"
#include "run/folder/data_table.hpp"
#include "run/folder/stored_columns.hpp"
#include "run/folder/stored_tables.hpp"
#include "scene/build/material_library.hpp"
#include "scene/build/parts.hpp"
#include "scene/cluster.hpp"
#include "scene/fill.hpp"
#include "scene/shape.hpp"
#include "sim/bonds/bond_laws.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/world/outlet.hpp"
#include "sim/world/stage.hpp"
#include "walls/wall.hpp"

namespace scree::api {
namespace {

template <class List>
std::vector<CatalogInfo> infos_of(const List& list) {
  std::vector<CatalogInfo> out;
  for (const auto* entry : list) out.push_back(entry->info);
  return out;
}

template <std::vector<CatalogItem> (*Items)()>
std::vector<CatalogInfo> law_infos() {
  std::vector<CatalogInfo> out;
  for (const CatalogItem& item : Items()) out.push_back(item.info);
  return out;
}

struct Listing {
  std::string_view name;
  std::vector<CatalogInfo> (*entries)();
};

constexpr Listing kListings[] = {
    {"normal", law_infos<normal_catalog>},
    {"tangential", law_infos<tangential_catalog>},
    {"rolling", law_infos<rolling_catalog>},
    {"twisting", law_infos<twisting_catalog>},
    {"cohesion", law_infos<cohesion_catalog>},
    {"bonds",
     [] {
       std::vector<CatalogInfo> out;
       for (const CatalogInfo* info : bond_catalog()) out.push_back(*info);
       return out;
     }},
    {"walls", [] { return infos_of(wall_shape_catalog()); }},
    {"motions", [] { return infos_of(wall_motion_catalog()); }},
    {"detectors", [] { return infos_of(detector_catalog()); }},
    {"integrators", [] { return infos_of(integrator_catalog()); }},
    {"engines", [] { return infos_of(engine_catalog()); }},
    {"fills", [] { return infos_of(fill_catalog()); }},
    {"shapes", [] { return infos_of(shape_kind_catalog()); }},
    {"clusters", [] { return infos_of(cluster_catalog()); }},
    {"outlets", [] { return infos_of(outlet_region_catalog()); }},
    {"ends", [] { return infos_of(stage_end_catalog()); }},
    {"measures", [] { return infos_of(measure_catalog()); }},
    {"exporters", [] { return infos_of(exporter_catalog()); }},
};

}  // namespace

std::vector<CatalogInfo> catalog(std::string_view what) {
  for (const Listing& l : kListings)
    if (l.name == what) return l.entries();
  return {};
}

std::vector<std::string_view> catalogs() {
  std::vector<std::string_view> out;
  for (const Listing& l : kListings) out.push_back(l.name);
  return out;
}

std::vector<LibraryMaterial> library_materials() {
  std::vector<LibraryMaterial> out;
  for (const scree::LibraryMaterial& m : material_library()) {
    LibraryMaterial one{std::string(m.name), std::string(m.about), {}, library_toml(m)};
    for (const LibraryValue& v : m.values)
      one.values.push_back({std::string(v.key), std::string(v.value), std::string(v.range),
                            std::string(basis_word(v.basis)), std::string(v.source)});
    out.push_back(std::move(one));
  }
  return out;
}

const std::vector<double>* Table::find(std::string_view name) const {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name) return &values[k];
  return nullptr;
}

StoredRun::StoredRun(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Result<StoredRun> StoredRun::open(const std::string& folder) {
  auto opened = run::StoredRun::open(folder);
  if (opened) return StoredRun(std::make_shared<const Impl>(Impl{opened->path(), *opened}));
  std::error_code none;
  const bool is_run = std::filesystem::exists(folder + "/scene.toml", none);
  if (!is_run || std::filesystem::exists(folder + "/frames.pvd", none)) return opened.errors();
  return StoredRun(std::make_shared<const Impl>(Impl{folder, std::nullopt}));
}

Errors wrong_frame(const StoredRun::Impl& run, std::size_t k) {
  const std::size_t size = run.frames ? run.frames->size() : 0;
  if (k < size) return {};
  return {{"E0548",
           "there is no frame " + std::to_string(k) + ": the run has " + std::to_string(size),
           run.path,
           "",
           {}}};
}

std::string StoredRun::folder() const { return impl_->path; }
std::size_t StoredRun::size() const { return impl_->frames ? impl_->frames->size() : 0; }
double StoredRun::time(std::size_t k) const { return k < size() ? impl_->frames->time(k) : 0; }

Result<StoredFrame> StoredRun::frame(std::size_t k, bool contacts) const {
  if (Errors wrong = wrong_frame(*impl_, k); !wrong.empty()) return wrong;
  using Contacts = run::StoredRun::Contacts;
  auto read = impl_->frames->frame(k, contacts ? Contacts::read : Contacts::leave_out);
  if (!read) return read.errors();
  Frame& f = *read;
  StoredFrame out;
  out.time = f.time, out.step = f.step;
  out.id = std::move(f.id), out.body = std::move(f.body), out.material = std::move(f.type);
  out.radius = std::move(f.radius), out.mass = std::move(f.mass);
  out.position = std::move(f.x), out.velocity = std::move(f.v), out.spin = std::move(f.omega);
  out.force = std::move(f.f), out.orientation = std::move(f.q);
  for (const FrameContact& c : f.contacts)
    out.contacts.push_back({.i = c.i,
                            .j = c.j,
                            .wall = c.wall,
                            .point = c.point,
                            .normal = c.normal,
                            .force = c.force,
                            .tangential = c.tangential,
                            .overlap = c.overlap});
  for (FrameField& field : f.fields)
    out.fields.push_back(
        {std::move(field.name), std::move(field.unit), field.width, std::move(field.values)});
  return out;
}

Result<Table> StoredRun::series() const {
  const auto read = run::read_series(impl_->path);
  if (!read) return read.errors();
  Table out;
  for (const ColumnInfo& c : run::described(read->names, run::stored_series_columns(impl_->path)))
    out.columns.push_back({c.name, c.unit, c.meaning, c.cumulative});
  for (std::size_t k = 0; k < read->names.size(); ++k) out.values.push_back(read->numbers(k));
  return out;
}

std::vector<std::string> StoredRun::tables() const { return run::stored_table_names(impl_->path); }

Result<Table> StoredRun::table(const std::string& name, std::size_t k) const {
  if (Errors wrong = wrong_frame(*impl_, k); !wrong.empty()) return wrong;
  const auto read = run::read_tables(*impl_->frames, name, {k});
  if (!read) return read.errors();
  const MeasureTable& t = read->front().table;
  Table out;
  for (const ColumnInfo& c : t.columns)
    out.columns.push_back({c.name, c.unit, c.meaning, c.cumulative});
  out.values.resize(t.width());
  for (std::size_t row = 0; row < t.rows(); ++row)
    for (std::size_t c = 0; c < t.width(); ++c) out.values[c].push_back(t.at(row, c));
  return out;
}

Result<std::string> StoredRun::summary() const {
  return read_whole_file(impl_->path + "/summary.json");
}

}  // namespace scree::api
