// The hot loops for any processor of the architecture.
#include "sim/kernel/body_loops.hpp"
#include "sim/kernel/clump_loops.hpp"
#include "sim/kernel/contact_loops.hpp"
#include "sim/kernel/gather_loops.hpp"
#include "sim/kernel/motion_loops.hpp"
#include "sim/kernel/polygon_loops.hpp"
#include "sim/kernel/stored_loops.hpp"

namespace scree::kernel {
const Kernels plain_kernels{
    "plain",       &contacts,          &apply_law,      &apply_law_damped, &book_release,
    &gather,       &add_weight,        &weight_power,   &add_rounded,      &predict_rows,
    &correct_rows, &correct_bodies,    &predict_bodies, &put_bodies,       &stored,
    &plane_touch,  &released_channels, &add_exact,      &respond_clumps,   &scale_clump_damping};
}
