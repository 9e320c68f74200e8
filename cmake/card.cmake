# libscree_cuda.so, the library of graphics cards (src/gpu), beside the program: target `card`, where
# nvcc is found. Not part of `all`: nothing else needs it.
#
# The toolkit's compiler is called as it is: with CUDA as a language of the project CMake would ask
# for it on every machine.
find_program(SCREE_NVCC nvcc HINTS /usr/local/cuda/bin ENV CUDA_PATH PATH_SUFFIXES bin)
set(SCREE_CARD_ARCHITECTURES "75;80;86;90" CACHE STRING
  "Compute capabilities of the cards, the last also for all newer ones")
if(SCREE_NVCC)
  set(card_codes "")
  foreach(architecture ${SCREE_CARD_ARCHITECTURES})
    list(APPEND card_codes -gencode arch=compute_${architecture},code=sm_${architecture})
    set(newest ${architecture})
  endforeach()
  list(APPEND card_codes -gencode arch=compute_${newest},code=compute_${newest})
  set(card_file ${CMAKE_BINARY_DIR}/apps/scree/libscree_cuda.so)
  # No fused multiply-add: the bits are those of the processor. Two warnings are about what we mean:
  # comparisons that the compiler writes, and hints for GCC's vectors.
  add_custom_command(OUTPUT ${card_file}
    COMMAND ${SCREE_NVCC} -std=c++20 -O3 -fmad=false --expt-relaxed-constexpr --threads 2
      -diag-suppress 20012,1675 -Werror all-warnings ${card_codes} -Xcompiler -fPIC,-ffp-contract=off
      -shared -cudart static -Xlinker --exclude-libs,ALL
      -I${CMAKE_SOURCE_DIR}/src -I${CMAKE_BINARY_DIR}/generated
      -MD -MF ${CMAKE_BINARY_DIR}/card.d ${CMAKE_SOURCE_DIR}/src/gpu/cuda_card.cu -o ${card_file}
    DEPENDS ${CMAKE_SOURCE_DIR}/src/gpu/cuda_card.cu ${CMAKE_SOURCE_DIR}/src/gpu/device_sums.cuh
      ${CMAKE_SOURCE_DIR}/src/gpu/staged_copy.cuh
    DEPFILE ${CMAKE_BINARY_DIR}/card.d
    COMMENT "Building libscree_cuda.so for cards ${SCREE_CARD_ARCHITECTURES}"
    VERBATIM)
  add_custom_target(card DEPENDS ${card_file})
endif()
