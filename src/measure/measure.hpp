// Measures: numbers computed from one instant of a run (Ferrez 4.6), for a series or afterwards.
//
// A measure sees a MeasureInput, a snapshot of plain data: this module knows no simulation, no wall
// shape and no file, so that the same code serves a live run and a stored frame. It only reads.
//
// Every sum over grains or contacts is exact and every loop over them may run on several threads
// (measure/totals.hpp): the values are the same bits for any number of threads, any order of the
// rows and any order of the contacts. docs/theory/measures.md
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/column.hpp"
#include "base/id.hpp"
#include "base/params.hpp"
#include "base/result.hpp"
#include "base/space_part.hpp"
#include "base/table.hpp"
#include "measure/solids.hpp"
#include "state/box.hpp"
#include "state/contact_view.hpp"
#include "state/energy_report.hpp"
#include "state/particles.hpp"
#include "state/row_shares.hpp"

namespace scree {

using MeasureContact = ContactView;

// The contacts of an instant, each once, in any order: a list, or whatever makes them while they
// are looked at. A million grains have half a gigabyte of them, which do not have to be written and
// read.
class MeasureContacts {
 public:
  // Calls the visitor with all contacts, from threads 0 ... threads - 1.
  using Source = std::function<void(int threads, const ContactVisitor&)>;

  MeasureContacts() = default;
  MeasureContacts(std::span<const MeasureContact> list) : list_(list) {}
  MeasureContacts(const std::vector<MeasureContact>& list) : list_(list) {}
  explicit MeasureContacts(Source source) : source_(std::move(source)) {}

  void visit(int threads, const ContactVisitor& visitor) const;

 private:
  std::span<const MeasureContact> list_;
  Source source_;
};

struct MeasureWall {
  std::string_view name;
  Vec3 force{};                 // of the grains on the wall
  Vec3 torque{};                // of the grains on the wall, about its origin
  Vec3 position{}, velocity{};  // of its origin
  double area = 0;              // 0: not known
};

// A cell that deforms: components xx, yy, zz, xy, xz, yz.
struct MeasureCell {
  std::array<double, 6> strain{}, rate{}, stress{};
  double work = 0;        // J, on the grains since the start
  std::size_t phase = 0;  // of the scene
};

// The space that the walls leave for the grains.
struct MeasureSpace {
  std::vector<SpacePart> parts;
  std::string why_not;  // it cannot be divided, and why; empty: it can, if it is closed
};

struct MeasureInput {
  const Particles& particles;
  MeasureContacts contacts = {};
  std::span<const MeasureWall> walls = {};
  const EnergyReport* energy = nullptr;  // null: not known (a stored frame)
  double time = 0;
  Vec3 up{0, 1, 0};    // unit, against gravity
  bool weight = true;  // gravity acts
  PeriodicBox box{};
  bool contacts_known = true;                // false: a stored frame without its contacts
  int threads = 1;                           // to be used; never changes a value
  const RowShares* shares = nullptr;         // of bodies of several balls; null: there is none
  const RowSolids* solids = nullptr;         // of rows that are not spheres; null: there is none
  std::function<MeasureSpace()> space = {};  // found when someone asks; empty: not known
  const MeasureCell* cell = nullptr;         // null: the box stays as it is, or a stored frame

  // A ball of a body has its part of the body's mass, and of its own volume what is left when
  // overlaps count once.
  double mass(std::size_t row) const { return shares ? shares->mass[row] : particles.mass(row); }
  double solid(std::size_t row) const { return shares ? shares->solid[row] : 1; }
  double body_fraction(std::size_t row) const { return shares ? shares->fraction[row] : 1; }
  Vec3 arm(std::size_t row) const { return shares ? shares->arm[row] : Vec3{}; }
  // What the row looks like; nothing for a ball.
  std::optional<PlacedSolid> solid_at(std::size_t row) const {
    if (!solids || solids->form[row] == 0) return std::nullopt;
    return PlacedSolid(solids->forms[solids->form[row] - 1], particles.q[row], particles.xr[row].r);
  }
  bool is_shaped(ParticleId id) const {
    const auto& rows = particles.row_of();
    const std::uint32_t row = id.value < rows.size() ? rows[id.value] : Particles::kNoRow;
    if (row == Particles::kNoRow) return false;
    return (particles.ws[row].flags & kShaped) || (solids && solids->form[row] != 0);
  }
};

class Measure {
 public:
  virtual ~Measure() = default;

  // What the values are, the same for the whole life of the measure.
  virtual std::vector<ColumnInfo> columns() const = 0;
  // How many they are.
  virtual std::size_t size() const { return columns().size(); }

  // Whether the measure can answer for this kind of input: the named wall exists, the energies are
  // known, the cross-section is given. Asked once, before the first evaluate().
  virtual std::optional<Error> check(const MeasureInput&) const { return std::nullopt; }

  // Writes one value per column. Precondition: out.size() == size(). What has no value
  // (the mean speed of no grains) is 0, never NaN, as long as the input is finite.
  virtual void evaluate(const MeasureInput& in, std::span<double> out) = 0;

  // A measure of many rows has a table per instant, which lies in files of its own and not in the
  // columns of a series (measure/table_measure.hpp); its columns(), where it has some, are the same
  // values row by row.
  virtual bool is_table() const { return false; }
  virtual std::vector<ColumnInfo> table_columns() const { return {}; }
  virtual MeasureTable table(const MeasureInput&) { return {}; }

  // A number of each row that frames show, too.
  struct GrainColumn {
    std::string name, unit;
    std::vector<double> values;  // by row; not a number: it has none
  };
  virtual bool has_grain_columns() const { return false; }
  virtual std::vector<GrainColumn> grain_columns(const MeasureInput&) const { return {}; }

  // A measure with memory depends on the evaluations before: counters, moving averages. Its state
  // belongs in a checkpoint. restore() refuses, and leaves the memory as it was, when the numbers
  // cannot be a state of this measure.
  virtual bool has_memory() const { return false; }
  virtual std::vector<double> state() const { return {}; }
  virtual bool restore(std::span<const double> state) { return state.empty(); }
};

struct MeasureEntry {
  CatalogInfo info;
  // Parameters as one may give them, where some are required: "radius = 1; count = 4". Lists show
  // the columns of this one, and tests evaluate it.
  std::string_view example = {};
  Result<std::unique_ptr<Measure>> (*make)(const ParamSet&);
};

std::span<const MeasureEntry* const> measure_catalog();
const MeasureEntry* find_measure(std::string_view name);

// A measure from one line as a user would write it: "flow; plane = y; at = 5 mm; radius = 2 cm".
Result<std::unique_ptr<Measure>> make_measure(std::string_view line);
// The line of an entry with its example.
std::string example_line(const MeasureEntry& entry);

// The mean of another measure's values over the last `window` seconds, see catalog/average.cpp.
// E0742: one of the columns is cumulative.
Result<std::unique_ptr<Measure>> make_moving_average(std::unique_ptr<Measure> inner, double window);

// Only some columns of a measure, named with spaces or commas between. E0105: it has no such
// column.
Result<std::unique_ptr<Measure>> choose_columns(std::unique_ptr<Measure> inner,
                                                std::string_view names);

}  // namespace scree
