# One entry of ctest per group of tests (GoogleTest's suites; the cases of a suite with parameters
# belong together): a group that fails is named, has the time limit for itself, and the long ones begin
# first. Which groups there are is asked of the program after it is linked.
#
#   test_groups(NAME PROGRAM PROPERTIES... )  in a CMakeLists.txt
#   cmake -DPROGRAM=... -DNAME=... -DCOSTS=... -DPROPERTIES=... -DFILTER=... -DOUT=... -P test_groups.cmake
#
# SCREE_TEST_FILTER, of GoogleTest's form, chooses among the tests (presets of sanitizers): groups have
# those that it leaves. A filter in the environment would be replaced by that of the group.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(test_groups_script ${CMAKE_CURRENT_LIST_FILE})

  # COSTS: a file with lines `module.Group seconds`.
  function(test_groups name program)
    cmake_parse_arguments(G "" "COSTS" "PROPERTIES" ${ARGN})
    set(out ${CMAKE_CURRENT_BINARY_DIR}/${program}_groups.cmake)
    string(REPLACE ";" "|" properties "${G_PROPERTIES}")
    add_custom_command(TARGET ${program} POST_BUILD VERBATIM BYPRODUCTS ${out}
      COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DPROGRAM=$<TARGET_FILE:${program}> -DCOSTS=${G_COSTS}
        "-DPROPERTIES=${properties}" "-DFILTER=${SCREE_TEST_FILTER}" -DOUT=${out} -P ${test_groups_script})
    # Before it is built there is one entry, which fails.
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake
      "if(EXISTS \"${out}\")\n  include(\"${out}\")\nelse()\n  add_test(${name}_is_not_built ${program})\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES
      ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake)
  endfunction()
  return()
endif()

set(chosen "")
if(FILTER)
  set(chosen "--gtest_filter=${FILTER}")
endif()
execute_process(COMMAND ${PROGRAM} --gtest_list_tests ${chosen} OUTPUT_VARIABLE list RESULT_VARIABLE code
  ERROR_VARIABLE list_error)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${code}\n${list}${list_error}")
endif()
set(costs "")
if(COSTS)
  file(STRINGS ${COSTS} costs REGEX "^${NAME}\\.")
endif()
string(REPLACE "|" " " properties "${PROPERTIES}")
string(REGEX REPLACE "[;#][^\n]*" "" list "${list}")  # parameters are written behind a #
string(REPLACE "\n" ";" lines "${list}")
set(groups "")
set(group "")
foreach(line ${lines})
  if(line MATCHES "^  ([^ ]+)")
    list(APPEND tests_of_${group} "${suite}${CMAKE_MATCH_1}")
    continue()
  endif()
  string(STRIP "${line}" suite)
  if(NOT suite MATCHES "^[A-Za-z0-9_/]+\\.$")
    continue()  # not of the list
  endif()
  # Prefix/Group.  or  Group/0.  (types)  or  Group.
  # Not one condition: a second match that fails would forget what the first has found.
  if(suite MATCHES "^[A-Za-z0-9_]+/([A-Za-z_][A-Za-z0-9_]*)(/[0-9]+)?\\.$")
    set(group ${CMAKE_MATCH_1})
    list(APPEND groups ${group})
  elseif(suite MATCHES "^([A-Za-z0-9_]+)(/[0-9]+)?\\.$")
    set(group ${CMAKE_MATCH_1})
    list(APPEND groups ${group})
  else()
    message(FATAL_ERROR "${NAME}: group `${suite}` of ${PROGRAM} is not understood")
  endif()
endforeach()
list(REMOVE_DUPLICATES groups)
if(NOT groups AND NOT FILTER)
  message(FATAL_ERROR "${PROGRAM} has no tests")
endif()
set(text "")
foreach(group ${groups})
  set(cost 0)
  foreach(line ${costs})
    if(line MATCHES "^${NAME}\\.${group} +([0-9.]+)")
      set(cost ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(filter "${group}.*:${group}/*:*/${group}.*:*/${group}/*")
  if(FILTER)
    string(REPLACE ";" ":" filter "${tests_of_${group}}")
  endif()
  string(APPEND text
    "add_test([=[${NAME}.${group}]=] [=[${PROGRAM}]=] --gtest_brief=1 [=[--gtest_filter=${filter}]=])\n"
    "set_tests_properties([=[${NAME}.${group}]=] PROPERTIES COST ${cost} ${properties})\n")
endforeach()
file(WRITE ${OUT} "${text}")
