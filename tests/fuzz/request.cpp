// A request of any bytes: who is let in, and what the answers are made of.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "input.hpp"
#include "run/folder/json.hpp"
#include "run/loop/run_change.hpp"
#include "view/access.hpp"
#include "view/http_head.hpp"
#include "view/served_run.hpp"
#include "view/workbench.hpp"

namespace {

using namespace scree;
using namespace scree::view;
using fuzz::require;

// The next line, without its end.
std::string next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string line(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// A change of a live run: what is accepted is a time, and a scene has it then.
void change(const std::string& value, const std::string& resolved) {
  const run::ChangeState now{{1, 0.1, 0.1, 0.1}, 0.5, 1e-5, false};
  for (const char* key : {"duration", "output.frames", "output.series", "output.checkpoint", ""}) {
    const auto read = run::read_change(key, value, now);
    if (!read) continue;
    require(read->value >= 0 && read->value < 1e300);
    require(run::with_setting(resolved, *read).find(" = ") != std::string::npos);
    require(!run::change_text(*read, now.settings).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  static const Access door{names_of({"127.0.0.1", "localhost"}, 4000),
                           "0123456789abcdef0123456789abcdef"};
  // The bytes as a client may send them: what is let in has the token, and says how long it is.
  ReadHead read;
  if (const std::size_t end = end_of_head(rest); end != std::string_view::npos)
    if (!read_head(rest.substr(0, end), {}, read) && !door.refuse(read.access)) {
      require(read.body <= HeadLimits{}.body && read.access.hosts.size() == 1);
      require(read.access.method == "POST" || read.body == 0);
      require(read.access.token == door.token || read.access.path.rfind("/api/", 0) != 0);
    }
  RequestHead head;
  head.method = next_line(rest), head.path = next_line(rest);
  head.hosts = {next_line(rest)}, head.origins = {next_line(rest)};
  head.token = next_line(rest), head.fetch_site = next_line(rest);
  // Whatever is let in has the name, the origin and the token.
  if (!door.refuse(head) && head.path.rfind("/api/", 0) == 0) require(head.token == door.token);

  HttpRequest request{head.method, head.path, {}, {}};
  for (int k = 0; k < 3; ++k) {
    const std::string name = next_line(rest);
    request.query[name] = next_line(rest);
  }
  request.body = std::string(rest);
  change(head.token, request.body);
  // Nothing is run: a scene that takes hours would be a find of no use.
  if (request.path == "/api/start") return 0;
  Workbench bench({"fuzz.toml", "", {{"one", "One", "/nowhere/one.toml"}}, {}});
  for (const HttpAnswer& answer : {bench.answer(request), ServedRun("/nowhere").answer(request)}) {
    require(answer.status >= 200 && answer.status < 600);
    require(answer.body != nullptr);
    if (answer.type == "application/json") require(!run::parsed_json(*answer.body).is_discarded());
  }
  return 0;
}
