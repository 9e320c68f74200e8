#include "scree/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/safe_text.hpp"

namespace scree::app {
namespace {

int lost_output = 0;  // the reason (errno), or 0

void note_lost_output() {
  if (lost_output == 0) lost_output = errno != 0 ? errno : EIO;
}

}  // namespace

void write_out(std::string_view text) {
  const std::string safe = safe_text(text, Keep::lines);
  errno = 0;
  if (std::fwrite(safe.data(), 1, safe.size(), stdout) != safe.size()) note_lost_output();
}

void write_note_as_is(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void write_note(std::string_view text) { write_note_as_is(safe_text(text, Keep::lines)); }

Result<Done> finish_output() {
  errno = 0;
  if (std::fflush(stdout) != 0) note_lost_output();
  const int cause = std::exchange(lost_output, 0);
  if (cause == 0) return Done{};
  return Error{"E0980", std::string("not everything could be written: ") + std::strerror(cause),
               "standard output",
               cause == ENOSPC ? "free some space, or write somewhere else" : ""};
}

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is that of the stream. Read only: writing to it fails.
    const int file = ::open("/dev/null", O_RDONLY);
    if (file >= 0 && file != stream) ::dup2(file, stream), ::close(file);
  }
}

}  // namespace scree::app
