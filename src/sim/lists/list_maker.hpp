// Lists that an engine makes itself, where its rows lie: on a graphics card. ContactLists decides
// when a list is renewed and how thick its skins are, as it does for lists of the processor.
#pragma once

#include <cstddef>

namespace scree {

// How near a pair has to be.
struct NearOrders {
  double reach = 0;  // a gap below this, and the skins of both rows:
  double ahead = 0;  // s; the way that a row goes in this time,
  double floor = 0;  // or this, if it is more
  bool all = false;  // or all candidates, without skins
};

// Since the near list was made.
struct ListMotion {
  double displacement = 0;  // the greatest of a row
  double slack = 0;         // how far every row may still go before it leaves its skin
};

class ListMaker {
 public:
  virtual ~ListMaker() = default;
  // All pairs with a gap below `reach`.
  virtual void find_candidates(double reach) = 0;
  virtual std::size_t candidates() const = 0;
  // A near list from the candidates, whose engine keeps it; what was known of pairs is carried
  // over.
  virtual void refine(const NearOrders& orders) = 0;
  virtual double mean_speed() = 0;
  virtual ListMotion measure() = 0;
};

}  // namespace scree
