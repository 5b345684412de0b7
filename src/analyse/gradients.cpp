#include "analyse/gradients.hpp"

#include "analyse/donation.hpp"
#include "analyse/namer.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;

constexpr int most_copies = 8;

// Arguments and results of one element type and size; a bitcast changes neither.
struct alike_arrays {
    std::int64_t updated = 0; // arguments whose memory a result uses
    std::int64_t weights = 0; // of these
    std::int64_t results = 0;
    std::int64_t of_optimizer = 0; // results

    [[nodiscard]] std::int64_t gradients() const
    {
        // Later steps update all of the optimizer's state, so that each further result is a gradient, although it may
        // come out of a fusion with the optimizer. The first step makes the state.
        const auto others = updated >= 2 * weights ? updated : std::max(updated, of_optimizer);
        return std::clamp<std::int64_t>(results - others, 0, 2 * weights);
    }
};

class gradient_finder {
public:
    explicit gradient_finder(module& in) : in_(in), rows_(in.rows()), names_(in) {}

    std::int64_t run(std::int64_t space)
    {
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.constant || a.color != space || !a.live_out) continue;
            for (auto i = a.first_line; i < a.first_line + a.lines; ++i) {
                if (is_parameter(i)) take_argument(i);
                if (position_in_result(in_, rows_.lines[i])) take_result(i);
            }
        }
        std::int64_t bytes = 0;
        std::int64_t weights = 0;
        std::int64_t gradients = 0;
        for (const auto& [key, alike] : arrays_) {
            weights += alike.weights;
            gradients += std::min(alike.weights, alike.gradients());
            for (std::int64_t i = 0; i < alike.gradients(); ++i) add(bytes, key.second);
        }
        return 2 * gradients < weights ? 0 : bytes; // all are kept, or none
    }

private:
    // Null for a scalar, such as the loss.
    alike_arrays* alike_of(const holder& h) { return h.rank < 1 ? nullptr : &arrays_[std::pair(h.type, h.logical)]; }

    static bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

    [[nodiscard]] bool is_parameter(number line) const
    {
        const auto row = in_.defined_by(rows_.lines[line]);
        return row != none && rows_.instructions[row].opcode == ast::opcode_kind::parameter;
    }

    holder holder_of_line(number line)
    {
        return names_.of_value(rows_.allocations[rows_.lines[line].allocation], rows_.lines[line]);
    }

    void take_argument(number line)
    {
        const auto h = holder_of_line(line);
        auto* alike = alike_of(h);
        if (alike == nullptr) return;
        ++alike->updated;
        if (!h.source.empty() && !has(h.source, "/optim/")) ++alike->weights;
    }

    void take_result(number line)
    {
        const auto made = origin_of(line);
        const auto h = holder_of_line(made);
        auto* alike = alike_of(h);
        if (alike == nullptr) return;
        ++alike->results;
        if (has(h.source, "/optim/") || is_parameter(made)) ++alike->of_optimizer;
    }

    // The value that a result is a copy of.
    [[nodiscard]] number origin_of(number line) const
    {
        for (int i = 0; i < most_copies; ++i) {
            const auto id = copied_by(in_, rows_.lines[line]);
            const auto value = id < 0 ? none : rows_.value_of(id);
            if (value == none || rows_.values[value].line == none) break;
            line = rows_.values[value].line;
        }
        return line;
    }

    module& in_;
    const model::rows& rows_;
    namer names_;
    std::map<std::pair<std::string, std::int64_t>, alike_arrays> arrays_; // by type and bytes
};

} // namespace

std::int64_t gradient_bytes(module& in, std::int64_t space) { return gradient_finder(in).run(space); }

} // namespace ballast::analyse
