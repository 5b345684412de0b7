// Reads a file record by record, in the order that the grammar of whole files allows, and passes each complete record
// to a handler. After a fault it continues at the next record that can follow.
#pragma once

#include "read/automaton.hpp"
#include "read/beginnings.hpp"
#include "read/context.hpp"
#include "read/start.hpp"
#include "read/witnessing.hpp"

#include <tao/pegtl/match.hpp>
#include <tao/pegtl/normal.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace ballast::read {

// For each record rule the handler has these functions with a record_is<Rule>:
//     Node& open(record_is<Rule>)                                the node to read into, in its initial state
//     void close(record_is<Rule>, Node&, offset begin, offset end)  the record is complete
//     void drop(record_is<Rule>)                                 it does not match, or is refused
//     void fault()                                               records are missing here
//     void skip(std::string_view bytes)                          these bytes were not read
template <typename Rule>
struct record_is {};

// Bytes that were not read.
struct skipped_bytes {
    static constexpr std::size_t unknown = SIZE_MAX;

    std::size_t begin = 0;
    std::size_t end = 0;
    automaton::state after = automaton::start; // the last record before them
    std::size_t finding = unknown;             // its index, if it was reported
};

// The result of reading a whole text.
struct file_outcome {
    bool complete = false;      // the text ends where a file may end
    bool overwritten = false;   // the rest of a longer file follows
    bool begins_inside = false; // without the beginning of a dump
    std::size_t faults = 0;
    std::size_t records = 0; // without those that begin a file
    automaton::state last = automaton::start;
    std::vector<skipped_bytes> skipped; // if the text is read in part
};

template <template <typename...> class Action, typename Handler>
class record_reader {
public:
    using state = automaton::state;

    // `partial`: errors above `max_errors` do not end reading, but are not explained.
    record_reader(std::string_view text, context& ctx, Handler& handler, std::vector<finding>& findings,
                  std::size_t max_errors, bool partial)
        : text_(text),
          ctx_(ctx),
          handler_(handler),
          findings_(findings),
          max_errors_(max_errors),
          partial_(partial),
          in_(text.data(), text.data() + text.size(), "")
    {
    }

    file_outcome run()
    {
        while (true) {
            try {
                if (advance()) {
                    outcome_.complete = true;
                    return finished();
                }
                ctx_.abandon_record();
                if (!after_fault()) return finished();
            } catch (const finding& fault) {
                ctx_.reset();
                drop_(handler_);
                if (!after_refusal(fault)) return finished();
            }
        }
    }

private:
    using step = bool (*)(record_reader&, state to);

    file_outcome finished()
    {
        outcome_.last = state_;
        return std::move(outcome_);
    }

    // Reads records as long as they match. Returns true at the end of the text, if a file may end there.
    bool advance()
    {
        bool repeated = false; // the previous record was tried again already
        while (true) {
            const auto& next = file_order.next(state_);
            bool found = false;
            for (std::size_t i = repeated ? 1 : 0; i < next.size; ++i) {
                const auto to = next.list[i];
                const auto record = file_order.record(to);
                if (record == end_of_file) {
                    if (in_.empty()) return true;
                    continue;
                }
                if (!steps[record](*this, to)) continue;
                state_ = to;
                repeated = file_order.repeats(to);
                found = true;
                break;
            }
            if (!found) return false;
        }
    }

    // Reads one record, and all of the same kind that follow it.
    template <typename Rule>
    static bool read(record_reader& self, state to)
    {
        if constexpr (!std::is_same_v<Rule, tao::pegtl::eof>) {
            self.trying_ = to;
            self.drop_ = [](Handler& h) { h.drop(record_is<Rule>{}); };
            const bool repeats = file_order.repeats(to);
            bool any = false;
            do {
                const char* const begin = self.begin_ = self.in_.current();
                const auto offset = self.ctx_.offset(begin);
                auto& node = self.handler_.open(record_is<Rule>{});
                if (!witnessing<Rule>::template match<tao::pegtl::apply_mode::action, tao::pegtl::rewind_mode::required,
                                                      Action, witnessing>(self.in_, self.ctx_, node)) {
                    self.ctx_.abandon_record();
                    self.handler_.drop(record_is<Rule>{});
                    return any;
                }
                any = true;
                // A check between records can refuse this one, although it is complete.
                self.state_ = to;
                self.handler_.close(record_is<Rule>{}, node, offset, self.ctx_.offset(self.in_.current()));
                self.ctx_.finish_record();
                if constexpr (!begins_file<Rule>) ++self.outcome_.records;
            } while (repeats);
            return any;
        }
        return false;
    }

    template <typename Rule>
    static constexpr bool begins_file =
        std::is_same_v<Rule, grammar::frame_first> || std::is_same_v<Rule, grammar::assignment_head>;

    [[nodiscard]] bool is_full() const { return max_errors_ != 0 && outcome_.faults >= max_errors_; }

    // Returns false if further findings would not help.
    bool tell(finding what, bool loses_records = true)
    {
        // Where the beginning is missing, its finding says all.
        if (!is_full() && !outcome_.begins_inside) {
            latest_ = findings_.size();
            findings_.push_back(std::move(what));
        }
        ++outcome_.faults;
        if (loses_records) handler_.fault();
        return partial_ || !is_full();
    }

    bool after_fault()
    {
        latest_ = skipped_bytes::unknown;
        const auto begin = static_cast<std::size_t>(ctx_.offset(in_.current()));
        // The end of a frame whose beginning had an error.
        if (outcome_.faults != 0 && text_.substr(begin).starts_with("\n*** End ")) return stop(begin);
        const bool is_overwritten = partial_ && ends_as_overwritten(begin);
        if (is_full()) { // only in part: what was expected is not reported
            tell({}, !is_overwritten);
            if (is_overwritten) return overwritten(begin);
            return resume(begin, begin) || stop(begin);
        }
        const auto fault = find_record_fault(state_, text_, begin);
        auto what = explain(fault, text_, true);
        bool hopeless = ends_reading(what, text_);
        if (partial_ && what.id == finding_id::truncated) hopeless = ++truncated_ > most_truncated;
        const bool second = what.id == finding_id::second_dump || what.id == finding_id::second_frame;
        const auto place = static_cast<std::size_t>(fault.reached);
        if (!tell(std::move(what), !is_overwritten)) return false;
        if (is_overwritten) return overwritten(begin);
        if (partial_ && second && may_end()) outcome_.complete = true;
        if (hopeless && begins_inside(begin)) return true;
        if (hopeless) return stop(begin);
        return resume(begin, place) || stop(begin);
    }

    bool after_refusal(const finding& fault)
    {
        latest_ = skipped_bytes::unknown;
        const bool more = tell(fault);
        if (!more) return false;
        const auto begin = static_cast<std::size_t>(ctx_.offset(begin_));
        if (partial_ && fault.id == finding_id::trailing_text) return overwritten(begin);
        if (const auto size = record_size(file_order.record(trying_), text_.substr(begin))) {
            skip(begin, begin + *size);
            restart(begin_ + *size);
            state_ = trying_;
            return true;
        }
        return resume(begin, begin) || stop(begin);
    }

    // --- texts that are read in part ---

    void skip(std::size_t begin, std::size_t end)
    {
        if (!partial_ || begin == end) return;
        auto& all = outcome_.skipped;
        if (!all.empty() && all.back().end == begin)
            all.back().end = end;
        else
            all.push_back({begin, end, state_, latest_});
        handler_.skip(text_.substr(begin, end - begin));
    }
    bool stop(std::size_t begin)
    {
        skip(begin, text_.size());
        return false;
    }
    [[nodiscard]] bool may_end() const
    {
        return std::ranges::any_of(file_order.next(state_),
                                   [](state s) { return file_order.record(s) == end_of_file; });
    }
    // A shorter text was written over a longer one: what follows its end is the end of the other one, which mostly is
    // the same.
    [[nodiscard]] bool ends_as_overwritten(std::size_t begin) const
    {
        const auto rest = text_.substr(begin);
        if (rest.empty() || !may_end()) return false;
        return rest.find_first_not_of('\n') == std::string_view::npos || text_.substr(0, begin).ends_with(rest);
    }
    bool overwritten(std::size_t begin)
    {
        outcome_.overwritten = outcome_.complete = true;
        return stop(begin);
    }

    // Continues at the first line after `begin`, and not before the line of `place`, that is a record which can still
    // follow.
    bool resume(std::size_t begin, std::size_t place)
    {
        auto at = place == 0 ? std::string_view::npos : text_.rfind('\n', place - 1);
        at = at == std::string_view::npos ? 0 : at + 1;
        if (at <= begin) at = next_line(begin);
        // An empty line ends a table: what follows belongs to the next one, even if its rows look the same.
        const bool ended = begin < text_.size() && text_[begin] == '\n';
        for (; at < text_.size(); at = next_line(at)) {
            if ((ended && resume_at(begin, at, true)) || resume_at(begin, at)) return true;
            // D13 printed the next value, or the two empty lines before the live range, directly after the instruction.
            const auto line = text_.substr(at, text_.find('\n', at) - at);
            if (!line.starts_with(" from instruction:") || at + line.size() == text_.size()) continue;
            const auto glued = line.rfind('<');
            if (glued != std::string_view::npos && at + glued > begin && resume_at(begin, at + glued)) return true;
            if (resume_at(begin, at + line.size())) return true;
        }
        return false;
    }
    // True if a record that can still follow begins there; one like the last record only if no table has ended.
    bool resume_at(std::size_t begin, std::size_t at, bool ended = false)
    {
        restart(text_.data() + at);
        for (const auto to : file_order.later(state_)) {
            const auto record = file_order.record(to);
            if (record == end_of_file || (ended && to == state_)) continue;
            // Any indented line could be a line of a module text.
            if (record == record_index<grammar::text_instruction> && !text_.starts_with(module_beginning)) continue;
            const auto size = record_size(record, text_.substr(at));
            if (!size || (size == 1 && text_[at] == '\n')) continue; // many things end with an empty line
            skip(begin, at);
            state_ = before(to);
            return true;
        }
        return false;
    }

    // True if the text begins like nothing, but has rows that only dumps have: their beginning was cut off.
    bool begins_inside(std::size_t begin)
    {
        if (!partial_ || state_ != automaton::start || findings_.empty()) return false;
        const auto& why = findings_.back();
        const bool begins_later = why.id == finding_id::log_prefix;
        if (why.id != finding_id::not_a_dump && !begins_later) return false;
        const auto last = begins_later ? static_cast<std::size_t>(why.end) : text_.size();
        for (auto at = begin; at < last; at = next_line(at)) {
            const auto rest = text_.substr(at);
            const bool is_row = (rest.starts_with("allocation ") && record_size(allocation_row, rest)) ||
                                (rest.starts_with('<') && record_size(used_row, rest));
            if (!is_row || !resume_at(begin, at)) continue;
            return outcome_.begins_inside = true;
        }
        restart(text_.data() + begin);
        return false;
    }
    static constexpr auto allocation_row = record_index<grammar::allocation_line>;
    static constexpr auto used_row = record_index<grammar::used_value>;

    // The nearest state after which the record of `to` can follow.
    [[nodiscard]] state before(state to) const
    {
        if (file_order.next(state_).contains(to)) return state_;
        for (const auto s : file_order.later(state_))
            if (file_order.next(s).contains(to)) return s;
        return state_;
    }

    [[nodiscard]] std::size_t next_line(std::size_t at) const
    {
        const auto found = text_.find('\n', at);
        return found == std::string_view::npos ? text_.size() : found + 1;
    }
    void restart(const char* at)
    {
        in_.restart();
        in_.bump(static_cast<std::size_t>(at - text_.data()));
    }

    template <typename... Rules>
    static constexpr std::array<step, record_count> all_steps(grammar::record_list<Rules...>)
    {
        return {&read<Rules>...};
    }
    static constexpr auto steps = all_steps(grammar::records{});

    std::string_view text_;
    context& ctx_;
    Handler& handler_;
    std::vector<finding>& findings_;
    std::size_t max_errors_;
    bool partial_;
    static constexpr std::size_t most_truncated = 16; // each takes time to the end of the text
    std::size_t truncated_ = 0;
    std::size_t latest_ = skipped_bytes::unknown; // the finding of the latest fault
    grammar::input in_;
    state state_ = automaton::start;
    state trying_ = automaton::start;
    const char* begin_ = nullptr; // of the current record
    void (*drop_)(Handler&) = [](Handler&) {};
    file_outcome outcome_;
};

} // namespace ballast::read
