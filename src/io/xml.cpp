#include "io/xml.hpp"

#include <algorithm>

#include "base/safe_text.hpp"

namespace scree {
namespace {

constexpr std::size_t kDeepest = 64;     // of elements within elements
constexpr std::size_t kAttributes = 64;  // of one element

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':';
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (text[0] != '&') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const auto* known = std::find_if(std::begin(kEntities), std::end(kEntities),
                                     [&](const auto& e) { return text.starts_with(e.first); });
    if (known == std::end(kEntities)) return std::nullopt;
    out += known->second;
    text.remove_prefix(known->first.size());
  }
  return out;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : safe_text(text)) {
    const auto* special = std::find_if(std::begin(kEntities), std::end(kEntities),
                                       [c](const auto& e) { return e.second == c; });
    if (special != std::end(kEntities))
      out += special->first;
    else
      out += c;
  }
  return out;
}

const std::string* XmlTag::attribute(std::string_view wanted) const {
  for (const auto& [key, value] : attributes)
    if (key == wanted) return &value;
  return nullptr;
}

std::string XmlScanner::place() const {
  const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
  return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
}

Error XmlScanner::error(const std::string& what) const { return {"E0724", what, place(), ""}; }

std::string_view XmlScanner::content() const {
  const std::size_t end = std::min(text_.find('<', at_), text_.size());
  return text_.substr(at_, end - at_);
}

bool XmlScanner::skip_past(std::string_view mark) {
  const std::size_t found = text_.find(mark, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + mark.size();
  return true;
}

Result<XmlTag> XmlScanner::next() {
  for (;;) {
    at_ = std::min(text_.find('<', at_), text_.size());
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) {
      if (!inside_.empty())
        return error("the file ends within <" + std::string(inside_.back()) + ">");
      return XmlTag{};
    }
    if (rest.starts_with("<!--")) {
      if (!skip_past("-->")) return error("a comment that does not end");
    } else if (rest.starts_with("<?")) {
      if (!skip_past("?>")) return error("an instruction that does not end");
    } else if (rest.starts_with("<!")) {
      return error("a declaration, which no file of ours has");
    } else {
      return read_tag();
    }
  }
}

Result<XmlTag> XmlScanner::read_tag() {
  XmlTag tag;
  tag.at = at_++;
  tag.kind = XmlTag::open;
  if (at_ < text_.size() && text_[at_] == '/') tag.kind = XmlTag::close, ++at_;
  const std::size_t from = at_;
  while (at_ < text_.size() && is_name(text_[at_])) ++at_;
  tag.name = text_.substr(from, at_ - from);
  if (tag.name.empty()) return error("a tag without a name");
  if (auto wrong = read_attributes(tag)) return *wrong;
  if (auto wrong = balance(tag)) return *wrong;
  return tag;
}

std::optional<Error> XmlScanner::read_attributes(XmlTag& tag) {
  const std::string name(tag.name);
  for (;;) {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (at_ >= text_.size()) return error("the file ends within the tag <" + name + ">");
    if (text_[at_] == '>') return ++at_, std::nullopt;
    if (text_.substr(at_, 2) == "/>") {
      tag.kind = XmlTag::single;
      return at_ += 2, std::nullopt;
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const std::string_view key = text_.substr(from, at_ - from);
    const char quote = at_ + 1 < text_.size() && text_[at_] == '=' ? text_[at_ + 1] : '\0';
    if (key.empty() || (quote != '"' && quote != '\'') || tag.attributes.size() == kAttributes)
      return error("the tag <" + name + "> is damaged");
    at_ += 2;
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos)
      return error("the file ends within a value of <" + name + ">");
    auto value = unescaped(text_.substr(at_, end - at_));
    if (!value) return error("<" + name + "> has an entity that is not known");
    tag.attributes.emplace_back(key, std::move(*value));
    at_ = end + 1;
  }
}

std::optional<Error> XmlScanner::balance(const XmlTag& tag) {
  if (tag.kind == XmlTag::open) {
    if (inside_.size() == kDeepest) return error("elements within elements without end");
    inside_.push_back(tag.name);
  }
  if (tag.kind == XmlTag::close) {
    if (inside_.empty() || inside_.back() != tag.name)
      return error("</" + std::string(tag.name) + "> closes nothing");
    inside_.pop_back();
  }
  return std::nullopt;
}

}  // namespace scree
