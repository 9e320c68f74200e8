// scree film RUN: a picture of every frame, from one place and with one scale, and a video of them.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/safe_text.hpp"
#include "io/atomic_file.hpp"
#include "io/exporter.hpp"
#include "io/render/render.hpp"
#include "run/folder/stored_run.hpp"
#include "run/loop/disk_observers.hpp"
#include "run/plots/film_view.hpp"
#include "scree/choices.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/signals.hpp"

namespace scree::app {
namespace {

struct FilmArguments {
  std::string run, frames = "all", color, out;
  std::vector<std::string> params;
  double fps = 25, orbit = std::nan("");  // not a number: as the scene says
  bool quiet = false;
};

Result<Done> draw_all(const StoredRun& run, const std::vector<std::size_t>& frames,
                      render::Options o, const std::string& folder, bool quiet, double orbit) {
  const bool live = !quiet && ::isatty(STDERR_FILENO) == 1;
  for (std::size_t n = 0; n < frames.size() && stop_signal() == 0; ++n) {
    const auto frame = run.frame_for(frames[n], o);
    if (!frame) return frame.errors();
    if (orbit != 0)
      turn(o, frame->up,
           o.view.azimuth + orbit * static_cast<double>(n) / static_cast<double>(frames.size()));
    const auto png = render::picture(*frame, o);
    if (!png) return png.errors();
    if (auto done = write_file(fmt::format("{}/{:06}.png", folder, n), *png); !done) return done;
    if (live) write_note_as_is(fmt::format("\rpicture {} of {}", n + 1, frames.size()));
  }
  if (live) print_note("\n");
  return Done{};
}

// A path as ffmpeg takes it and nothing else: absolute, so that no dash is an option, with its
// protocol, so that no colon is one. In names of sequences % begins a number.
std::string ffmpeg_path(const std::string& path, bool sequence) {
  std::string out = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '%' && sequence) out += '%';
    out += c;
  }
  return out;
}

// 127: there is no such program.
int call(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  // What this process ignores, its child shall not.
  posix_spawnattr_t attributes;
  sigset_t usual;
  ::sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaddset(&usual, signal);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int refused = ::posix_spawnp(&child, argv[0], nullptr, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (refused != 0) return 127;
  int status = 0;
  bool asked = false;
  // Asked again and again: a signal does not wake waitpid().
  for (pid_t ended = 0; ended == 0;) {
    ended = ::waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return 126;
    if (ended > 0) break;
    ended = 0;
    if (stop_signal() != 0 && !std::exchange(asked, true)) ::kill(child, SIGTERM);
    ::usleep(10000);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// ffmpeg calls it a success when the disk is full before the index is written. An MP4 file is a
// chain of boxes, each with its length (ISO 14496-12): they must end where the file ends, and the
// index, `moov`, must be among them.
bool is_whole_mp4(const std::string& file) {
  const auto bytes = read_whole_file(file);
  if (!bytes) return false;
  const auto number = [&bytes](std::uint64_t at, std::uint64_t size) {
    std::uint64_t v = 0;
    for (std::uint64_t k = 0; k < size; ++k)
      v = v << 8 | static_cast<unsigned char>((*bytes)[at + k]);
    return v;
  };
  bool index = false;
  std::uint64_t at = 0;
  while (bytes->size() - at >= 16) {
    const std::uint64_t first = number(at, 4), length = first == 1 ? number(at + 8, 8) : first;
    index = index || bytes->compare(at + 4, 4, "moov") == 0;
    if (length < 8 || length > bytes->size() - at) return false;
    at += length;
  }
  return index && at <= bytes->size();
}

int encode(const std::string& folder, std::size_t count, double fps, const std::string& out) {
  const std::string beside = out + ".tmp-" + std::to_string(::getpid()) + ".mp4";
  // Made here: ffmpeg would follow a link of that name.
  if (const int made = create_fresh(beside); made >= 0) ::close(made);
  const int status = call({"ffmpeg",
                           "-y",
                           "-loglevel",
                           "error",
                           "-nostdin",
                           "-framerate",
                           fmt::format("{}", fps),
                           "-i",
                           ffmpeg_path(folder, true) + "/%06d.png",
                           "-frames:v",
                           std::to_string(count),
                           "-vf",
                           "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                           "-c:v",
                           "libx264",
                           "-preset",
                           "medium",
                           "-crf",
                           "19",
                           "-pix_fmt",
                           "yuv420p",
                           "-movflags",
                           "+faststart",
                           ffmpeg_path(beside, false)});
  const bool whole = status == 0 && is_whole_mp4(beside);
  if (whole && std::rename(beside.c_str(), out.c_str()) == 0) return kSuccess;
  const std::string trouble =
      whole ? std::string("cannot put the video in place: ") + std::strerror(errno)
            : "ffmpeg did not write all of the video; is the disk full?";
  ::unlink(beside.c_str());
  if (stop_signal() != 0) return kFailed;
  if (status == 127)
    print_errors({Error{"E0754", "ffmpeg is not installed, so there is no video", out,
                        "sudo apt-get install ffmpeg, then again; the pictures are in " + folder}});
  else
    print_errors(
        {Error{"E0755", status == 0 ? trouble : fmt::format("ffmpeg failed (status {})", status),
               out, "the pictures are in " + folder}});
  return kFailed;
}

int film(const FilmArguments& a) {
  const ExporterEntry& png = *find_exporter("png");
  const auto run = StoredRun::open(a.run);
  if (!run) return refused(run.errors());
  const auto frames = choose_frames(a.frames, run->size());
  if (!frames) return refused(frames.errors());
  auto asked = parse_pairs(png.info, a.params);
  if (!asked) return refused(asked.errors());
  const PictureSettings own = run->picture();
  Result<ParamSet> given = own.look;
  for (const auto& [key, value] : asked->values()) given->set(key, value);
  const double orbit = std::isnan(a.orbit) ? own.orbit : a.orbit;
  if (!a.color.empty()) given->set("color", a.color);
  if (!given->has("color")) {
    const auto middle = run->frame((*frames)[frames->size() / 2], StoredRun::Contacts::leave_out);
    if (!middle) return refused(middle.errors());
    given->set("color", best_color(*middle));
  }
  const auto params = with_defaults(png.info.params, std::move(*given));
  if (!params) return refused(params.errors());
  render::Options options = render::options_of(*params);
  if (auto done = settle(*run, *frames, options, orbit); !done) return refused(done.errors());

  watch_signals();  // so that no half of a video stays
  const std::string folder = run->path() + "/film";
  const std::string out = a.out.empty() ? run->path() + "/film.mp4" : a.out;
  if (auto made = make_directory(folder); !made) return refused(made.errors());
  if (const auto parent = std::filesystem::absolute(out).parent_path();
      ::access(parent.c_str(), W_OK) != 0)
    return refused({Error{"E0901", std::string("cannot create the film: ") + std::strerror(errno),
                          out, "the folder must exist, and you must be allowed to write to it"}});
  if (auto done = draw_all(*run, *frames, options, folder, a.quiet, orbit); !done) {
    print_errors(done.errors());
    return kFailed;
  }
  const int status = stop_signal() == 0 ? encode(folder, frames->size(), a.fps, out) : kFailed;
  if (status != kSuccess && stop_signal() != 0 && !a.quiet)
    print_note("stopped before the video was whole; the pictures are in {}\n", safe_text(folder));
  if (status == kSuccess && !a.quiet)
    print_out("film      {}\npictures  {}\n", safe_text(out), safe_text(folder));
  return status;
}

}  // namespace

void add_film(CommandLine& line) {
  auto a = std::make_shared<FilmArguments>();
  Command c = line.command("film", "a video of a run (needs ffmpeg)");
  c.value("run", a->run, "the folder of a run").required();
  c.value("--fps", a->fps, "pictures per second (default 25)").between(0.1, 240.0);
  c.value("--frames", a->frames, "which frames, as for export (default all)");
  c.value("--color", a->color, "what colours the grains (default: what shows most)");
  c.value("--param", a->params, "NAME=VALUE: a parameter of the exporter png").one_value_a_time();
  c.value("--orbit", a->orbit,
          "degrees by which the camera turns about the scene (default: as the scene's [picture] "
          "says, 0)")
      .between(-3600.0, 3600.0);
  c.value("-o,--out", a->out, "the video (default RUN/film.mp4); pictures go to RUN/film");
  c.flag("--quiet", a->quiet, "nothing but mistakes");
  c.action([a] { return film(*a); });
}

}  // namespace scree::app
