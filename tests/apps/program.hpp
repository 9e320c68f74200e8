// Runs the program as a user does and keeps what it said.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/folder.hpp"

namespace scree::test {

namespace fs = std::filesystem;

struct Outcome {
  int status = -1;
  std::string out, err;
};

inline std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

class Program : public ::testing::Test {
 protected:
  // A child in the test's own folder; `before` runs in it before the program starts.
  pid_t start(const std::vector<std::string>& arguments, const std::function<void()>& before = {}) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::alarm(120);  // a program that hangs fails its test
    if (::chdir(folder_.c_str()) != 0) ::_exit(99);
    for (const auto& [name, fd] : {std::pair{"out", 1}, {"err", 2}}) {
      const int file = ::open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
      if (file < 0 || ::dup2(file, fd) < 0) ::_exit(99);
    }
    if (before) before();
    std::vector<char*> argv{const_cast<char*>("scree")};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    ::execv(SCREE_PROGRAM, argv.data());
    ::_exit(99);
  }
  Outcome wait(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            content_of(folder_ / "out"), content_of(folder_ / "err")};
  }
  Outcome scree(const std::vector<std::string>& arguments,
                const std::function<void()>& before = {}) {
    return wait(start(arguments, before));
  }

  fs::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(path(name).parent_path());
    std::ofstream(path(name)) << text;
  }
  // 27 grains that fall into a box.
  void write_scene(const std::string& name = "drop.toml", const std::string& duration = "20 ms") {
    write(
        name,
        "title = \"Drop\"\nduration = \"" + duration +
            "\"\n"
            "[material.glass]\n"
            "density = 2500\n"
            "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.5 }\n"
            "tangential = { law = \"spring\", friction = 0.3 }\n"
            "[[wall]]\nname = \"box\"\nshape = \"box\"\nmaterial = \"glass\"\n"
            "size = [0.02, 0.02, 0.02]\n"
            "[[fill]]\nkind = \"lattice\"\nmaterial = \"glass\"\ndiameter = \"4 mm\"\ncount = 27\n"
            "[output]\nframes = \"5 ms\"\nseries = \"1 ms\"\n");
  }
  nlohmann::json summary(const std::string& run) const {
    return nlohmann::json::parse(content_of(path(run) / "summary.json"), nullptr, false);
  }

  TemporaryFolder owned_;
  const fs::path& folder_ = owned_.path();
};

}  // namespace scree::test
