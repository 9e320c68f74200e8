#include "io/packing/packing.hpp"
#include "io/text.hpp"

namespace scree {

std::string packing_csv(const Packing& packing, const std::vector<std::string>& materials,
                        std::string_view from) {
  const bool named = !materials.empty(), typed = !named && packing.types.size() > 1;
  std::string out = "# from " + safe_text(from);
  if (const std::string box = box_text(packing); !box.empty()) out += ", box: " + box;
  out += "\nx,y,z,r";
  if (packing.has_velocities) out += ",vx,vy,vz";
  if (packing.has_spins) out += ",wx,wy,wz";
  if (packing.has_densities) out += ",density";
  if (named) out += ",material";
  if (typed) out += ",type";
  out += '\n';
  for (const PackedGrain& g : packing.grains) {
    append(out, g.x, ','), out += ',', append(out, g.radius);
    if (packing.has_velocities) out += ',', append(out, g.v, ',');
    if (packing.has_spins) out += ',', append(out, g.omega, ',');
    if (packing.has_densities) out += ',', append(out, g.density);
    if (named) out += ',' + materials[g.type < materials.size() ? g.type : materials.size() - 1];
    if (typed) out += ',', append(out, g.type);
    out += '\n';
  }
  return out;
}

}  // namespace scree
