// The proof that the choice of detector, threads and the places of stops change no bit: every
// detector x 1, 2, 3, 7 threads on every world of proof_worlds.hpp, half of the runs stopped at a
// random step, written to the bytes of a checkpoint and taken up by the next detector with the next
// number of threads. One reference: brute force, one thread, undisturbed.
#include "matrix.hpp"
#include "proof_worlds.hpp"
#include "reported.hpp"

namespace scree::test {
namespace {

// `auto` that switches whenever it may: it tries after every timed list and takes whatever it
// tried.
Selector restless() {
  return Selector::of("auto", {.share = 1e9, .gain = 1e9, .timed_lists = 1, .retry_after = 6});
}

// Every list by another detector; each of them has missed what happened since its last one.
class InTurn final : public Detector {
 public:
  InTurn() {
    for (const DetectorEntry* e : detector_catalog()) all_.push_back(e->make());
  }
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override {
    all_[next_++ % all_.size()]->find(in, pairs);
  }

 private:
  std::vector<std::unique_ptr<Detector>> all_;
  std::size_t next_ = 0;
};

Selector in_turn() {
  return Selector("in turn", {{"in turn", [] { return std::make_unique<InTurn>(); }}});
}

constexpr const char* kMethods[] = {"brute", "cubes",         "cubes-lazarevic", "levels", "sweep",
                                    "auto",  "triangulation", "restless",        "in turn"};

struct ProofCase {
  const char* name;
  World (*make)();
  std::uint64_t steps, few;  // few: of the reduced matrix
  bool large = false;        // detectors work in parallel
};

// Reduced: those that start threads, where they do; one elsewhere, for the step around it.
std::vector<std::string_view> methods_for(const ProofCase& c) {
  if (!matrix().reduced) return {std::begin(kMethods), std::end(kMethods)};
  if (!c.large) return {"auto"};
  return {"cubes", "cubes-lazarevic", "levels", "sweep", "triangulation"};
}

// The detection of the world and of the options, which begin() and take_up() share.
World world_for(const ProofCase& c, std::string_view method, RunOptions& o) {
  World w = c.make();
  if (method == "restless")
    o.selector = restless;
  else if (method == "in turn")
    o.selector = in_turn;
  else
    w.detect.method = method;
  return w;
}

Simulation begin(const ProofCase& c, std::string_view method, int threads,
                 const char* engine = "auto") {
  RunOptions o{.threads = threads, .engine = engine};
  World w = world_for(c, method, o);
  return start(std::move(w), o);
}

Simulation take_up(const ProofCase& c, const Simulation& s, std::string_view method, int threads,
                   const char* engine = "auto") {
  const auto archive = archive_of(*decode_checkpoint(bytes_of(s), "test"));
  RunOptions o{.threads = threads, .engine = engine};
  World w = world_for(c, method, o);
  auto next = Simulation::resume(std::move(w), *archive, o);
  if (!next) throw std::runtime_error(to_string(next.error()));
  return std::move(*next);
}

class Proof : public testing::TestWithParam<ProofCase> {};

TEST_P(Proof, one_answer_for_every_detector_any_threads_and_any_stop) {
  const ProofCase& c = GetParam();
  const std::uint64_t steps = matrix().steps(c.steps, c.few);
  const std::vector<int> threads = matrix().threads();
  Simulation reference = begin(c, "brute", 1);
  run(reference, steps);
  const std::string expected = reported(reference);
  const EnergyReport e = reference.energy();
  double lost = 0;
  for (const double v : e.dissipated) lost += v;
  if (!matrix().reduced) {
    EXPECT_GT(lost, 0) << "a world without collisions proves nothing";
    EXPECT_GT(reference.renewals(), 3u) << "a world without new lists proves nothing";
  }
  const CounterRandom random(23, steps);
  const std::vector<std::string_view> methods = methods_for(c);
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (std::size_t t = 0; t < threads.size(); ++t) {
      const std::string cell = std::string(methods[m]) + ", threads " + std::to_string(threads[t]);
      Simulation s = begin(c, methods[m], threads[t]);
      if ((m + t) % 2 == 0) {
        run(s, steps);
        // When lists are renewed is decided by the motion alone.
        EXPECT_EQ(s.renewals(), reference.renewals()) << cell;
      } else {
        const auto stop =
            static_cast<std::uint64_t>(random.uniform(m * 8 + t) * static_cast<double>(steps));
        run(s, stop);
        s = take_up(c, s, methods[(m + 1) % methods.size()], threads[(t + 1) % threads.size()]);
        run(s, steps - stop);
      }
      EXPECT_EQ(reported(s), expected) << cell;
    }
}

TEST_P(Proof, one_answer_for_every_engine_and_a_change_of_engine_at_a_stop) {
  const ProofCase& c = GetParam();
  const std::uint64_t steps = matrix().steps(c.steps / 2, c.few);
  Simulation tiles = begin(c, "auto", 2, "tiles"), rows = begin(c, "auto", 2, "rows");
  run(tiles, steps);
  run(rows, steps);
  const std::string expected = reported(tiles);
  EXPECT_EQ(reported(rows), expected);
  EXPECT_EQ(rows.renewals(), tiles.renewals());
  for (const auto& [first, second] : {std::pair("tiles", "rows"), std::pair("rows", "tiles")}) {
    Simulation s = begin(c, "cubes", 1, first);
    run(s, steps / 3);
    s = take_up(c, s, "sweep", 2, second);
    run(s, steps - steps / 3);
    EXPECT_EQ(reported(s), expected) << first << ", then " << second;
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, Proof,
                         testing::Values(ProofCase{"packing", packing, 500, 20},
                                         ProofCase{"hourglass", hourglass, 500, 20},
                                         ProofCase{"pouring", pouring_fast, 500, 30},
                                         ProofCase{"vibrated_1_5_35", vibrated_mixture, 500, 20},
                                         ProofCase{"shear", shear, 400, 20},
                                         ProofCase{"dilute_gas", dilute_gas, 400, 20},
                                         ProofCase{"crystal_at_rest", crystal_at_rest, 300, 20},
                                         ProofCase{"crystal_rotating", crystal_rotating, 300, 20},
                                         ProofCase{"on_cube_faces", on_cube_faces, 400, 20},
                                         ProofCase{"many", many, 60, 5, true}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Auto, that_is_made_to_switch_does_and_says_when) {
  Simulation s = start(vibrated_mixture(), {.threads = 1, .selector = restless});
  run(s, 500);
  const DetectionReport d = s.detection();
  EXPECT_EQ(d.method, "auto");
  ASSERT_GE(d.switched, 6u);
  ASSERT_EQ(d.switches.size(), std::min<std::size_t>(d.switched, DetectionReport::kSwitchesKept));
  std::uint64_t lists = 0, step = 0;
  for (const DetectorUse& u : d.uses) lists += u.lists;
  EXPECT_EQ(lists, s.renewals());
  for (const DetectorSwitch& w : d.switches) {
    EXPECT_NE(w.from, w.to);
    EXPECT_FALSE(w.why.empty());
    EXPECT_GE(w.step, step);
    step = w.step;
  }
  EXPECT_EQ(d.switches.back().to, d.in_use);
  EXPECT_EQ(s.detector(), d.in_use);
}

// Leaves one pair out of every list from the given list on.
class Faulty final : public Detector {
 public:
  Faulty(std::string inner, ParticleId a, ParticleId b)
      : inner_(find_detector(inner)->make()), a_(a), b_(b) {}
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override {
    inner_->find(in, pairs);
    std::erase_if(pairs,
                  [&](const RowPair& p) { return in.id[p.first] == a_ && in.id[p.second] == b_; });
  }

 private:
  std::unique_ptr<Detector> inner_;
  ParticleId a_, b_;
};

World audited(std::string_view method, int every) {
  World w = packing();
  if (method != "restless" && method != "in turn") w.detect.method = method;
  w.detect.audit = every;
  return w;
}

TEST(Audit, finds_nothing_to_say_of_any_detector) {
  for (const std::string_view method : kMethods) {
    RunOptions o{.threads = 2};
    if (method == "restless") o.selector = restless;
    if (method == "in turn") o.selector = in_turn;
    Simulation s = start(audited(method, 7), o);
    const auto failure = s.run(matrix().steps(400, 20));
    EXPECT_FALSE(failure.has_value()) << method << ": " << failure->message;
  }
}

// The first contact of two grains that begins after the start, in id order.
std::pair<ParticleId, ParticleId> a_new_contact() {
  Simulation s = start(packing());
  std::vector<std::pair<ParticleId, ParticleId>> before;
  const auto contacts = [&s] {
    std::vector<std::pair<ParticleId, ParticleId>> all;
    s.for_each_contact([&all](const ContactView& c) {
      if (c.wall < 0) all.emplace_back(c.i, c.j);
    });
    return all;
  };
  before = contacts();
  run(s, 400);
  for (const auto& c : contacts())
    if (std::find(before.begin(), before.end(), c) == before.end()) return c;
  ADD_FAILURE() << "no contact began";
  return {};
}

TEST(Audit, stops_the_run_of_a_detector_that_misses_one_pair_and_names_both) {
  const auto contact = a_new_contact();
  const auto a = contact.first, b = contact.second;
  for (const DetectorEntry* e : detector_catalog()) {
    const std::string name(e->info.name);
    RunOptions o{.threads = 1};
    o.selector = [=] {
      return Selector(name, {{name, [=] { return std::make_unique<Faulty>(name, a, b); }}});
    };
    Simulation s = start(audited(name, 5), o);
    const auto failure = s.run(400);
    ASSERT_TRUE(failure.has_value()) << name;
    EXPECT_EQ(failure->code, "E0602");
    EXPECT_EQ(failure->step % 5, 0u);
    EXPECT_EQ(failure->particle, a);
    const auto names = [&failure](const std::string& text) {
      return failure->message.find(text) != std::string::npos;
    };
    EXPECT_TRUE(names("detector `" + name + "`")) << failure->message;
    EXPECT_TRUE(names("grains " + std::to_string(a.value) + " and " + std::to_string(b.value)))
        << failure->message;
    EXPECT_TRUE(names("at step " + std::to_string(failure->step))) << failure->message;
  }
}

TEST(Audit, names_the_detector_that_auto_has_switched_to) {
  const auto [a, b] = a_new_contact();
  RunOptions o{.threads = 1};
  o.selector = [a = a, b = b] {
    return Selector("auto",
                    {{"cubes", [] { return find_detector("cubes")->make(); }},
                     {"levels", [=] { return std::make_unique<Faulty>("levels", a, b); }}},
                    {.share = 1e9, .gain = 1e9, .timed_lists = 1, .retry_after = 1000});
  };
  Simulation s = start(audited("auto", 1), o);
  const auto failure = s.run(400);
  ASSERT_TRUE(failure.has_value());
  EXPECT_NE(failure->message.find("detector `levels` missed"), std::string::npos)
      << failure->message;
}

}  // namespace
}  // namespace scree::test
