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

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ballast::read {

// For each record rule the handler has these functions with a record_is<Rule>:
//     Node& open(record_is<Rule>)                                the node to read into, in its initial state
//     void close(record_is<Rule>, Node&, offset begin, offset end)  the record is complete
//     void drop(record_is<Rule>)                                 it does not match, or is refused
//     void fault()                                               records are missing here
template <typename Rule>
struct record_is {};

// The result of reading a whole text.
struct file_outcome {
    bool complete = false; // the text ends where a file may end
    std::size_t faults = 0;
};

template <template <typename...> class Action, typename Handler>
class record_reader {
public:
    using state = automaton::state;

    record_reader(std::string_view text, context& ctx, Handler& handler, std::vector<finding>& findings,
                  std::size_t max_errors)
        : text_(text),
          ctx_(ctx),
          handler_(handler),
          findings_(findings),
          max_errors_(max_errors),
          in_(text.data(), text.data() + text.size(), "")
    {
    }

    file_outcome run()
    {
        while (true) {
            try {
                if (advance()) {
                    outcome_.complete = true;
                    return outcome_;
                }
                ctx_.abandon_record();
                if (!after_fault()) return outcome_;
            } catch (const finding& fault) {
                ctx_.reset();
                drop_(handler_);
                if (!after_refusal(fault)) return outcome_;
            }
        }
    }

private:
    using step = bool (*)(record_reader&, state to);

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
            } while (repeats);
            return any;
        }
        return false;
    }

    // Returns false if further findings would not help.
    bool tell(finding what)
    {
        ++outcome_.faults;
        handler_.fault();
        findings_.push_back(std::move(what));
        return max_errors_ == 0 || outcome_.faults < max_errors_;
    }

    bool after_fault()
    {
        const auto begin = static_cast<std::size_t>(ctx_.offset(in_.current()));
        // The end of a frame whose beginning had an error.
        if (outcome_.faults != 0 && text_.substr(begin).starts_with("\n*** End ")) return false;
        const auto fault = find_record_fault(state_, text_, begin);
        auto what = explain(fault, text_, true);
        const bool hopeless = ends_reading(what, text_);
        const auto place = static_cast<std::size_t>(fault.reached);
        if (!tell(std::move(what)) || hopeless) return false;
        return resume(begin, place);
    }

    bool after_refusal(const finding& fault)
    {
        const bool more = tell(fault);
        if (!more) return false;
        const auto begin = static_cast<std::size_t>(ctx_.offset(begin_));
        if (const auto size = record_size(file_order.record(trying_), text_.substr(begin))) {
            restart(begin_ + *size);
            state_ = trying_;
            return true;
        }
        return resume(begin, begin);
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
            if ((ended && resume_at(at, true)) || resume_at(at)) return true;
            // D13 printed the next value, or the two empty lines before the live range, directly after the instruction.
            const auto line = text_.substr(at, text_.find('\n', at) - at);
            if (!line.starts_with(" from instruction:") || at + line.size() == text_.size()) continue;
            const auto glued = line.rfind('<');
            if (glued != std::string_view::npos && at + glued > begin && resume_at(at + glued)) return true;
            if (resume_at(at + line.size())) return true;
        }
        return false;
    }
    // True if a record that can still follow begins there; one like the last record only if no table has ended.
    bool resume_at(std::size_t at, bool ended = false)
    {
        restart(text_.data() + at);
        for (const auto to : file_order.later(state_)) {
            const auto record = file_order.record(to);
            if (record == end_of_file || (ended && to == state_)) continue;
            // Any indented line could be a line of a module text.
            if (record == record_index<grammar::text_instruction> && !text_.starts_with(module_beginning)) continue;
            const auto size = record_size(record, text_.substr(at));
            if (!size || (size == 1 && text_[at] == '\n')) continue; // many things end with an empty line
            state_ = before(to);
            return true;
        }
        return false;
    }

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
    grammar::input in_;
    state state_ = automaton::start;
    state trying_ = automaton::start;
    const char* begin_ = nullptr; // of the current record
    void (*drop_)(Handler&) = [](Handler&) {};
    file_outcome outcome_;
};

} // namespace ballast::read
