// The rows of a probe as columns with units, and the numbers that sum up a loop; as CSV, JSON and a
// picture.
#pragma once

#include <string>
#include <vector>

#include "io/plot/svg_plot.hpp"
#include "run/folder/json.hpp"
#include "run/law_studies/law_motions.hpp"

namespace scree::run {

std::vector<LawColumn> row_columns(const kernel::PairLaw& law);
std::vector<LawColumn> restitution_columns();

LawLoop impact_loop(const std::vector<LawColumn>& columns, const ImpactResult& impact,
                    double speed);
// x, y: the columns whose closed curve is looked at.
LawLoop row_loop(const std::vector<LawColumn>& columns, const std::vector<ProbeRow>& rows, int loop,
                 const std::string& label, const std::string& x, const std::string& y);

// One line per instant; the number of the loop (from 1) first.
std::string table_csv(const LawTable& table);
// Labels and numbers of the loops.
Json loops_json(const LawTable& table);
// y over x in units that read well. E0337: no such column.
Result<plot::Plot> table_plot(const LawTable& table, const std::string& title, const std::string& x,
                              const std::string& y);

}  // namespace scree::run
