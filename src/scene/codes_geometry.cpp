// Messages of the commands that ask the geometry alone: half-spaces and cells.
#include "scene/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kGeometryCodes[] = {
    {"E0590", "rows and limits that do not match",
     "A system R x <= f needs one number of f for each row of R."},
    {"E0591", "a half-space with a number that is not finite",
     "Rows and limits must be finite numbers. A row that is to limit nothing is left out; a cell "
     "may be open, its volume is then told to be infinite."},
    {"E0592", "a file of half-spaces that cannot be read",
     "`scree volume` takes a JSON object with a list `systems`; each system has `R`, a list of "
     "rows "
     "of three numbers, and `f`, a list of one number per row: the points with R x <= f."},
};

constexpr CodeExample kGeometryExamples[] = {
    {"E0590",
     "$ scree volume system.json   # {\"systems\": [{\"R\": [[1,0,0], [0,1,0]], \"f\": [1]}]}",
     "{\"R\": [[1,0,0], [0,1,0]], \"f\": [1, 1]}"},
    {"E0591", "halfspace_volume(rows, limits)   // limits[2] is NaN", "leave the row out"},
    {"E0592", "$ scree volume system.json   # {\"system\": {\"R\": [], \"f\": []}}",
     "{\"systems\": [{\"R\": [[x, y, z], ...], \"f\": [limit, ...]}]}"},
};

}  // namespace

std::span<const CodeInfo> geometry_codes() { return kGeometryCodes; }
std::span<const CodeExample> geometry_code_examples() { return kGeometryExamples; }

}  // namespace scree
