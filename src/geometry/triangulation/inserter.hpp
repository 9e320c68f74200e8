// Insertion of single sites by their cavity (Bowyer 1981, Watson 1981).
//
// Reads the sites. Writes cells, and notes new cells and hidden sites while changes are kept. The
// arrays here are scratch that is used again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/scratch.hpp"
#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

class Inserter {
 public:
  enum class Outcome : std::uint8_t { visible, hidden, lost };  // lost: nothing is regular here

  // Precondition: the mesh is regular, v is a row that is in no cell.
  Outcome insert(Mesh& mesh, Vertex v);
  // Tries all hidden sites; those that the new ones hide are tried, too, and stay hidden. `shown`
  // counts those that have a cell again. False: the mesh is not regular.
  bool insert_hidden(Mesh& mesh, std::size_t& shown);

  std::size_t memory_bytes() const;

 private:
  struct BorderFacet {
    std::uint32_t cell;
    int slot;
    std::uint32_t fresh;                 // the new cell on it
    std::array<std::uint8_t, 3> number;  // of its vertices
  };
  void find_cavity(Mesh& mesh, std::uint32_t start, Vertex p);
  void query_ring(Mesh& mesh, std::size_t ring, std::size_t end, Vertex p);
  void sort_ring(Mesh& mesh, Vertex p);
  void fill_cavity(Mesh& mesh, Vertex p);
  void take_cells(Mesh& mesh);
  std::size_t make_fresh_cells(Mesh& mesh, Vertex p);
  void link_by_table(Cells& cells);

  Scratch<std::uint32_t> cavity_, rim_;            // cells in conflict, and those around them
  Scratch<std::uint32_t> queried_;                 // finite cells of one ring
  Scratch<std::array<std::uint32_t, 5>> queries_;  // their power tests
  Scratch<double> determinants_;
  Scratch<BorderFacet> border_;
  // The directed edges of the border: [number of the tail][number of the head] -> cell << 2 | slot.
  static constexpr std::size_t table_side = 64;
  std::vector<std::uint32_t> edge_table_;
  std::vector<std::uint8_t> number_;  // of each vertex on the border; the infinite one has 0
};

}  // namespace scree::geometry
