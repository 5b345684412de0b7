#include "check/text_index.hpp"

#include <variant>

namespace ballast::checking {

text_index::text_index(const ast::module_text& of)
{
    for (const auto& computation : of.computations) {
        computations_.try_emplace(computation.name, static_cast<model::number>(roots_.size()));
        roots_.push_back(model::none);
        unread_.push_back(false);
        begins_.push_back(static_cast<model::number>(lines_.size()));
        for (const auto& line : computation.instructions) {
            const auto* const made = std::get_if<ast::text_instruction>(&line.content);
            if (!made) {
                unread_.back() = any_unread_ = true;
                continue;
            }
            by_name_.try_emplace(made->instruction.name, static_cast<model::number>(lines_.size()));
            if (made->root) roots_.back() = static_cast<model::number>(lines_.size());
            lines_.push_back(made);
        }
    }
    begins_.push_back(static_cast<model::number>(lines_.size()));
}

} // namespace ballast::checking
