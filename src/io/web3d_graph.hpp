// The two spellings of a scene graph: XML elements (X3D) or braces (VRML97, ISO/IEC 14772).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/web3d.hpp"

namespace scree {

// A value as both spell it: numbers with blanks between; VRML puts lists in brackets.
struct Web3dField {
  enum Kind { single, list, text, texts };
  std::string_view name;
  std::string value;
  Kind kind = single;
};

class Web3dGraph {
 public:
  explicit Web3dGraph(Web3dForm form) : xml_(form == Web3dForm::x3d) {}

  // A node in the field `role` of its parent (VRML names it, X3D knows it). `define`: a name for
  // later use.
  void open(std::string_view role, std::string_view node,
            std::initializer_list<Web3dField> fields = {}, std::string_view define = {});
  void close();
  void leaf(std::string_view role, std::string_view node,
            std::initializer_list<Web3dField> fields = {}, std::string_view define = {}) {
    open(role, node, fields, define), close();
  }
  void use(std::string_view role, std::string_view node, std::string_view name);
  // Around the children of a grouping node.
  void begin_children() { out_ += xml_ ? "" : "children [\n"; }
  void end_children() { out_ += xml_ ? "" : "]\n"; }

  std::string& text() { return out_; }

 private:
  void write(const Web3dField& field);
  bool xml_;
  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace scree
