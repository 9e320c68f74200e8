#include "scree/guard.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>

#include "scree/commands.hpp"
#include "scree/messages.hpp"

namespace scree::app {
namespace {

int no_memory() {
  print_errors({Error{"E0982", "not enough memory", "scree",
                      "fewer grains, or a machine with more memory; `scree check` says what a "
                      "scene needs"}});
  return kFailed;
}

int defect(const char* what) {
  print_errors({Error{"E0981", std::string("a defect of the program: ") + what, "scree",
                      "please report it, with the command and the scene; what was written before "
                      "is whole"}});
  return kDefect;
}

int told(const std::exception_ptr& trouble) {
  try {
    std::rethrow_exception(trouble);
  } catch (const std::filesystem::filesystem_error& e) {
    // A folder that one may not look into, and the like: to ask whether a file is there can fail.
    return refused(
        {Error{"E0906", "cannot look at the file: " + e.code().message(), e.path1().string(), ""}});
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();  // a container of more elements than there are addresses
  } catch (const std::exception& e) {
    return defect(e.what());
  } catch (...) {
    return defect("an exception of unknown kind");
  }
}

[[noreturn]] void tell_and_end() {
  const std::exception_ptr trouble = std::current_exception();
  ::_exit(trouble ? told(trouble) : defect("terminated"));
}

}  // namespace

int guarded(const std::function<int()>& work) {
  try {
    return work();
  } catch (...) {
    return told(std::current_exception());
  }
}

void tell_before_terminating() { std::set_terminate(tell_and_end); }

}  // namespace scree::app
