// A text as one part, or as several that are read in parallel.
#pragma once

#include "base/large_block.hpp"
#include "base/parallel.hpp"
#include "read/automaton.hpp"
#include "read/closing.hpp"
#include "read/files_actions.hpp"
#include "read/parse.hpp"
#include "read/tree_builder.hpp"
#include "read/witnessing.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::read {

// A part of a text, or the whole text, that is read independently.
class part_of_text {
public:
    part_of_text(const source_text& of, std::size_t begin, std::size_t end, tree_builder::keeps what,
                 const limits& within, std::size_t max_errors, batch_queue* queue = nullptr)
        : begin_(begin),
          end_(end),
          ctx_(memory_, of.view()),
          tree_(ctx_, of, what, within.settled, static_cast<std::int64_t>(begin), queue),
          reader_(of.view(), ctx_, tree_, findings_, max_errors)
    {
        ctx_.max_unread = max_errors == 0 ? std::numeric_limits<std::size_t>::max() : max_errors;
        constexpr std::size_t large = 1024 * 1024;
        if (what == tree_builder::keeps::all && size() >= large) memory_.expect(size());
    }

    [[nodiscard]] std::size_t size() const { return end_ - begin_; }

    void read()
    {
        outcome_ = reader_.run();
        memory_.settle();
    }
    // Reads the part. It begins and ends where the state is `at`, or at the start or the end of the text. Returns false
    // if that is not so, or if it has a fault.
    [[nodiscard]] bool read_between(automaton::state at)
    {
        const bool last = end_ == ctx_.text().size();
        reader_.confine(begin_ == 0 ? automaton::start : at, begin_,
                        last ? reader_.no_stop : static_cast<std::int64_t>(end_));
        read();
        tree_.end_part(static_cast<std::int64_t>(end_));
        return last ? outcome_.complete && outcome_.faults == 0 : reader_.arrived(at);
    }
    // Takes over the parts that follow and destroys them, on up to `threads` threads.
    void join(std::span<std::unique_ptr<part_of_text>> others, std::size_t threads)
    {
        auto sizes = tree_.dump().rows().sizes();
        for (const auto& part : others)
            std::ranges::transform(sizes, part->tree_.dump().rows().sizes(), sizes.begin(), std::plus<>());
        tree_.dump().rows().reserve(sizes);
        std::vector<std::vector<row_copy>> copies(others.size());
        for (std::size_t i = 0; i < others.size(); ++i) tree_.dump().join(others[i]->tree_.dump(), copies[i]);
        outcome_ = others.back()->outcome_;
        parallel(threads, others.size(), [&](std::size_t i) {
            for (const auto& [to, from, bytes] : copies[i]) {
                have_pages(to, bytes);
                if (bytes != 0) std::memcpy(to, from, bytes);
            }
            others[i].reset();
        });
    }

    // Passes on the last records. Returns false if the text has a fault or is not a dump.
    bool pass_rest() { return outcome_.complete && outcome_.faults == 0 && findings_.empty() && tree_.pass_rest(); }

    // Fills in `result`. Returns false if a rule needs rows that were not kept.
    bool finish(parse_result& result, const parse_options& options)
    {
        const auto tell = [&](const finding& what) { findings_.push_back(what); };
        if (outcome_.complete && !tree_.check_end(options.live_range_optional, tell)) return false;
        auto witnesses = ctx_.witnesses();
        if (auto mixed = mixed_eras(witnesses, ctx_.text())) findings_.push_back(std::move(*mixed));
        const auto sort_them = [&] {
            std::ranges::sort(result.findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        };
        if (!findings_.empty()) {
            result.findings = std::move(findings_);
            sort_them();
            if (options.max_errors != 0 && result.findings.size() > options.max_errors)
                result.findings.resize(options.max_errors);
            return true;
        }
        const auto built = tree_.finish(forms_of(witnesses));
        result.findings = std::move(ctx_.notes());
        warn_of_skew(witnesses, result.findings);
        sort_them();
        if (result.findings.size() > options.max_notes) result.findings.resize(options.max_notes);
        result.value.emplace(std::move(result.refused), std::move(memory_), built, std::move(witnesses),
                             tree_.has_tree());
        result.value->keep_findings(tree_.take_findings());
        return true;
    }

private:
    std::size_t begin_;
    std::size_t end_;
    ast::arena memory_;
    context ctx_;
    tree_builder tree_;
    std::vector<finding> findings_;
    record_reader<action, tree_builder> reader_;
    file_outcome outcome_;
};

// The state among used values, in a text that begins with this record.
template <typename Head>
consteval automaton::state among_used_values()
{
    for (const auto head : file_order.next(automaton::start))
        if (file_order.record(head) == record_index<Head>)
            for (const auto s : file_order.later(head))
                if (file_order.record(s) == record_index<grammar::used_value>) return s;
    return automaton::start;
}

// Where a text may be divided: at used values, which most of a large text consists of. The places are guesses: a part
// counts only if the part before it ends exactly there, among used values.
struct division {
    automaton::state state = automaton::start;
    std::vector<std::size_t> places; // the starts of parts, and the end of the text; empty: not divided
};

// The start of the first value at or after `from`, found by the start of its line. Pages that were searched are
// released.
inline std::size_t value_after(const source_text& source, std::size_t from)
{
    constexpr std::size_t looked_at = 1024 * 1024;
    const auto text = source.view();
    while (from < text.size()) {
        const auto piece = text.substr(from, looked_at);
        const auto feed = piece.find("\n<");
        if (feed != std::string_view::npos) return from + feed + 1;
        if (piece.size() < looked_at) break;
        source.release_pages(from, from + piece.size() - 1);
        from += piece.size() - 1;
    }
    return std::string_view::npos;
}

inline division divide(const source_text& source, std::size_t parts)
{
    static constexpr auto combined = among_used_values<grammar::assignment_head>();
    static constexpr auto split = among_used_values<grammar::values_total>();
    static_assert(combined != automaton::start && split != automaton::start && combined != split);
    const auto text = source.view();
    division result;
    if (text.starts_with("BufferAssignment:\n"))
        result.state = combined;
    else if (text.starts_with("\nTotal bytes used: "))
        result.state = split;
    else
        return {}; // no values, or too few
    result.places.push_back(0);
    for (std::size_t i = 1; i < parts; ++i) {
        auto place = value_after(source, std::max(text.size() / parts * i, result.places.back()));
        // Before the first value, the state is different.
        if (place != std::string_view::npos && text.substr(0, place).ends_with("\nUsed values:\n"))
            place = value_after(source, place);
        if (place == std::string_view::npos) break;
        result.places.push_back(place);
    }
    // The places are far apart, and Linux may have mapped 2 MiB around each of them.
    source.release_pages(0, text.size());
    if (result.places.size() == 1) return {};
    result.places.push_back(text.size());
    return result;
}

// Reads parts in parallel. Null if the text cannot be divided or has a fault; it is then read as one part.
inline std::unique_ptr<part_of_text> read_in_parts(const source_text& of, tree_builder::keeps what,
                                                   const limits& within, std::size_t threads)
{
    const auto text = of.view();
    // More parts than threads, because parts differ; but few enough that the memory of each part does not matter.
    constexpr std::size_t most_parts = 256;
    const auto count = std::min({4 * std::min(threads, most_parts), most_parts, text.size() / within.part});
    if (threads < 2 || count < 2) return nullptr;
    const auto divided = divide(of, count);
    if (divided.places.empty()) return nullptr;

    std::vector<std::unique_ptr<part_of_text>> parts;
    for (std::size_t i = 0; i + 1 < divided.places.size(); ++i)
        parts.push_back(std::make_unique<part_of_text>(of, divided.places[i], divided.places[i + 1], what, within, 1));
    std::vector<part_of_text*> order; // the largest first
    for (const auto& part : parts) order.push_back(part.get());
    std::ranges::sort(order, std::greater<>(), &part_of_text::size);

    std::atomic<bool> failed = false;
    parallel(threads, order.size(), [&](std::size_t i) {
        if (failed) return;
        try {
            if (!order[i]->read_between(divided.state)) failed = true;
        } catch (const std::bad_alloc&) {
            failed = true; // reading it as one part reports it
        }
    });
    if (failed) return nullptr;
    if (within.parts_read) *within.parts_read = parts.size();
    parts.front()->join(std::span(parts).subspan(1), threads);
    return std::move(parts.front());
}

} // namespace ballast::read
