#include "base/expression.hpp"

namespace scree {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

using Kind = ExpressionStep::Kind;

constexpr int kDeepest = 200;

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const ExpressionWords& words)
      : text_(text), words_(words) {}

  ExpressionReading read() {
    sum();
    skip_blanks();
    if (good() && at_ < text_.size()) fail("an operator (+ - * / ^)");
    return std::move(out_);
  }

 private:
  bool good() const { return out_.faults.empty(); }
  std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  // The length of a sign that stands here, or 0.
  std::size_t sign(std::string_view s) {
    skip_blanks();
    return good() && rest().starts_with(s) ? s.size() : 0;
  }
  bool takes(std::string_view s) {
    const std::size_t n = sign(s);
    at_ += n;
    return n > 0;
  }
  void fail(std::string wanted) {
    if (!good()) return;
    skip_blanks();
    out_.faults.push_back({{at_, text_.size()}, std::move(wanted)});
  }
  void add(Kind kind, TextPart at, std::size_t arguments = 0) {
    if (good()) out_.steps.push_back({kind, at, arguments, at_});
  }

  void sum() {
    product();
    while (good()) {
      const bool plus = sign("+") > 0;
      if (!plus && sign("-") == 0) return;
      const TextPart op{at_, at_ + 1};
      ++at_;
      product();
      add(plus ? Kind::add : Kind::subtract, op);
    }
  }

  void product() {
    is_signed();
    while (good()) {
      std::size_t n = 0;
      if (sign("**") == 0)
        for (const std::string_view times : {"*", "×", "·", "⋅"})
          if (n == 0) n = sign(times);
      const bool multiply = n > 0;
      if (!multiply) n = sign("/");
      if (n == 0) return;
      const TextPart op{at_, at_ + n};
      at_ += n;
      is_signed();
      add(multiply ? Kind::multiply : Kind::divide, op);
    }
  }

  void is_signed() {
    // Every level of parentheses or signs is a call.
    if (++depth_ > kDeepest) fail("an expression that is less deep");
    if (good()) {
      const bool minus = sign("-") > 0;
      if (minus || sign("+") > 0) {
        const TextPart op{at_, at_ + 1};
        ++at_;
        is_signed();
        if (minus) add(Kind::negate, op);
      } else {
        power();
      }
    }
    --depth_;
  }

  void power() {
    operand();
    std::size_t n = sign("^");
    if (n == 0) n = sign("**");
    if (n == 0) return;
    const TextPart op{at_, at_ + n};
    at_ += n;
    is_signed();
    add(Kind::power, op);
  }

  void operand() {
    skip_blanks();
    if (!good()) return;
    if (const std::size_t n = at_ < text_.size() ? words_.value_length(rest()) : 0; n > 0) {
      add(Kind::value, {at_, at_ + n});
      at_ += n;
    } else if (const std::string_view name = called_function(rest()); !name.empty()) {
      call(name);
    } else if (takes("(")) {
      sum();
      if (!takes(")")) fail("`)`");
    } else {
      fail(words_.values);
    }
  }

  void call(std::string_view name) {
    const TextPart at{at_, at_ + name.size()};
    at_ += name.size();
    (void)takes("(");
    std::size_t arguments = 0;
    if (!takes(")")) {
      do {
        sum();
        ++arguments;
      } while (takes(","));
      if (!takes(")")) fail("`)` or `,`");
    }
    add(Kind::call, at, arguments);
  }

  std::string_view text_;
  const ExpressionWords& words_;
  std::size_t at_ = 0;
  int depth_ = 0;
  ExpressionReading out_;
};

}  // namespace

std::string_view leading_word(std::string_view rest) {
  std::size_t n = 0;
  while (n < rest.size() && (is_letter(rest[n]) || (n > 0 && is_digit(rest[n])))) ++n;
  return rest.substr(0, n);
}

std::string_view called_function(std::string_view rest) {
  const std::string_view word = leading_word(rest);
  std::size_t n = word.size();
  while (n < rest.size() && is_blank(rest[n])) ++n;
  return !word.empty() && n < rest.size() && rest[n] == '(' ? word : std::string_view();
}

ExpressionReading read_expression(std::string_view text, const ExpressionWords& words) {
  return ExpressionParser(text, words).read();
}

}  // namespace scree
