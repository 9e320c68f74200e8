// scree explain CODE: what a message means, an input that causes it, how to fix it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "scene/codes/codes.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

// "e101" and "[E0101]" mean E0101.
std::string normalized_code(const std::string& given) {
  std::string digits;
  for (const char c : given)
    if (c >= '0' && c <= '9') digits += c;
  if (digits.empty() || digits.size() > 4) return given;
  return "E" + std::string(4 - digits.size(), '0') + digits;
}

// Codes of one hundred belong together: the nearest number among them, or none.
const CodeInfo* nearest_code(const std::string& code) {
  if (code.size() != 5 || code[0] != 'E' || code.find_first_not_of("0123456789", 1) != code.npos)
    return nullptr;
  const auto distance = [&code](const CodeInfo& c) {
    return std::abs(std::stoi(code.substr(1)) - std::stoi(std::string(c.code.substr(1))));
  };
  const CodeInfo* best = nullptr;
  for (const CodeInfo& c : all_codes())
    if (c.code.substr(0, 3) == code.substr(0, 3) && (!best || distance(c) < distance(*best)))
      best = &c;
  return best;
}

void show_indented(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    print_out("    {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void show(const CodeInfo& c) {
  print_out("{}: {}\n\n{}", c.code, c.title, wrapped(c.explanation, 78));
  const CodeExample* example = find_example(c.code);
  if (!example) return;
  if (!example->wrong.empty()) {
    print_out("\nFor example:\n\n");
    show_indented(example->wrong);
  }
  print_out("\n{}", wrapped(fmt::format("To fix it: {}.", example->fix), 78));
}

int explain(const std::string& given) {
  if (given.empty()) {
    for (const CodeInfo& c : all_codes()) print_out("{}  {}\n", c.code, c.title);
    return kSuccess;
  }
  const std::string code = normalized_code(given);
  if (const CodeInfo* c = find_code(code)) return show(*c), kSuccess;
  const CodeInfo* near = nearest_code(code);
  print_errors(
      {Error{"E0716", "there is no such code", given,
             near == nullptr ? "`scree explain` lists all codes"
                             : fmt::format("did you mean `{}` ({})?", near->code, near->title)}});
  return kBadInput;
}

}  // namespace

void add_explain(CommandLine& line) {
  auto code = std::make_shared<std::string>();
  Command c = line.command("explain", "what the code of a message means; alone: all codes");
  c.value("code", *code, "such as E0101");
  c.action([code] { return explain(*code); });
}

}  // namespace scree::app
