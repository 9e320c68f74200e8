# The headers that are installed: all of them, and nothing that they do not name. In the tree a
# header is "api/world.hpp" or "base/vec3.hpp"; installed it is <scree/world.hpp>, <scree/base/vec3.hpp>.
# tools/check_public_headers.py: they include each other and the standard library only.
set(SCREE_PUBLIC_HEADERS
  # What programs include.
  api/scree.hpp api/parts.hpp api/world.hpp api/reader.hpp api/simulation.hpp api/run.hpp
  api/stored_run.hpp api/pictures.hpp api/law.hpp api/plugins.hpp
  # What these need: values and errors, and how a part of a contact law is made.
  base/macros.hpp base/params.hpp base/result.hpp base/subject.hpp base/units.hpp base/vec3.hpp
  laws/part.hpp laws/touch.hpp
  sim/kernel/block.hpp sim/kernel/external_part.hpp sim/kernel/part_loops.hpp)

# What the source of a plugin may include (`scree plugin build`): installed with the program, apart
# from the library's headers, so that a plugin is built with the headers of the program that loads
# it. Rewritten in the same way.
set(SCREE_PLUGIN_SOURCES
  api/plugin.hpp api/law.hpp
  base/exact_math.hpp base/macros.hpp base/params.hpp base/result.hpp base/subject.hpp base/units.hpp
  base/vec3.hpp
  laws/constant_torque.hpp laws/cube_root.hpp laws/elastic.hpp laws/part.hpp laws/plane_spring.hpp
  laws/spring_ratios.hpp laws/touch.hpp laws/twist_spring.hpp
  sim/kernel/block.hpp sim/kernel/external_part.hpp sim/kernel/part_loops.hpp
  sim/plugins/plugin_table.hpp)
