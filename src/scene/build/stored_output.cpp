#include "scene/build/stored_output.hpp"

#include "scene/text/document.hpp"
#include "scene/text/reader.hpp"

namespace scree {
namespace {

std::vector<std::string> names_in(const Node& document, std::string_view key) {
  std::vector<std::string> out;
  const Node* list = document.find(key);
  if (list == nullptr) return out;
  for (const Node& item : list->list)
    if (const Node* name = item.find("name")) out.push_back(name->text);
  return out;
}

}  // namespace

StoredOutput stored_output(const std::string& resolved) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", resolved);
  const auto document = parse_document(resolved, source, messages);
  if (!document) return {};
  StoredOutput out{.measures = {},
                   .outlets = names_in(*document, "outlet"),
                   .stages = names_in(*document, "stage")};
  const Node* output = document->find("output");
  const Node* measures = output ? output->find("measures") : nullptr;
  if (measures == nullptr) return out;
  const Node* dimension = document->find("dimension");
  ReadContext context{"", messages, dimension != nullptr && dimension->integer == 2};
  for (const Node& item : measures->list) {
    Branch branch = read_section(item, measure_section(), context);
    if (!branch.broken) out.measures.push_back(read_measure(branch, out.measures, messages));
  }
  return out;
}

}  // namespace scree
