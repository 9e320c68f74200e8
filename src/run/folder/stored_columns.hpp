// What the columns of a stored run are: of series.csv, of its tables, of the results of a sweep.
// Nothing but resolved.toml is needed: measures and the series say it themselves.
#pragma once

#include <string>
#include <vector>

#include "base/column.hpp"

namespace scree::run {

// The columns that the series of this folder may have. Without a resolved.toml in it those that
// belong to no measure and no outlet.
std::vector<ColumnInfo> stored_series_columns(const std::string& folder);

// The columns of tables/NAME; empty where that is not known.
std::vector<ColumnInfo> stored_table_columns(const std::string& folder, const std::string& name);

// Those of results.csv of a sweep beside them, by one of its runs.
std::vector<ColumnInfo> stored_result_columns(const std::string& folder);

// What is known of these names; the others have neither unit nor meaning.
std::vector<ColumnInfo> described(const std::vector<std::string>& names,
                                  const std::vector<ColumnInfo>& known);
std::vector<std::string> units_of(const std::vector<ColumnInfo>& columns);

}  // namespace scree::run
