// What a black box changes of the scene of its run, as "key=value" orders: grains, time, walls,
// stages and cell as they were at the snapshot.
#pragma once

#include <string>
#include <vector>

#include "run/black_box/black_box.hpp"
#include "scene/text/document.hpp"

namespace scree::run {

// `root`: the resolved scene; `bonds`: there is a bonds.csv.
std::vector<std::string> box_orders(const Node& root, const BoxSnapshot& from,
                                    const Simulation& sim, const Failure& failure, bool bonds);

}  // namespace scree::run
