#include "answers/log_answer.hpp"

#include "failures/damage.hpp"
#include "failures/layout.hpp"

#include <algorithm>
#include <utility>

namespace ballast::inline v0::answers {

bool held_receiver::write(std::string_view piece)
{
    has_answer_ = has_answer_ || !piece.empty();
    if (is_open_ || passes_) return release() && to_.write(piece);
    answer_.append(piece);
    return true;
}

void held_receiver::report(std::string_view lines)
{
    if (is_open_)
        to_.report(lines);
    else
        reports_.append(lines);
}

bool held_receiver::release()
{
    is_open_ = true;
    if (!reports_.empty()) to_.report(std::exchange(reports_, {}));
    return answer_.empty() || to_.write(std::exchange(answer_, {}));
}

std::vector<render::read_text> failures_in(const std::vector<log_input>& logs)
{
    std::vector<render::read_text> result;
    for (const auto& log : logs) {
        const auto text = log.text();
        if (!text) continue;
        auto reading = failures::read(text->view());
        if (reading.failures.empty()) continue;
        result.push_back({log.shown, text->view().size(), std::move(reading)});
    }
    return result;
}

bool says_all(const text_answer& answer, const std::vector<render::read_text>& read)
{
    std::size_t failures = 0;
    std::size_t buffers = 0;
    std::size_t others = 0; // that are not about a TPU
    bool has_arguments = false;
    for (const auto& text : read)
        for (const auto& f : text.reading.failures) {
            failures += f.is_failure ? 1U : 0U;
            others += f.source == failures::place::tpu ? 0U : 1U;
            buffers = std::max(buffers, f.buffers.size());
            has_arguments = has_arguments || f.bytes("arguments").value_or(0) != 0;
        }
    switch (answer.kind) {
    case answer_kind::none: return false;
    case answer_kind::dump: return true; // it lists the messages in its log
    case answer_kind::usage_report: return failures == 0;
    case answer_kind::device_report: return failures <= 1;
    case answer_kind::tpu:
        return (failures == 0 && others == 0) || (failures <= 1 && answer.has_capacity && answer.buffers >= buffers &&
                                                  (answer.has_arguments || !has_arguments));
    case answer_kind::messages: return read.empty();
    }
    return false;
}

std::vector<repaired_text> repaired(std::string_view text)
{
    const auto clean = failures::undo_damage(text);
    repaired_text first{clean.text(), clean.repairs};
    // Empty lines at the end, and a missing line end.
    const auto last = first.text.find_last_not_of(" \n");
    if (last == std::string::npos) return {};
    if (last + 1 == first.text.size()) {
        first.text += '\n';
        first.repairs.emplace_back("line end added");
    } else if (last + 2 < first.text.size()) {
        first.text.resize(last + 2);
        first.text.back() = '\n';
        first.repairs.emplace_back("empty lines at the end removed");
    }
    std::vector<repaired_text> result;
    for (const auto broken : {failures::line_break::at_any_byte, failures::line_break::at_blank}) {
        auto made = failures::with_layout(first.text, broken);
        if (!made || *made == first.text || (!result.empty() && *made == result.back().text)) continue;
        result.push_back({std::move(*made), first.repairs});
        result.back().repairs.emplace_back("layout restored");
    }
    if (!first.repairs.empty()) result.insert(result.begin(), std::move(first));
    return result;
}

} // namespace ballast::inline v0::answers
