#pragma once

namespace scree {

template <class... Ts>
struct TypeList {
  static constexpr int size = sizeof...(Ts);
};

}  // namespace scree
