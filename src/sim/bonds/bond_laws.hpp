// Kinds of bonds at work: what is the same for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "laws/bond.hpp"
#include "sim/world/world.hpp"

namespace scree {

// A bond type of a world. A program may bring a kind of its own: BondType::law = bond_law(kind).
class BondLaw {
 public:
  virtual ~BondLaw() = default;
  virtual std::size_t history() const = 0;
  virtual double rest_length(const BondTouch& b) const = 0;
  virtual void start(const BondTouch& b, double* h) const = 0;
  virtual BondForce act(const BondTouch& b, double* h) const = 0;
  virtual double stored(const BondTouch& b, const double* h) const = 0;
  virtual BondRates rates(const BondTouch& b) const = 0;

  bool touches_itself = false;
};

template <BondKind Kind>
std::shared_ptr<const BondLaw> bond_law(const Kind& kind, bool touches_itself = false) {
  class Law final : public BondLaw {
   public:
    explicit Law(const Kind& k) : kind_(k) {}
    std::size_t history() const override { return Kind::history; }
    double rest_length(const BondTouch& b) const override { return kind_.rest_length(b); }
    void start(const BondTouch& b, double* h) const override { kind_.start(b, h); }
    BondForce act(const BondTouch& b, double* h) const override { return kind_(b, h); }
    double stored(const BondTouch& b, const double* h) const override { return kind_.stored(b, h); }
    BondRates rates(const BondTouch& b) const override { return kind_.rates(b); }

   private:
    Kind kind_;
  };
  const auto law = std::make_shared<Law>(kind);
  law->touches_itself = touches_itself;
  return law;
}

using BondLaws = std::vector<std::shared_ptr<const BondLaw>>;  // by bond type

// What the catalogue shows of its kinds, in the order of their names.
std::vector<const CatalogInfo*> bond_catalog();

// E0550: an unknown kind, or parameters that cannot be. Only what is wrong, without a law.
std::optional<Error> wrong_bond_type(const BondType& type);
Result<BondLaws> make_bond_laws(std::span<const BondType> types);

// The two grains of a bond as its kind sees them, at this instant; the lever arms of its ends from
// the centres of the rows, and the line from the first to the second.
struct BondArms {
  Vec3 arm1, arm2;
  Vec3 line;
};
BondTouch bond_touch(const World& world, std::size_t bond, double dt, BondArms* arms = nullptr);

// Brings the bonds of a world into order, measures those that are new and names the fragments.
// Errors (E0550 to E0553) leave the world as it is.
Errors start_bonds(World& world);
// What is wrong with one bond.
std::optional<Error> wrong_bond(const World& world, const BondData& bond);
// Those that have not been started yet; none of them is wrong.
void start_new_bonds(World& world, const BondLaws& laws);

}  // namespace scree
