// Who is let in.
#include "view/access.hpp"

#include <gtest/gtest.h>

#include <set>

namespace scree::test {
namespace {

using namespace view;

const Access kDoor{names_of({"127.0.0.1", "localhost"}, 4000), "0123456789abcdef0123456789abcdef"};

RequestHead good(std::string method = "GET", std::string path = "/api/run") {
  RequestHead h;
  h.method = std::move(method), h.path = std::move(path);
  h.hosts = {"127.0.0.1:4000"};
  h.token = kDoor.token;
  return h;
}

int status(const RequestHead& h) {
  const auto no = kDoor.refuse(h);
  return no ? no->status : 200;
}

TEST(ViewAccess, the_right_request_is_welcome) {
  EXPECT_EQ(status(good()), 200);
  EXPECT_EQ(status(good("POST", "/api/control")), 200);
  RequestHead tunnel = good();
  tunnel.hosts = {"LocalHost:4000"}, tunnel.origins = {"http://localhost:4000"};
  tunnel.fetch_site = "same-origin";
  EXPECT_EQ(status(tunnel), 200);
  RequestHead page = good("GET", "/viewer.js");
  page.token.clear();
  EXPECT_EQ(status(page), 200);
}

TEST(ViewAccess, a_foreign_name_is_refused_even_with_the_token) {
  for (const std::vector<std::string>& hosts : {std::vector<std::string>{},
                                                {"evil.example:4000"},
                                                {"127.0.0.1"},
                                                {"127.0.0.1:4001"},
                                                {"127.0.0.1:4000", "evil.example"},
                                                {"127.0.0.1:4000.evil.example"},
                                                {""}}) {
    RequestHead h = good();
    h.hosts = hosts;
    EXPECT_EQ(status(h), 421);
  }
}

TEST(ViewAccess, other_pages_are_refused_even_with_the_token) {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:4000",
                             "http://127.0.0.1:4000.evil.example", "http://127.0.0.1:4001"}) {
    RequestHead h = good("POST", "/api/control");
    h.origins = {origin};
    EXPECT_EQ(status(h), 403) << origin;
  }
  RequestHead h = good();
  h.fetch_site = "cross-site";
  EXPECT_EQ(status(h), 403);
  h = good();
  h.origins = {"http://127.0.0.1:4000", "http://evil.example"};
  EXPECT_EQ(status(h), 403);
}

TEST(ViewAccess, without_the_token_nothing_of_a_run_is_shown_or_changed) {
  for (const std::string& token :
       {std::string(), std::string("0"), kDoor.token.substr(1), kDoor.token + "0",
        std::string(kDoor.token.size(), '0'), kDoor.token + kDoor.token}) {
    for (RequestHead h :
         {good(), good("POST", "/api/control"), good("POST", "/"), good("GET", "/api/")}) {
      h.token = token;
      EXPECT_EQ(status(h), 401) << token;
    }
  }
}

TEST(ViewAccess, other_methods_ranges_and_packed_bodies_are_refused) {
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "get", ""})
    EXPECT_EQ(status(good(method)), 405) << method;
  RequestHead h = good();
  h.has_range = true;
  EXPECT_EQ(status(h), 400);
  h = good();
  h.has_encoding = true;
  EXPECT_EQ(status(h), 415);
  h = good();
  h.is_too_large = true;
  EXPECT_EQ(status(h), 413);
}

TEST(ViewAccess, tokens_are_long_and_differ) {
  std::set<std::string> seen;
  for (int k = 0; k < 100; ++k) {
    const std::string token = random_token();
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    seen.insert(token);
  }
  EXPECT_EQ(seen.size(), 100u);
}

}  // namespace
}  // namespace scree::test
