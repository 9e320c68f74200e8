// Some of the columns of a measure.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "measure/measure.hpp"
#include "measure/older_columns.hpp"

namespace scree {
namespace {

class ChosenColumns final : public Measure {
 public:
  ChosenColumns(std::unique_ptr<Measure> inner, std::vector<std::size_t> chosen)
      : inner_(std::move(inner)), chosen_(std::move(chosen)), values_(inner_->size()) {}

  std::vector<ColumnInfo> columns() const override {
    const std::vector<ColumnInfo> all = inner_->columns();
    std::vector<ColumnInfo> out;
    for (const std::size_t k : chosen_) out.push_back(all[k]);
    return out;
  }
  std::optional<Error> check(const MeasureInput& in) const override { return inner_->check(in); }
  void evaluate(const MeasureInput& in, std::span<double> out) override {
    inner_->evaluate(in, values_);
    for (std::size_t k = 0; k < chosen_.size(); ++k) out[k] = values_[chosen_[k]];
  }

  bool has_memory() const override { return inner_->has_memory(); }
  std::vector<double> state() const override { return inner_->state(); }
  bool restore(std::span<const double> state) override { return inner_->restore(state); }

 private:
  std::unique_ptr<Measure> inner_;
  std::vector<std::size_t> chosen_;
  std::vector<double> values_;
};

}  // namespace

Result<std::unique_ptr<Measure>> choose_columns(std::unique_ptr<Measure> inner,
                                                std::string_view names) {
  if (inner->is_table())
    return Error{"E0670", "a table is written as a whole, `columns` does not choose from it", "",
                 "leave `columns` out; `scree plot RUN COLUMN --of NAME` shows some of them",
                 Subject::of_key("columns")};
  const std::vector<std::string> all = names_of(inner->columns());
  std::vector<std::size_t> chosen;
  const std::string text(names);
  for (std::size_t from = 0; (from = text.find_first_not_of(" ,\t", from)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(" ,\t", from), text.size());
    const std::string name = text.substr(from, end - from);
    from = end;
    const std::size_t k = find_column(all, name);
    if (k == all.size())
      return Error{"E0105", fmt::format("`columns`: there is no column `{}`", name), "",
                   "known: " + list_words(all, 20), Subject::of_key("columns")};
    if (std::find(chosen.begin(), chosen.end(), k) != chosen.end())
      return Error{"E0706", fmt::format("`columns` names `{}` twice", name), "", "",
                   Subject::of_key("columns")};
    chosen.push_back(k);
  }
  if (chosen.empty())
    return Error{"E0105", "`columns` names no column", "", "known: " + list_words(all, 20),
                 Subject::of_key("columns")};
  return std::unique_ptr<Measure>(new ChosenColumns(std::move(inner), std::move(chosen)));
}

}  // namespace scree
