// Commands that answer a JSON file of questions with a JSON object of results: distance, volume.
#pragma once

#include <functional>
#include <string>

#include "base/result.hpp"
#include "run/folder/json.hpp"

namespace scree::app {

// What to answer to one question of the list; `where` names it in messages.
using Answer =
    std::function<Result<run::Json>(const run::Json& question, const std::string& where)>;
// How the command says that its file is not what it should be.
using Refuse = Error (*)(const std::string& what, const std::string& where);

// `head` with the answers to all questions of the list `name` as `results`; or all mistakes.
Result<run::Json> answer_file(const std::string& file, const std::string& name, run::Json head,
                              Refuse refuse, const Answer& answer);

// Prints what was found, or writes it to a file where `output` names one. The exit status.
int put_answers(const Result<run::Json>& found, const std::string& output);

}  // namespace scree::app
