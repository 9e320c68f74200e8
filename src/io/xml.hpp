// As much XML as our own files need: elements, attributes, the five entities. No document types, no
// entities of one's own, so that nothing in a file can grow when it is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace scree {

// Text for an element or for an attribute in double quotes, made safe (base/safe_text.hpp): XML 1.0
// has no way to write most control characters, and a file that is not UTF-8 is no XML.
std::string xml_escaped(std::string_view text);

struct XmlTag {
  enum Kind { open, close, single, end };
  Kind kind = end;  // end: of the text
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> attributes;
  std::size_t at = 0;  // where the tag begins

  // The value of an attribute, or null.
  const std::string* attribute(std::string_view wanted) const;
};

// Goes through a text tag by tag. Elements are checked to close in the right order.
class XmlScanner {
 public:
  explicit XmlScanner(std::string_view text) : text_(text) {}

  // The next tag; E0724 where the text is not well-formed.
  Result<XmlTag> next();
  // What stands between the last tag and the next.
  std::string_view content() const;
  // "line 12": for messages.
  std::string place() const;

 private:
  Error error(const std::string& what) const;
  bool skip_past(std::string_view mark);
  Result<XmlTag> read_tag();
  std::optional<Error> read_attributes(XmlTag& tag);
  std::optional<Error> balance(const XmlTag& tag);

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string_view> inside_;
};

}  // namespace scree
