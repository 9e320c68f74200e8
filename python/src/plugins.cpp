// Contact laws compiled at run time.
#include <pybind11/stl.h>

#include "bind.hpp"

namespace scree::python {
namespace {

py::tuple plugin_tuple(const api::PluginFile& plugin) {
  py::list laws;
  for (const api::PluginLaw& l : plugin.laws) laws.append(py::make_tuple(l.kind, entry_of(l.info)));
  return py::make_tuple(plugin.file, plugin.hash, laws, plugin.warnings);
}

// A compiler takes seconds: others may have the interpreter meanwhile.
template <class F>
py::tuple made_by(F make) {
  Result<api::PluginFile> made = [&] {
    const py::gil_scoped_release unlocked;
    return make();
  }();
  return plugin_tuple(value_of(std::move(made)));
}

}  // namespace

void bind_plugins(py::module_& m) {
  m.def("plugin_of_text",
        [](const std::string& text) { return made_by([&] { return api::plugin_of_text(text); }); });
  m.def("build_plugin", [](const std::string& source, const std::string& output) {
    return made_by([&] { return api::build_plugin(source, output); });
  });
  m.def("load_plugin",
        [](const std::string& file) { return made_by([&] { return api::load_plugin(file); }); });
  m.def("use_plugin", [](const std::string& file) { check(api::use_plugin(file)); });
}

}  // namespace scree::python
