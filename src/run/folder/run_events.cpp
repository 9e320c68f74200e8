#include "run/folder/run_events.hpp"

#include "run/folder/events_json.hpp"

namespace scree::run {

RunEvent::Weight RunEvent::weight() const {
  if (kind == events::kForced) return Weight::doubtful;
  if (kind == events::kChanged || kind == events::kRestarted || kind == events::kAsked)
    return Weight::none;
  return Weight::noted;
}

std::vector<std::string> texts(const std::vector<RunEvent>& events) {
  std::vector<std::string> out;
  for (const RunEvent& e : events) out.push_back(e.text);
  return out;
}

Json events_json(const std::vector<RunEvent>& events) {
  Json out = Json::array();
  for (const RunEvent& e : events)
    out.push_back({{"kind", e.kind}, {"step", e.step}, {"text", e.text}});
  return out;
}

void save_events(const std::vector<RunEvent>& events, RunMemory& out) {
  out.add("run/events", json_text(events_json(events)));
}

std::vector<RunEvent> restored_events(const RunMemory& from) {
  std::vector<RunEvent> out;
  const Json list = parsed_json(std::string(from.find_text("run/events")));
  if (!list.is_array()) return out;
  for (const Json& e : list)
    if (e.is_object() && e.value("text", Json()).is_string())
      out.push_back(
          {e.value("kind", "?"), e["text"].get<std::string>(), e.value("step", std::uint64_t{0})});
  return out;
}

}  // namespace scree::run
