#include "convert/live_range.hpp"

#include "ast/byte_size.hpp"
#include "ballast/text.hpp"
#include "base/label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ballast::converting {

namespace {

// The largest number of names that are written in the table of all steps.
constexpr std::size_t most_names = std::size_t{1} << 24;

std::int64_t plus(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

bool covers(const ast::live_range_row& row, std::int64_t moment) { return row.start <= moment && moment <= row.end; }

std::string index_text(const ast::shape_index& index) { return fmt::format("{{{}}}", fmt::join(index, ",")); }

enum class row_form : std::uint8_t { bare, indexed, cumulative };
row_form form_at(commit_time when)
{
    if (timeline::printed_at(feature::cumulative_peak_rows, when)) return row_form::cumulative;
    return timeline::printed_at(feature::indexed_peak_rows, when) ? row_form::indexed : row_form::bare;
}

class converter {
public:
    converter(const source& said, commit_time from, commit_time when, ast::arena& memory, losses& lost)
        : said_(said), from_(from), when_(when), memory_(memory), lost_(lost), ranges_(*said.ranges)
    {
        peak_ = std::get_if<ast::peak>(&ranges_.summary);
        if (!peak_) return;
        for (const auto& row : peak_->rows) {
            rows_.add({row.name, index_of(row.index)}, &row);
            has_index_ = has_index_ || row.index;
        }
        rows_.sort();
    }

    shortfall convert(ast::live_range& to)
    {
        to = ranges_;
        if (can(feature::every_moment)) return to_moments(to);
        if (std::holds_alternative<ast::unbounded_peak>(ranges_.summary)) {
            if (can(feature::unbounded_peak)) return {};
            return {"the step of the peak is not in the text, because a shape is unbounded", first_name()};
        }
        if (std::holds_alternative<ast::every_moment>(ranges_.summary)) return from_moments(to);
        if (peak_->moment < 0) return {"the step of the peak is not in the text", first_name()};
        const auto old = form_at(from_);
        const auto form = form_at(when_);
        auto result = *peak_;
        if (old != form) {
            if (!follow(old))
                lost_.add(loss_kind::left_out, name_of(old), peak_name(),
                          "rows of the peak that do not match the live ranges");
            result.rows = rows_in(form, result.moment);
        }
        add_trace(result);
        to.summary = result;
        return {};
    }

private:
    [[nodiscard]] bool can(feature which) const { return timeline::printed_at(which, when_); }
    [[nodiscard]] std::string_view first_name() const
    {
        return ranges_.rows.empty() ? std::string_view() : ranges_.rows.front().name;
    }
    [[nodiscard]] std::string_view peak_name() const
    {
        return peak_ && !peak_->rows.empty() ? peak_->rows.front().name : first_name();
    }
    static feature name_of(row_form form)
    {
        switch (form) {
        case row_form::bare: return feature::bare_peak_rows;
        case row_form::indexed: return feature::indexed_peak_rows;
        case row_form::cumulative: break;
        }
        return feature::cumulative_peak_rows;
    }

    // The bytes of a value, or of the whole result of its instruction; -1 if unknown.
    [[nodiscard]] std::int64_t own_bytes(const part_name& part) const
    {
        if (has_index_)
            if (const auto* row = rows_.find(part)) return row->bytes;
        if (const auto* shape = said_.part_of(part)) return ast::byte_size(*shape);
        if (part.index.empty() && !has_index_)
            if (const auto* row = rows_.find({part.name, {}})) return row->bytes;
        return -1;
    }
    [[nodiscard]] std::int64_t whole_bytes(std::string_view name) const
    {
        if (const auto* shape = said_.result_of(name)) return ast::byte_size(*shape);
        if (const auto* row = rows_.find({name, {}})) return row->bytes;
        return -1;
    }

    // The rows of a step in one of the forms; `bytes` gives the bytes of each range.
    template <typename Bytes>
    [[nodiscard]] std::vector<ast::peak_row> rows_with(row_form form, std::int64_t moment, Bytes bytes) const
    {
        std::vector<ast::peak_row> result;
        for (const auto& range : ranges_.rows) {
            if (!covers(range, moment)) continue;
            ast::peak_row row{range.name, {}, bytes(range), {}};
            if (form != row_form::bare) row.index = range.index;
            result.push_back(row);
        }
        if (form != row_form::cumulative) return result;
        std::ranges::sort(result, [](const ast::peak_row& a, const ast::peak_row& b) {
            if (a.bytes != b.bytes) return a.bytes > b.bytes;
            return part_name{a.name, *a.index} < part_name{b.name, *b.index};
        });
        std::int64_t sum = 0;
        for (auto& row : result) row.cumulative = sum = plus(sum, row.bytes);
        return result;
    }

    ast::list<ast::peak_row> rows_in(row_form form, std::int64_t moment)
    {
        const auto result = rows_with(form, moment, [&](const ast::live_range_row& range) {
            const auto own = own_bytes({range.name, range.index});
            const auto whole = whole_bytes(range.name);
            const auto bytes = form == row_form::bare ? whole : own;
            if (bytes >= 0) return bytes;
            lost_.add(loss_kind::made_up, name_of(form), range.name, "bytes of a row of the peak");
            return std::max<std::int64_t>({0, own, whole});
        });
        return memory_.make_list(std::span<const ast::peak_row>(result));
    }

    // True if the printed rows follow from the live ranges, so that converting back restores them.
    [[nodiscard]] bool follow(row_form form) const
    {
        const auto expected = rows_with(form, peak_->moment, [&](const ast::live_range_row& range) {
            const bool bare = form == row_form::bare;
            const auto* shape = bare ? said_.result_of(range.name) : said_.part_of({range.name, range.index});
            if (const auto bytes = shape ? ast::byte_size(*shape) : -1; bytes >= 0) return bytes;
            // If the text does not determine the bytes, those of the printed row are used.
            const auto* read = rows_.find({range.name, bare ? ast::shape_index{} : range.index});
            return read ? read->bytes : -1;
        });
        return std::ranges::equal(expected, peak_->rows);
    }

    // --- D7 ----------------------------------------------------------------------------------------------------------

    // Empty if there would be too many names.
    std::optional<ast::every_moment> moments()
    {
        const auto steps = ranges_.max;
        std::vector<std::pair<std::int64_t, std::size_t>> starts;
        std::size_t names = 0;
        for (std::size_t i = 0; i < ranges_.rows.size(); ++i) {
            const auto& row = ranges_.rows[i];
            starts.emplace_back(row.start, i);
            const auto last = std::min(row.end, steps - 1);
            if (row.start <= last) names += static_cast<std::size_t>(last - row.start) + 1;
            if (names > most_names || steps > static_cast<std::int64_t>(most_names)) return std::nullopt;
        }
        std::vector<std::int64_t> weights;
        for (const auto& row : ranges_.rows) {
            const auto whole = whole_bytes(row.name);
            if (whole < 0) lost_.add(loss_kind::made_up, feature::every_moment, row.name, "bytes of a step");
            weights.push_back(std::max<std::int64_t>(0, whole));
        }
        std::ranges::sort(starts);
        std::vector<ast::moment_row> moments;
        std::set<std::size_t> living; // in the order of their ids
        std::multimap<std::int64_t, std::size_t> ends;
        auto next = starts.begin();
        for (std::int64_t t = 0; t < steps; ++t) {
            for (; !ends.empty() && ends.begin()->first < t; ends.erase(ends.begin()))
                living.erase(ends.begin()->second);
            for (; next != starts.end() && next->first <= t; ++next) {
                if (ranges_.rows[next->second].end < t) continue;
                living.insert(next->second);
                ends.emplace(ranges_.rows[next->second].end, next->second);
            }
            std::vector<std::string_view> there;
            std::uint64_t bytes = 0;
            for (const auto i : living) {
                bytes += static_cast<std::uint64_t>(weights[i]);
                there.push_back(ranges_.rows[i].name);
            }
            // XLA's sum has 32 bits.
            moments.push_back({t,
                               static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes)),
                               memory_.make_list(std::span<const std::string_view>(there)),
                               {}});
        }
        return ast::every_moment{memory_.make_list(std::span<const ast::moment_row>(moments))};
    }

    shortfall to_moments(ast::live_range& to)
    {
        if (std::holds_alternative<ast::every_moment>(ranges_.summary)) return {};
        const auto all = moments();
        if (!all) return {"the list of live values at every step is too large to write", first_name()};
        if (peak_) {
            const auto moment = peak_moment();
            if (!moment || *moment != peak_->moment || !follow(form_at(from_)))
                lost_.add(loss_kind::left_out, name_of(form_at(from_)), peak_name(), "the peak");
            if (peak_->stack_trace) lost_.add(loss_kind::left_out, feature::stack_trace, peak_name());
        } else {
            lost_.add(loss_kind::left_out, feature::unbounded_peak, first_name());
        }
        to.summary = *all;
        return {};
    }

    // The first start of a range at which the most bytes are live. A value still counts one step after its end, because
    // XLA applies starts before ends. Empty if the bytes of a value are unknown.
    [[nodiscard]] std::optional<std::int64_t> peak_moment() const
    {
        std::map<std::int64_t, std::int64_t> change;
        std::set<std::int64_t> starts;
        std::int64_t all = 0;
        for (const auto& row : ranges_.rows) {
            const auto bytes = whole_bytes(row.name);
            all = plus(all, std::max<std::int64_t>(0, bytes));
            if (bytes < 0 || row.end < row.start || row.end > std::numeric_limits<std::int64_t>::max() - 2 ||
                all == std::numeric_limits<std::int64_t>::max())
                return std::nullopt;
            starts.insert(row.start);
            change[row.start] += bytes;
            change[row.end + 2] -= bytes;
        }
        std::int64_t sum = 0;
        std::int64_t most = 0;
        std::int64_t moment = 0;
        for (const auto& [at, bytes] : change) {
            sum += bytes;
            if (starts.contains(at) && sum > most) {
                most = sum;
                moment = at;
            }
        }
        return moment;
    }

    shortfall from_moments(ast::live_range& to)
    {
        const auto moment = peak_moment();
        if (!moment)
            return {"the sizes of some results are not in the text, nor is the step of the peak", first_name()};
        ast::peak result;
        result.moment = *moment;
        result.rows = rows_in(form_at(when_), *moment);
        // Nothing is lost if the table follows from the live ranges.
        if (moments() != std::get<ast::every_moment>(ranges_.summary))
            lost_.add(loss_kind::left_out, feature::every_moment, first_name());
        add_trace(result);
        to.summary = result;
        return {};
    }

    // --- the stack trace ---------------------------------------------------------------------------------------------

    struct node {
        std::string label;
        std::int64_t current = 0;
        std::int64_t total = 0;
        std::map<std::string, std::size_t> children;
    };

    void add_trace(ast::peak& to)
    {
        if (!can(feature::stack_trace)) {
            if (to.stack_trace) lost_.add(loss_kind::left_out, feature::stack_trace, peak_name());
            to.stack_trace = {};
            return;
        }
        if (to.stack_trace || ranges_.sequence.empty()) return;
        lost_.add(loss_kind::made_up, feature::stack_trace, peak_name(),
                  "stack trace: its computations are not in the text, so all values are under one node");
        to.stack_trace = memory_.make(trace_of(to));
    }

    // The parts of an instruction's label; the whole label if it has more parts than a tree can have levels.
    [[nodiscard]] std::vector<std::string> label_of(const ast::peak_row& row) const
    {
        std::string label(row.name);
        if (const auto* text = said_.instruction_of(row.name))
            if (const auto* metadata = text->metadata(); metadata && !metadata->op_name.empty())
                label = unescaped(metadata->op_name);
        if (label.find('\n') != std::string::npos) label = row.name;
        auto parts = label_parts(label);
        if (parts.size() > 200 || std::ranges::any_of(parts, [](const auto& part) { return part.empty(); }))
            parts = {label};
        if (row.index && !row.index->empty()) parts.back() += index_text(*row.index);
        return parts;
    }

    // The tree follows from the labels of the values, below one computation.
    ast::stack_trace trace_of(const ast::peak& of)
    {
        std::vector<node> tree(1);
        ast::stack_trace result;
        for (const auto& row : of.rows) {
            std::size_t at = 0;
            for (const auto& part : label_of(row)) {
                const auto [found, added] = tree[at].children.try_emplace(part, tree.size());
                const auto next = found->second;
                if (added) tree.emplace_back().label = part;
                at = next;
            }
            tree[at].current = plus(tree[at].current, row.bytes);
            result.total = plus(result.total, row.bytes);
        }
        // Children come after their parents.
        for (auto i = tree.size(); i-- > 0;) {
            tree[i].total = tree[i].current;
            for (const auto& [label, child] : tree[i].children) tree[i].total = plus(tree[i].total, tree[child].total);
        }
        tree[0].label = "unknown";
        std::vector<ast::stack_row> printed;
        auto remaining = result.total;
        const auto print = [&](const auto& self, const node& n, std::int64_t depth, ast::branch branch) -> void {
            remaining = std::max<std::int64_t>(0, remaining - n.current);
            const auto percent =
                fmt::format("{:.1f}", 100.0 * static_cast<double>(n.total) / static_cast<double>(result.total));
            std::int64_t tenths = 0;
            for (const char c : percent)
                if (c != '.') tenths = tenths * 10 + (c - '0');
            printed.push_back({depth, branch, memory_.copy(n.label), tenths, n.total, n.current, remaining});
            std::vector<std::size_t> kept;
            for (const auto& [label, child] : n.children)
                if (tree[child].total != 0) kept.push_back(child);
            std::ranges::sort(kept, [&](std::size_t a, std::size_t b) {
                return tree[a].total != tree[b].total ? tree[a].total > tree[b].total : tree[a].label < tree[b].label;
            });
            for (const auto child : kept)
                self(self, tree[child], depth + 1, child == kept.back() ? ast::branch::last : ast::branch::inner);
        };
        if (result.total != 0) print(print, tree[0], 0, ast::branch::top);
        result.rows = memory_.make_list(std::span<const ast::stack_row>(printed));
        return result;
    }

    const source& said_;
    commit_time from_;
    commit_time when_;
    ast::arena& memory_;
    losses& lost_;
    const ast::live_range& ranges_;
    const ast::peak* peak_ = nullptr;
    sorted<part_name, const ast::peak_row*> rows_; // the printed rows
    bool has_index_ = false;
};

} // namespace

shortfall convert_range(const source& said, commit_time from, commit_time when, ast::arena& memory, losses& lost,
                        ast::live_range& to)
{
    return converter(said, from, when, memory, lost).convert(to);
}

} // namespace ballast::converting
