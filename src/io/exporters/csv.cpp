// One line a grain, for spreadsheets, R, pandas and gnuplot. Numbers read back exactly.
#include "io/exporter.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

Result<std::string> write_csv(const Frame& frame, const ParamSet&) {
  std::string out =
      "id,type,body,radius,mass,x,y,z,vx,vy,vz,omegax,omegay,omegaz,fx,fy,fz,tqx,tqy,tqz,"
      "qw,qx,qy,qz";
  for (const FrameField& field : frame.fields) out += "," + csv_cell(field.name);
  out += '\n';
  out.reserve(out.size() + frame.size() * 400);
  for (std::size_t k = 0; k < frame.size(); ++k) {
    append(out, frame.id[k]), out += ',';
    append(out, frame.type[k]), out += ',';
    append(out, frame.body[k]), out += ',';
    append(out, frame.radius[k]), out += ',';
    append(out, frame.mass[k]);
    for (const auto* vectors : {&frame.x, &frame.v, &frame.omega, &frame.f, &frame.tq})
      out += ',', append(out, (*vectors)[k], ',');
    const Quat& q = frame.q[k];
    for (const double c : {q.w, q.x, q.y, q.z}) out += ',', append(out, c);
    for (const FrameField& field : frame.fields) out += ',', append(out, field.values[k]);
    out += '\n';
  }
  return out;
}

}  // namespace

extern const ExporterEntry csv_entry;
const ExporterEntry csv_entry{.info = {"csv", "one line a grain, exact numbers", "RFC 4180", {}},
                              .extension = "csv",
                              .write = write_csv};

}  // namespace scree::exporters
