#include "ballast/reduce.hpp"

#include "ballast/check.hpp"
#include "ballast/era.hpp"
#include "reduce/cut.hpp"
#include "reduce/program.hpp"
#include "reduce/search.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace ballast::inline v0::reduce {

namespace {

using namespace reducing;

// The kinds of findings of texts; empty if one is refused.
std::optional<std::vector<finding_id>> findings_in(std::span<const std::string_view> texts, const options& how)
{
    auto parsing = how.parsing;
    parsing.max_errors = 1;
    parsing.partial = false;
    std::vector<parse_result> read;
    std::vector<const document*> files;
    std::set<finding_id> result;
    read.reserve(texts.size());
    for (const auto text : texts) {
        const auto& made = read.emplace_back(parse(text, parsing));
        if (!made.accepted()) return std::nullopt;
        files.push_back(&*made.value);
        for (const auto& each : made.findings) result.insert(each.id);
        for (const auto& each : read_computations(*made.value, 0).findings) result.insert(each.id);
    }
    for (const auto& each : check(files, {.file_name = how.file_name, .max_findings = 0})) result.insert(each.id);
    return std::vector<finding_id>(result.begin(), result.end());
}

std::size_t bytes_of(const std::vector<std::string>& texts)
{
    std::size_t result = 0;
    for (const auto& text : texts) result += text.size();
    return result;
}

// A time at which XLA printed all of the files.
commit_time time_of(std::span<const document* const> module)
{
    auto possible = date(module.front()->witnesses()).possible;
    for (const auto* read : module)
        if (const auto both = possible.intersect(date(read->witnesses()).possible); !both.empty()) possible = both;
    return possible.empty() ? 0 : possible.intervals().back().begin;
}

class reducer {
public:
    reducer(std::span<const document* const> module, const options& how)
        : module_(module), how_(how), program_(module), when_(time_of(module)), known_(findings_of(module, how))
    {
    }

    reduction run()
    {
        for (const auto* read : module_) best_.texts.emplace_back(read->text());
        best_.reached.bytes = bytes_of(best_.texts);
        best_.reached.instructions = program_.instructions();
        if (!how_.holds(best_.texts, known_)) return std::move(best_);
        best_.what = outcome::fixed;
        if (!choose_rewriting()) return std::move(best_);
        best_.what = outcome::stopped;
        if (drop_attributes(usual_attributes) && shrink_parts() && drop_each_attribute() && shrink_parts())
            best_.what = outcome::smallest;
        return std::move(best_);
    }

private:
    // Long attributes without information about memory.
    static constexpr std::array usual_attributes{ast::attribute_kind::metadata, ast::attribute_kind::backend_config,
                                                 ast::attribute_kind::frontend_attributes,
                                                 ast::attribute_kind::sharding};

    // Empty if the run ends.
    std::optional<bool> holds(const selection& candidate)
    {
        if (how_.stop && how_.stop()) return std::nullopt;
        auto texts = cut(program_, candidate, when_);
        const bool good = is_good(texts);
        ++best_.reached.tried;
        if (good) {
            best_.reached.bytes = bytes_of(texts);
            best_.reached.instructions = static_cast<std::size_t>(
                std::count(candidate.kept.begin(),
                           candidate.kept.begin() + static_cast<std::ptrdiff_t>(program_.instructions()), true));
            best_.texts = std::move(texts);
            chosen_ = candidate;
        }
        if (how_.tell) how_.tell(best_.reached);
        return good;
    }

    bool is_good(const std::vector<std::string>& texts)
    {
        const auto found = findings_in(std::vector<std::string_view>(texts.begin(), texts.end()), how_);
        return found && std::ranges::includes(known_, *found) && how_.holds(texts, *found);
    }

    // All parts, written anew in one of the ways. Nothing is removed yet.
    bool choose_rewriting()
    {
        for (const rewriting how :
             {rewriting{true, true}, rewriting{true, false}, rewriting{false, true}, rewriting{false, false}})
            if (holds({parts(program_.size(), true), {}, how}).value_or(false)) return true;
        return false;
    }

    // False if the run ends, as below.
    bool drop_attributes(std::span<const ast::attribute_kind> some)
    {
        auto candidate = chosen_;
        candidate.without.insert(some.begin(), some.end());
        return holds(candidate).has_value();
    }

    bool drop_each_attribute()
    {
        std::set<ast::attribute_kind> kinds;
        for (const auto& value : program_.said().values)
            if (value.instruction && chosen_.kept[program_.part_of(value.value.name)])
                for (const auto& each : value.instruction->attributes) kinds.insert(each.key.kind);
        return std::ranges::all_of(kinds, [&](ast::attribute_kind kind) {
            return chosen_.without.contains(kind) || drop_attributes(std::array{kind});
        });
    }

    bool shrink_parts()
    {
        auto now = chosen_.kept;
        return shrink(program_, now, [&](const parts& kept) {
            auto candidate = chosen_;
            candidate.kept = kept;
            return holds(candidate);
        });
    }

    std::span<const document* const> module_;
    const options& how_;
    program program_;
    commit_time when_;
    std::vector<finding_id> known_;
    selection chosen_;
    reduction best_;
};

} // namespace

reduction reduce(std::span<const document* const> module, const options& how)
{
    if (module.empty()) return {};
    return reducer(module, how).run();
}

std::vector<finding_id> findings_of(std::span<const document* const> module, const options& how)
{
    std::vector<std::string_view> texts;
    for (const auto* read : module) texts.push_back(read->text());
    return findings_in(texts, how).value_or(std::vector<finding_id>());
}

} // namespace ballast::inline v0::reduce
