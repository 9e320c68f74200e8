// scree: granular matter by the discrete element method, from the command line.
#include "scree/commands.hpp"
#include "scree/guard.hpp"
#include "scree/output.hpp"
#include "scree/short_waits.hpp"
#include "scree/stack.hpp"

int main(int argc, char** argv) {
  using namespace scree::app;
  occupy_standard_streams();
  tell_before_terminating();
  wait_briefly(argv);
  return with_enough_stack([&] {
    return guarded([&] {
      CommandLine line;
      add_all_commands(line);
      return line.run(argc, argv);
    });
  });
}
