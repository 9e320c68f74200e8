# Which Python the module is for. Debian's packages of pybind11 and NumPy belong to /usr/bin/python3,
# which is not always the python3 of PATH: it is taken where it has NumPy, else the first of PATH.
# -DPython_EXECUTABLE=... names another one (setup.py does).
#
# SCREE_PYTHON: AUTO makes the module where pybind11, NumPy and Python's headers are found; ON insists,
# where NumPy may come later; OFF leaves it out. A sanitizer's runtime must be loaded before any other library, an interpreter
# that knows nothing of it comes first: there is no module in these presets. A cross build would need
# the interpreter of the other machine.
set(SCREE_PYTHON AUTO CACHE STRING "Build the Python module: AUTO, ON or OFF")
set_property(CACHE SCREE_PYTHON PROPERTY STRINGS AUTO ON OFF)

set(SCREE_HAS_PYTHON FALSE)
if(SCREE_PYTHON AND NOT SCREE_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  if(NOT Python_EXECUTABLE)
    foreach(candidate /usr/bin/python3 python3)
      execute_process(COMMAND ${candidate} -c "import numpy" RESULT_VARIABLE code
        OUTPUT_QUIET ERROR_QUIET)
      if(code EQUAL 0)
        find_program(scree_python_found ${candidate} NO_CACHE)
        set(Python_EXECUTABLE ${scree_python_found} CACHE FILEPATH "The Python of the module")
        break()
      endif()
    endforeach()
  endif()
  set(how QUIET)
  if(SCREE_PYTHON STREQUAL "ON")
    set(how REQUIRED)
  endif()
  if(Python_EXECUTABLE OR SCREE_PYTHON STREQUAL "ON")
    find_package(Python 3.9 ${how} COMPONENTS Interpreter Development.Module)
  endif()
  if(Python_FOUND)
    set(PYBIND11_NOPYTHON ON)  # found already; its helpers for flags are not needed
    find_package(pybind11 2.10 ${how} CONFIG)
  endif()
  if(Python_FOUND AND pybind11_FOUND)
    set(SCREE_HAS_PYTHON TRUE)
    message(STATUS "Python module: for ${Python_EXECUTABLE} ${Python_VERSION}")
  else()
    message(STATUS "Python module: left out (make python installs what it needs)")
  endif()
endif()
