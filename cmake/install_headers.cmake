# Installs the public headers: those below and whatever they include. In the tree a header of ours
# is named from src ("sim/world.hpp"); installed it is "scree/sim/world.hpp", so that programs need
# one include folder, and a program's own io/frame.hpp is never taken for ours.
cmake_policy(VERSION 3.25)
set(public
  base/csv.hpp base/exact_sum.hpp base/params.hpp base/random.hpp base/result.hpp base/units.hpp
  base/vec3.hpp base/version.hpp
  geometry/laguerre.hpp geometry/predicates.hpp geometry/triangulation.hpp
  state/box.hpp state/hash.hpp state/particles.hpp state/sizes.hpp
  laws/part.hpp laws/plane_spring.hpp laws/registry.hpp laws/touch.hpp
  detect/detector.hpp detect/selector.hpp
  dynamics/integrator.hpp
  walls/wall.hpp
  measure/measure.hpp
  io/atomic_file.hpp io/checkpoint_store.hpp io/exporter.hpp io/frame.hpp
  shapes/shape.hpp shapes/sphere.hpp
  sim/body_spec.hpp sim/checkpoint.hpp sim/external_part.hpp sim/live_input.hpp
  sim/make_wall.hpp sim/simulation.hpp sim/source.hpp
  sim/world.hpp
  scene/locate.hpp scene/measures.hpp scene/scene.hpp
  run/loop.hpp run/observer.hpp run/quantity_text.hpp run/resume.hpp
  run/runner.hpp run/series.hpp run/snapshot.hpp run/stored_measure.hpp run/stored_run.hpp
  run/verdict.hpp)

file(REMOVE_RECURSE ${SCREE_HEADERS_WORK})
set(waiting ${public})
set(done "")
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST done)
    continue()
  endif()
  list(APPEND done ${header})
  set(file "")
  foreach(folder ${SCREE_HEADERS_FROM})
    if(EXISTS ${folder}/${header})
      set(file ${folder}/${header})
    endif()
  endforeach()
  if(NOT file)
    message(FATAL_ERROR "no header ${header}")
  endif()
  file(READ ${file} text)
  string(REGEX MATCHALL "#include \"[^\"\n]+\"" includes "${text}")
  foreach(include ${includes})
    string(REGEX REPLACE "#include \"(.*)\"" "\\1" name "${include}")
    list(APPEND waiting ${name})
  endforeach()
  string(REPLACE "#include \"" "#include \"scree/" text "${text}")
  file(WRITE ${SCREE_HEADERS_WORK}/${header} "${text}")
endwhile()
if(NOT IS_ABSOLUTE "${SCREE_HEADERS_TO}")
  set(SCREE_HEADERS_TO ${CMAKE_INSTALL_PREFIX}/${SCREE_HEADERS_TO})
endif()
file(INSTALL DESTINATION ${SCREE_HEADERS_TO} TYPE DIRECTORY FILES ${SCREE_HEADERS_WORK}/)
