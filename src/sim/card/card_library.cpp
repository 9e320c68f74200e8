#include "sim/card/card_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace scree {
namespace {

constexpr char kFile[] = "libscree_cuda.so";
constexpr char kInstall[] =
    "install the package scree-cuda, or build it where nvcc is: `make card`; every scene runs with "
    "`engine = \"auto\"`";

// Where the program or the library of Scree lies that this code is part of.
std::filesystem::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&card_library), &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code ignored;
  return std::filesystem::canonical(info.dli_fname, ignored).parent_path();
}

void ask_for_cards(CardLibrary& library) {
  char why[256] = {};
  const int count = library.plugin->count(why, sizeof why);
  for (int k = 0; k < count; ++k)
    if (CardDescription card{}; library.plugin->describe(k, &card) == 0)
      library.cards.push_back(card);
  if (!library.cards.empty()) return;
  library.why = *why != 0 ? why : "no card was found";
  library.hint = "is there a card, and its driver? `nvidia-smi` tells";
}

}  // namespace

CardLibrary load_card_library(const std::string& file) {
  CardLibrary library{.file = file};
  // Kept to the end of the process: a driver does not like to be unloaded.
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    library.why = fmt::format("{} cannot be loaded: {}", file, reason != nullptr ? reason : "?");
    library.hint = kInstall;
    return library;
  }
  const auto function = reinterpret_cast<CardPluginFunction>(dlsym(handle, kCardPluginSymbol));
  if (function == nullptr) {
    library.why = fmt::format("{} is not a library of cards for Scree", file);
    library.hint = kInstall;
    return library;
  }
  const CardPlugin* plugin = function();
  if (plugin->layout != kCardLayout || plugin->version != build_of_scree()) {
    library.why = fmt::format("{} belongs to another build of Scree ({}; this is {})", file,
                              plugin->version, build_of_scree());
    library.hint = "install or build both from the same sources";
    return library;
  }
  library.plugin = plugin;
  ask_for_cards(library);
  return library;
}

const CardLibrary& card_library() {
  static const CardLibrary library = [] {
    if (const char* named = std::getenv("SCREE_CARD"); named != nullptr && *named != 0)
      return load_card_library(named);
    const std::filesystem::path own = own_folder();
    // Beside the program, for a program in bin, for the module of Python in lib/python3.
    for (const auto& place :
         {own / kFile, own / "../lib/scree" / kFile, own / "../../../scree" / kFile}) {
      std::error_code ignored;
      if (std::filesystem::exists(place, ignored)) return load_card_library(place.string());
    }
    CardLibrary library = load_card_library(kFile);
    if (library.plugin == nullptr && library.cards.empty() &&
        library.why.find("No such file") != std::string::npos)
      library.why = fmt::format("there is no {} on this machine", kFile);
    return library;
  }();
  return library;
}

std::string describe(const CardDescription& card) {
  const auto gib = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1u << 30); };
  return fmt::format("{}, {:.1f} GiB, {:.1f} GiB free, {}", card.name, gib(card.memory),
                     gib(card.free_memory), card.driver);
}

}  // namespace scree
