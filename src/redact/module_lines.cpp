// The instructions of module texts with other words.
#include "ballast/print.hpp"
#include "read/instruction_lines.hpp"
#include "redact/names.hpp"
#include "redact/tree.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ballast::inline v0::redact {

std::string reworded_lines(const document& of, const ast::computation_text& computation, const rewording& words)
{
    std::string result;
    const auto lines = computation.instructions;
    std::size_t done = 0;
    read::for_each_instruction(of, computation, [&](const read::instruction_line& line) {
        const auto begin = static_cast<std::size_t>(line.text.data() - lines.data());
        result += lines.substr(done, begin - done);
        done = begin + line.text.size();
        const auto* const read = line.read ? std::get_if<ast::instruction>(&line.read->node()) : nullptr;
        if (!read) {
            // A refused instruction keeps only its punctuation.
            result += words(loose_text, line.text);
            return;
        }
        ast::arena memory;
        const auto text = printed([&](sink& out) { print(out, reworded(*read, memory, words), line.read->forms()); });
        result.append(line.before).append(line.is_short ? read::short_text(text) : text);
    });
    return result.append(lines.substr(done));
}

} // namespace ballast::inline v0::redact
