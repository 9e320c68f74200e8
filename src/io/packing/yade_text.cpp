// Packings in text of YADE: rows `x y z r`, as SpherePack.save and export.text write them. A first
// line `##PERIODIC:: a b c` has the edges of a periodic cell; a fifth column is the number of the
// material where a line `#format x_y_z_r_matId` says so, else that of a clump (-1: none).
#include <algorithm>

#include "io/packing/packing_rows.hpp"

namespace scree {
namespace {

constexpr std::string_view kPeriodic = "##PERIODIC::", kFormat = "#format";

class YadeText {
 public:
  YadeText(PackingRows& rows, const PackingRequest& request, Packing& out)
      : rows_(rows), request_(request), out_(out) {}

  void read() {
    units_ = packing_units(request_, {}, rows_);
    if (!units_) return;
    out_.units = units_->name;
    while (rows_.next() && !rows_.hopeless()) {
      if (rows_.row().starts_with(kPeriodic)) {
        read_cell();
      } else if (rows_.row().starts_with(kFormat)) {
        read_format();
      } else {
        rows_.split();
        if (!rows_.fields().empty()) read_ball();
      }
    }
    if (rows_.ok()) types_.number(out_);
  }

 private:
  void read_cell() {
    std::vector<CsvField> f;
    split_csv(rows_.row().substr(kPeriodic.size()), f);
    if (f.size() != 3)
      return rows_.mistake("a periodic cell has three edges", "##PERIODIC:: a b c");
    PackingBox& box = out_.box.emplace();
    for (int k = 0; k < 3; ++k) {
      const double edge = rows_.number(f[static_cast<std::size_t>(k)], "an edge of the cell");
      if (edge <= 0) rows_.mistake("edges of a cell are greater than 0");
      box.hi[k] = units_->length * edge;
      box.periodic[k] = true;
    }
  }

  void read_format() {
    std::vector<CsvField> f;
    split_csv(rows_.row().substr(kFormat.size()), f);
    const std::string_view format = f.empty() ? std::string_view() : f[0].text;
    materials_ = format == "x_y_z_r_matId";
    if (materials_ || format == "x_y_z_r") return;
    if (format.starts_with("x_y_z_r_")) {
      more_columns_ = true;
      out_.notes.push_back(fmt::format("of the columns {} only x y z r are read", format));
      return;
    }
    rows_.mistake(fmt::format("the format `{}` cannot be read", format),
                  "x_y_z_r and x_y_z_r_matId can");
  }

  void read_ball() {
    const auto& f = rows_.fields();
    const std::size_t most = materials_ || !more_columns_ ? 5 : f.size();
    if (f.size() < 4 || f.size() > most)
      return rows_.mistake(fmt::format("this row has {} columns, not 4 or 5", f.size()),
                           "x y z r, and perhaps the number of a material or clump");
    PackedGrain g{.id = out_.grains.size(), .line = rows_.line()};
    for (std::size_t k = 0; k < 3; ++k)
      g.x[static_cast<int>(k)] = units_->length * rows_.number(f[k], "a coordinate");
    const double r = rows_.number(f[3], "the radius");
    if (r <= 0) rows_.mistake(f[3], fmt::format("the radius must be greater than 0, not {}", r));
    g.radius = units_->length * r;
    types_.add(materials_ && f.size() == 5 ? f[4].text : "0");
    if (!materials_ && !more_columns_ && f.size() == 5 && f[4].text != "-1")
      rows_.mistake(f[4], fmt::format("this ball is of clump {}; clumps are not read", f[4].text),
                    "make clumps with `shape` of a fill");
    out_.grains.push_back(g);
  }

  PackingRows& rows_;
  const PackingRequest& request_;
  Packing& out_;
  const PackingUnits* units_ = nullptr;
  bool materials_ = false, more_columns_ = false;
  PackingTypes types_;
};

}  // namespace

void read_yade(PackingRows& rows, const PackingRequest& request, Packing& out) {
  YadeText(rows, request, out).read();
}

}  // namespace scree
