#include "check/text_lines.hpp"

#include "base/look_ahead.hpp"
#include "check/printed_instruction.hpp"

#include <algorithm>

namespace ballast::checking {

namespace {

bool begins_name(char c) { return c == '%' || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool begins_instruction(std::string_view line)
{
    return line.empty() || (line.starts_with("  ") && line.size() > 2 && begins_name(line[2]));
}

// The size of the first instruction. A dict continues over lines with which no instruction begins.
std::size_t instruction_size(std::string_view lines, look_ahead& ahead)
{
    const auto end = std::min(lines.find('\n'), lines.size());
    if (begins_instruction(lines.substr(std::min(end + 1, lines.size())))) return end;
    return ahead.end_of_lines(lines, "  ").value_or(end);
}

} // namespace

text_lines::text_lines(const ast::module_text& of)
{
    for (const auto& computation : of.computations) {
        const auto which = static_cast<model::number>(roots_.size());
        if (computations_.of(computation.name.data(), computation.name.size()) == first_computation_.size())
            first_computation_.push_back(which);
        roots_.push_back(model::none);
        begins_.push_back(static_cast<model::number>(lines_.size()));
        look_ahead ahead(computation.instructions.size());
        for (auto rest = computation.instructions; !rest.empty();) {
            const auto size = instruction_size(rest, ahead);
            text_line made{rest.substr(0, size), which};
            rest.remove_prefix(std::min(size + 1, rest.size()));
            while (made.text.ends_with('\n')) made.text.remove_suffix(1);
            skip(made.text, "  ");
            made.root = skip(made.text, "ROOT ");
            made.marked = skip(made.text, "%");
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
