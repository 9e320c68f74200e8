#include "view/served_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "run/folder/data_table.hpp"
#include "run/folder/json.hpp"
#include "run/folder/run_status.hpp"
#include "run/plots/series_plot.hpp"
#include "view/answers.hpp"
#include "view/cell_bytes.hpp"
#include "view/color_maps.hpp"
#include "view/frame_bytes.hpp"

namespace scree::view {
namespace {

namespace fs = std::filesystem;
using run::Json;

constexpr std::size_t kKeptFrames = 4;
constexpr double kSecondsPerByte = 1e-9;  // to send it, on this machine
constexpr std::size_t kMostPathFrames = 400;
constexpr std::size_t kMostPoints = 2000;  // of a curve

// A plain number without a sign; nothing else.
std::optional<std::uint64_t> whole(const std::string& text) {
  std::uint64_t n = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (text.empty() || wrong != std::errc{} || end != text.data() + text.size()) return {};
  return n;
}

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }
Json numbers(const double* v, std::size_t width) {
  if (width == 1) return number(*v);
  Json list = Json::array();
  for (std::size_t k = 0; k < width; ++k) list.push_back(number(v[k]));
  return list;
}

// Changes whenever the file is rewritten; empty: there is none.
std::string stamp_of(const fs::path& file) {
  std::error_code none;
  const auto time = fs::last_write_time(file, none);
  if (none) return {};
  return fmt::format("{} {}", time.time_since_epoch().count(), fs::file_size(file, none));
}

Json live_json(const LiveStatus& s) {
  Json timers = Json::object();
  for (std::size_t k = 0; k < kPhaseNames.size(); ++k)
    timers[std::string(kPhaseNames[k])] = s.timers.seconds[k];
  return {{"state", word_of(s.state)},
          {"time", s.time},
          {"dt", s.dt},
          {"duration", s.settings.duration},
          {"settings",
           {{"duration", s.settings.duration},
            {"output.frames", s.settings.frames},
            {"output.series", s.settings.series},
            {"output.checkpoint", s.settings.checkpoint}}},
          {"can_change", s.can_change},
          {"has_stages", s.has_stages},
          {"step", s.step},
          {"steps_per_s", s.steps_per_s},
          {"eta_s", s.eta_s},
          {"grains", s.grains},
          {"contacts", s.contacts},
          {"shown", s.shown},
          {"copy_s", s.copy_s},
          {"copy_share", s.copy_share},
          {"next_s", s.next_s},
          {"timers", timers}};
}

// Processor time of this thread: waiting costs a run nothing.
double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// "a,b": a and b.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end > at) words.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

HttpAnswer error_answer(const Errors& errors, int status) {
  const Error& e = errors.front();
  return json_answer(
      {{"error",
        {{"code", e.code}, {"message", e.message}, {"location", e.location}, {"hint", e.hint}}}},
      status);
}

HttpAnswer ServedRun::answer(const HttpRequest& request) {
  const std::string& p = request.path;
  if (p == "/api/control")
    return request.method == "POST" ? control(request) : wrong_answer("ask with POST", 405);
  if (request.method != "GET") return wrong_answer("this is only read", 405);
  if (p == "/api/run") return about();
  if (p == "/api/frame") return frame(request);
  if (p == "/api/cells") return cells(request);
  if (p == "/api/grain") return grain(request);
  if (p == "/api/path") return path(request);
  if (p == "/api/series") return series(request);
  if (p == "/api/scene") return scene();
  if (p == "/api/maps") return json_answer(color_maps_json());
  if (p == "/api/bench") return json_answer(nullptr);  // no scene to write here
  return wrong_answer("there is no such thing", 404);
}

Result<std::shared_ptr<const run::StoredRun>> ServedRun::stored() {
  const std::string stamp = stamp_of(fs::path(folder_) / "frames.pvd");
  std::lock_guard lock(mutex_);
  if (stored_ && stamp == stored_stamp_) return stored_;
  auto opened = run::StoredRun::open(folder_);
  if (!opened) return opened.errors();
  stored_ = std::make_shared<const run::StoredRun>(std::move(*opened));
  stored_stamp_ = stamp;
  kept_.clear();  // a resumed run writes its last frames again
  return stored_;
}

Result<ServedRun::FramePointer> ServedRun::stored_frame(std::size_t k) {
  const auto run = stored();
  if (!run) return run.errors();
  if (k >= (*run)->size())
    return Error{"E0691", "there is no frame " + std::to_string(k), folder_,
                 "the run has " + std::to_string((*run)->size())};
  const auto kept = [&]() -> FramePointer {
    std::lock_guard lock(mutex_);
    for (const auto& [number, frame] : kept_)
      if (number == k) return frame;
    return nullptr;
  };
  if (auto frame = kept()) return frame;
  // One at a time, as a frame takes several times its file while it is read.
  std::lock_guard one(reading_);
  if (auto frame = kept()) return frame;
  auto read = (*run)->frame(k);
  if (!read) return read.errors();
  auto frame = std::make_shared<const Frame>(std::move(*read));
  std::lock_guard lock(mutex_);
  kept_.emplace_front(k, frame);
  if (kept_.size() > kKeptFrames) kept_.pop_back();
  return FramePointer(frame);
}

Result<ServedRun::FramePointer> ServedRun::frame_called(const std::string& word) {
  if (word == "newest") {
    if (!live_) return Error{"E0691", "this run does not run here", folder_, ""};
    if (auto newest = live_->newest()) return newest;
    return Error{"E0691", "the run has not begun", folder_, ""};
  }
  const auto k = whole(word);
  if (!k) return Error{"E0691", "`k` is the number of a frame, from 0", "k", ""};
  return stored_frame(*k);
}

// Ten pages that ask three times a second hear the same for a tenth of a second.
HttpAnswer ServedRun::about() {
  using Clock = std::chrono::steady_clock;
  {
    std::lock_guard lock(mutex_);
    if (live_ && about_.body && Clock::now() - about_time_ < std::chrono::milliseconds(100))
      return about_;
  }
  HttpAnswer fresh = about_now();
  std::lock_guard lock(mutex_);
  about_ = fresh;
  about_time_ = Clock::now();
  return fresh;
}

HttpAnswer ServedRun::about_now() {
  Json j{{"name", fs::path(folder_).filename().string()}, {"folder", folder_}};
  Json times = Json::array();
  if (const auto run = stored())
    for (std::size_t k = 0; k < (*run)->size(); ++k) times.push_back((*run)->time(k));
  j["frames"] = times;
  // A run that is going has no summary yet.
  const bool going = live_ && live_->status().state != LiveState::ended;
  if (const auto summary = going ? Result<Json>(Error{}) : run::read_run(folder_)) {
    j["verdict"] = {{"word", run::verdict_word(*summary)},
                    {"reasons", run::verdict_reasons(*summary)}};
    if (summary->contains("verdict") && (*summary)["verdict"].contains("checks"))
      j["verdict"]["checks"] = (*summary)["verdict"]["checks"];
    j["summary"] = *summary;
  }
  j["live"] = live_ ? live_json(live_->status()) : Json(nullptr);
  if (!live_) return json_answer(j);
  j["asked"] = live_->asked();
  Json checks = Json::array();
  for (const run::Check& c : live_->checks())
    checks.push_back({{"name", c.name}, {"ok", c.ok}, {"noted", c.noted}, {"reason", c.reason}});
  j["live"]["checks"] = checks;
  return json_answer(j);
}

HttpAnswer ServedRun::frame(const HttpRequest& request) {
  FrameChoice choice;
  choice.color = request.word("color", choice.color);
  choice.walls = request.word("walls", "1") == "1";
  choice.contacts = request.word("contacts", "0") == "1";
  const auto every = whole(request.word("every", "1"));
  if (!every || *every == 0) return wrong_answer("`every` is a whole number from 1");
  choice.every = *every;
  const auto found = frame_called(request.word("k"));
  if (!found) return error_answer(found.errors());
  return made_once(*found, choice.text(), request.word("k") == "newest",
                   [&] { return frame_bytes(**found, choice); });
}

// Whatever asks for the same shares the bytes, and one thing is made at a time: ten viewers of a
// live run take no more of the processor than one.
HttpAnswer ServedRun::made_once(const FramePointer& of, const std::string& what, bool is_live,
                                const std::function<Result<std::string>()>& make) {
  std::lock_guard lock(making_);
  const auto charge = [&](double seconds, const HttpAnswer& answer) {
    if (is_live && live_)
      live_->charge(seconds + kSecondsPerByte * static_cast<double>(answer.body->size()));
    return answer;
  };
  for (const Made& m : made_)
    if (m.of == of && m.what == what) return charge(0, m.answer);
  const double begin = thread_seconds();
  auto bytes = make();
  const double took = thread_seconds() - begin;
  if (!bytes) return error_answer(bytes.errors(), 400);
  made_.push_front({of, what, HttpAnswer::of(std::move(*bytes), "application/octet-stream")});
  if (made_.size() > kKeptFrames) made_.pop_back();
  return charge(took, made_.front().answer);
}

HttpAnswer ServedRun::cells(const HttpRequest& request) {
  const auto found = frame_called(request.word("k"));
  if (!found) return error_answer(found.errors());
  return made_once(*found, "cells", request.word("k") == "newest",
                   [&] { return cell_bytes(**found); });
}

HttpAnswer ServedRun::grain(const HttpRequest& request) {
  const auto id = whole(request.word("id"));
  if (!id) return wrong_answer("`id` is the number of a grain");
  const auto found = frame_called(request.word("k"));
  if (!found) return error_answer(found.errors());
  const Frame& f = **found;
  // Ids ascend.
  const auto at = std::lower_bound(f.id.begin(), f.id.end(), *id);
  if (at == f.id.end() || *at != *id)
    return wrong_answer("there is no such grain in this frame", 404);
  const auto row = static_cast<std::size_t>(at - f.id.begin());
  Json fields = Json::array();
  for_each_field(f, [&](const FrameArray& about, auto span) {
    if (!about.is_tabled() || span.rows() == 0) return;
    std::vector<double> values(span.width());
    for (std::size_t c = 0; c < span.width(); ++c) values[c] = static_cast<double>(span[row][c]);
    fields.push_back({{"name", about.name},
                      {"unit", about.unit},
                      {"value", numbers(values.data(), values.size())}});
  });
  Json contacts = Json::array();
  for (const FrameContact& c : f.contacts) {
    const bool first = c.i == *id, second = c.wall < 0 && c.j == *id;
    if (!first && !second) continue;
    Json one{{"force", norm(c.force)}, {"overlap", c.overlap}};
    if (c.wall >= 0 && static_cast<std::size_t>(c.wall) < f.walls.size())
      one["wall"] = f.walls[static_cast<std::size_t>(c.wall)].name;
    else
      one["grain"] = first ? c.j : c.i;
    contacts.push_back(one);
  }
  return json_answer({{"id", *id},
                      {"time", f.time},
                      {"fields", fields},
                      {"contacts_known", f.contacts_known},
                      {"contacts", contacts}});
}

HttpAnswer ServedRun::path(const HttpRequest& request) {
  const auto id = whole(request.word("id"));
  if (!id) return wrong_answer("`id` is the number of a grain");
  const auto run = stored();
  if (!run) return error_answer(run.errors());
  // One at a time: the text of a frame of a million grains has hundreds of megabytes.
  std::unique_lock lock(reading_, std::defer_lock);
  while (!lock.try_lock_for(std::chrono::milliseconds(50)))
    if (request.is_cancelled()) return wrong_answer("the path was given up", 503);
  const std::size_t step = ((*run)->size() + kMostPathFrames - 1) / kMostPathFrames;
  Json time = Json::array(), x = Json::array();
  for (std::size_t k = 0; k < (*run)->size(); k += std::max<std::size_t>(step, 1)) {
    if (request.is_cancelled()) return wrong_answer("the path was given up", 503);
    const auto place = (*run)->place(k, *id);
    if (!place) return error_answer(place.errors());
    if (!*place) continue;
    time.push_back((*place)->time);
    x.push_back({number((*place)->x.x), number((*place)->x.y), number((*place)->x.z)});
  }
  return json_answer({{"id", *id}, {"time", time}, {"x", x}});
}

Result<std::shared_ptr<const run::DataTable>> ServedRun::table() {
  const std::string stamp = stamp_of(fs::path(folder_) / "series.csv");
  std::lock_guard lock(mutex_);
  if (table_ && stamp == table_stamp_) return table_;
  auto read = run::read_series(folder_);
  if (!read) return read.errors();
  table_ = std::make_shared<const run::DataTable>(std::move(*read));
  table_stamp_ = stamp;
  return table_;
}

HttpAnswer ServedRun::series(const HttpRequest& request) {
  const auto found = ServedRun::table();
  if (!found) return error_answer(found.errors());
  const auto& table = *found;
  Json names = Json::array(), columns = Json::object();
  for (std::size_t c = 0; c < table->names.size(); ++c)
    names.push_back({{"name", table->names[c]}, {"unit", table->unit(c)}});
  const auto add = [&](const std::string& name) {
    const int c = table->column(name);
    if (c < 0) return;
    const auto values = table->numbers(static_cast<std::size_t>(c));
    const std::size_t step = std::max<std::size_t>(1, values.size() / kMostPoints);
    Json list = Json::array();
    // The last value is always there.
    for (std::size_t k = (values.size() - 1) % step; k < values.size(); k += step)
      list.push_back(number(values[k]));
    columns[name] = list;
  };
  if (table->rows() > 0) {
    if (!table->names.empty()) add(table->names.front());
    for (const std::string& name : words_of(request.word("columns"))) add(name);
  }
  return json_answer({{"names", names}, {"rows", table->rows()}, {"columns", columns}});
}

HttpAnswer ServedRun::scene() {
  const auto text = read_whole_file(folder_ + "/scene.toml");
  if (!text) return error_answer(text.errors());
  return HttpAnswer::of(*text, "text/plain; charset=utf-8");
}

HttpAnswer ServedRun::control(const HttpRequest& request) {
  if (!live_) return wrong_answer("this run does not run here", 409);
  const Json j = run::parsed_json(request.body);
  if (!j.is_object() || !j.contains("ask") || !j["ask"].is_string())
    return wrong_answer("what is to be done? {\"ask\": \"pause\"}");
  const std::string ask = j["ask"];
  Result<Done> done = Done{};
  if (ask == "set") {
    const Json key = j.value("key", Json()), value = j.value("value", Json());
    if (!key.is_string() || !(value.is_string() || value.is_number()))
      return wrong_answer(
          "what is to be changed? {\"ask\": \"set\", \"key\": \"output.frames\", \"value\": \"5 "
          "ms\"}");
    const std::string text = value.is_string() ? value.get<std::string>() : run::json_text(value);
    done = live_->ask_change(key, text);
  } else {
    done = live_->ask(ask);
  }
  if (!done) return error_answer(done.errors(), done.error().code == "E0697" ? 409 : 400);
  {
    std::lock_guard lock(mutex_);
    about_ = {};
  }
  return json_answer(live_json(live_->status()));
}

}  // namespace scree::view
