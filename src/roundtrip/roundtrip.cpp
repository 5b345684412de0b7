#include "roundtrip/roundtrip.hpp"

#include "roundtrip/record_writer.hpp"

#include <new>
#include <utility>
#include <variant>

namespace ballast {

namespace round {

printed_back parse_and_compare(source_text text, const parse_options& options, const read::limits& within,
                               std::size_t large) noexcept
{
    printed_back result;
    try {
        auto asked = options;
        asked.form_only = text.view().size() >= large;
        result.read = read::parse(std::move(text), asked, within);
        if (!result.read.accepted()) return result;
        const auto& value = *result.read.value;
        if (!asked.form_only || value.usage_report() || value.module_text() || value.statistics()) {
            result.differs = compare_printed(value.tree(), value.text());
        } else if (std::holds_alternative<ast::dump>(value.tree())) {
            printed_comparison comparison(value.text());
            record_writer writer(value.dump(), comparison.out());
            if (!read::hand_again(value, asked, within, writer))
                return parse_and_compare(source_text::copy_of(value.text()), options, within, SIZE_MAX);
            writer.finish();
            result.differs = comparison.finish();
        } else { // it has rows, which were not kept
            return parse_and_compare(source_text::copy_of(value.text()), options, within, SIZE_MAX);
        }
    } catch (const std::bad_alloc&) {
        result.read = {};
        result.read.findings.push_back(
            {.id = finding_id::out_of_memory, .said = {"not enough memory to print what was read"}});
        result.differs.reset();
    }
    return result;
}

} // namespace round

inline namespace v0 {

printed_back parse_and_compare(source_text text, const parse_options& options) noexcept
{
    constexpr std::size_t large = 1024 * 1024;
    return round::parse_and_compare(std::move(text), options, {}, large);
}

} // namespace v0

} // namespace ballast
