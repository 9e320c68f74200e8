#include "io/web3d_graph.hpp"

#include "base/safe_text.hpp"
#include "io/xml.hpp"

namespace scree {
namespace {

// A text within quotes within a value.
std::string in_marks(std::string_view text) {
  std::string out = "\"";
  for (const char c : safe_text(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

void Web3dGraph::write(const Web3dField& f) {
  out_ += ' ', out_ += f.name;
  if (xml_) {
    // In X3D a single text stands bare in its attribute; a list of texts has quotes of its own.
    out_ += "=\"" + xml_escaped(f.kind == Web3dField::texts ? in_marks(f.value) : f.value) + "\"";
    return;
  }
  out_ += ' ';
  if (f.kind == Web3dField::list) out_ += "[" + f.value + "]";
  if (f.kind == Web3dField::texts) out_ += "[" + in_marks(f.value) + "]";
  if (f.kind == Web3dField::text) out_ += in_marks(f.value);
  if (f.kind == Web3dField::single)
    out_ += f.value == "true" ? "TRUE" : f.value == "false" ? "FALSE" : f.value;
}

void Web3dGraph::open(std::string_view role, std::string_view node,
                      std::initializer_list<Web3dField> fields, std::string_view define) {
  if (xml_) {
    out_ += '<', out_ += node;
    if (!define.empty()) out_ += " DEF=\"" + std::string(define) + "\"";
    for (const Web3dField& f : fields) write(f);
    out_ += ">\n";
  } else {
    if (!role.empty()) out_ += role, out_ += ' ';
    if (!define.empty()) out_ += "DEF " + std::string(define) + " ";
    out_ += node, out_ += " {";
    for (const Web3dField& f : fields) write(f);
    out_ += "\n";
  }
  open_.emplace_back(node);
}

void Web3dGraph::close() {
  out_ += xml_ ? "</" + open_.back() + ">\n" : "}\n";
  open_.pop_back();
}

void Web3dGraph::use(std::string_view role, std::string_view node, std::string_view name) {
  if (xml_) {
    out_ += '<', out_ += node, out_ += " USE=\"", out_ += name, out_ += "\"/>\n";
    return;
  }
  if (!role.empty()) out_ += role, out_ += ' ';
  out_ += "USE ", out_ += name, out_ += '\n';
}

}  // namespace scree
