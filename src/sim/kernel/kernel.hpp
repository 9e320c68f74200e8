// The hot loops, compiled once for each instruction set and chosen at run time. All give the same
// bits: every operation is an IEEE add, multiply, divide or square root in a fixed order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/exact_sum.hpp"
#include "base/simd.hpp"
#include "base/vec3.hpp"
#include "dynamics/taylor.hpp"
#include "sim/kernel/block.hpp"
#include "sim/kernel/clump_args.hpp"
#include "sim/kernel/polygon_block.hpp"
#include "state/bodies.hpp"
#include "state/particles.hpp"

namespace scree::kernel {

struct ExternalPart;  // sim/kernel/external_part.hpp

// The law of one pair of materials: which part of each catalogue, its coefficients, where its
// history begins.
struct PairLaw {
  static constexpr int kPartBytes = kernel::kPartBytes;
  struct Part {
    int index = 0;                           // in the TypeList of its kind
    int history_offset = 0;                  // into the history of a contact
    const ExternalPart* external = nullptr;  // a part of the program's own: then not by index
    alignas(16) unsigned char bytes[kPartBytes] = {};
  };
  Part normal, tangential, rolling, twisting, cohesion;
  int history = 0;     // doubles in use
  int liquid_at = -1;  // where in the history the volume of a liquid bridge is; -1: none
  // Beyond the surfaces; that of a part which says what it holds is only how far to look.
  double range = 0, normal_range = 0, cohesion_range = 0;
  double power = 2;  // of the overlap, as which the normal part's elastic energy grows
  bool has_tangential = false, has_rolling = false, has_twisting = false, has_cohesion = false;
  bool damping_by_mass = false;  // the normal part's dashpot is made for m_eff, to restore a speed
  bool says_holds = false;  // beyond the surfaces, a pair is in contact only while a part says so

  bool has_couple() const { return has_rolling || has_twisting; }
  HD bool asks_holds() const { return says_holds && range > 0; }
};

// Which channels of losses (state/energy_report.hpp) a law has.
struct LossesUsed {
  bool channel[kLosses];
};
inline LossesUsed losses_used(const PairLaw& law) {
  return {{true, law.has_tangential, law.has_tangential, law.has_rolling, law.has_cohesion,
           law.has_twisting}};
}

// What the gather needs of one contact: one cache line.
struct alignas(64) ContactRecord {
  Vec3 force;           // on the owner
  double shorter = 0;   // by which both lever arms are shorter than the radii
  Vec3 moment;          // n x F^t: torque per unit of lever arm, on both
  double touching = 0;  // 1 or 0
};

// What is kept of it for reports; where the grains are tells the rest.
struct ContactForce {
  Vec3 force;   // on the owner
  Vec3 moment;  // n x F^t
};

// What the next step has to know of a contact beside its history: single precision is plenty for
// the loss that is derived from it (correct_losses), and saves half the bytes.
struct alignas(16) LastForce {
  float force[3] = {};  // on the owner
  float touching = 0;   // 1 or 0
};

// Where the links of a contact are: at its lower row and at its higher one. kSharedHit is added
// where contacts of another thread act on the row as well; kNoHit: the row, a large grain, needs no
// bits.
struct LinkPositions {
  std::uint32_t lower, higher;
};
inline constexpr std::uint32_t kSharedHit = 0x80000000u, kNoHit = 0xffffffffu;

// Bit of a contact's kind: it touched in the last step.
inline constexpr unsigned kTouched = 0x8000;

// Loss of one step, by channel: exact sums, independent of the order (threads, detectors, rows).
struct alignas(64) LossSum {
  ExactSum value[kLosses];
  // Of the contacts of one call: multiples of three quanta, eight sums side by side
  // (sim/kernel/exact_lanes.hpp). Empty between calls.
  alignas(64) double pending[kLosses][3][8] = {};
  std::uint64_t touching = 0;
  double deepest = 0;  // greatest overlap relative to the smaller radius
  std::uint64_t ticks_touch = 0, ticks_law = 0;
};

struct ContactArgs {
  // Grains
  const PositionRadius* xr;
  const VelocityMass* vm;
  const SpinMaterial* ws;
  // Near list
  std::uint32_t count;
  const std::uint32_t* owner;
  const std::uint32_t* other;
  const double* history;  // stride doubles per contact
  int stride;
  const LastForce* last;
  double* history_now;  // the same two arrays, where a step writes; null: nothing is written
  LastForce* last_now;
  std::uint16_t* kind;        // number of the law, and kTouched; kept by all but slices
  const LinkPositions* at;    // of the links of a contact
  std::uint8_t* hit;          // one bit per link
  const std::uint32_t* link;  // the links themselves, to fetch those that are hit
  // Records for the gather
  const std::uint32_t* record_of;  // of a contact
  ContactRecord* records;          // where record_of says
  Vec3* couple;  // the same: rolling and twisting torque on the owner; null when no law has one
  // Laws
  const PairLaw* laws;
  int law_count;
  // Periodic box; zero lengths where not periodic
  bool periodic;  // and upright, at rest
  Vec3 length, inverse_length;
  bool deforming;  // instead: images and velocities of a cell (state/box.hpp)
  Vec3 tilt, stretch, shear;
  double range;  // the longest of any law
  bool sifted;   // pairs that do not touch are left out of the blocks
  bool by_hits;  // the gather goes by hits: records of pairs that do not touch are not written
  double lever;  // lever arm r - lever * overlap
  double dt;
  // 1.5 2^52 times each of the three quanta to which losses are cut; 0: not known, slower.
  double magic[3];
  // Of a contact: scale of the dashpot of its normal part; null: all are 1
  // (sim/engines/clump_damping.hpp).
  const double* damping;
};

// Contacts of one law that wait for a block to be full. (Blocks of their own would not fit into the
// first-level cache.)
struct Waiting {
  std::uint32_t owner[2 * kBlock], other[2 * kBlock], contact[2 * kBlock];
  int count = 0;
};

// Of one thread.
struct Scratch {
  Block* blocks;                // one is used
  Waiting* waiting;             // law_count
  ContactForce* report_forces;  // forces for reports, or null
};

// Links of a row are filled up to a multiple of this.
inline constexpr std::uint32_t kLinks = 8;

struct GatherArgs {
  const ContactRecord* records;     // the first one is empty
  const Vec3* couple;               // beside the records, or null
  const std::uint32_t* link_begin;  // see sim/engines/tiles.hpp
  const std::uint32_t* link;
  const PositionRadius* xr;
  std::uint8_t* hit;  // one bit per link: only these, and they are cleared; null: all links
  const std::uint16_t* hit_row;  // of each byte of `hit`: the lower half of its row's number
};

// Elastic energies of a block's contacts, in columns of the block; null where the law has no such
// part.
struct StoredColumns {
  const double *normal, *tangential, *rolling, *twisting, *cohesion;
};

// Bodies and their rows.
struct BodyArgs {
  Body* body;
  const Primitive* primitive;
  const std::uint32_t* row_of;  // of an id
  PositionRadius* xr;
  VelocityMass* vm;
  SpinMaterial* ws;
  Quat* q;
  const Vec3 *f, *tq;  // of rows
  PeriodicBox box;
  bool periodic;
  double dt;
  Vec3 gravity;
  double damping, rotational_damping;
};

struct Kernels {
  const char* name;
  // Contacts [first, last) of the near list: touch, apply law, store records and histories.
  void (*contacts)(const ContactArgs&, std::uint32_t first, std::uint32_t last, Scratch&, LossSum&);
  // The law on a block whose Touch arrays are filled (walls).
  void (*apply_law)(Block&, int count, const PairLaw&, double dt);
  // The same with the dashpot of the normal part times Block::damping_scale.
  void (*apply_law_damped)(Block&, int count, const PairLaw&, double dt);
  // Books what the parts of a contact hold that ends.
  // Of `share` of a contact: points of an area have less or more than one.
  void (*book_release)(const PairLaw&, double m_eff, double r_eff, const double* history,
                       double share, LossSum&);
  // Sum of grain contacts on rows [first, last), in the order of the neighbours' ids. By hits: at
  // most 2^16 rows.
  void (*gather)(const GatherArgs&, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq);
  // f += m g.
  void (*add_weight)(const VelocityMass*, const Vec3& gravity, std::uint32_t first,
                     std::uint32_t last, Vec3* f);
  // Adds m v . g of each row, rounded to 24 bits.
  void (*weight_power)(const VelocityMass*, const Vec3& gravity, std::uint32_t first,
                       std::uint32_t last, ExactSum&);
  // Adds each number, rounded to 24 bits (sim/kernel/exact_lanes.hpp).
  void (*add_rounded)(const double*, std::size_t count, ExactSum&);
  // Twins of dynamics/taylor.hpp.
  double (*predict)(const integrators::MotionRows&, std::size_t first, std::size_t last);
  void (*correct)(const integrators::MotionRows&, std::size_t first, std::size_t last,
                  const Vec3* f, const Vec3* tq);
  // Twins of dynamics/rigid.hpp, for bodies list[first] .. list[last - 1], or [first, last) where
  // there is no list.
  // Sum of the forces on the rows of each; weight, damping, corrector. `loss`: null, or what the
  // damping takes from each. Those up to list[end - 1] come next.
  void (*correct_bodies)(const BodyArgs&, const std::uint32_t* list, std::size_t first,
                         std::size_t last, std::size_t end, bool keep_only, double* loss);
  // Moves them, and their rows with them; returns the greatest displacement of a point. Leaves out
  // orientations of rows that are balls: nothing needs them before the bodies are put.
  double (*predict_bodies)(const BodyArgs&, const std::uint32_t* list, std::size_t first,
                           std::size_t last);
  // Puts their rows where they are.
  void (*put_bodies)(const BodyArgs&, const std::uint32_t* list, std::size_t first,
                     std::size_t last);
  // What the springs of contacts hold that a block names (owner, other, contact): for reports.
  // Reads xr, vm, ws, history, last, the box, lever and dt of the arguments.
  void (*stored)(const ContactArgs&, Block&, int count, const PairLaw&, StoredColumns&);
  // Polygons that overlap as they did a step ago.
  void (*plane_touch)(PolygonBlock&);
  // What book_release() would book of a whole contact, by channel.
  void (*released)(const PairLaw&, double m_eff, double r_eff, const double* history,
                   double (&lost)[kLosses]);
  // Adds up to kBlock numbers, without rounding.
  void (*add_exact)(const double*, std::size_t count, ExactSum&);
  // How the bodies of the list answer to impulses; `place`: where the answer of a body goes.
  void (*respond_clumps)(const Body*, const std::uint32_t* list, const std::uint32_t* place,
                         std::size_t count, ClumpResponse*);
  // Scales of the dashpots of pairs [first, last), which are whole groups; `contacts` says where
  // the rows and their images are.
  void (*scale_clump_damping)(const ContactArgs& contacts, const ClumpPairs&, std::uint32_t first,
                              std::uint32_t last, ClumpScratch&);
};

extern const Kernels plain_kernels;
#if SCREE_X86
extern const Kernels avx2_kernels, avx512_kernels;
#else  // never chosen (base/cpu.hpp)
inline constexpr const Kernels &avx2_kernels = plain_kernels, &avx512_kernels = plain_kernels;
#endif

// By name ("auto", "plain", "avx2", "avx512"); null when unknown or not on this machine.
const Kernels* choose_kernels(const char* name);

}  // namespace scree::kernel
