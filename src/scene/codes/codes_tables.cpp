// Codes about measures with tables, fields and their plots, and wrong input for each.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kTableCodes[] = {
    {"E0670", "columns of a table",
     "`columns` chooses among the columns that a measure has in series.csv. A profile or a field "
     "is "
     "a table of its own, written as a whole."},
    {"E0671", "the moving average of a field",
     "The grid of a field may have more points at one instant than at another. Means are taken "
     "over "
     "stored frames instead."},
    {"E0672", "layers along an oblique gravity",
     "Layers, rings and cells lie along x, y and z. Where gravity is oblique, `up` is none of "
     "them."},
    {"E0673", "keys that do not go together",
     "Layers and cells are cut from a box with the corners `min` and `max`; rings lie around "
     "`centre`. Cells are counted by `cells`, layers and rings by `count`."},
    {"E0674", "a grid with too many points",
     "A field has at most half a million points. Their number grows with the third power of "
     "`points` over `width`, and with the space that the grains take up."},
    {"E0675", "a mean of tables that do not match",
     "A mean over frames is taken row by row: every frame must have the same rows at the same "
     "places. Without given limits they follow the grains."},
    {"E0676", "a table that cannot have a folder",
     "Tables of a measure lie in a folder named after it."},
    {"E0677", "a table that cannot be drawn",
     "There are no rows, or the slice is not one of the grid."},
    {"E0678", "the table of a frame is missing",
     "A run writes tables/NAME/NNNNNN.csv with every frame. Measures that joined the scene later "
     "have none for the frames before."},
    {"E0679", "a table where a series is meant, or vice versa",
     "A measure with a table (profile, field) stands alone in `scree measure`, is what `scree plot "
     "--of` draws, and has an image where it is a grid. All others are columns over time."},
    {"E0680", "pairs farther apart than half a period",
     "In a periodic space two grains have no distance greater than half a period: beyond it one "
     "meets the same grain again from the other side."},
    {"E0681", "a wall or a colour that a picture does not know",
     "`wall_names` are names of walls of the scene, with commas between; a colour is # and six "
     "digits from 0 to f."},
};

constexpr CodeExample kTableExamples[] = {
    {"E0670",
     "[output]\n"
     "measures = [{ kind = \"profile\", columns = \"pressure_3\" }]\n",
     "leave `columns` out; `scree plot RUN pressure --of profile` shows one of them"},
    {"E0671",
     "[output]\n"
     "measures = [{ kind = \"field\", width = \"4 mm\", average = \"50 ms\" }]\n",
     "leave `average` out; afterwards: scree measure RUN \"field; width = 4 mm\" --mean"},
    {"E0672",
     "gravity = [5, -8, 0]\n"
     "[output]\n"
     "measures = [\"profile\"]\n",
     "name the axis: { kind = \"profile\", axis = \"y\" }"},
    {"E0673",
     "[output]\n"
     "measures = [{ kind = \"profile\", by = \"cells\", count = 10 }]\n",
     "say how many along x, y and z: cells = [10, 10, 1]"},
    {"E0674",
     "[output]\n"
     "measures = [{ kind = \"field\", width = \"0.01 mm\", min = [0, 0, 0], max = [1, 1, 1] }]\n",
     "take about the diameter of a grain: width = \"10 mm\""},
    {"E0675", "$ scree measure runs/heap-001 \"profile; stress = false\" --mean",
     "scree measure runs/heap-001 \"profile; stress = false; min = [0, 0, 0]; max = [1, 1, 1]\" "
     "--mean"},
    {"E0676",
     "[output]\n"
     "measures = [{ kind = \"profile\", name = \"by height/width\" }]\n",
     "a plain word: name = \"by_height\""},
    {"E0677", "$ scree plot runs/heap-001 --of \"field; width = 4 mm\" --slice \"z = 5 km\"",
     "scree plot runs/heap-001 --of \"field; width = 4 mm\" --slice \"z = 5 mm\""},
    {"E0678",
     "$ rm runs/heap-001/tables/profile/000003.csv; scree plot runs/heap-001 --of profile --frames "
     "all",
     "choose frames that have one: --frames 4:"},
    {"E0679", "$ scree plot runs/heap-001 --of speed", "scree plot runs/heap-001 speed.mean"},
    {"E0680",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "[output]\n"
     "measures = [{ kind = \"pairs\", reach = \"1.5 m\" }]\n",
     "at most half of the box: reach = \"1 m\""},
    {"E0681",
     "$ scree export runs/drum-001 --format png --param wall_color=blue --param wall_opacity=1",
     "--param wall_color=#3355aa"},
};

}  // namespace

std::span<const CodeInfo> table_codes() { return kTableCodes; }
std::span<const CodeExample> table_code_examples() { return kTableExamples; }

}  // namespace scree
