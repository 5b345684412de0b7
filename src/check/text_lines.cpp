#include "check/text_lines.hpp"

#include "check/printed_instruction.hpp"

#include <algorithm>

namespace ballast::checking {

namespace {

// From the name of an instruction, or the first byte of an unread line, to the end.
std::string_view text_of(const ast::computation_line& line, std::string_view text, std::size_t end)
{
    if (const auto* piece = std::get_if<ast::unread>(&line.content)) return piece->text;
    const auto begin = static_cast<std::size_t>(line.instruction()->name.data() - text.data());
    return text.substr(begin, end - begin);
}

// The place of the `}`.
std::size_t end_of_computation(const ast::computation_text& computation)
{
    return static_cast<std::size_t>(computation.end.offset);
}

std::size_t start_of(const ast::computation_line& line)
{
    const auto* held = std::get_if<ast::text_instruction>(&line.content);
    return static_cast<std::size_t>(held ? held->at.offset : std::get<ast::unread>(line.content).at.offset);
}

} // namespace

text_lines::text_lines(const ast::module_text& of, std::string_view text)
{
    for (const auto& computation : of.computations) {
        const auto which = static_cast<model::number>(roots_.size());
        if (computations_.of(computation.name.data(), computation.name.size()) == first_computation_.size())
            first_computation_.push_back(which);
        roots_.push_back(model::none);
        begins_.push_back(static_cast<model::number>(lines_.size()));
        const auto& all = computation.instructions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto end = i + 1 < all.size() ? start_of(all[i + 1]) : end_of_computation(computation);
            const auto* const held = std::get_if<ast::text_instruction>(&all[i].content);
            text_line made{text_of(all[i], text, end), which};
            while (made.text.ends_with('\n')) made.text.remove_suffix(1);
            if (!held) {
                skip(made.text, "  ");
                made.root = skip(made.text, "ROOT ");
                made.marked = skip(made.text, "%");
            } else {
                made.root = held->root;
                made.marked = !held->short_form;
            }
            const auto name = made.name();
            if (names_.of(name.data(), name.size()) == first_.size())
                first_.push_back(static_cast<model::number>(lines_.size()));
            if (made.root) roots_.back() = static_cast<model::number>(lines_.size());
            lines_.push_back(made);
        }
    }
    begins_.push_back(static_cast<model::number>(lines_.size()));
}

} // namespace ballast::checking
