#include "state/extra_fields.hpp"

#include <algorithm>

namespace scree {
namespace {

// It becomes the name of a dataset, of an array in a frame and the head of a column.
bool is_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  char before = ' ';
  for (const char c : name) {
    if (!is_letter(c) && (c != ' ' || before == ' ')) return false;
    before = c;
  }
  return before != ' ';
}

Error no_field(const std::string& what, const std::string& hint) {
  return {"E0534", what, "", hint};
}

}  // namespace

Error field_is_there(std::string_view name) {
  return no_field("there is a field `" + std::string(name) + "` already", "choose another name");
}

Result<std::size_t> ExtraFields::add(FieldSpec spec, std::size_t width, std::size_t rows) {
  if (!is_name(spec.name))
    return no_field("`" + spec.name + "` cannot be the name of a field",
                    "letters, digits, `_`, `-` and single spaces");
  if (width != 1 && width != 3 && width != 4)
    return no_field("field `" + spec.name + "` has " + std::to_string(width) + " numbers per row",
                    "a number, a vector (3) or a quaternion (4)");
  // A resumed run could never have the hash of the run that was saved.
  if ((spec.roles & kHashed) && !(spec.roles & kSaved))
    return no_field("field `" + spec.name + "` is hashed but not saved", "give it both roles");
  if (find(spec.name)) return field_is_there(spec.name);
  std::vector<double> values(rows * width, spec.initial);
  fields_.push_back({std::move(spec), width, std::move(values)});
  return fields_.size() - 1;
}

void ExtraFields::remove(FieldOwner owner) {
  std::erase_if(fields_, [owner](const ExtraField& f) { return f.owner == owner; });
}

ExtraFields ExtraFields::like(const ExtraFields& other, unsigned roles) {
  ExtraFields out;
  for (const ExtraField& e : other.fields_)
    if (e.info().has(roles)) out.fields_.push_back({e, e.width, {}});
  return out;
}

ExtraField* ExtraFields::find(std::string_view name) {
  const ExtraField* found = std::as_const(*this).find(name);
  return found ? &fields_[static_cast<std::size_t>(found - fields_.data())] : nullptr;
}
const ExtraField* ExtraFields::find(std::string_view name) const {
  const auto it = std::find_if(fields_.begin(), fields_.end(),
                               [name](const ExtraField& f) { return f.name == name; });
  return it != fields_.end() ? &*it : nullptr;
}

}  // namespace scree
