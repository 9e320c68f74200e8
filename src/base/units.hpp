// Dimensions and units. Units live at the border (src/scene); everything inside is SI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace scree {

// Exponents of metre, kilogram, second. Angles are dimensionless (radians); `angle` only tells an
// angular velocity from a frequency, so that "60 rpm" (2 pi rad/s) is refused where 1 Hz is meant
// and "1 Hz" where rad/s are.
struct Dimension {
  std::int8_t m = 0, kg = 0, s = 0, angle = 0;
  constexpr bool operator==(const Dimension&) const = default;
};

namespace dim {
inline constexpr Dimension none{0, 0, 0};
inline constexpr Dimension length{1, 0, 0};
inline constexpr Dimension area{2, 0, 0};
inline constexpr Dimension volume{3, 0, 0};
inline constexpr Dimension mass{0, 1, 0};
inline constexpr Dimension time{0, 0, 1};
inline constexpr Dimension frequency{0, 0, -1};  // Hz; also rates of anything countable
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension angular_velocity{0, 0, -1, 1};  // rad/s, deg/s, rpm
inline constexpr Dimension velocity{1, 0, -1};
inline constexpr Dimension acceleration{1, 0, -2};
inline constexpr Dimension force{1, 1, -2};
inline constexpr Dimension torque{2, 1, -2};  // also energy
inline constexpr Dimension energy{2, 1, -2};
inline constexpr Dimension pressure{-1, 1, -2};
inline constexpr Dimension density{-3, 1, 0};
inline constexpr Dimension stiffness{0, 1, -2};
inline constexpr Dimension damping{0, 1, -1};  // N s/m; also mass flow
inline constexpr Dimension rotational_damping{2, 1, -1};
inline constexpr Dimension inertia{2, 1, 0};
}  // namespace dim

// "kg/m^3" for a dimension, in SI base and common derived units; for messages and docs.
std::string si_unit(Dimension d);

// "a length", "a density"; "a quantity in kg m^2/s" where there is no common word.
std::string dimension_word(Dimension d);

// Parses "4 mm", "2.5e3 kg/m^3", "30 deg", "4 Hz", "1.5" (dimensionless) to SI and checks the
// dimension. Errors name the value, the unit that was found and the one that was expected.
//
//   quantity := number [("x" | "*" | "×") "10" power] [unit]
//   unit     := factor {("/" | "*" | "·" | " ") factor}       "/" divides by the next factor only
//   factor   := (symbol | "1" | "(" unit ")") [power]
//   power    := ["^"] ["-"] digits | superscript digits
Result<double> parse_quantity(std::string_view text, Dimension expected);

// A number in SI with what it measures. `cycles`: exponent of "per cycle", of which Hz has one, so
// that a frequency is told from an angular velocity.
struct Quantity {
  double value = 0;
  Dimension dim;
  int cycles = 0;
};
// The same text, whatever its dimension. `expected` is for the hint where the text holds no number.
Result<Quantity> read_quantity(std::string_view text, Dimension expected = dim::none);
// Why a quantity, written as `text`, is not one of that dimension; nothing where it is. A number
// without a unit is one of none.
std::optional<Error> wrong_quantity(std::string_view text, const Quantity& q, Dimension expected);

// How many bytes at the start of the text are a number with its unit, as far as that goes: the
// "3 mm" of "3 mm / 2", the "5 N/m" of "5 N/m * {x}". 0: no number begins here. An unknown word
// after the number counts as its unit.
std::size_t quantity_length(std::string_view text);

}  // namespace scree
