// A library of graphics cards whose card is the processor: all that lies between the program and a
// card is tested where there is none. SCREE_FAKE_CARD says what goes wrong:
//
//   none        there is no card             old         the library is of another build
//   closed      the card cannot be opened    tiny        it has next to no memory
//   memory=N    of N bytes, no more          fail=N      the loop number N fails, from 1 on
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "card/host_card.hpp"
#include "sim/card/card_plugin.hpp"

namespace {

using namespace scree;

std::string order() {
  const char* text = std::getenv("SCREE_FAKE_CARD");
  return text != nullptr ? text : "";
}
// Of "name=N"; 0: not ordered.
std::size_t number_of(const std::string& name) {
  const std::string text = order();
  return text.rfind(name + "=", 0) == 0 ? std::stoull(text.substr(name.size() + 1)) : 0;
}

struct FakeCard {
  HostCard loops{2};
  std::map<void*, std::size_t> memory;
  std::size_t used = 0, runs = 0;
  std::string why;
};
FakeCard& card_of(void* card) { return *static_cast<FakeCard*>(card); }

std::size_t memory_in_all() { return number_of("memory") > 0 ? number_of("memory") : 1u << 30; }

int count(char* why, std::size_t room) {
  if (order() != "none") return 1;
  std::snprintf(why, room, "no driver is installed");
  return 0;
}
int describe(int, CardDescription* to) {
  std::snprintf(to->name, sizeof to->name, "Paper card");
  std::snprintf(to->driver, sizeof to->driver, "driver for tests");
  to->memory = order() == "tiny" ? 100 : 1u << 30, to->free_memory = to->memory;
  return 0;
}
void* open(int) { return order() == "closed" ? nullptr : new FakeCard; }
void close(void* card) {
  for (const auto& [at, bytes] : card_of(card).memory) std::free(at);
  delete &card_of(card);
}
const char* why(void* card) {
  return card != nullptr ? card_of(card).why.c_str() : "another program has it";
}
int allocate(void* card, std::size_t bytes, void** at) {
  FakeCard& c = card_of(card);
  if (c.used + bytes > memory_in_all()) {
    c.why = "no memory is left on the card";
    return 1;
  }
  *at = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  std::memset(*at, 0xff, bytes);  // what was never sent is not a number
  c.memory[*at] = bytes, c.used += bytes;
  return 0;
}
void release(void* card, void* at) {
  FakeCard& c = card_of(card);
  c.used -= c.memory.at(at);
  c.memory.erase(at);
  std::free(at);
}
int copy(void*, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return 0;
}
int begin_sums(void* card, const double magic[3]) {
  card_of(card).loops.begin_sums({magic[0], magic[1], magic[2]});
  return 0;
}
template <class... Ls>
int run_number(TypeList<Ls...>, FakeCard& c, int number, std::size_t count, const void* value,
               std::size_t bytes) {
  int k = 0, code = 1;
  c.why = "no such loop";
  const auto run = [&](const auto& loop) { c.loops.run(count, loop), code = 0; };
  ((k++ == number && bytes == sizeof(Ls) ? run(*static_cast<const Ls*>(value)) : void()), ...);
  return code;
}
int run(void* card, int loop, std::size_t count, const void* value, std::size_t bytes, int) {
  FakeCard& c = card_of(card);
  if (++c.runs == number_of("fail")) {
    c.why = "an illegal address was used";
    return 1;
  }
  return run_number(card::Loops{}, c, loop, count, value, bytes);
}
int sort(void*, std::uint64_t* keys, std::uint32_t* values, std::uint64_t*, std::uint32_t*,
         std::size_t n, int bits) {
  const std::uint64_t mask = bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
  std::vector<std::pair<std::uint64_t, std::uint32_t>> both(n);
  for (std::size_t k = 0; k < n; ++k) both[k] = {keys[k], values[k]};
  std::stable_sort(both.begin(), both.end(), [mask](const auto& a, const auto& b) {
    return (a.first & mask) < (b.first & mask);
  });
  for (std::size_t k = 0; k < n; ++k) keys[k] = both[k].first, values[k] = both[k].second;
  return 0;
}
int scan(void*, std::uint32_t* counters, std::size_t n, std::uint32_t* last) {
  std::exclusive_scan(counters, counters + n, counters, 0u);
  *last = counters[n - 1];
  return 0;
}
int sums(void* card, CardTotals* to) {
  const CardSums sums = card_of(card).loops.sums();
  *to = {};
  for (int k = 0; k < card::kSums; ++k) {
    const double value = sums.sum(k).value();
    if (value - value != 0)
      to->not_finite[k] = value != value ? 4 : value > 0 ? 1 : 2;
    else
      std::memcpy(to->digit[k], sums.sum(k).digits().data(), sizeof to->digit[k]);
  }
  for (int k = 0; k < card::kGreatest; ++k)
    to->greatest[k] = sums.most(static_cast<card::Greatest>(k));
  to->touching = sums.touching();
  return 0;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const scree::CardPlugin* scree_card_plugin() {
  static const std::string build = order() == "old" ? "0.0.1 (older)" : scree::build_of_scree();
  static const scree::CardPlugin plugin{.layout = scree::kCardLayout,
                                        .version = build.c_str(),
                                        .count = count,
                                        .describe = describe,
                                        .open = open,
                                        .close = close,
                                        .why = why,
                                        .allocate = allocate,
                                        .release = release,
                                        .send = copy,
                                        .fetch = copy,
                                        .begin_sums = begin_sums,
                                        .run = run,
                                        .sums = sums,
                                        .sort = sort,
                                        .scan = scan};
  return &plugin;
}
