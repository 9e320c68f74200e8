// The head of a request, read strictly.
#include "view/http_head.hpp"

#include <gtest/gtest.h>

namespace scree::test {
namespace {

using namespace view;

constexpr const char* kGood = "GET /api/run HTTP/1.1\r\nHost: a:1\r\n";

// 0: it was read.
int refused(const std::string& text, ReadHead* to = nullptr) {
  ReadHead head;
  const auto no = read_head(text, {.target = 100, .headers = 5, .body = 1000}, head);
  if (to != nullptr) *to = head;
  return no ? no->status : 0;
}

TEST(HttpHead, ends_with_an_empty_line) {
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n"), std::string::npos);
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\r\nbody"), 18u);
  // Arrived in two parts, cut within the end.
  for (std::size_t from = 14; from < 18; ++from)
    EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\r\nbody", from), 18u) << from;
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\n\n"), std::string::npos);
}

TEST(HttpHead, is_read_into_its_parts) {
  ReadHead h;
  ASSERT_EQ(refused("POST /api/a%20b?x=1&y=a%2Bb+c&z HTTP/1.1\r\nhost:a:1\r\nORIGIN: \t o \r\n"
                    "X-Scree-Token: t\r\nContent-Length: 12\r\n\r\n",
                    &h),
            0);
  EXPECT_EQ(h.access.method, "POST");
  EXPECT_EQ(h.access.path, "/api/a b");
  EXPECT_EQ(h.access.hosts, std::vector<std::string>{"a:1"});
  EXPECT_EQ(h.access.origins, std::vector<std::string>{"o"});
  EXPECT_EQ(h.access.token, "t");
  EXPECT_EQ(h.body, 12u);
  EXPECT_TRUE(h.access.has_body);
  EXPECT_FALSE(h.access.is_too_large);
  EXPECT_TRUE(h.keeps_alive);
  EXPECT_EQ(h.query["x"], "1");
  EXPECT_EQ(h.query["y"], "a+b c");
  EXPECT_EQ(h.query["z"], "");
}

TEST(HttpHead, a_connection_ends_where_either_side_says_so) {
  ReadHead h;
  EXPECT_EQ(refused(std::string(kGood) + "Connection: keep-alive, Close\r\n\r\n", &h), 0);
  EXPECT_FALSE(h.keeps_alive);
  EXPECT_EQ(refused("GET / HTTP/1.0\r\n\r\n", &h), 0);
  EXPECT_FALSE(h.keeps_alive);
}

TEST(HttpHead, lengths_that_readers_differ_about_are_too_large) {
  for (const char* lengths :
       {"Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: +5\r\n",
        "Content-Length: -1\r\n", "Content-Length: 0x5\r\n", "Content-Length: 5 5\r\n",
        "Content-Length:\r\n", "Content-Length: 1001\r\n",
        "Content-Length: 99999999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: identity\r\n"}) {
    ReadHead h;
    EXPECT_EQ(refused(std::string(kGood) + lengths + "\r\n", &h), 0) << lengths;
    EXPECT_TRUE(h.access.is_too_large) << lengths;
  }
}

TEST(HttpHead, what_is_no_request_is_refused) {
  const std::string good = kGood;
  for (const std::string& text : {std::string("\r\n"),
                                  std::string("GET\r\n\r\n"),
                                  std::string("GET /\r\n\r\n"),
                                  std::string("GET  HTTP/1.1\r\n\r\n"),
                                  std::string("G(T / HTTP/1.1\r\n\r\n"),
                                  std::string("GET http://a/ HTTP/1.1\r\n\r\n"),
                                  std::string("GET * HTTP/1.1\r\n\r\n"),
                                  std::string("GET /a b HTTP/1.1\r\n\r\n"),
                                  std::string("GET /%0 HTTP/1.1\r\n\r\n"),
                                  std::string("GET /%00 HTTP/1.1\r\n\r\n"),
                                  std::string("GET /?a=%zz HTTP/1.1\r\n\r\n"),
                                  std::string("GET /\xff HTTP/1.1\r\n\r\n"),
                                  good + " folded: x\r\n\r\n",
                                  good + "no colon\r\n\r\n",
                                  good + "Host : b\r\n\r\n",
                                  good + ": b\r\n\r\n",
                                  good + "A: b\nHost: c\r\n\r\n",
                                  good + "A: b\rHost: c\r\n\r\n",
                                  good + std::string("A: \0\r\n\r\n", 8),
                                  good + "A: b\r\n"})
    EXPECT_EQ(refused(text), 400) << text;
  EXPECT_EQ(refused("GET /" + std::string(200, 'a') + " HTTP/1.1\r\n\r\n"), 414);
  EXPECT_EQ(refused("GET / HTTP/2.0\r\n\r\n"), 505);
  std::string many = good;
  for (int k = 0; k < 5; ++k) many += "A: b\r\n";
  EXPECT_EQ(refused(many + "\r\n"), 431);
}

}  // namespace
}  // namespace scree::test
