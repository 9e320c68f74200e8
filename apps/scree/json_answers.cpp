#include "scree/json_answers.hpp"

#include <fmt/format.h>

#include "io/atomic_file.hpp"
#include "scree/command_line.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {

Result<run::Json> answer_file(const std::string& file, const std::string& name, run::Json head,
                              Refuse refuse, const Answer& answer) {
  const auto text = read_whole_file(file);
  if (!text) return text.errors();
  const run::Json given = run::parsed_json(*text);
  if (given.is_discarded()) return refuse("this is no JSON", file);
  if (!given.is_object() || !given.contains(name) || !given[name].is_array())
    return refuse(fmt::format("there is no list `{}`", name), file);
  head["results"] = run::Json::array();
  Errors errors;
  const run::Json& questions = given[name];
  for (std::size_t k = 0; k < questions.size(); ++k) {
    auto one = answer(questions[k], fmt::format("{}: {}[{}]", file, name, k));
    if (one)
      head["results"].push_back(std::move(*one));
    else
      errors.insert(errors.end(), one.errors().begin(), one.errors().end());
  }
  if (!errors.empty()) return errors;
  return head;
}

int put_answers(const Result<run::Json>& found, const std::string& output) {
  if (!found) {
    print_errors(found.errors());
    return kBadInput;
  }
  const std::string text = run::json_text(*found, 1) + "\n";
  if (output.empty()) {
    write_out(text);
    return kSuccess;
  }
  const auto done = write_file(output, text);
  if (!done) print_errors(done.errors());
  return done ? kSuccess : kBadInput;
}

}  // namespace scree::app
