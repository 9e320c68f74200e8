// The engine is fast only if the compiler turns the loop over contacts into vector code, and one
// branch in one part is enough to stop it. Every part of the catalogue is therefore put into a
// plain loop over arrays and compiled with the engine's flags for AVX2 and AVX-512; the compiler
// must report that it vectorised that loop. All loops are one file, compiled once a machine: most
// of the time goes into headers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace scree::laws::test {
namespace {

namespace fs = std::filesystem;

std::string camel_case(const std::string& name) {
  std::string out;
  bool head = true;
  for (const char c : name) {
    if (c == '_') {
      head = true;
      continue;
    }
    out += head ? static_cast<char>(std::toupper(c)) : c;
    head = false;
  }
  return out;
}

// What a part of each kind answers with.
std::string call_of(const std::string& kind) {
  if (kind == "normal")
    return "const NormalForce f = part(c, h);\n"
           "    out[0][i] += f.force; out[1][i] += f.stiffness + f.stiffness_before + f.damping + "
           "f.load;\n"
           "    out[2][i] += f.dissipated; out[3][i] += part.stored(c, f, h);\n";
  const std::string call =
      "const NormalForce n{in[13][i], in[14][i], in[15][i], in[16][i], in[17][i], in[13][i]};\n"
      "    const auto f = part(c, n, h);\n    out[4][i] += part.stored(c, n, h);\n    ";
  if (kind == "cohesion") return call + "out[0][i] += f.force; out[1][i] += f.dissipated;\n";
  if (kind == "twisting") return call + "out[0][i] += f.torque; out[1][i] += f.dissipated;\n";
  const std::string v = kind == "rolling" ? "f.torque" : "f.force";
  return call + "out[0][i] += " + v + ".x; out[1][i] += " + v + ".y; out[2][i] += " + v +
         ".z;\n    out[3][i] += f.dissipated" + (kind == "tangential" ? " + f.slid;\n" : ";\n");
}

std::string probe_of(const std::string& kind, const std::string& name) {
  return "namespace probe_" + kind + "_" + name +
         " {\nusing namespace scree;\nusing Part = laws::" + kind + "::" + camel_case(name) +
         ";\n" +
         R"(
void probe(const Part part, const double* const* in_, double* const* h_, double* const* out_,
           double dt, int n) {
  const double* in[18];
  double *history[Part::history + 1], *out[5];
  for (int k = 0; k < 18; ++k) in[k] = in_[k];
  for (int k = 0; k < Part::history; ++k) history[k] = h_[k];
  for (int k = 0; k < 5; ++k) out[k] = out_[k];
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) {  // THE LOOP
    const Touch c{.n = {in[0][i], in[1][i], in[2][i]}, .delta = in[3][i], .delta_dot = in[4][i],
                  .v_t = {in[5][i], in[6][i], in[7][i]}, .w_rel = {in[8][i], in[9][i], in[10][i]},
                  .m_eff = in[11][i], .r_eff = in[12][i], .dt = dt};
    double h[Part::history + 1] = {};
    for (int k = 0; k < Part::history; ++k) h[k] = history[k][i];
    )" + call_of(kind) +
         R"(    for (int k = 0; k < Part::history; ++k) history[k][i] = h[k];
  }
}
}
)";
}

std::string output_of(const std::string& command) {
  std::string out;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return "cannot start: " + command;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) out += buffer.data();
  pclose(pipe);
  return out;
}

int line_of_loop(const std::string& source) {
  int line = 1;
  for (std::size_t at = 0, end = source.find("// THE LOOP"); at < end; ++at)
    line += source[at] == '\n';
  return line;
}

struct Probed {
  std::string part;  // kind/name
  int line;          // of its loop
};

// Lines are counted again in every probe, which the compiler's messages call by the part's name.
std::string all_probes(std::vector<Probed>& list) {
  const fs::path catalogue = fs::path(SCREE_SOURCE_DIR) / "src/laws/catalog";
  std::string includes, probes;
  for (const std::string kind : {"normal", "tangential", "rolling", "twisting", "cohesion"})
    for (const auto& entry : fs::directory_iterator(catalogue / kind)) {
      const std::string name = entry.path().stem().string(), part = kind + "/" + name;
      const std::string probe = probe_of(kind, name);
      includes += "#include \"laws/catalog/" + part + ".hpp\"\n";
      probes += "#line 1 \"" + part + "\"\n" + probe;
      list.push_back({part, line_of_loop(probe)});
    }
  return includes + probes;
}

TEST(Vectorise, the_loop_over_contacts_is_vectorised_for_every_part) {
  std::vector<Probed> list;
  const fs::path file =
      fs::temp_directory_path() / ("scree-probe-" + std::to_string(getpid()) + ".cpp");
  std::ofstream(file) << all_probes(list);
  EXPECT_GE(list.size(), 10u);
  for (const auto& [machine, bytes] : {std::pair{"haswell", 32}, {"skylake-avx512", 64}}) {
    const std::string report =
        output_of("g++ -std=c++20 -O3 -march=" + std::string(machine) +
                  " -mprefer-vector-width=512 -ffp-contract=off -fno-math-errno -fno-trapping-math "
                  "-fopt-info-vec -I " SCREE_SOURCE_DIR "/src -c " +
                  file.string() + " -o /dev/null");
    const std::string lines = "\n" + report;
    const std::string vectors = "loop vectorized using " + std::to_string(bytes) + " byte vectors";
    for (const Probed& p : list) {
      const std::string place = "\n" + p.part + ":" + std::to_string(p.line) + ":";
      bool found = false;
      for (std::size_t at = lines.find(place); at != std::string::npos;
           at = lines.find(place, at + 1)) {
        const std::size_t end = std::min(lines.find('\n', at + 1), lines.size());
        found |= lines.substr(at, end - at).find(vectors) != std::string::npos;
      }
      EXPECT_TRUE(found) << p.part << " on " << machine << ":\n" << report;
    }
  }
  fs::remove(file);
}

}  // namespace
}  // namespace scree::laws::test
