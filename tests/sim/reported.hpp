// What a simulation says of itself, to the last bit, and a resume through the bytes of a
// checkpoint.
#pragma once

#include <string>

#include "sim/archive/checkpoint.hpp"
#include "worlds.hpp"

namespace scree::test {

inline void add(StateHasher& h, const Vec3& v) { h.add(v.x), h.add(v.y), h.add(v.z); }

// Everything that a simulation can be asked, to the last bit.
inline std::string reported(const Simulation& s) {
  StateHasher h;
  const EnergyReport e = s.energy();
  for (const EnergyChannel& c : kEnergyChannels) h.add(c.in(e));
  for (const double v : {e.start, s.greatest_overlap(), s.time()}) h.add(v);
  for (const WallReport& w : s.wall_reports()) add(h, w.force), add(h, w.torque), h.add(w.work);
  s.for_each_contact([&h](const ContactView& c) {
    h.add((std::uint64_t{c.i.value} << 32) | c.j.value);
    h.add(static_cast<std::uint64_t>(c.wall + 1));
    add(h, c.point), add(h, c.normal), add(h, c.force), add(h, c.tangential);
    h.add(c.overlap);
  });
  h.add(std::uint64_t{s.contact_count()});
  return to_string(s.state_hash()) + " " + to_string(h.finish());
}

inline std::string bytes_of(const Simulation& s) {
  CheckpointData data;
  SimulationArchive archive = s.save();
  archive.timers = {};  // the rest is the same for the same state
  archive.renewals = 0;
  add_archive(std::move(archive), data);
  return *encode_checkpoint(data);
}

inline Simulation resumed(const std::string& bytes, World w, const RunOptions& o) {
  const auto data = decode_checkpoint(bytes, "test");
  EXPECT_TRUE(data.ok());
  const auto archive = archive_of(*data);
  EXPECT_TRUE(archive.ok()) << to_string(archive.error());
  auto s = Simulation::resume(std::move(w), *archive, o);
  if (!s) throw std::runtime_error(to_string(s.error()));
  return std::move(*s);
}

}  // namespace scree::test
