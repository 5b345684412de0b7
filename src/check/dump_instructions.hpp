// The instructions of a dump as nodes.
#pragma once

#include "ballast/read.hpp"
#include "base/look_ahead.hpp"
#include "check/report.hpp"

namespace ballast::checking {

class dump_instructions {
public:
    explicit dump_instructions(const context& in) : in_(in), ahead_(in.at.size()) {}

    // The instruction of a row, or null. It lives until the next call.
    const ast::instruction* of(const model::instruction_row& made)
    {
        const auto text = model::instruction_text(in_.at.rest(made.at), ahead_);
        read_ = made.at > 0 ? parse(entry::instruction, in_.at.rest(made.at - 1).substr(0, text.size() + 1))
                            : fragment_result();
        return read_.accepted() ? std::get_if<ast::instruction>(&read_.value->node()) : nullptr;
    }

private:
    const context& in_;
    look_ahead ahead_;
    fragment_result read_;
};

} // namespace ballast::checking
