// scree verify [CASE ...]: physics against theory and published numbers, on the user's machine.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/version.hpp"
#include "base/words.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/signals.hpp"
#include "scree/verify/report.hpp"

namespace scree::app {
namespace {

struct VerifyArguments {
  std::vector<std::string> cases, spoils;
  std::string out, instruction_set = "auto";
  bool list = false, json = false, quick = false;
};

Result<std::vector<const VerifyCase*>> chosen(const std::vector<std::string>& names) {
  const std::vector<const VerifyCase*> all = verify_cases();
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const VerifyCase* c : all) known.emplace_back(c->name);
  Errors errors;
  std::vector<const VerifyCase*> some;
  for (const std::string& name : names) {
    const auto it = std::find(known.begin(), known.end(), name);
    if (it != known.end()) {
      some.push_back(all[static_cast<std::size_t>(it - known.begin())]);
      continue;
    }
    const std::string near = nearest_word(name, known);
    errors.push_back(
        {"E0761", "there is no case of that name", name,
         near.empty() ? "one of " + list_words(known, 40) : "did you mean `" + near + "`?"});
  }
  if (!errors.empty()) return errors;
  return some;
}

int list_cases() {
  for (const VerifyCase* c : verify_cases()) {
    print_out("{:<22}{}\n", c->name, c->what);
    if (!c->source.empty()) print_out("{:<22}[{}]\n", "", c->source);
  }
  return kSuccess;
}

// Given, or the first free runs/verify-NNN.
Result<std::string> folder_for(const std::string& given) {
  if (!given.empty()) return given;
  for (int k = 1;; ++k) {
    const std::string free = fmt::format("runs/verify-{:03}", k);
    const auto claimed = claim_directory(free);
    if (claimed) return free;
    if (claimed.error().code != "E0905") return claimed.errors();
  }
}

int verify(const VerifyArguments& a) {
  if (a.list) return list_cases();
  ignore_broken_pipes();
  if (auto known = check_instruction_set(a.instruction_set); !known) return refused(known.errors());
  VerifyOptions options{.quick = a.quick,
                        .instruction_set = a.instruction_set,
                        .version = kVersion,
                        .revision = kRevision};
  for (const std::string& text : a.spoils) {
    auto spoil = parse_spoil(text);
    if (!spoil) return refused(spoil.errors());
    options.spoils.push_back(*spoil);
  }
  const auto cases = chosen(a.cases);
  if (!cases) return refused(cases.errors());
  // Before the work, so that a folder that cannot be made is known at once.
  const auto folder = folder_for(a.out);
  if (!folder) return refused(folder.errors());
  Verified all;
  for (const VerifyCase* c : *cases) {
    all.emplace_back(c, run_case(*c, options));
    if (!a.json) print_out("{}\n", case_table(*c, all.back().second));
    std::fflush(stdout);
  }
  const bool ok = std::all_of(all.begin(), all.end(), [](const auto& p) { return p.second.ok(); });
  if (a.json)
    print_out("{}\n", json_text(verify_json(all, options)));
  else
    print_out("{}", verify_closing(all));
  if (auto done = write_pages(*folder, all, options); !done)
    return print_errors(done.errors()), kFailed;
  if (!a.json) print_out("pages: {0}/index.html and {0}/README.md\n", *folder);
  return ok ? kSuccess : kFailed;
}

}  // namespace

void add_verify(CommandLine& line) {
  auto a = std::make_shared<VerifyArguments>();
  Command c = line.command("verify", "physics against theory and published numbers");
  c.value("cases", a->cases, "names of cases (scree verify --list); default: all");
  c.value("--case", a->cases, "the same, by option").one_value_a_time();
  c.value("--out", a->out, "folder for the pages (default runs/verify-NNN)");
  c.value("--spoil", a->spoils,
          "NAME=FACTOR: multiplies a parameter of every law, to see cases fail")
      .one_value_a_time();
  add_instruction_set(c, a->instruction_set);
  c.flag("--list", a->list, "the cases, without running them");
  c.flag("--quick", a->quick, "fewer values and shorter runs: some seconds");
  c.flag("--json", a->json, "one JSON object on standard output");
  c.action([a] { return verify(*a); });
}

}  // namespace scree::app
