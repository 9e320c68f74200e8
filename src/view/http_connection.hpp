// One client of the server, as far as its request has been read or its answer been sent.
//
//   head -> body -> answering -> sending -> head ...     (kept alive)
//                                        -> leaving      (closed; a refused request goes there from
//                                                         head at once)
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "view/http_head.hpp"

namespace scree::view {

struct HttpConnection {
  using Clock = std::chrono::steady_clock;
  enum class Doing { head, body, answering, sending, leaving };

  int socket = -1;
  std::uint64_t number = 0;  // never given twice, unlike the descriptor
  Doing doing = Doing::head;
  Clock::time_point deadline{}, since{};  // of what it does; since when it does it
  bool has_token = false;                 // has once sent a request with the token

  std::string received;      // and not yet used
  std::size_t searched = 0;  // of it, for the end of the head
  ReadHead head;
  std::size_t reserved = 0;  // bytes of the server's limit on bodies

  std::shared_ptr<std::atomic<bool>> cancelled;  // of the request that is being answered

  std::string answer_head;
  std::shared_ptr<const std::string> answer;
  std::size_t sent = 0;       // of both together
  std::size_t discarded = 0;  // while leaving

  std::size_t answer_size() const { return answer_head.size() + (answer ? answer->size() : 0); }
  bool is_silent() const { return doing == Doing::head || doing == Doing::leaving; }
};

}  // namespace scree::view
