#include "view/report_view.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>

#include "base/installed_files.hpp"
#include "io/atomic_file.hpp"
#include "io/base64.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/folder/stored_run.hpp"
#include "run/loop/disk_observers.hpp"
#include "view/color_maps.hpp"
#include "view/frame_bytes.hpp"

namespace scree::view {
namespace {

namespace fs = std::filesystem;

Result<std::string> report_script(const std::string& page) {
  std::vector<fs::path> folders = beside_program("viewer", "web/dist");
  if (!page.empty()) folders = {page};
  std::error_code none;
  for (const fs::path& f : folders)
    if (fs::is_regular_file(f / "report.js", none))
      return read_whole_file((f / "report.js").string());
  return Error{"E0692", "the page of the viewer has not been built", "scree report",
               "in the source tree: make viewer (needs node and npm); the Debian package has it"};
}

// Deflated, in letters: a third of a frame's numbers is saved.
std::string packed(const std::string& bytes) {
  uLongf length = compressBound(bytes.size());
  std::vector<unsigned char> out(length);
  if (compress2(out.data(), &length, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                6) != Z_OK)
    return {};
  out.resize(length);
  std::string text;
  append_base64(text, out);
  return text;
}

// What a script of HTML must not contain, in the two forms that JavaScript takes for the same.
std::string within_script(std::string text) {
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3)
    text.replace(at, 2, "<\\/");
  return text;
}

// Where no script runs, and on paper.
std::string closing_picture(const std::string& png) {
  if (png.empty()) return {};
  std::string html = "<img alt=\"the last state\" src=\"data:image/png;base64,";
  append_base64(html, {reinterpret_cast<const unsigned char*>(png.data()), png.size()});
  return html + "\">";
}

FrameChoice choice_for(const Frame& frame, std::size_t every) {
  FrameChoice c;
  c.color = run::best_color(frame);
  if (!render::coloring(frame, c.color)) c.color = "speed";  // frames of another hand
  c.contacts = true;
  c.every = every;
  c.most_contacts = kMostReportContacts;
  c.more_colors = {"speed", "radius", "force", "height"};
  if (std::any_of(frame.body.begin(), frame.body.end(), [](std::uint32_t b) { return b > 0; }))
    c.more_colors.push_back("body");
  for (const FrameField& f : frame.fields)
    if (f.width == 1 && f.name != kShapeField && c.more_colors.size() < 8)
      c.more_colors.push_back(f.name);
  std::erase(c.more_colors, c.color);
  return c;
}

}  // namespace

Result<ReportView> frame_view(const Frame& frame, const std::string& png, const std::string& page) {
  const auto script = report_script(page);
  if (!script) return script.errors();
  const std::size_t every =
      std::max<std::size_t>(1, (frame.size() + kMostReportGrains - 1) / kMostReportGrains);
  const auto bytes = frame_bytes(frame, choice_for(frame, every));
  if (!bytes) return bytes.errors();
  ReportView out;
  out.grains = frame.size();
  out.shown = (frame.size() + every - 1) / every;
  out.html = "<div id=\"scree-view\"><p>The last state in 3D needs JavaScript and WebGL.</p>" +
             closing_picture(png) + "</div>\n";
  if (every > 1)
    out.html +=
        fmt::format("<p>Of {} grains only one in {} is shown in 3D, to keep this file small.</p>\n",
                    run::in_thousands(frame.size()), every);
  out.html += "<script id=\"scree-frame\" type=\"text/plain\">" + packed(*bytes) + "</script>\n";
  out.html += "<script id=\"scree-maps\" type=\"application/json\">" +
              run::json_text(color_maps_json()) + "</script>\n";
  out.html += "<script id=\"scree-script\">" + within_script(*script) + "</script>\n";
  return out;
}

Result<ReportView> report_view(const std::string& folder, const std::string& page) {
  // Without the script nothing needs to be read.
  if (const auto script = report_script(page); !script) return script.errors();
  const auto run = run::StoredRun::open(folder);
  if (!run) return run.errors();
  const auto frame = run->frame(run->size() - 1);
  if (!frame) return frame.errors();
  const auto png = read_whole_file(folder + "/picture.png");
  return frame_view(*frame, png ? *png : std::string(), page);
}

}  // namespace scree::view
