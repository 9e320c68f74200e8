// series.csv: energies by channel, speeds and coordination over time, then what left through each
// outlet so far and the liquid of wet grains, then the measures that the scene asks for, one line
// per instant.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "run/folder/series_columns.hpp"
#include "run/folder/table_text.hpp"
#include "scene/build/measures.hpp"
#include "sim/reports/live_input.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

class Series {
 public:
  // Precondition: the specs come from a scene without mistakes, which has tried and checked them.
  explicit Series(std::span<const MeasureSpec> measures, const SeriesExtras& extras = {});
  Series(std::span<const MeasureSpec> measures, const Simulation& sim);

  std::vector<ColumnInfo> columns() const;
  std::string header() const;
  std::string line(const Simulation& sim);
  // The line of a last state that is not an instant of the series: measures with a memory (flow,
  // moving averages) forget it again, so that a resumed run goes on as if it had never been
  // written.
  std::string closing_line(const Simulation& sim);
  // Columns of the measures with their values in the newest line.
  std::vector<std::pair<std::string, double>> newest() const;

  // Measures with tables have no columns here. Memories stay as they were: a table belongs to a
  // frame, which is not an instant of the series.
  struct NamedTable {
    std::string name;
    TimedTable table;
  };
  std::vector<NamedTable> tables(const Simulation& sim);

  // What measures remember, by name, for a checkpoint. restore() refuses what cannot belong to
  // these measures, and then leaves all memories as they were.
  struct Memory {
    std::string name;
    std::vector<double> values;
  };
  std::vector<Memory> state() const;
  bool restore(std::span<const Memory> state);

 private:
  struct Part {
    std::string name;
    std::unique_ptr<Measure> measure;
    std::vector<ColumnInfo> columns;
    std::vector<double> values;
    bool is_table = false;
  };
  bool liquid_;  // its amount is found for each line
  std::vector<SeriesColumn> own_;
  std::vector<Part> measures_;
  LiveInput input_;
};

}  // namespace scree::run
