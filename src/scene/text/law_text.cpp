#include "scene/text/law_text.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/words.hpp"
#include "scene/build/parts.hpp"

namespace scree {
namespace {

struct FoundPart {
  const LawKind* kind = nullptr;
  CatalogInfo info;
};

std::string names_text(const std::vector<FoundPart>& parts) {
  std::string out;
  for (const FoundPart& p : parts)
    out += fmt::format("{}{}/{}", out.empty() ? "" : ", ", p.kind->name, p.info.name);
  return out;
}

std::string shell_quoted(std::string_view text) {
  return text.find(' ') == std::string_view::npos ? std::string(text) : fmt::format("'{}'", text);
}

class LawReader {
 public:
  explicit LawReader(const LawWords& words) : words_(words) {}

  Result<WordedLaw> read() {
    if (auto e = find_named()) return *e;
    for (const std::string& w : words_.with) read_with(w);
    for (const std::string& s : words_.sets) read_set(s);
    if (!errors_.empty()) return errors_;
    for (const auto& [kind, info] : chosen_) complete(kind, info);
    if (!errors_.empty()) return errors_;
    assume_normal();
    for (const PartMistake& m : check_parts(out_.material)) {
      Error e = m.error;
      if (e.location.empty()) e.location = fmt::format("{}/{}", m.key, law_of(m.key));
      if (const std::string way = a_way_to_give(m.key); !way.empty()) e.hint = "for example" + way;
      errors_.push_back(std::move(e));
    }
    if (!errors_.empty()) return errors_;
    return std::move(out_);
  }

 private:
  const std::string& law_of(std::string_view key) const {
    for (const LawKind& k : law_kinds())
      if (k.name == key) return (out_.material.*k.part).law;
    return out_.material.name;
  }

  // " --set a=1 --set b=2": what the part would take instead of what it was given.
  std::string a_way_to_give(std::string_view key) const {
    for (const auto& [kind, info] : chosen_) {
      if (kind->name != key) continue;
      const auto ways = example_materials(*kind, info, out_.material);
      if (ways.empty()) return {};
      std::string out;
      const ParamSet& set = (ways.front().*kind->part).params;
      for (const ParamInfo& p : info.params)
        if (set.has(p.name) && p.fallback.empty())
          out +=
              fmt::format(" --set {}{}={}", prefix_of(kind), p.name, shell_quoted(example_text(p)));
      return out;
    }
    return {};
  }
  std::string prefix_of(const LawKind* kind) const {
    return kind == named_ ? "" : std::string(kind->name) + ".";
  }

  std::optional<Error> find_named() {
    const std::size_t slash = words_.name.find('/');
    const std::string_view kind =
        slash == std::string::npos ? "" : std::string_view(words_.name).substr(0, slash);
    const std::string_view name =
        std::string_view(words_.name).substr(slash == std::string::npos ? 0 : slash + 1);
    std::vector<FoundPart> found;
    std::vector<std::string> known;
    for (const LawKind& k : law_kinds())
      for (const CatalogItem& item : k.catalog()) {
        if (item.info.name != "none") known.emplace_back(item.info.name);
        if (item.info.name == name && (kind.empty() || kind == k.name))
          found.push_back({&k, item.info});
      }
    if (found.empty()) {
      const std::string nearest = nearest_word(name, known);
      return Error{"E0330", fmt::format("there is no contact law `{}`", words_.name), "",
                   nearest.empty() ? "one of " + list_words(known, 40) + " (scree list laws)"
                                   : fmt::format("did you mean `{}`?", nearest)};
    }
    if (found.size() > 1)
      return Error{"E0331", fmt::format("`{}` is the name of several parts", name), "",
                   "say which: " + names_text(found)};
    named_ = found.front().kind;
    out_.kind = named_->name;
    choose(*named_, found.front().info);
    return std::nullopt;
  }

  void choose(const LawKind& kind, const CatalogInfo& info) {
    (out_.material.*kind.part) = {std::string(info.name), {}};
    chosen_[&kind] = info;
  }

  const LawKind* kind_called(std::string_view name, const std::string& word) {
    std::vector<std::string> names;
    for (const LawKind& k : law_kinds()) {
      if (k.name == name) return &k;
      names.emplace_back(k.name);
    }
    const std::string nearest = nearest_word(name, names);
    errors_.push_back({"E0333", fmt::format("`{}` is not a kind of part", name), word,
                       nearest.empty() ? "one of " + list_words(names)
                                       : fmt::format("did you mean `{}`?", nearest)});
    return nullptr;
  }

  void read_with(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals + 1 == word.size()) {
      errors_.push_back(
          {"E0333", "is not KIND=NAME", "--with " + word, "as in --with tangential=spring"});
      return;
    }
    const LawKind* kind = kind_called(word.substr(0, equals), "--with " + word);
    if (kind == nullptr) return;
    const std::string name = word.substr(equals + 1);
    std::vector<std::string> known;
    for (const CatalogItem& item : kind->catalog()) {
      if (item.info.name == name) return choose(*kind, item.info);
      known.emplace_back(item.info.name);
    }
    const std::string nearest = nearest_word(name, known);
    errors_.push_back({"E0330", fmt::format("there is no {} law `{}`", kind->name, name),
                       "--with " + word,
                       nearest.empty() ? "one of " + list_words(known, 40)
                                       : fmt::format("did you mean `{}`?", nearest)});
  }

  void read_set(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string place = "--set " + word;
    if (equals == std::string::npos) {
      errors_.push_back({"E0333", "is not KEY=VALUE", place, "as in --set restitution=0.5"});
      return;
    }
    std::string key(trimmed(std::string_view(word).substr(0, equals)));
    const LawKind* kind = named_;
    if (const std::size_t dot = key.find('.'); dot != std::string::npos) {
      kind = kind_called(key.substr(0, dot), place);
      if (kind == nullptr) return;
      key = key.substr(dot + 1);
    }
    const auto chosen = chosen_.find(kind);
    if (chosen == chosen_.end()) {
      // Values of a normal part that is not named: of the default one.
      if (kind->name == "normal") return choose_default_normal(), read_set(word);
      errors_.push_back({"E0333", fmt::format("there is no {} part to set it of", kind->name),
                         place, fmt::format("name one: --with {}=NAME", kind->name)});
      return;
    }
    std::vector<std::string> known;
    for (const ParamInfo& p : chosen->second.params) {
      known.emplace_back(p.name);
      if (p.name != key) continue;
      auto value = parse_param(p, trimmed(std::string_view(word).substr(equals + 1)));
      if (value) return (out_.material.*kind->part).params.set(p.name, std::move(*value));
      for (Error e : value.errors()) {
        e.location = place;
        errors_.push_back(std::move(e));
      }
      return;
    }
    const std::string nearest = nearest_word(key, known);
    errors_.push_back({"E0333", fmt::format("`{}` has no parameter `{}`", chosen->second.name, key),
                       place,
                       !nearest.empty() ? fmt::format("did you mean `{}`?", nearest)
                       : known.empty()  ? "it has none"
                                        : "it has " + list_words(known, 40)});
  }

  // Defaults, or one error that names all that is missing.
  void complete(const LawKind* kind, const CatalogInfo& info) {
    ParamSet& set = (out_.material.*kind->part).params;
    std::string missing, proposal;
    const std::string prefix = prefix_of(kind);
    for (const ParamInfo& p : info.params)
      if (p.required && !set.has(p.name)) {
        missing += fmt::format("{}`{}` ({}: {})", missing.empty() ? "" : ", ", p.name, kind_text(p),
                               p.doc);
        proposal += fmt::format(" --set {}{}={}", prefix, p.name, shell_quoted(example_text(p)));
      }
    if (!missing.empty()) {
      errors_.push_back({"E0332", fmt::format("`{}` needs {}", info.name, missing),
                         fmt::format("{}/{}", kind->name, info.name), "for example" + proposal});
      return;
    }
    auto whole = with_defaults(info.params, set);
    if (whole)
      set = std::move(*whole);
    else
      for (const Error& e : whole.errors()) errors_.push_back(e);
  }

  void choose_default_normal() {
    for (const LawKind& k : law_kinds())
      if (k.name == "normal")
        for (const CatalogItem& item : k.catalog())
          if (item.info.name == "linear") choose(k, item.info);
  }

  // Parts of other kinds act beside a normal one: the first of these that all of them accept.
  void assume_normal() {
    for (const auto& [kind, info] : chosen_)
      if (kind->name == "normal") return;
    struct Candidate {
      const char *law, *text;
      std::vector<std::pair<const char*, double>> params;
    };
    const Candidate candidates[] = {
        {"linear",
         "linear with stiffness 10 kN/m and restitution 0.5",
         {{"stiffness", 1e4}, {"restitution", 0.5}}},
        {"hertz",
         "hertz with young 10 MPa, poisson 0.25 and restitution 0.5",
         {{"young", 1e7}, {"poisson", 0.25}, {"restitution", 0.5}}},
    };
    for (const Candidate& c : candidates) {
      out_.material.normal = {c.law, {}};
      for (const auto& [name, value] : c.params) out_.material.normal.params.set(name, value);
      if (!check_parts(out_.material).empty()) continue;
      out_.assumed.push_back(fmt::format("normal part: {} (--with normal=NAME)", c.text));
      return;
    }
    out_.material.normal = {candidates[0].law, {}};
    for (const auto& [name, value] : candidates[0].params)
      out_.material.normal.params.set(name, value);
  }

  const LawWords& words_;
  const LawKind* named_ = nullptr;
  std::map<const LawKind*, CatalogInfo> chosen_;
  WordedLaw out_{.material = {.name = "law"}};
  Errors errors_;
};

}  // namespace

Result<WordedLaw> law_of_words(const LawWords& words) { return LawReader(words).read(); }

}  // namespace scree
