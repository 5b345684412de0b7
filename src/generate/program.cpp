#include "generate/program.hpp"

#include "ballast/ast/records.hpp"
#include "ballast/print.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::generate {

program::program(random_source& from, commit_time when, std::uint64_t bytes)
    : when_(when), forms_(forms_at(when)), from_(&from)
{
    seed_ = from.below(UINT64_MAX);
    padded_ = from.chance(3);
    // The approximate bytes of an operation of the entry, by what is printed of it.
    const auto at = [&](feature f) { return timeline::printed_at(f, when_); };
    const std::uint64_t each =
        (at(feature::pointer) ? 90U : 75U) + (at(feature::allocations_alone) && !at(feature::values_file) ? 60U : 0U) +
        (at(feature::no_from_line) ? 130U : 0U) +
        (at(feature::from_tight) || at(feature::from_glued) || at(feature::from_own_line) ? 330U : 0U) +
        (at(feature::live_range_section) || at(feature::live_range_file) ? 60U : 0U) +
        (at(feature::every_moment) ? 200U : 0U);
    draw_shapes();
    const auto count = bytes / each;
    operations_.reserve(count + 64);
    operands_.reserve(count + count / 2 + 64);
    held_.reserve(count + count / 2 + 64);
    values_.reserve(count + count / 4 + 64);
    if (count != 0) {
        draw_regions(std::min<std::uint64_t>(from.below(3), count / 10));
        draw_entry(count);
    }
    collect_users();
    number_values();
    collect_places();
    sort_values();
    compute_ranges();
    place_values();
    find_peak();
    from_ = nullptr;
}

// The program as a source of the records of a file. Nodes are in `kept`, if there is one; otherwise they are valid only
// while they are passed on.
class program::as_file {
public:
    as_file(program& of, ast::dump_kind kind, ast::arena* kept) : of_(of), kind_(kind), kept_(kept) {}

    [[nodiscard]] ast::dump_kind kind() const { return kind_; }
    [[nodiscard]] std::optional<std::string_view> frame() const { return std::nullopt; }
    [[nodiscard]] bool nodes_stay() const { return kept_ != nullptr; }

    template <typename F>
    void each_allocation(F&& f) const
    {
        of_.for_allocations([&](const ast::allocation& head, const value* first) {
            const auto inside = [&](auto&& visit) {
                if (first) return of_.for_sharing(*first, visit);
                of_.for_values([&](const value& v) {
                    if (v.temporary && of_.home_of(v) == static_cast<std::size_t>(head.color)) visit(v);
                });
            };
            const auto each_value = [&](auto&& g) {
                inside([&](const value& v) { with_nodes([&](nodes& draw) { g(of_.line_of(v, draw)); }); });
            };
            const auto each_reused = [&](auto&& g) {
                inside([&](const value& v) {
                    if (const auto color = of_.color_of(v); color != head.color)
                        with_nodes([&](nodes& draw) { g(ast::reused_value{of_.name_of(v, draw), color}); });
                });
            };
            // In use while the values are passed on.
            with_nodes(
                [&](nodes& draw) { f(first ? of_.with_shapes(head, *first, draw) : head, each_value, each_reused); },
                heads_);
        });
    }
    template <typename F>
    void with_total(F&& f) const
    {
        if (kind_ != ast::dump_kind::combined || !can(feature::no_total)) f(of_.total_of());
    }
    template <typename F>
    void with_every_moment(F&& f) const
    {
        if (can(feature::every_moment))
            with_nodes([&](nodes& draw) { f(ast::tree_range{of_.live_range_of(draw, true)}); });
    }
    template <typename F>
    void each_used_value(F&& f) const
    {
        of_.for_values([&](const value& v) { with_nodes([&](nodes& draw) { f(of_.used_value_of(v, draw)); }); });
    }
    template <typename F>
    void with_live_range(F&& f) const
    {
        const bool combined = kind_ == ast::dump_kind::combined;
        if (combined ? can(feature::live_range_section) : kind_ == ast::dump_kind::live_range) f(*this);
    }
    [[nodiscard]] bool live_range_missing() const { return false; }

    // The live range.
    [[nodiscard]] ast::live_range head() const
    {
        ast::live_range result;
        result.max = static_cast<std::int64_t>(of_.steps_);
        return result;
    }
    template <typename F>
    void each_sequence_row(F&& f) const
    {
        for (number i = 0; i < of_.steps_; ++i)
            with_nodes([&](nodes& draw) {
                f(ast::sequence_row{i, draw.memory().copy(of_.name_of(of_.operations_[of_.first_entry_ + i]))});
            });
    }
    template <typename F>
    void each_row(F&& f) const
    {
        of_.for_scheduled([&](const value& v) { with_nodes([&](nodes& draw) { f(of_.row_of(v, draw)); }); });
    }
    template <typename F>
    void with_summary(F&& f) const
    {
        with_nodes([&](nodes& draw) { f(of_.peak_of(draw)); });
    }

private:
    [[nodiscard]] bool can(feature f) const { return timeline::printed_at(f, of_.when_); }

    using passing = std::unique_ptr<ast::arena>;

    template <typename Body>
    void with_nodes(Body&& body) const
    {
        with_nodes(body, others_);
    }
    template <typename Body>
    void with_nodes(Body&& body, passing& memory) const
    {
        random_source nothing{std::span<const std::uint8_t>{}};
        nodes draw(nothing, kept_ ? *kept_ : *memory, of_.when_);
        body(draw);
        if (memory->bytes_reserved() > (std::size_t{1} << 20)) memory = std::make_unique<ast::arena>();
    }

    program& of_;
    ast::dump_kind kind_;
    ast::arena* kept_;
    mutable passing heads_ = std::make_unique<ast::arena>();
    mutable passing others_ = std::make_unique<ast::arena>();
};

namespace {

const ast::peak no_peak{.moment = -1, .rows = {}, .stack_trace = {}};

// Collects records into a tree.
class tree_collector {
public:
    explicit tree_collector(ast::arena& memory) : memory_(memory) {}

    void frame_first(std::string_view name) { dump_.frame = name; }
    void frame_last(std::string_view) {}
    void assignment_head() {}
    void allocation(const ast::allocation& head)
    {
        close_allocation();
        allocations_.push_back(head);
    }
    void value(const ast::value_line& x) { values_.push_back(x); }
    void reused_head() {}
    void reused(const ast::reused_value& x) { reused_.push_back(x); }
    void total(const ast::total& x) { dump_.total = x; }
    void used_values_head()
    {
        if (has_range_) dump_.every_moment = memory_.make(finished_range());
    }
    void used_value(const ast::used_value& x) { used_.push_back(x); }
    void live_range_gap() {}
    void live_range_head(const ast::live_range& head)
    {
        range_ = {};
        range_.max = head.max;
        range_.summary = no_peak;
        has_range_ = true;
    }
    void sequence_head() {}
    void row(const ast::sequence_row& x) { sequence_.push_back(x); }
    void ranges_head() {}
    void row(const ast::live_range_row& x) { rows_.push_back(x); }
    void peak_head(const ast::peak& head) { range_.summary = ast::peak{head.moment, {}, {}}; }
    void row(const ast::peak_row& x) { peak_.push_back(x); }
    void trace_head(const ast::stack_trace& head) { trace_total_ = head.total; }
    void row(const ast::stack_row& x) { trace_.push_back(x); }
    void trace_end()
    {
        auto& peak = std::get<ast::peak>(range_.summary);
        peak.stack_trace = memory_.make(ast::stack_trace{trace_total_, taken(trace_)});
    }
    void unbounded_peak() { range_.summary = ast::unbounded_peak{}; }
    void moments_head() { range_.summary = ast::every_moment{}; }
    void row(const ast::moment_row& x) { moments_.push_back(x); }
    void forget_nodes() {}
    void no_live_range() { dump_.live_range = ast::live_range_not_available{}; }

    ast::dump finish(ast::dump_kind kind, const ast::forms& forms)
    {
        close_allocation();
        dump_.kind = kind;
        dump_.forms = forms;
        dump_.allocations = taken(allocations_);
        dump_.used_values = taken(used_);
        if (has_range_) dump_.live_range = memory_.make(finished_range());
        return dump_;
    }

private:
    template <typename T>
    ast::list<T> taken(std::vector<T>& from)
    {
        const auto result = memory_.make_list(std::span<const T>(from));
        from.clear();
        return result;
    }
    void close_allocation()
    {
        if (allocations_.empty()) return;
        if (!values_.empty()) allocations_.back().values = taken(values_);
        if (!reused_.empty()) allocations_.back().reused = taken(reused_);
    }
    ast::live_range finished_range()
    {
        has_range_ = false;
        range_.sequence = taken(sequence_);
        range_.rows = taken(rows_);
        if (auto* peak = std::get_if<ast::peak>(&range_.summary)) peak->rows = taken(peak_);
        if (auto* every = std::get_if<ast::every_moment>(&range_.summary)) every->rows = taken(moments_);
        return range_;
    }

    ast::arena& memory_;
    ast::dump dump_;
    std::vector<ast::allocation> allocations_;
    std::vector<ast::value_line> values_;
    std::vector<ast::reused_value> reused_;
    std::vector<ast::used_value> used_;
    ast::live_range range_;
    bool has_range_ = false;
    std::vector<ast::sequence_row> sequence_;
    std::vector<ast::live_range_row> rows_;
    std::vector<ast::peak_row> peak_;
    std::int64_t trace_total_ = 0;
    std::vector<ast::stack_row> trace_;
    std::vector<ast::moment_row> moments_;
};

} // namespace

ast::dump program::make(ast::arena& memory, ast::dump_kind kind)
{
    tree_collector tree(memory);
    ast::emit_records(as_file(*this, kind, &memory), tree);
    return tree.finish(kind, forms_);
}

void program::print(sink& out, ast::dump_kind kind)
{
    record_printer printer(out, forms_);
    ast::emit_records(as_file(*this, kind, nullptr), printer);
}

} // namespace ballast::generate
