// scree tessellate POINTS.csv: the regular triangulation of balls and its Laguerre cells.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>

#include "geometry/laguerre/container_rows.hpp"
#include "geometry/laguerre/laguerre.hpp"
#include "geometry/laguerre/laguerre_gradient.hpp"
#include "io/atomic_file.hpp"
#include "io/text.hpp"
#include "io/vtp_reader.hpp"
#include "io/vtp_writer.hpp"
#include "run/loop/thread_count.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/points.hpp"

namespace scree::app {
namespace {

using geometry::ClipBox;
using geometry::ConvexContainer;
using geometry::Triangulation;
using Edges = std::vector<std::array<Triangulation::Vertex, 2>>;

struct TessellateArguments {
  std::string points, edges, cells, gradient, polygons;
  std::vector<double> box;
  int threads = 0;
  bool oversubscribe = false;
};

ClipBox box_of(const std::vector<Ball>& balls) {
  ClipBox b{balls[0].x, balls[0].x};
  for (const Ball& ball : balls)
    for (int k = 0; k < 3; ++k) {
      b.low[k] = std::min(b.low[k], ball.x[k] - ball.r);
      b.high[k] = std::max(b.high[k], ball.x[k] + ball.r);
    }
  return b;
}

Result<ClipBox> box_of(const TessellateArguments& a, const std::vector<Ball>& balls) {
  if (a.box.empty()) {
    const ClipBox b = box_of(balls);
    if (b.volume() > 0 || (a.cells.empty() && a.gradient.empty() && a.polygons.empty())) return b;
    return Error{"E0104", "the balls have no volume around them to divide", a.points,
                 "give the space with --box x0 y0 z0 x1 y1 z1"};
  }
  const ClipBox b{{a.box[0], a.box[1], a.box[2]}, {a.box[3], a.box[4], a.box[5]}};
  if (!is_finite(b.low) || !is_finite(b.high) || !(b.volume() > 0) || !std::isfinite(b.volume()))
    return Error{"E0104", "the box must have x0 < x1, y0 < y1 and z0 < z1", "--box", ""};
  return b;
}

std::string edges_text(const Edges& edges) {
  std::string out = "i,j\n";
  for (const auto& e : edges) append(out, e[0]), out += ',', append(out, e[1]), out += '\n';
  return out;
}

std::string cells_text(const Triangulation& t, const geometry::LaguerreCells& c) {
  std::string out = "i,volume,faces,hidden\n";
  for (std::uint32_t i = 0; i < t.sites(); ++i) {
    append(out, i), out += ',', append(out, c.volume[i]), out += ',';
    append(out, c.begin[i + 1] - c.begin[i]), out += t.hidden(i) ? ",1\n" : ",0\n";
  }
  return out;
}

std::string gradient_text(const geometry::LaguerreGradient& g) {
  std::string out = "i,j,gx,gy,gz\n";
  for (std::uint32_t i = 0; i < g.volume.size(); ++i)
    for (std::uint32_t k = g.begin[i]; k < g.begin[i + 1]; ++k) {
      const auto& e = g.entries[k];
      append(out, i), out += ',', append(out, e.site);
      for (int c = 0; c < 3; ++c) out += ',', append(out, e.slope[c]);
      out += '\n';
    }
  return out;
}

// The same within a container that is more than a box.
struct ContainerTexts {
  std::string cells = "i,volume,faces,hidden\n", gradient = "i,j,gx,gy,gz\n";
};
ContainerTexts texts_within(const Triangulation& t, const ConvexContainer& container) {
  ContainerTexts out;
  geometry::ContainerRows rows;
  geometry::CellRow row;
  for (std::uint32_t i = 0; i < t.sites(); ++i) {
    rows.find(t, i, container, row);
    append(out.cells, i), out.cells += ',', append(out.cells, row.volume), out.cells += ',';
    const std::size_t faces = row.sites.empty() ? 0 : row.sites.size() - 1 + row.sides.size();
    append(out.cells, std::uint64_t{faces}), out.cells += t.hidden(i) ? ",1\n" : ",0\n";
    for (const auto& e : row.sites) {
      append(out.gradient, i), out.gradient += ',', append(out.gradient, e.site);
      for (int c = 0; c < 3; ++c) out.gradient += ',', append(out.gradient, e.slope[c]);
      out.gradient += '\n';
    }
  }
  return out;
}

// Every face of every cell as a polygon, with what a map is coloured by.
std::string polygons_text(const Triangulation& t, const std::vector<Ball>& balls,
                          const ConvexContainer& container) {
  std::vector<Vec3> corners;
  std::vector<std::int64_t> connectivity, offsets, site, neighbour;
  std::vector<double> volume, fraction;
  geometry::ContainerRows rows;
  geometry::CellRow row;
  std::vector<std::vector<Vec3>> polygons;
  std::vector<Triangulation::Vertex> behind;
  for (std::uint32_t i = 0; i < t.sites(); ++i) {
    rows.find(t, i, container, row);
    rows.polygons(t, i, container, polygons, behind);
    const double r = balls[i].r, solid = 4 * std::numbers::pi / 3 * r * r * r;
    for (std::size_t k = 0; k < polygons.size(); ++k) {
      for (const Vec3& x : polygons[k]) {
        connectivity.push_back(static_cast<std::int64_t>(corners.size()));
        corners.push_back(x);
      }
      offsets.push_back(static_cast<std::int64_t>(corners.size()));
      site.push_back(i);
      const bool wall = behind[k] >= geometry::LaguerreFace::box_face;
      neighbour.push_back(wall ? -1 : static_cast<std::int64_t>(behind[k]));
      volume.push_back(row.volume);
      fraction.push_back(row.volume > 0 ? solid / row.volume : 0);
    }
  }
  VtpWriter w;
  w.piece(corners.size(), 0, 0, offsets.size());
  w.points(corners);
  w.open("Polys");
  w.array("connectivity", connectivity);
  w.array("offsets", offsets);
  w.close("Polys");
  w.open("CellData");
  w.array("site", site);
  w.array("neighbour", neighbour);
  w.array("volume", volume);
  w.array("fraction", fraction);
  w.close("CellData");
  return w.finish();
}

// Relative to the smaller radius, over all edges; none without two balls of some size.
double greatest_overlap(const std::vector<Ball>& balls, const Edges& edges) {
  double most = 0;
  for (const auto& e : edges) {
    const Ball &a = balls[e[0]], &b = balls[e[1]];
    const double smaller = std::min(a.r, b.r);
    if (smaller > 0) most = std::max(most, (a.r + b.r - norm(b.x - a.x)) / smaller);
  }
  return most;
}

void print_summary(const Triangulation& t, const std::vector<Ball>& balls, const Edges& edges,
                   double seconds) {
  print_out("sites             {}\n", in_thousands(t.sites()));
  print_out("hidden            {}\n", in_thousands(t.hidden_sites().size()));
  if (t.dimension() < 3)
    print_out("flat              the sites span {} dimension{}\n", t.dimension(),
              t.dimension() == 1 ? "" : "s");
  print_out("tetrahedra        {}\n", in_thousands(t.tetrahedra().size()));
  print_out("edges             {}\n", in_thousands(edges.size()));
  print_out("greatest overlap  {:.3g} of the smaller radius\n", greatest_overlap(balls, edges));
  print_out("time              {}\n", seconds_text(seconds));
}

// A stored frame of a run: its balls in the order of the ids, and the space that its walls leave.
Result<std::vector<Ball>> balls_of_frame(const std::string& text, const std::string& name,
                                         std::vector<SpacePart>& space) {
  const auto frame = read_vtp_grains(text);
  if (!frame) {
    Error e = frame.error();
    e.location = name;
    return e;
  }
  std::vector<Ball> balls;
  for (std::size_t k = 0; k < frame->size(); ++k) balls.push_back({frame->x[k], frame->radius[k]});
  if (balls.empty()) return Error{"E0705", "has no balls", name, ""};
  if (frame->space && !frame->box.any()) space = *frame->space;
  return balls;
}

Result<Done> tessellate(const TessellateArguments& a) {
  const auto start = std::chrono::steady_clock::now();
  const auto text = read_whole_file(a.points);
  if (!text) return text.errors();
  std::vector<SpacePart> space;
  const auto balls = a.points.ends_with(".vtp") ? balls_of_frame(*text, a.points, space)
                                                : parse_balls(*text, a.points);
  if (!balls) return balls.errors();
  const auto box = box_of(a, *balls);
  if (!box) return box.errors();
  ConvexContainer container{*box, {}};
  if (a.box.empty() && !space.empty())
    if (auto walls = ConvexContainer::within(space, 180, 0.5 * (box->low + box->high)))
      container = std::move(*walls);
  std::vector<geometry::Site> sites;
  for (const Ball& b : *balls) sites.push_back({b.x, b.r * b.r});
  auto t = Triangulation::build(sites);
  if (!t) return t.errors();
  const Edges edges = t->edges();
  if (!a.edges.empty())
    if (auto done = write_file(a.edges, edges_text(edges)); !done) return done;
  const ClipBox& clip = container.box;
  const bool cut = !container.planes.empty() && !(a.cells.empty() && a.gradient.empty());
  const ContainerTexts within = cut ? texts_within(*t, container) : ContainerTexts{};
  if (!a.cells.empty())
    if (auto done = write_file(
            a.cells, cut ? within.cells : cells_text(*t, laguerre_cells(*t, clip, a.threads)));
        !done)
      return done;
  if (!a.gradient.empty())
    if (auto done =
            write_file(a.gradient, cut ? within.gradient
                                       : gradient_text(laguerre_gradient(*t, clip, a.threads)));
        !done)
      return done;
  if (!a.polygons.empty())
    if (auto done = write_file(a.polygons, polygons_text(*t, *balls, container)); !done)
      return done;
  print_summary(*t, *balls, edges,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return Done{};
}

}  // namespace

void add_tessellate(CommandLine& line) {
  auto a = std::make_shared<TessellateArguments>();
  Command c =
      line.command("tessellate", "regular triangulation and Laguerre cells of balls in a CSV file");
  c.value("points", a->points,
          "balls, one per row: x,y,z,r (a header is optional); or a frame of a run, .vtp")
      .required();
  c.value("--box", a->box,
          "x0 y0 z0 x1 y1 z1: cells are clipped to it (default: the walls of a frame where they "
          "close, else the bounding box of the balls)")
      .count(6);
  c.value("--edges", a->edges, "write the edges: i,j, rows from 0");
  c.value("--cells", a->cells, "write the cells: i,volume,faces,hidden");
  c.value("--gradient", a->gradient,
          "write the derivatives of the volumes by the positions: i,j,gx,gy,gz");
  c.value("--polygons", a->polygons, "write the faces of the cells for ParaView: a .vtp file");
  c.value("--threads", a->threads, "0: all").between(0, 1024);
  add_oversubscribe(c, a->oversubscribe);
  c.action([a] {
    std::vector<std::string> warnings;
    a->threads = threads_to_take(a->threads, a->oversubscribe, warnings);
    print_warnings(warnings);
    const auto done = tessellate(*a);
    if (!done) print_errors(done.errors());
    return done ? kSuccess : kBadInput;
  });
}

}  // namespace scree::app
