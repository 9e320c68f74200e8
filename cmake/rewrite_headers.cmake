# rewrite_headers(FROM TO HEADER...): copies headers of the tree in the form in which they are
# installed.
function(rewrite_headers from to)
  file(REMOVE_RECURSE ${to})
  foreach(header ${ARGN})
    file(READ ${from}/${header} text)
    string(REPLACE "#include \"api/" "#include \"scree/" text "${text}")
    string(REGEX REPLACE "#include \"((base|laws|sim)/)" "#include \"scree/\\1" text "${text}")
    string(REGEX REPLACE "^api/" "" name ${header})
    file(WRITE ${to}/${name} "${text}")
  endforeach()
endfunction()
