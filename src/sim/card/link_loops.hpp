// Which contacts act on a row, in the order of the neighbours' ids (ContactLinks of
// sim/engines/row_engine.hpp), and the sums of rows that have very many of them.
//
// Such a crowded row, a large grain among small ones, would keep one thread busy while all others
// wait. Its links are sorted by the card as a whole; in a step its addends are laid out one after
// the other by many threads and added by nine, one for each component of force, torque and couple.
// The order of every sum is that of the ids, as for all rows.
#pragma once

#include "sim/card/card_number.hpp"
#include "sim/card/wall_loops.hpp"
#include "sim/engines/row_load.hpp"

namespace scree::card {

inline constexpr std::uint32_t kCrowded = 128;  // links; a row with more is crowded

struct LinkCountLoop {
  const std::uint32_t *owner, *other;
  std::uint32_t* count;  // by row

  template <class Sums>
  HD void operator()(std::size_t c, Sums&) const {
    take_number(count + owner[c]), take_number(count + other[c]);
  }
};

// 2 c at the owner of contact c, 2 c + 1 at its partner.
struct LinkDealLoop {
  const std::uint32_t *owner, *other, *begin;
  std::uint32_t *next, *link;

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const auto c = static_cast<std::uint32_t>(number);
    const std::uint32_t i = owner[c], j = other[c];
    link[begin[i] + take_number(next + i)] = 2 * c;
    link[begin[j] + take_number(next + j)] = 2 * c + 1;
  }
};

// The id of the neighbour that a link leads to.
struct LinkNeighbour {
  const std::uint32_t *owner, *other;
  const ParticleId* id;

  HD std::uint32_t operator()(std::uint32_t link) const {
    return id[(link & 1u) != 0 ? owner[link >> 1] : other[link >> 1]].value;
  }
};

// Links of the rows that are not crowded; the others are listed.
struct LinkSortLoop {
  LinkNeighbour neighbour;
  const std::uint32_t* begin;
  std::uint32_t* link;
  std::uint32_t *crowded, *crowds;  // rows, and how many of them

  template <class Sums>
  HD void operator()(std::size_t row, Sums&) const {
    const std::uint32_t n = begin[row + 1] - begin[row];
    if (n > kCrowded)
      crowded[take_number(crowds)] = static_cast<std::uint32_t>(row);
    else
      sort_by(link + begin[row], n, neighbour);
  }
};

struct CrowdSizeLoop {
  const std::uint32_t *crowded, *link_begin;
  std::uint32_t* size;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    size[k] = link_begin[crowded[k] + 1] - link_begin[crowded[k]];
  }
};

// Link number n of all crowded rows is one of row number of(n) of their list.
struct Crowds {
  const std::uint32_t* row;
  const std::uint32_t* begin;  // of their links, one more than rows
  std::uint32_t count;

  HD std::uint32_t of(std::uint32_t n) const {
    std::uint32_t low = 0, high = count;
    while (high - low > 1) {
      const std::uint32_t middle = (low + high) / 2;
      (begin[middle] <= n ? low : high) = middle;
    }
    return low;
  }
};

struct CrowdKeyLoop {
  Crowds crowds;
  LinkNeighbour neighbour;
  const std::uint32_t *link_begin, *link;
  std::uint64_t* key;
  std::uint32_t* value;

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const auto n = static_cast<std::uint32_t>(number);
    const std::uint32_t k = crowds.of(n);
    value[n] = link[link_begin[crowds.row[k]] + (n - crowds.begin[k])];
    key[n] = std::uint64_t{k} << 32 | neighbour(value[n]);
  }
};
struct CrowdPutLoop {
  Crowds crowds;
  const std::uint32_t *link_begin, *value;
  std::uint32_t* link;

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const auto n = static_cast<std::uint32_t>(number);
    const std::uint32_t k = crowds.of(n);
    link[link_begin[crowds.row[k]] + (n - crowds.begin[k])] = value[n];
  }
};

// Component c of addend n is part[c * addends + n].
struct CrowdAddendLoop {
  Crowds crowds;
  RowGatherArgs args;
  std::size_t addends;
  double* part;

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const auto n = static_cast<std::uint32_t>(number);
    const std::uint32_t k = crowds.of(n), row = crowds.row[k];
    const std::uint32_t link = args.link[args.link_begin[row] + (n - crowds.begin[k])];
    const LinkLoad of = args.counts(link) ? link_load(args, link, args.xr[row].r) : LinkLoad{};
    put(n, 0, of.f), put(n, 3, of.tq);
    if (args.couple != nullptr) put(n, 6, of.couple);
  }

 private:
  HD void put(std::uint32_t n, std::size_t c, const Vec3& v) const {
    part[c * addends + n] = v.x;
    part[(c + 1) * addends + n] = v.y;
    part[(c + 2) * addends + n] = v.z;
  }
};

struct CrowdSumLoop {
  static constexpr std::size_t kParts = 9;
  Crowds crowds;
  std::size_t parts;  // that there are
  std::size_t addends;
  const double* part;
  double* sum;  // kParts of each crowded row

  template <class Sums>
  HD void operator()(std::size_t number, Sums&) const {
    const std::size_t k = number / kParts, c = number % kParts;
    if (c >= parts) return;
    const double* const from = part + c * addends;
    std::uint32_t n = crowds.begin[k];
    const std::uint32_t end = crowds.begin[k + 1];
    double total = 0;
    constexpr std::uint32_t kAhead = 16;  // on their way from memory at the same time
    for (; n + kAhead <= end; n += kAhead) {
      double v[kAhead];
      for (std::uint32_t m = 0; m < kAhead; ++m) v[m] = from[n + m];
      for (std::uint32_t m = 0; m < kAhead; ++m) total += v[m];
    }
    for (; n < end; ++n) total += from[n];
    sum[number] = total;
  }
};

// What acts on a crowded row, as LoadLoop has it for the others.
struct CrowdLoadLoop {
  Crowds crowds;
  const double* sum;
  bool couples;
  WallLoads walls;
  Vec3 *f, *tq;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    const double* const s = sum + k * CrowdSumLoop::kParts;
    const std::uint32_t row = crowds.row[k];
    RowLoad load{{s[0], s[1], s[2]}, {s[3], s[4], s[5]}};
    if (couples) load.tq += Vec3{s[6], s[7], s[8]};
    walls.add(row, load.f, load.tq);
    f[row] = load.f, tq[row] = load.tq;
  }
};

}  // namespace scree::card
