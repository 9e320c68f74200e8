#include "run/loop/disk_observers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/text.hpp"
#include "run/loop/snapshot.hpp"
#include "run/plots/plot_files.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::run {
namespace {

constexpr std::string_view kMeasures = "measures/";

bool is_whole(const Particles& p) {
  return std::all_of(p.xr.begin(), p.xr.end(),
                     [](const PositionRadius& g) { return is_finite(g.x); });
}

}  // namespace

Result<Done> SeriesWriter::begin(const Simulation&) {
  if (!restored_) directory_.begin_series(table_.header());
  return Done{};
}

Result<Done> SeriesWriter::observe(const Simulation& sim) {
  last_line_ = sim.steps();
  return directory_.add_series(table_.line(sim));
}

Result<Done> SeriesWriter::end(const Simulation& sim, const RunEnd& end) {
  if (!end.trouble.empty()) return Done{};
  if (last_line_ != sim.steps())
    if (auto done = directory_.add_series(table_.closing_line(sim)); !done) return done;
  if (auto done = directory_.flush(); !done) return done;
  if (!draws_ || interval_ <= 0) return Done{};
  const auto files = write_energy_plot(directory_.path());
  if (!files) return files.errors();
  plot_ = files->front();
  return Done{};
}

void SeriesWriter::save(RunMemory& out) const {
  std::size_t k = 0;  // two measures may have one name
  for (Series::Memory& m : table_.state())
    out.add(fmt::format("{}{}/{}", kMeasures, k++, m.name), std::move(m.values));
  if (last_line_ != kNoStep) out.add("run/last_line", std::vector{static_cast<double>(last_line_)});
}

// The arrays of a file come in the order of their names: put the numbers in order again.
void SeriesWriter::restore(const RunMemory& from) {
  std::vector<Series::Memory> memories;
  for (std::size_t k = 0;; ++k) {
    const std::string prefix = fmt::format("{}{}/", kMeasures, k);
    const auto it = std::find_if(from.numbers.begin(), from.numbers.end(), [&](const auto& named) {
      return named.first.starts_with(prefix);
    });
    if (it == from.numbers.end()) break;
    memories.push_back({it->first.substr(prefix.size()), it->second});
  }
  // A series that begins again, because its file is gone, lacks that line.
  if (const auto at = from.find_numbers("run/last_line"); !at.empty() && directory_.has_series())
    last_line_ = static_cast<std::uint64_t>(at[0]);
  restored_ = true;
  begins_afresh_ = !table_.restore(memories);
}

Result<Done> BondBreakWriter::write(const Simulation& sim) {
  const World& w = sim.world();
  if (w.bond_types.empty()) return Done{};
  std::string out = "time,step,i,j,bond,mode,energy\n";
  for (const BondBreak& b : sim.bond_breaks()) {
    append(out, static_cast<double>(b.step) * sim.dt());
    for (const std::uint64_t n : {b.step, std::uint64_t{b.i}, std::uint64_t{b.j}})
      out += ',', append(out, n);
    out += "," + csv_cell(w.bond_types[b.type].name) + "," + kBondModeNames[b.mode] + ",";
    append(out, b.energy);
    out += '\n';
  }
  written_ = sim.bond_breaks().size();
  last_ = std::chrono::steady_clock::now();
  return directory_.write("bond_breaks.csv", out);
}

Result<Done> BondBreakWriter::pause(const Simulation& sim) {
  if (sim.bond_breaks().size() == written_) return Done{};
  if (std::chrono::steady_clock::now() - last_ < std::chrono::seconds(3)) return Done{};
  return write(sim);
}

Result<Done> BondBreakWriter::end(const Simulation& sim, const RunEnd& end) {
  if (!end.trouble.empty() || sim.bond_breaks().size() == written_) return Done{};
  return write(sim);
}

FrameWriter::FrameWriter(RunDirectory& directory, const Simulation& sim, const Scene& scene,
                         std::string color, Series& series)
    : directory_(directory),
      scene_(scene),
      interval_(scene.output.frames),
      series_(series),
      color_(std::move(color)) {
  for (const Wall& w : sim.world().walls)
    walls_move_ = walls_move_ || (w.motion && w.motion->moves());
  for (const RunStage& stage : sim.world().stages)
    walls_move_ = walls_move_ || !stage.motions.empty() || !stage.shapes.empty();
  for (const MeasureSpec& spec : scene.output.measures)
    if (auto made = make_measure(spec); made && (*made)->has_grain_columns())
      measures_.push_back(std::move(*made));
}

// Two measures of one kind would have the same names: the first one's are shown.
void FrameWriter::add_columns(const Simulation& sim, Frame& frame) const {
  if (measures_.empty()) return;
  LiveInput live;
  const MeasureInput input = live.at(sim, EnergyReport{});
  const std::vector<std::uint32_t>& row_of = sim.particles().row_of();
  for (const auto& measure : measures_)
    for (const Measure::GrainColumn& column : measure->grain_columns(input)) {
      const bool there = std::any_of(frame.fields.begin(), frame.fields.end(),
                                     [&](const FrameField& f) { return f.name == column.name; });
      if (there) continue;
      FrameField field{column.name, column.unit, {}};
      for (const std::uint32_t id : frame.id) field.values.push_back(column.values[row_of[id]]);
      frame.fields.push_back(std::move(field));
    }
}

Result<Done> FrameWriter::begin(const Simulation& sim) {
  if (!restored_) snapshots_.note(sim);
  return Done{};
}

Result<Done> FrameWriter::pause(const Simulation& sim) {
  snapshots_.note_arrivals(sim);
  return Done{};
}

Result<Done> FrameWriter::write(const Simulation& sim) {
  snapshots_.note(sim);
  Frame frame = snapshots_.take(sim, scene_.output.contacts);
  add_columns(sim, frame);
  auto done = directory_.write_frame(frame, walls_move_);
  if (!done) return done;
  last_frame_ = sim.steps();
  for (const Series::NamedTable& t : series_.tables(sim))
    if (done = directory_.write_table(t.name, t.table); !done) return done;
  return done;
}

// Once a step: one that was asked for may meet one that is due.
Result<Done> FrameWriter::observe(const Simulation& sim) {
  return last_frame_ == sim.steps() ? Result<Done>(Done{}) : write(sim);
}

Result<Done> FrameWriter::end(const Simulation& sim, const RunEnd& end) {
  if (!end.trouble.empty()) return Done{};
  // A state that blew up is in the black box; readers would stumble over what is not a number.
  if (interval_ > 0 && last_frame_ != sim.steps() && is_whole(sim.particles()))
    if (auto done = write(sim); !done) return done;
  if (!scene_.output.picture) return Done{};
  snapshots_.note(sim);
  ParamSet look = scene_.output.look.look;
  const bool contacts = look.has("contacts") && look.boolean("contacts");
  const Frame frame = snapshots_.take(sim, contacts);
  if (!color_.empty() || !look.has("color"))
    look.set("color", color_.empty() ? best_color(frame) : color_);
  if (auto done = directory_.write_picture(frame, std::move(look)); !done) return done;
  picture_ = directory_.file("picture.png");
  return Done{};
}

void FrameWriter::save(RunMemory& out) const {
  snapshots_.save(out);
  if (last_frame_ != kNoStep)
    out.add("run/last_frame", std::vector{static_cast<double>(last_frame_)});
  out.add("run/color", color_);
}

void FrameWriter::restore(const RunMemory& from) {
  snapshots_.restore(from);
  if (const auto at = from.find_numbers("run/last_frame"); !at.empty())
    last_frame_ = static_cast<std::uint64_t>(at[0]);
  if (color_.empty()) color_ = from.find_text("run/color");
  restored_ = true;
}

Result<Done> CheckpointWriter::begin(const Simulation& sim) {
  return at_start_ ? observe(sim) : Result<Done>(Done{});
}

Result<Done> CheckpointWriter::observe(const Simulation& sim) {
  auto done = write_();
  if (done) last_ = sim.steps();
  return done;
}

// When the run was asked to stop, so that it can go on; when it has ended, so that it can be made
// longer. A state that blew up is nothing to go on from.
Result<Done> CheckpointWriter::end(const Simulation& sim, const RunEnd& end) {
  const bool wanted = interval_ > 0 || end.stopped_by != 0;
  if (!end.trouble.empty() || end.failure || !wanted || last_ == sim.steps()) return Done{};
  return observe(sim);
}

// What it cannot do must not hide the failure itself: a full disk is told by the summary.
Result<Done> BlackBoxWriter::end(const Simulation& sim, const RunEnd& end) {
  if (!end.failure) return Done{};
  if (const auto box = box_.write(directory_.file("blackbox"), sim, scene_, *end.failure))
    report_ = *box;
  return Done{};
}

std::string best_color(const Frame& frame) {
  if (frame.size() == 0) return "speed";
  double least = 1e300, greatest = 0;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (!frame.fixed[k])
      least = std::min(least, frame.radius[k]), greatest = std::max(greatest, frame.radius[k]);
  if (greatest > 1.4 * least) return "radius";
  // Moving: a tenth of the speed that a fall through the packing would give.
  const FrameBounds b = grain_bounds(frame);
  double mean = 0;
  for (const Vec3& v : frame.v) mean += norm(v) / static_cast<double>(frame.size());
  const double fall = std::sqrt(2 * 9.81 * std::max(norm(b.hi - b.lo), 1e-12));
  if (mean > 0.1 * fall) return "speed";
  // All that came through one opening began at one height; who came first shows how it grew.
  for (const FrameField& field : frame.fields)
    if (field.name == kStartHeight && field.values.size() == frame.size()) {
      const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
      if (*high - *low < greatest) return "id";
    }
  return "start height";
}

}  // namespace scree::run
