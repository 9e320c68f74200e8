// Answers in JSON.
#pragma once

#include <string>

#include "run/folder/json.hpp"
#include "view/http_server.hpp"

namespace scree::view {

inline HttpAnswer json_answer(const run::Json& value, int status = 200) {
  return HttpAnswer::of(run::json_text(value), "application/json", status);
}
// {"error": {"message"}}: something is wrong with the question.
inline HttpAnswer wrong_answer(const std::string& message, int status = 400) {
  return json_answer({{"error", {{"message", message}}}}, status);
}
// {"error": {"code", "message", "location", "hint"}}.
HttpAnswer error_answer(const Errors& errors, int status = 404);

}  // namespace scree::view
